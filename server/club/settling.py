"""Results, ratings and tournaments follow what tables tell, on a thread of their own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from server.club.assigning import assign_matches
from server.club.ratings import rate
from server.club.replays import Replays
from server.club.results import settle, settle_again

log = logging.getLogger(__name__)

_REST = 0.5
"""Seconds in which whatever many tables tell is looked at once."""


def catch_up(engine: Engine, replays: Replays) -> bool:
    """All that follows from what is stored; whether anything new has."""
    settled, rated = settle(engine, replays), rate(engine)
    if not settled and not rated:
        return False
    assign_matches(engine)
    return True


class Settling:
    """Nothing that tables tell waits for it. Use it in `with`."""

    def __init__(self, engine: Engine, replays: Replays, settled: Callable[[], None]) -> None:
        """`settled` is called when there are new results."""
        self._engine = engine
        self._replays = replays
        self._settled = settled
        self._woken = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, name="settling", daemon=True)

    def __enter__(self) -> Settling:
        self.wake()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._woken.set()
        self._thread.join()

    def wake(self) -> None:
        """There may be something to settle."""
        self._woken.set()

    def _work(self) -> None:
        first = True
        while self._woken.wait() and not self._ended.is_set():
            self._woken.clear()
            try:
                if first:  # This version may know what another did not.
                    settle_again(self._engine, only_troubled=True)
                    first = False
                if catch_up(self._engine, self._replays):
                    self._settled()
            except SQLAlchemyError:
                log.exception("Results could not be stored; that is tried again with the next.")
            self._ended.wait(_REST)
