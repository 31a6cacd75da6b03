"""Keeps processes: one that answers questions while it is needed, or one that runs all the time.

A `Keeper` starts its process when something is asked, and ends it when nothing has been asked for a
while. One that has died is started again, and asked once more. One that does not answer in time is
ended, whether it computes without end or was stopped, and whoever asked is told so at once: what
made it hang is not tried again. The next question finds a new one.

`Running` is for a process that has its own work, and says something line by line: whenever it has
died it is started again.
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
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, Generic, NamedTuple, TypeVar

log = logging.getLogger(__name__)

Q = TypeVar("Q")
A = TypeVar("A")

IDLE = 120.0
"""Seconds without a question after which a process is ended."""
_TRIES = 2
_MOST_BYTES = 1 << 28
"""Of one answer: a process that says it has more to say is not believed."""
LENGTH = struct.Struct("<I")
"""Before every question and every answer: how long it is."""


class Lost(Exception):
    """Nobody could answer: the process hangs, or died, and so did the one started after it."""


class Limits(NamedTuple):
    """What a process may take for one question."""

    seconds: int
    """Of the processor."""
    megabytes: int
    """Besides what it has before the first."""


class Work(NamedTuple, Generic[Q, A]):
    """What a process does, and how what is said to it and by it becomes bytes."""

    name: str
    """Who it is, in the log."""
    command: Sequence[str]
    pack: Callable[[Q], bytes]
    unpack: Callable[[bytes], A]


def worker(module: str, limits: Limits | None = None) -> tuple[str, ...]:
    """The command of a process that answers with what `work` of a module gives."""
    limited = () if limits is None else tuple(map(str, limits))
    return (sys.executable, "-m", "vision.processes.worker", module, *limited)


class Keeper(Generic[Q, A]):
    """May be asked from any thread; close it at the end."""

    def __init__(self, work: Work[Q, A], patience: float, idle: float = IDLE) -> None:
        """`patience` is for a process to start and to answer."""
        self._work = work
        self._patience = patience
        self._idle = idle
        self._jobs: SimpleQueue[tuple[bytes, float, Future[A]] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._serve, name="keeper", daemon=True)

    def ask(self, question: Q, seconds: float = 0.0) -> Future[A]:
        """The answer to come; it fails with `Lost` if nobody can answer, and is cancelled at the
        end. `seconds` more than usual are waited for it.
        """
        answer: Future[A] = Future()
        job = (self._work.pack(question), self._patience + seconds, answer)
        with self._lock:
            if self._closed:
                answer.cancel()
                return answer
            if not self._thread.is_alive():
                self._thread.start()
            self._jobs.put(job)
        return answer

    @property
    def pid(self) -> int | None:
        """The process, if there is one now."""
        child = self._child
        return None if child is None else child.pid

    def close(self) -> None:
        """End, whatever is being worked at. Does no harm twice."""
        with self._lock:
            self._closed = True
            self._jobs.put(None)
            child = self._child
        if child is not None:
            _kill(child)
        if self._thread.is_alive():
            self._thread.join()

    def _serve(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=self._idle)
            except Empty:
                self._end()
                continue
            if job is None or self._closed:
                break
            question, patience, answer = job
            if answer.set_running_or_notify_cancel():
                try:
                    found = self._answer(question, patience)
                except Exception as error:
                    answer.set_exception(error)
                else:
                    answer.set_result(found)
        self._end()
        while job is not None:
            job[2].cancel()
            job = self._jobs.get()

    def _answer(self, question: bytes, patience: float) -> A:
        for _ in range(_TRIES):
            child = None
            try:
                child = self._running()
                return self._work.unpack(_asked(child, question, time.monotonic() + patience))
            except (OSError, EOFError, ValueError, pickle.UnpicklingError) as problem:
                if self._closed:
                    break
                self._end()
                log.warning("%s is ended (%s).", self._work.name, problem)
                if isinstance(problem, TimeoutError) or _took_too_long(child):
                    break
        raise Lost

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is None or self._child.poll() is not None:
            self._end()
            with self._lock:
                if self._closed:
                    raise EOFError("nobody asks any more")
                self._child = _started(self._work.command)
        assert self._child is not None
        return self._child

    def _end(self) -> None:
        """End the process, and those that it has started."""
        child, self._child = self._child, None
        if child is None:
            return
        _kill(child)
        child.wait()
        _close(child)


class Running:
    """A process that runs until it is to end. May be spoken to from any thread."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        hear: Callable[[bytes], None],
        pause: float,
        begun: Callable[[subprocess.Popen[bytes]], None],
        stderr: int | None = None,
    ) -> None:
        """`hear` gets every line that it says, `begun` the process whenever it was started, which
        is so many seconds after it has died.
        """
        self._name = name
        self._command = command
        self._hear = hear
        self._pause = pause
        self._begun = begun
        self._stderr = stderr
        self._ending = threading.Condition()
        self._ended = False
        self._child: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._keep, name="running", daemon=True)

    @property
    def pid(self) -> int | None:
        """The process, if there is one now."""
        return None if self._child is None else self._child.pid

    def start(self) -> subprocess.Popen[bytes]:
        """Start it once, for who wants to know at once whether it can be."""
        self._child = _started(self._command, self._stderr)
        self._begun(self._child)
        return self._child

    def keep(self) -> None:
        """Listen to it from now on, and start it whenever there is none."""
        self._thread.start()

    def signal(self, sign: int) -> None:
        with self._ending:
            if self._child is not None and self._child.poll() is None:
                self._child.send_signal(sign)

    def end(self, tell: Callable[[subprocess.Popen[bytes]], None]) -> None:
        """`tell` makes it end, however that is done. Does no harm twice."""
        with self._ending:
            self._ended, child = True, self._child
            self._ending.notify_all()
        if child is not None:
            tell(child)
        if self._thread.is_alive():
            self._thread.join()

    def _keep(self) -> None:
        while (child := self._running()) is not None:
            assert child.stdout is not None
            with child.stdout as lines:
                for line in lines:
                    self._hear(line)
            code = child.wait()
            _close(child)
            with self._ending:
                self._child = None
                if not self._ended:
                    log.warning("%s has ended (%s) and is started again.", self._name, code)
                    self._ending.wait_for(lambda: self._ended, self._pause)

    def _running(self) -> subprocess.Popen[bytes] | None:
        """The process, started if there is none; None if it is to end."""
        with self._ending:
            while self._child is None and not self._ended:
                try:
                    self.start()
                except OSError as problem:
                    log.warning("%s cannot be started (%s).", self._name, problem)
                    self._ending.wait_for(lambda: self._ended, self._pause)
            return self._child


