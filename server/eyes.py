"""The camera's side of the host: a thread that watches the table and reports to the inbox."""

from __future__ import annotations

import threading
from collections.abc import Callable

from server.host import Settled
from vision.frame import EndOfPictures, Frame, Source
from vision.reading import Sighting
from vision.watch import Notice, Watch, watching

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

    def audit(self) -> None:
        self._watch.audit()

    def look(self) -> None:
        self._quiet = 0
        self._asked.set()

    def see(self, frame: Frame) -> Sighting | Notice | None:
        """What the watch makes of a frame; the host waits for quiet frames after `look`."""
        if self._stopping.is_set():
            raise EndOfPictures
        event = self._watch.see(frame)
        if self._asked.is_set():
            quiet = event is None and self._watch.state == "still"
            self._quiet = self._quiet + 1 if quiet else 0
            if self._quiet >= LOOKS:
                self._asked.clear()
                self._post(Settled())
        return event

    def _run(self) -> None:
        for event in watching(self._source, self, self._stopping.wait):
            self._post(event)
