"""What the camera sees, for people: a picture now and then, and the measuring of the lens.

The watch needs no picture for people. One is made only when somebody asks for it, from a frame that
is borrowed for a moment; whoever asks soon after gets the same.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from rules.text import Plural, Text
from server.live.camera_thread import Eyes
from server.live.messages import Refused
from server.store.atomic_file import write_whole
from vision.locate.lens import BoardView, Lens, LensError, calibrate, find_board
from vision.picture_source import Frame
from vision.reading import Picture, Region, Tags
from vision.watching.watch import Watch

LENS = "lens.toml"
WIDTH = 1600
"""Pixels across a picture for people."""
_QUALITY = 80
_AT_MOST_EVERY = 1.0
_AT_LEAST_EVERY = 10.0
"""Seconds after which a new picture is made although the watch has seen nothing new."""
_PATIENCE = 3.0
BOARDS_WANTED = 15
FEWEST_BOARDS = 6


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
        self,
        eyes: Eyes,
        folder: Path,
        use_lens: Callable[[Lens], None],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`use_lens` is given a lens that has just been measured."""
        self._eyes = eyes
        self._lens_file = folder / LENS
        self._use_lens = use_lens
        self._monotonic = monotonic
        self._lock = threading.Lock()
        """Guards what belongs to the picture."""
        self._news = 0
        """How often the watch has seen something new."""
        self._taken: tuple[Photograph, float, int] | None = None
        self._blind_until = 0.0
        self._measuring = threading.Lock()
        """Guards the boards; a lens takes long, and pictures go on meanwhile."""
        self._boards: list[BoardView] = []

    @property
    def can_adjust(self) -> bool:
        return self._eyes.adjustable is not None

    def adjust(self) -> None:
        """Have the camera find focus, exposure and white balance anew."""
        camera = self._eyes.adjustable
        if camera is None:
            raise Refused(Text("This camera has nothing to adjust."))
        camera.forget()

    def invalidate(self) -> None:
        """The watch has seen something new: the last picture is out of date."""
        self._news += 1
        self._blind_until = 0.0

    def photograph(self) -> Photograph | None:
        """The last picture, or a new one if it is time for one; None if no camera gives any."""
        with self._lock:
            last, now = self._taken[0] if self._taken else None, self._monotonic()
            if self._taken is not None:
                _, at, news = self._taken
                if now - at < (_AT_MOST_EVERY if news != self._news else _AT_LEAST_EVERY):
                    return last
            if now < self._blind_until:
                return last
            news = self._news
            try:
                picture, size, tags, moving = self._eyes.borrow(_copied).result(_PATIENCE)
            except TimeoutError:
                # Many phones may ask; they do not all have to wait for a camera that is gone.
                self._blind_until = self._monotonic() + _AT_LEAST_EVERY
                return last
            number = last.number + 1 if last else 1
            jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
            photograph = Photograph(number, jpeg, size, tags, moving)
            self._taken = (photograph, self._monotonic(), news)
            return photograph

    # ---------------------------------------------------------------------------------- The lens

    @property
    def has_lens(self) -> bool:
        return self._lens_file.exists()

    @property
    def boards(self) -> int:
        """Pictures of the calibration sheet taken so far."""
        return len(self._boards)

    def take_board(self) -> int:
        """Take a picture of the calibration sheet; how many of its corners are seen."""
        try:
            picture = self._eyes.borrow(lambda frame, _: frame.full().copy()).result(_PATIENCE)
        except TimeoutError as error:
            raise Refused(Text("There is no camera to look with.")) from error
        with self._measuring:
            view = find_board(picture, f"picture {len(self._boards) + 1}")
            if view is None:
                raise Refused(
                    Text(
                        "The calibration sheet was not found in the picture. Hold it flat, in good"
                        " light, with most of it in view, and try again."
                    )
                )
            self._boards.append(view)
            return len(view.ids)

    def forget_boards(self) -> None:
        with self._measuring:
            self._boards.clear()

    def measure_lens(self) -> Lens:
        """Measure the lens from the pictures taken, keep it, and see with it from now on."""
        with self._measuring:
            if len(self._boards) < FEWEST_BOARDS:
                raise Refused(
                    Plural(
                        "At least {n} picture of the calibration sheet is needed.",
                        "At least {n} pictures of the calibration sheet are needed.",
                        FEWEST_BOARDS,
                    )
                )
            try:
                lens = calibrate(self._boards)
                write_whole(self._lens_file, lens.written().encode())
            except LensError as error:
                raise Refused(
                    Text(
                        "The pictures do not fit together. Take new ones: the sheet flat and sharp,"
                        " slanted by 20 to 40 degrees to different sides, near the middle and near"
                        " the edges."
                    )
                ) from error
            except OSError as error:
                raise Refused(Text("The lens cannot be kept on the disk.")) from error
            self._boards.clear()
        self._use_lens(lens)
        return lens


def _copied(
    frame: Frame, watch: Watch
) -> tuple[Picture, tuple[int, int], Tags, tuple[Region, ...]]:
    width, height = frame.size
    wide = min(WIDTH, width)
    size = (wide, max(1, round(height * wide / width)))
    picture = cv2.resize(frame.full(), size, interpolation=cv2.INTER_AREA)
    return np.asarray(picture, np.uint8), frame.size, watch.tags, watch.moving
