"""Searches that go on beside the host, so that no button or phone waits for them."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait

from rules.explaining.explain import Dropped
from server.live.search import Failed, Finding, Search

log = logging.getLogger(__name__)

_WAIT = 0.01
"""Seconds in which most searches end; only for longer ones something else is shown meanwhile."""


def spare_what_is_there() -> None:
    """From now on only what is new is searched for garbage.

    A search makes so many objects that the collector goes through all there are again and again,
    and nobody else can do anything meanwhile. Most of them were there before any match began.
    """
    gc.collect()
    gc.freeze()


class Thinker:
    """One search at a time, on a thread of its own."""

    def __init__(self, report: Callable[[Search, Finding], None]) -> None:
        """`report` gets what `think` did not wait for, on the thinker's thread."""
        self._report = report
        self._thread = ThreadPoolExecutor(1, "thinker")
        self._latest: Search | None = None
        self._going_on: Future[Finding] | None = None

    def think(self, search: Search) -> Finding | None:
        """What it finds, if that takes no time to speak of; else it is reported later.

        A search that was begun before is dropped; nobody waits behind it until it has ended.
        """
        self._drop()
        self._latest = search
        busy = self._going_on is not None and not self._going_on.done()
        found = self._going_on = self._thread.submit(search.find)
        if search.is_urgent and not busy and wait([found], _WAIT).done:
            return found.result()
        found.add_done_callback(lambda found: self._ended(search, found))
        return None

    def close(self) -> None:
        """Drop what is being looked for, and end. Does no harm twice."""
        self._drop()
        self._thread.shutdown()

    def _drop(self) -> None:
        if self._latest is not None:
            self._latest.dropped = True

    def _ended(self, search: Search, found: Future[Finding]) -> None:
        error = found.exception()
        if error is None:
            self._report(search, found.result())
        elif not isinstance(error, Dropped):
            log.error("The table could not be understood.", exc_info=error)
            self._report(search, Failed())
