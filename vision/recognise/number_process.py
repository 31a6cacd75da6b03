"""Tesseract in a process of its own, so that nobody who plays ever waits for it.

Whoever wants numbers read asks, goes on, and looks for the answer later. If the process hangs, or
dies twice, what it was asked stays unread.
"""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import wait as settled
from dataclasses import dataclass

from vision.processes.keeper import Keeper, Work, worker
from vision.reading import Picture
from vision.recognise.digits import OcrError, Printed, read_numbers

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds for all numbers of one question; on a Pi each takes half of one."""
_COMMAND = worker("vision.recognise.number_process")
_Read = Sequence[Printed | None]


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """Numbers that somebody wants to have read."""

    _unread: _Read
    _answer: Future[_Read]

    def found(self) -> _Read | None:
        """What was read; None while nobody knows yet."""
        if not self._answer.done():
            return None
        if self._answer.cancelled() or self._answer.exception() is not None:
            return self._unread
        return self._answer.result()

    def wait(self, seconds: float) -> bool:
        """Whether it has been answered in time."""
        return bool(settled([self._answer], seconds).done)


class NumberProcess:
    """May be asked from any thread; close it at the end."""

    def __init__(self, command: Sequence[str] = _COMMAND, patience: float = PATIENCE) -> None:
        work = Work("The reader of printed numbers", command, pickle.dumps, _unpacked)
        self._keeper: Keeper[Sequence[Picture], _Read] = Keeper(work, patience)

    def ask(self, crops: Sequence[Picture]) -> Question:
        """Have the numbers in upright pictures read."""
        return Question([None] * len(crops), self._keeper.ask(list(crops)))

    @property
    def pid(self) -> int | None:
        """The process, if there is one now."""
        return self._keeper.pid

    def close(self) -> None:
        self._keeper.close()


def _unpacked(answer: bytes) -> _Read:
    found = pickle.loads(answer)
    if isinstance(found, OcrError):
        log.warning("%s", found)
        raise found
    return [None if each is None else Printed(*each) for each in found]


# ------------------------------------------------------------------------------------- The process


def work() -> Callable[[bytes], bytes]:
    def answer(question: bytes) -> bytes:
        try:
            return pickle.dumps(read_numbers(pickle.loads(question)))
        except OcrError as error:
            return pickle.dumps(error)

    return answer