def _started(command: Sequence[str], stderr: int | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        start_new_session=True,
        bufsize=0,
    )


def _close(child: subprocess.Popen[bytes]) -> None:
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


def _kill(child: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)


def _took_too_long(child: subprocess.Popen[bytes] | None) -> bool:
    return child is not None and child.returncode == -signal.SIGXCPU


def _asked(child: subprocess.Popen[bytes], question: bytes, deadline: float) -> bytes:
    assert child.stdin is not None
    assert child.stdout is not None
    _send(child.stdin, LENGTH.pack(len(question)) + question, deadline)
    (length,) = LENGTH.unpack(_received(child.stdout, LENGTH.size, deadline))
    if length > _MOST_BYTES:
        raise ValueError(f"an answer of {length} bytes")
    return _received(child.stdout, length, deadline)


def _send(pipe: IO[bytes], question: bytes, deadline: float) -> None:
    """A process that was stopped takes only what fits into the pipe."""
    os.set_blocking(pipe.fileno(), False)
    left = memoryview(question)
    while left:
        _await(pipe, select.POLLOUT, deadline)
        with suppress(BlockingIOError):
            left = left[os.write(pipe.fileno(), left) :]


def _received(pipe: IO[bytes], count: int, deadline: float) -> bytes:
    got = bytearray()
    while len(got) < count:
        _await(pipe, select.POLLIN, deadline)
        part = os.read(pipe.fileno(), min(count - len(got), 1 << 20))
        if not part:
            raise EOFError("it has ended")
        got += part
    return bytes(got)


def _await(pipe: IO[bytes], event: int, deadline: float) -> None:
    left, waiting = deadline - time.monotonic(), select.poll()
    waiting.register(pipe, event)
    if left <= 0 or not waiting.poll(left * 1000):
        raise TimeoutError("it did not answer in time")
