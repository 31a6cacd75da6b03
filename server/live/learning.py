"""Learning cards while people play: what the camera shows of a card, and what it is from now on.

The match is not touched by it: as soon as a card is known it is read like every other one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from rules.text import Text
from server.live.albums import Albums
from server.live.camera_thread import CameraThread
from server.live.messages import Refused
from server.live.uploaded import SentPictures
from vision.layout import Mat
from vision.picture_source import Frame
from vision.reading import FloatArray, Picture, Planes, Reading, Region, Tags, Unreadable, part_of
from vision.recognise.boards import Top, straightened
from vision.watching.watch import Watch

T = TypeVar("T")

_PATIENCE = 10.0
_AROUND = 12
"""Pixels around a card that are cut out with it."""
_HEIGHT = 480
"""Pixels of a picture for people."""
_QUALITY = 85


class Learner:
    """One for all phones; its methods may be called from any thread."""

    def __init__(
        self, camera_thread: CameraThread, albums: Albums, look_again: Callable[[], None]
    ) -> None:
        """`look_again` has the table read by all that has been learned."""
        self._camera_thread = camera_thread
        self.albums = albums
        self._look_again = look_again

    def picture(self, corners: FloatArray) -> bytes | None:
        """What the camera sees of a card now, as a JPEG; None if no camera gives pictures."""
        try:
            part, _ = self._cut(corners)
        except Refused:
            return None
        return as_jpeg(part)

    def photograph(self) -> Picture:
        """All that the camera sees now, in colour, once hands have left the table."""

        self._rested()
        return self._whole()

    def learn(self, game: str, kind: str, spot: Unreadable) -> bool:
        """The card that lies there is of this kind; whether its picture was learned."""
        self._check_lying(spot)
        known = self.albums.is_known(game, kind)
        card = taken_in(self.albums, game, kind, spot, lambda: self._cut(spot.corners))
        self._know(game, believed=(card,))
        return not known and not spot.covered

    def forget(self, game: str, kind: str) -> None:
        self.albums.forget(game, kind)
        self._know(game, (kind,))

    def rename(self, game: str, kind: str, right: str) -> None:
        self.albums.rename(game, kind, right)
        self._know(game, (kind, right))

    def learn_board(self, game: str, mat: str, top: Top) -> None:
        """A board looks as the camera sees it now, its top edge to this side of the picture."""
        picture = self._whole()
        self.albums.show_board(game, mat, lambda board: straightened(picture, board, top))
        self._look_again()

    def learn_photographed_board(
        self, game: str, mat: str, straightened: Callable[[Mat], Picture]
    ) -> None:
        """The same from a photograph that somebody has taken of it."""
        self.albums.show_board(game, mat, straightened)
        self._look_again()

    def forget_board(self, game: str, mat: str) -> None:
        self.albums.forget_board(game, mat)
        self._look_again()

    def _whole(self) -> Picture:
        def whole(frame: Frame, _: Watch) -> Picture:
            return part_of(frame.coloured(), Region(0, 0, *frame.size)).copy()

        return self._borrowed(whole)

    def restore(self, game: str, file: Path, sent: SentPictures) -> None:
        """Use an album from a file, also in the middle of a match; what was played stays."""
        before = self.albums.cards(game)
        self.albums.restore(game, file, sent)
        after = self.albums.cards(game)
        self._know(
            game,
            [k for k, card in before.items() if k not in after or (card != after[k]).any()],
        )

    def _know(
        self, game: str, unlearned: Collection[str] = (), believed: Sequence[Reading] = ()
    ) -> None:
        reader = self.albums.reader(game)
        self._borrowed(lambda _, watch: watch.know(reader, unlearned, believed))

    def _check_lying(self, spot: Unreadable) -> None:
        """Nobody has moved the card since a phone was shown it, and no hand is over it."""
        spots = self._rested().unreadable
        near = float(np.ptp(spot.corners, axis=0).min()) / 4
        if not any(float(np.hypot(*(spot.centre - other.centre))) < near for other in spots):
            raise Refused(Text("This card has moved."))

    def _rested(self) -> Tags:
        """Waits until the table has been looked at as it lies now; what was read there."""
        give_up = time.monotonic() + _PATIENCE
        self._borrowed(lambda *_: None)  # this frame may be older than the wish
        while True:
            still, tags = self._borrowed(lambda _, watch: (watch.is_at_rest, watch.tags))
            if still:
                return tags
            if time.monotonic() > give_up:
                raise Refused(Text("Hands are moving. Wait until nothing moves."))

    def _cut(self, corners: FloatArray) -> tuple[Picture, FloatArray]:
        return self._borrowed(lambda frame, _: cut_out(frame.coloured(), corners))

    def _borrowed(self, use: Callable[[Frame, Watch], T]) -> T:
        return self._camera_thread.borrowed(use, _PATIENCE)


def taken_in(
    albums: Albums,
    game: str,
    kind: str,
    spot: Unreadable,
    cut: Callable[[], tuple[Picture, FloatArray]],
) -> Reading:
    """What is believed of a card, now that somebody has said of which kind it is.

    Its picture is learned if there is none of its kind, and if it is seen whole; `cut` gives the
    picture, and where in it that of the table begins.
    """
    if spot.likely == kind:
        albums.confirm(game, kind)
    elif not spot.covered and not albums.is_known(game, kind):
        picture, origin = cut()
        kind = albums.learn(game, kind, picture, spot.corners - origin)
    return Reading(kind, spot.corners, 1.0, "art")


def cut_out(picture: Picture | Planes, corners: FloatArray) -> tuple[Picture, FloatArray]:
    """A card out of a picture with some room around it, and where in the picture that begins."""
    area = Region.of(corners).grown(_AROUND).clipped(picture.shape[1], picture.shape[0])
    if not area.width or not area.height:
        raise Refused(Text("This card has moved."))
    return part_of(picture, area).copy(), np.array([area.x, area.y], np.float64)


def as_jpeg(picture: Picture) -> bytes:
    """A picture of a card for people."""
    height, width = picture.shape[:2]
    if height > _HEIGHT:
        size = (max(1, round(width * _HEIGHT / height)), _HEIGHT)
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
