"""Tells pages that there is something new, as often as people can read and no more."""

from __future__ import annotations

import threading
from typing import Self

from server.web.http.events import Events

PACE = 0.5
"""Seconds between two times: fifty tables together have something new far more often."""


class News:
    """Use it in `with`; may be told from several threads."""

    def __init__(self, events: Events, pace: float = PACE) -> None:
        self._events = events
        self._pace = pace
        self._tables: set[str] = set()
        self._told = threading.Condition()
        self._ended = False
        self._thread = threading.Thread(target=self._work, name="news", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._told:
            self._ended = True
            self._told.notify_all()
        self._thread.join()

    def tell(self, table: str) -> None:
        """Something about this table is new, and stored; the first time it is told at once."""
        with self._told:
            self._tables.add(table)
            self._told.notify_all()

    def _work(self) -> None:
        while True:
            with self._told:
                self._told.wait_for(lambda: self._tables or self._ended)
                if self._ended:
                    return
                tables, self._tables = self._tables, set()
            for table in tables:
                self._events.publish(table)
            self._events.publish()
            with self._told:
                self._told.wait_for(lambda: self._ended, self._pace)
