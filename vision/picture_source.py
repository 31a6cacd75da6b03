"""Frames as they come from a camera: borrowed, looked at small, read large only where needed."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from typing import Protocol, Self, runtime_checkable

import cv2
import numpy as np

from rules.text import Text
from vision.reading import Picture, Planes

SMALL_WIDTH = 320
"""Pixels across the small picture that decides whether anything happens at all."""

EMPTY = Text("Empty picture from the camera. Waiting for the next one.")
_PASS_OVER = 0.05
"""Seconds to wait after a picture that could not be used."""
_REOPEN_AFTER = (0.5, 1.0, 2.0, 5.0)
"""Seconds to wait before a lost camera is opened again: longer each time, then always the last."""


class FrameError(Exception):
    """A picture that cannot be used; the next one may be fine."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class CameraLost(FrameError):
    """The camera gives no more pictures; it has to be opened again."""


class SourceError(ValueError):
    """A source that cannot be opened as it was asked for; the message says what to do."""


class EndOfPictures(Exception):
    """A folder or a video has been shown to its end."""


class Frame:
    """One picture, lent by its source until the source's `with` block ends.

    `small` is grey and about SMALL_WIDTH wide; `full` is the whole picture (grey or colour), made
    only when asked for. Nothing of a frame may be kept after it has been given back.
    """

    __slots__ = ("_coloured", "_full", "_taken", "size", "small", "time")

    def __init__(
        self,
        small: Picture,
        size: tuple[int, int],
        full: Callable[[], Picture],
        time: float,
        coloured: Callable[[], Picture | Planes] | None = None,
    ) -> None:
        """`coloured` is for a camera whose full picture is grey and that has its colours too."""
        if small.ndim != 2 or small.size == 0 or min(size) < 1:
            raise FrameError(EMPTY)
        self.small = small
        self.size = size
        """Width and height of the full picture."""
        self.time = time
        """Seconds since some fixed moment."""
        self._full: Callable[[], Picture] | None = full
        self._coloured = coloured
        self._taken: Picture | None = None

    def full(self) -> Picture:
        if self._full is None:
            raise ValueError("The frame has been given back to its source.")
        if self._taken is None:
            self._taken = self._full()
        return self._taken

    def coloured(self) -> Picture | Planes:
        """The whole picture in colour, as far as the camera has any."""
        full = self.full()
        return full if self._coloured is None else self._coloured()

    def give_back(self) -> None:
        """Let go of the camera's memory: as long as anybody holds it, it cannot be freed."""
        self._full = self._coloured = self._taken = None
        self.small = np.empty((0, 0), np.uint8)


class Source(Protocol):
    """Where frames come from. Opened by `with`; may be opened again after it was closed."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def frame(self) -> AbstractContextManager[Frame]:
        """The next frame. Raises FrameError, CameraLost or EndOfPictures."""
        ...


@runtime_checkable
class Adjustable(Protocol):
    """A source that finds focus, exposure and white balance by itself, and then holds them."""

    def forget(self) -> None:
        """Find them anew, as soon as can be. May be called from any thread."""
        ...


def frames(
    source: Source, pause: Callable[[float], object] = time.sleep
) -> Generator[Frame | FrameError, None, None]:
    """The frames of a source until its pictures end, each lent until the next one is asked for.

    A picture that cannot be used is passed over, a lost camera is opened again; either comes as
    what is wrong. `pause` may say that it is time to end.
    """
    lost = 0
    while True:
        try:
            with source:
                while True:
                    try:
                        with source.frame() as frame:
                            lost = 0
                            yield frame
                    except CameraLost:
                        raise
                    except FrameError as error:
                        yield error
                        if pause(_PASS_OVER):
                            return
        except EndOfPictures:
            return
        except CameraLost as error:
            yield error
            if pause(_REOPEN_AFTER[min(lost, len(_REOPEN_AFTER) - 1)]):
                return
            lost += 1


def shrunk_grey(picture: Picture) -> Picture:
    """The small picture of a full one, for sources that have no low-resolution stream.

    Averaging twelve million pixels costs more than all the rest of an idle frame: every few pixels
    one is taken, and only those are averaged.
    """
    if picture.size == 0:
        raise FrameError(EMPTY)
    height, width = picture.shape[:2]
    step = max(1, width // (2 * SMALL_WIDTH))
    coarse = picture[::step, ::step] if picture.ndim == 2 else picture[::step, ::step, 1]
    small_height = max(1, round(SMALL_WIDTH * height / width))
    small = cv2.resize(
        np.ascontiguousarray(coarse), (SMALL_WIDTH, small_height), interpolation=cv2.INTER_AREA
    )
    return np.asarray(small, np.uint8)
