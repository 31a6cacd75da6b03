"""A camera that hangs, or fails in a way nobody thought of, is a lost camera like any other.

Drivers wait for ever when a cable slips or a bus resets. So a camera is opened, asked and closed on
a thread of its own, and who waits for its pictures waits for so long and no longer. A thread that
hangs cannot be ended: it is left behind with its camera, and the next attempt begins with new ones.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Self, TypeVar

from rules.text import Text
from vision.picture_source import (
    Adjustable,
    CameraLost,
    EndOfPictures,
    Frame,
    FrameError,
    Source,
    SourceError,
)

OPENING = 60.0
"""Seconds for a camera to be opened: it finds its focus and exposure then."""
PATIENCE = 8.0
"""Seconds for a picture to come, and for a camera to be closed."""

T = TypeVar("T")

log = logging.getLogger(__name__)


class GuardedCamera:
    """A source that never keeps anybody waiting for much longer than it says."""

    def __init__(
        self, make: Callable[[], Source], opening: float = OPENING, patience: float = PATIENCE
    ) -> None:
        """`make` gives the real camera, and another one whenever the last one hangs."""
        self._make = make
        self._opening, self._patience = opening, patience
        self._camera: Source | None = make()
        self._keeper: _Keeper | None = None
        self._anew = threading.Event()

    def __enter__(self) -> Self:
        self._camera = self._camera or self._make()
        self._keeper = _Keeper(self._camera)
        self._wait(self._keeper.opened, self._opening)
        return self

    def __exit__(self, *_: object) -> None:
        keeper, self._keeper = self._keeper, None
        if keeper is not None and not keeper.close(self._patience):
            self._camera = None

    def forget(self) -> None:
        """The camera is closed and opened again, which is when it finds its settings."""
        self._anew.set()

    @contextmanager
    def frame(self) -> Iterator[Frame]:
        if self._keeper is None:
            raise CameraLost(Text("The camera is closed."))
        if self._anew.is_set():
            self._anew.clear()
            camera: object = self._camera
            if isinstance(camera, Adjustable):
                camera.forget()
            raise CameraLost(Text("The camera is adjusting focus and light. Please wait."))
        loan = self._keeper.lend()
        try:
            yield self._wait(loan.frame, self._patience)
        finally:
            loan.returned.set()

    def _wait(self, coming: Future[T], seconds: float) -> T:
        try:
            return coming.result(seconds)
        except TimeoutError:
            self._keeper = self._camera = None
            log.warning("The camera hangs; it is left behind and opened anew.")
            raise CameraLost(Text("No picture: check the camera's cable. Reconnecting …")) from None
        except (FrameError, EndOfPictures, SourceError):
            raise
        except Exception as error:
            log.exception("The camera failed.")
            raise CameraLost(
                Text(
                    "The camera failed ({why}). Reconnecting …",
                    why=str(error) or type(error).__name__,
                )
            ) from error


@dataclass(frozen=True, slots=True)
class _Loan:
    """The next frame, lent until it is `returned`."""

    frame: Future[Frame] = field(default_factory=Future)
    returned: threading.Event = field(default_factory=threading.Event)


class _Keeper:
    """A camera on a thread of its own, from its opening to its closing."""

    def __init__(self, camera: Source) -> None:
        self.opened: Future[None] = Future()
        self._camera = camera
        self._wanted: SimpleQueue[_Loan | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def lend(self) -> _Loan:
        loan = _Loan()
        self._wanted.put(loan)
        return loan

    def close(self, seconds: float) -> bool:
        """Whether the camera could be closed in time."""
        self._wanted.put(None)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            with self._camera:
                self.opened.set_result(None)
                while (loan := self._wanted.get()) is not None:
                    self._lend_one(loan)
        except Exception as error:
            if self.opened.done():
                log.exception("The camera could not be closed.")
            else:
                self.opened.set_exception(error)

    def _lend_one(self, loan: _Loan) -> None:
        try:
            with self._camera.frame() as frame:
                loan.frame.set_result(frame)
                loan.returned.wait()
        except Exception as error:
            if loan.frame.done():
                log.exception("A picture could not be given back.")
            else:
                loan.frame.set_exception(error)
