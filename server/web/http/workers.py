"""The threads that make answers, shared out fairly between those who ask.

Addresses take turns, and so do phones that are in. None of them, no pages that may take long, and
all strangers together cannot take all threads: what is too much waits until it is its turn, while
everything else goes on.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

from server.web.http.connection import Who
from server.web.http.limits import (
    WORKERS,
    WORKERS_FOR_ONE_ADDRESS,
    WORKERS_FOR_SLOW_PAGES,
    WORKERS_FOR_STRANGERS,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    of: object
    """Who waits for it."""
    who: Who
    """For whom it is done."""
    slow: bool
    do: Callable[[], None]


class Workers:
    """`add` may be called from any thread; what it is given is done on one of these."""

    def __init__(self) -> None:
        self._wake = threading.Condition()
        """Guards everything below."""
        self._waiting: OrderedDict[Who, deque[Work]] = OrderedDict()
        """Whose turn is next comes first."""
        self._busy: Counter[Who] = Counter()
        self._slow = 0
        self._for_strangers = 0
        self._stopping = False
        self._threads = [
            threading.Thread(target=self._run, name=f"web {number}", daemon=True)
            for number in range(1, WORKERS + 1)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Do nothing new; nobody waits for what is being done."""
        with self._wake:
            self._stopping = True
            self._waiting.clear()
            self._wake.notify_all()

    def add(self, work: Work) -> None:
        with self._wake:
            self._waiting.setdefault(work.who, deque()).append(work)
            self._wake.notify()

    def drop(self, of: object) -> bool:
        """Whether what somebody waits for was not begun yet, and will never be."""
        with self._wake:
            for who, waiting in self._waiting.items():
                for work in waiting:
                    if work.of is of:
                        waiting.remove(work)
                        if not waiting:
                            del self._waiting[who]
                        return True
        return False

    def _run(self) -> None:
        while (work := self._take()) is not None:
            try:
                work.do()
            except Exception:
                log.exception("A request could not be answered.")
            self._give_back(work)

    def _take(self) -> Work | None:
        with self._wake:
            while not self._stopping:
                work = self._next()
                if work is not None:
                    self._busy[work.who] += 1
                    self._slow += work.slow
                    self._for_strangers += not work.who.known
                    if self._waiting:
                        self._wake.notify()  # there may be something for another one, too
                    return work
                self._wake.wait()
        return None

    def _next(self) -> Work | None:
        """What may be done now, of whoever's turn it is."""
        for who, waiting in self._waiting.items():
            if self._busy[who] >= WORKERS_FOR_ONE_ADDRESS:
                continue
            if not who.known and self._for_strangers >= WORKERS_FOR_STRANGERS:
                continue
            for work in waiting:
                if work.slow and self._slow >= WORKERS_FOR_SLOW_PAGES:
                    continue
                waiting.remove(work)
                self._waiting.move_to_end(who)
                if not waiting:
                    del self._waiting[who]
                return work
        return None

    def _give_back(self, work: Work) -> None:
        with self._wake:
            self._busy[work.who] -= 1
            if not self._busy[work.who]:
                del self._busy[work.who]
            self._slow -= work.slow
            self._for_strangers -= not work.who.known
            # This thread takes one more; another may take what waited for something else.
            self._wake.notify()
