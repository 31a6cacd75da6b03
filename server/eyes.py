"""The camera's side of the host: a thread that watches the table and reports to the inbox."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from server.host import Settled
from vision.frame import EndOfPictures, Frame, Source
from vision.reading import Sighting
from vision.watch import Notice, Watch, watching

T = TypeVar("T")

LOOKS = 3
"""Frames in a row that must show nothing new before the table counts as looked at."""


class Eyes:
    """Watches one source until stopped; `post` gets every sighting, notice and `Settled`."""

    def __init__(
        self, source: Source, watch: Watch, post: Callable[[Sighting | Notice | Settled], None]
    ) -> None:
        self._source = source
        self._watch = watch
        self._post = post
        self._stopping = threading.Event()
        self._asked = threading.Event()
        self._quiet = 0
        self._borrowers: SimpleQueue[tuple[Callable[[Frame, Watch], Any], Future[Any]]]
        self._borrowers = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End after the frame in hand; does no harm twice."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def change(self, watch: Watch) -> None:
        """Look for something else from the next frame on: the pieces of another game."""
        self._watch = watch

    def borrow(self, use: Callable[[Frame, Watch], T]) -> Future[T]:
        """Show the next frame to somebody else as well, on the eyes' own thread.

        Nothing of the frame may be kept, and it must be quick: the table waits.
        """
        used: Future[T] = Future()
        self._borrowers.put((use, used))
        return used

    def audit(self) -> None:
        self._watch.audit()

    def look(self) -> None:
        self._quiet = 0
        self._asked.set()

    def see(self, frame: Frame) -> Sighting | Notice | None:
        """What the watch makes of a frame; the host waits for quiet frames after `look`."""
        if self._stopping.is_set():
            raise EndOfPictures
        watch = self._watch
        event = watch.see(frame)
        self._lend(frame, watch)
        if self._asked.is_set():
            quiet = event is None and watch.state == "still"
            self._quiet = self._quiet + 1 if quiet else 0
            if self._quiet >= LOOKS:
                self._asked.clear()
                self._post(Settled())
        return event

    def _lend(self, frame: Frame, watch: Watch) -> None:
        while True:
            try:
                use, used = self._borrowers.get_nowait()
            except Empty:
                return
            try:
                used.set_result(use(frame, watch))
            except Exception as error:
                used.set_exception(error)

    def _run(self) -> None:
        for event in watching(self._source, self, self._stopping.wait):
            self._post(event)
