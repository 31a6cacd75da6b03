"""Learning cards while people play: what the camera shows of a card, and what it is from now on.

The match is not touched by it: as soon as a card is known it is read like every other one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

import cv2
import numpy as np

from rules.text import Text
from server.live.albums import Albums
from server.live.camera_thread import Eyes
from server.live.messages import Refused
from vision.picture_source import Frame
from vision.reading import FloatArray, Picture, Planes, Region
from vision.recognise.boards import Top
from vision.watching.watch import Watch

T = TypeVar("T")

_PATIENCE = 3.0
_AROUND = 12
"""Pixels around a card that are cut out with it."""
_HEIGHT = 480
"""Pixels of a picture for people."""
_QUALITY = 85


class Learner:
    """One for all phones; its methods may be called from any thread."""

    def __init__(self, eyes: Eyes, albums: Albums, look_again: Callable[[], None]) -> None:
        """`look_again` has the table read by all that has been learned."""
        self._eyes = eyes
        self.albums = albums
        self._look_again = look_again

    def picture(self, corners: FloatArray) -> bytes | None:
        """What the camera sees of a card now, as a JPEG; None if no camera gives pictures."""
        try:
            part, _ = self._cut(corners)
        except Refused:
            return None
        return as_jpeg(part)

    def learn(self, game: str, kind: str, corners: FloatArray) -> None:
        """The card that lies at these corners is of this kind."""
        part, origin = self._cut(corners)
        self.albums.learn(game, kind, part, corners - origin)
        self._know(game)

    def forget(self, game: str, kind: str) -> None:
        self.albums.forget(game, kind)
        self._know(game, (kind,))

    def rename(self, game: str, kind: str, right: str) -> None:
        self.albums.rename(game, kind, right)
        self._know(game, (kind, right))

    def learn_board(self, game: str, mat: str, top: Top) -> None:
        """A board looks as the camera sees it now, its top edge to this side of the picture."""
        self.albums.show_board(game, mat, self._whole(), top)
        self._look_again()

    def forget_board(self, game: str, mat: str) -> None:
        self.albums.forget_board(game, mat)
        self._look_again()

    def _whole(self) -> Picture:
        def whole(frame: Frame, _: Watch) -> Picture:
            coloured = frame.coloured()
            if isinstance(coloured, Planes):
                return coloured.part(Region(0, 0, *frame.size))
            return coloured.copy()

        return self._borrowed(whole)

    def _know(self, game: str, unlearned: Collection[str] = ()) -> None:
        reader = self.albums.reader(game)
        self._borrowed(lambda _, watch: watch.know(reader, unlearned))

    def _cut(self, corners: FloatArray) -> tuple[Picture, FloatArray]:
        """A card out of the next frame, and where in the picture that begins."""
        low, high = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
        box = Region(int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))

        def cut(frame: Frame, _: Watch) -> tuple[Picture, FloatArray]:
            area = box.grown(_AROUND).clipped(*frame.size)
            if not area.width or not area.height:
                raise Refused(Text("This card does not lie there any more."))
            whole = frame.coloured()
            if isinstance(whole, Planes):
                part = whole.part(area)
            else:
                rows = slice(area.y, area.y + area.height)
                part = whole[rows, area.x : area.x + area.width].copy()
            return part, np.array([area.x, area.y], np.float64)

        return self._borrowed(cut)

    def _borrowed(self, use: Callable[[Frame, Watch], T]) -> T:
        try:
            return self._eyes.borrow(use).result(_PATIENCE)
        except TimeoutError as error:
            raise Refused(Text("There is no camera to look with.")) from error


def as_jpeg(picture: Picture) -> bytes:
    """A picture of a card for people."""
    height, width = picture.shape[:2]
    if height > _HEIGHT:
        size = (max(1, round(width * _HEIGHT / height)), _HEIGHT)
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
