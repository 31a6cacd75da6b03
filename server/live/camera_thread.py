"""The camera's side of the host: a thread that watches the table and reports to the inbox."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from rules.text import Text
from server.live.messages import Settled
from vision.picture_source import Adjustable, EndOfPictures, Frame, FrameError, Source
from vision.reading import Sighting
from vision.watching.watch import Notice, Watch, watching

T = TypeVar("T")

log = logging.getLogger(__name__)

PATIENCE = 75.0
"""Seconds from one frame to the next at the most: a camera that is opened looks for its focus."""
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
        self._due = 0.0
        """When the next frame must have come, or the next attempt to get one."""
        self._ended = False
        """Whether there are no more pictures."""
        self._borrowers: SimpleQueue[tuple[Callable[[Frame, Watch], Any], Future[Any]]]
        self._borrowers = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)

    def start(self) -> None:
        self._expect_in(0)
        self._thread.start()

    def stop(self) -> None:
        """End after the frame in hand; does no harm twice."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def is_alive(self) -> bool:
        """Whether frames come, or are awaited on purpose; recorded ones may have come to an end."""
        return self._ended or (self._thread.is_alive() and time.monotonic() < self._due)

    def change(self, watch: Watch) -> None:
        """Look for something else from the next frame on: the pieces of another game."""
        self._watch = watch

    @property
    def adjustable(self) -> Adjustable | None:
        """The camera, if it finds focus, exposure and white balance by itself."""
        return self._source if isinstance(self._source, Adjustable) else None

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
        self._expect_in(0)
        watch = self._watch
        try:
            event = watch.see(frame)
        except FrameError:
            raise
        except Exception as error:
            # Whatever a camera delivers, the next picture may be better.
            log.exception("A picture could not be read.")
            why = str(error) or type(error).__name__
            raise FrameError(Text("The pictures cannot be read ({why}).", why=why)) from error
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
        for event in watching(self._source, self, self._pause):
            self._post(event)
        self._ended = not self._stopping.is_set()

    def _pause(self, seconds: float) -> bool:
        """Wait on purpose; whether it is time to end."""
        self._expect_in(seconds)
        return self._stopping.wait(seconds)

    def _expect_in(self, seconds: float) -> None:
        self._due = time.monotonic() + seconds + PATIENCE
