"""The camera's side of the host: a thread that looks at the table and reports to the inbox.

Frames go through the watch, and what it sees goes into the inbox. What others want of it, and what
a reading has to know of the match, are values that they leave here for the next frame.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import closing
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from rules.pieces import Place
from rules.text import Text
from server.live.messages import Refused, Settled
from vision.picture_source import Adjustable, CameraLost, Frame, FrameError, Source, frames
from vision.reading import Sighting
from vision.watching.watch import NO_LEVELS, Notice, Watch

T = TypeVar("T")

log = logging.getLogger(__name__)

PATIENCE = 75.0
"""Seconds from one frame to the next at the most: a camera that is opened looks for its focus."""
LOOKS = 3
"""Frames in a row that must show nothing new before the table counts as looked at."""


class CameraThread:
    """Watches one source until stopped; `post` gets every sighting, notice and `Settled`."""

    def __init__(
        self, source: Source, watch: Watch, post: Callable[[Sighting | Notice | Settled], None]
    ) -> None:
        self.news = 0
        """How often something new has been seen."""
        self._source = source
        self._watch = watch
        self._post = post
        self._levels = NO_LEVELS
        self._stopping = threading.Event()
        self._asked = threading.Event()
        self._audit = threading.Event()
        self._quiet = 0
        self._trouble: Text | None = None
        """Why there are no pictures, as everybody has been told."""
        self._due = 0.0
        """When the next frame must have come, or the next attempt to get one."""
        self._ended = False
        """Whether there are no more pictures."""
        self._borrowers: SimpleQueue[tuple[Callable[[Frame, Watch], Any], Future[Any]]]
        self._borrowers = SimpleQueue()
        self._thread = threading.Thread(target=self.run, name="camera-thread", daemon=True)

    # ------------------------------------------------------------------------ From any thread

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

    def expect(self, levels: Mapping[Place, int]) -> None:
        """How many tiles should lie where: so it is known how high that lies."""
        self._levels = levels

    @property
    def adjustable(self) -> Adjustable | None:
        """The camera, if it finds focus, exposure and white balance by itself."""
        return self._source if isinstance(self._source, Adjustable) else None

    def borrow(self, use: Callable[[Frame, Watch], T]) -> Future[T]:
        """Show the next frame to somebody else as well, on this very thread.

        Nothing of the frame may be kept, and it must be quick: the table waits.
        """
        used: Future[T] = Future()
        self._borrowers.put((use, used))
        return used

    def borrowed(self, use: Callable[[Frame, Watch], T], patience: float) -> T:
        """The same for who waits so many seconds. Raises Refused if there is no camera."""
        try:
            return self.borrow(use).result(patience)
        except TimeoutError as error:
            raise Refused(Text("There is no camera.")) from error

    def audit(self) -> None:
        """Read the whole table again."""
        self._audit.set()

    def look(self) -> None:
        """Say `Settled` as soon as a few frames in a row show nothing new."""
        self._quiet = 0
        self._asked.set()

    # --------------------------------------------------------------------- The thread itself

    def run(self) -> None:
        """Look until told to stop, or to the end of the pictures."""
        with closing(frames(self._source, self._pause)) as coming:
            for frame in coming:
                if self._stopping.is_set():
                    return
                self._expect_in(0)
                if isinstance(frame, FrameError):
                    self._miss(frame)
                else:
                    self.see(frame)
        self._ended = not self._stopping.is_set()

    def see(self, frame: Frame) -> None:
        """Have the watch look at a frame, and report what it sees."""
        watch = self._watch
        if self._audit.is_set():
            self._audit.clear()
            watch.audit()
        try:
            event = watch.see(frame, self._levels)
        except FrameError as error:
            self._miss(error)
            return
        except Exception as error:
            # Whatever a camera delivers, the next picture may be better.
            why = str(error) or type(error).__name__
            unread = FrameError(Text("The pictures cannot be read ({why}).", why=why))
            if unread.text != self._trouble:
                log.exception("A picture could not be read.")
            self._miss(unread)
            return
        if self._trouble is not None:
            self._trouble = None
            self._report(Notice(Text("The camera is back."), False))
        if event is not None:
            self._report(event)
        self._lend(frame, watch)
        if self._asked.is_set():
            quiet = event is None and watch.state == "still"
            self._quiet = self._quiet + 1 if quiet else 0
            if self._quiet >= LOOKS:
                self._asked.clear()
                self._report(Settled())

    def _miss(self, error: FrameError) -> None:
        """There is no frame, or nobody can read it; that is said once."""
        if isinstance(error, CameraLost):
            self._watch.audit()
        if error.text != self._trouble:
            self._trouble = error.text
            self._report(Notice(error.text, True))

    def _report(self, event: Sighting | Notice | Settled) -> None:
        self.news += 1
        self._post(event)

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

    def _pause(self, seconds: float) -> bool:
        """Wait on purpose; whether it is time to end."""
        self._expect_in(seconds)
        return self._stopping.wait(seconds)

    def _expect_in(self, seconds: float) -> None:
        self._due = time.monotonic() + seconds + PATIENCE
