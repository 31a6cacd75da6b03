"""Where events come in from any thread, to be taken one after the other on a thread of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future

from server.live.messages import Event

_TICK = 0.1
"""Seconds between two looks at the clock, as long as somebody waits."""


class Inbox:
    def __init__(
        self,
        process: Callable[[Event, Future[None] | None], None],
        waits: Callable[[], bool],
        expire: Callable[[], None],
    ) -> None:
        """`expire` is called often as long as `waits` says that the time matters."""
        self._process = process
        self._waits = waits
        self._expire = expire
        self._queue: queue.SimpleQueue[tuple[Event, Future[None] | None] | None]
        self._queue = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def start(self, name: str) -> None:
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Process what has come in, and end. Does no harm twice."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None

    def put(self, event: Event, done: Future[None] | None = None) -> None:
        """`done` learns when the event has been processed, or what speaks against it."""
        self._queue.put((event, done))

    def _run(self) -> None:
        while True:
            try:
                item = self._queue.get(timeout=_TICK if self._waits() else None)
            except queue.Empty:
                self._expire()
                continue
            if item is None:
                return
            self._process(*item)
