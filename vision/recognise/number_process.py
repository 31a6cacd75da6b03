"""Tesseract in a process of its own, so that nobody who plays ever waits for it.

Whoever wants numbers read asks, goes on, and looks for the answer later. A process that was killed
is started again; one that hangs is ended, and what it was asked stays unread. If nothing is asked
for a while it ends by itself.

    python -m vision.recognise.number_process    # the process: pictures come in, numbers go out
"""

from __future__ import annotations

import logging
import os
import pickle
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, Any

from vision.reading import Picture
from vision.recognise.digits import OcrError, Printed, read_numbers

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds for all numbers of one question; on a Pi each takes half of one."""
_IDLE = 120.0
_TRIES = 2
_LENGTH = struct.Struct("<I")
_COMMAND = (sys.executable, "-m", "vision.recognise.number_process")


class NumberProcess:
    """May be asked from any thread; close it at the end."""

    def __init__(self, command: Sequence[str] = _COMMAND, patience: float = PATIENCE) -> None:
        self._command = command
        self._patience = patience
        self._jobs: SimpleQueue[tuple[int, Sequence[Picture]] | None] = SimpleQueue()
        self._answers: dict[int, Sequence[Printed | None]] = {}
        self._changed = threading.Condition()
        self._asked = 0
        self._child: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._serve, name="numbers", daemon=True)

    def ask(self, crops: Sequence[Picture]) -> int:
        """Have the numbers in upright pictures read; the number of the question."""
        with self._changed:
            self._asked += 1
            if not self._thread.is_alive():
                self._thread.start()
        self._jobs.put((self._asked, crops))
        return self._asked

    def answer(self, question: int) -> Sequence[Printed | None] | None:
        """What was read, once; None while nobody knows yet."""
        with self._changed:
            return self._answers.pop(question, None)

    def wait(self, question: int, seconds: float) -> bool:
        """Whether a question has been answered in time."""
        with self._changed:
            return self._changed.wait_for(lambda: question in self._answers, seconds)

    @property
    def pid(self) -> int | None:
        """The process, if there is one now."""
        child = self._child
        return None if child is None else child.pid

    def close(self) -> None:
        self._jobs.put(None)
        if self._thread.is_alive():
            self._end()  # whatever it is waiting for
            self._thread.join()

    def _serve(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=_IDLE)
            except Empty:
                self._end()
                continue
            if job is None:
                self._end()
                return
            question, crops = job
            found = self._read(crops)
            with self._changed:
                self._answers[question] = found
                self._changed.notify_all()

    def _read(self, crops: Sequence[Picture]) -> Sequence[Printed | None]:
        for _ in range(_TRIES):
            try:
                found = self._asked_of(self._running(), crops)
            except (OSError, EOFError, pickle.UnpicklingError) as problem:
                log.warning("The reader of printed numbers is started again (%s).", problem)
                self._end()
                continue
            if isinstance(found, str):
                log.warning("%s", found)
                break
            return [None if each is None else Printed(*each) for each in found]
        return [None] * len(crops)

    def _asked_of(self, child: subprocess.Popen[bytes], crops: Sequence[Picture]) -> Any:
        assert child.stdin is not None
        assert child.stdout is not None
        _send(child.stdin, list(crops))
        return _receive(child.stdout, time.monotonic() + self._patience)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is None or self._child.poll() is not None:
            self._end()
            self._child = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
                bufsize=0,
            )
        return self._child

    def _end(self) -> None:
        """End the process, and Tesseract with it."""
        child, self._child = self._child, None
        if child is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _send(pipe: IO[bytes], thing: object) -> None:
    packed = pickle.dumps(thing)
    data = memoryview(_LENGTH.pack(len(packed)) + packed)
    while data:
        data = data[pipe.write(data) :]


def _receive(pipe: IO[bytes], deadline: float) -> Any:
    (length,) = _LENGTH.unpack(_bytes(pipe, _LENGTH.size, deadline))
    return pickle.loads(_bytes(pipe, length, deadline))


def _bytes(pipe: IO[bytes], count: int, deadline: float) -> bytes:
    got = b""
    while len(got) < count:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([pipe], [], [], left)[0]:
            raise TimeoutError("it did not answer in time")
        part = os.read(pipe.fileno(), count - len(got))
        if not part:
            raise EOFError("it has ended")
        got += part
    return got


def _work() -> None:
    """Answer until nobody asks any more."""
    os.nice(5)
    source, target = sys.stdin.buffer, sys.stdout.buffer
    while len(head := source.read(_LENGTH.size)) == _LENGTH.size:
        crops = pickle.loads(source.read(_LENGTH.unpack(head)[0]))
        answer: object
        try:
            answer = [None if each is None else tuple(each) for each in read_numbers(crops)]
        except OcrError as error:
            answer = str(error)
        _send(target, answer)
        target.flush()


if __name__ == "__main__":
    _work()
