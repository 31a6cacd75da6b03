"""What is done for the safety of the matches when there is time, beside the match at the table."""

from __future__ import annotations

import threading
from collections.abc import Callable

from rules.text import Text
from server.store import Store, StoreError

_PEACE = 10.0
"""Seconds after the start in which nothing else takes the disk's time."""
_BREATH = 0.05
"""Seconds between two copies."""


class Checkup:
    """One thread: it looks at every page of a large database, and copies what has no copy yet."""

    def __init__(self, store: Store, report: Callable[[Text], None], peace: float = _PEACE) -> None:
        """`report` is told of damage, on the thread of the checkup."""
        self._store = store
        self._report = report
        self._peace = peace
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkup", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Does no harm twice. Nobody waits for a large file to be read to its end."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(1.0)

    def _run(self) -> None:
        if self._stopping.wait(self._peace):
            return
        try:
            if not self._store.checked:
                self._store.check_whole()
            if not self._stopping.is_set():
                self._copy()
        except StoreError as error:
            self._report(error.reason)

    def _copy(self) -> None:
        for match_id in self._store.without_copy():
            if self._stopping.wait(_BREATH):
                return
            try:
                self._store.keep_copy(match_id)
            except StoreError as error:
                self._report(error.reason)  # the others shall have their copies all the same
