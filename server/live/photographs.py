"""What the camera sees, for people: a picture now and then.

The watch needs no picture for people. One is made only when somebody asks for it, from a frame that
is borrowed for a moment; whoever asks before the watch has seen something new gets the same.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from rules.text import Text
from server.live.camera_thread import CameraThread
from server.live.messages import Refused
from vision.picture_source import Frame
from vision.reading import Picture, Region, Tags
from vision.watching.watch import Watch

WIDTH = 1600
"""Pixels across a picture for people."""
_QUALITY = 80
_AT_LEAST_EVERY = 10.0
"""Seconds after which a new picture is made although the watch has seen nothing new."""
_PATIENCE = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """A picture as people get it, and what the watch believed at that moment."""

    number: int
    jpeg: bytes
    size: tuple[int, int]
    """Width and height of the camera's own picture, in whose pixels the tags are."""
    tags: Tags
    moving: tuple[Region, ...]
    """Where something keeps moving, so that nothing is seen there."""


class Sight:
    """One for all phones; its methods may be called from any thread."""

    def __init__(
        self, camera_thread: CameraThread, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._camera_thread = camera_thread
        self._monotonic = monotonic
        self._lock = threading.Lock()
        """Guards what belongs to the picture."""
        self._taken: tuple[Photograph, float, int] | None = None
        self._blind: tuple[float, int] | None = None
        """Until when, and with which news, nobody waits again for a camera that gave nothing."""

    @property
    def can_adjust(self) -> bool:
        return self._camera_thread.adjustable is not None

    def adjust(self) -> None:
        """Have the camera find focus, exposure and white balance anew."""
        camera = self._camera_thread.adjustable
        if camera is None:
            raise Refused(Text("This camera has nothing to adjust."))
        camera.forget()

    def photograph(self) -> Photograph | None:
        """The last picture, or a new one if it is time for one; None if no camera gives any."""
        with self._lock:
            last, now = self._taken[0] if self._taken else None, self._monotonic()
            news = self._camera_thread.news
            if self._taken is not None:
                _, at, before = self._taken
                if before == news and now - at < _AT_LEAST_EVERY:
                    return last
            if self._blind is not None and self._blind[1] == news and now < self._blind[0]:
                return last
            try:
                picture, size, tags, moving = self._camera_thread.borrow(_copied).result(_PATIENCE)
            except TimeoutError:
                # Many phones may ask; they do not all have to wait for a camera that is gone.
                self._blind = (self._monotonic() + _AT_LEAST_EVERY, news)
                return last
            number = last.number + 1 if last else 1
            jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
            photograph = Photograph(number, jpeg, size, tags, moving)
            self._taken = (photograph, self._monotonic(), news)
            return photograph


def _copied(
    frame: Frame, watch: Watch
) -> tuple[Picture, tuple[int, int], Tags, tuple[Region, ...]]:
    width, height = frame.size
    wide = min(WIDTH, width)
    size = (wide, max(1, round(height * wide / width)))
    picture = cv2.resize(frame.full(), size, interpolation=cv2.INTER_AREA)
    return np.asarray(picture, np.uint8), frame.size, watch.tags, watch.moving
