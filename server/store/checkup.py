"""What is done for the safety of the matches when there is time, beside the match at the table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from rules.text import Text
from server.store import Store, StoreError

_PEACE = 10.0
"""Seconds after the start in which nothing else takes the disk's time."""
_BREATH = 0.05
"""Seconds between two matches."""


class Checkup:
    """One thread: it looks at every page of a large database, copies what has no copy yet, and
    plays again the matches of which nobody has kept how they ended. Then it waits for copies that
    are written without their score sheets, as when somebody is renamed.
    """

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
        self._store.plain_files.put(None)
        if self._thread.is_alive():
            self._thread.join(1.0)

    def _run(self) -> None:
        if self._stopping.wait(self._peace):
            return
        try:
            if not self._store.checked:
                self._store.check_whole()
            self._for_all(self._store.without_file(), self._store.keep_file)
            self._for_all(self._store.without_results(), self._store.keep_results)
            for match_id in iter(self._store.plain_files.get, None):
                self._for_all([match_id], self._store.keep_score_sheets)
        except StoreError as error:
            self._report(error.reason)

    def _for_all(self, matches: Sequence[int], do: Callable[[int], None]) -> None:
        for match_id in matches:
            if self._stopping.wait(_BREATH):
                return
            try:
                do(match_id)
            except StoreError as error:
                self._report(error.reason)  # the others shall have theirs all the same
