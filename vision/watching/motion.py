"""What keeps moving: a flame, a screen, a cat's tail. Nobody waits until it lies still.

A hand comes, works and goes; what moves again and again at the same spot for some seconds is set
aside as a *zone* of the small picture. The rest of the table is read as if it were not there. A
movement that reaches a little over the edge of a zone belongs to it: a tail swings further now and
then. A zone ends when all of it has been still for a moment, and is then read like all that has
changed.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Picture

_CELL = 4
"""Small pixels along the side of a cell, for each of which it is known when it moved."""
_PAUSE = 1.3
"""Seconds of stillness that end a movement, and a zone if nothing in it moves."""
_FORGOTTEN = 6.0
"""Seconds of stillness after which a part of a zone leaves it while the rest goes on."""
_KEEPS_MOVING = 4.0
"""Seconds of movement, without such a pause, after which it is set aside."""
_BEYOND = 0.6
"""Movement beyond the edge of a zone belongs to it up to this share of what moves within."""
_MOST_BEYOND = 400
"""And up to so many small pixels: more is a hand beside it."""
_CALM = 0.5
_LONG_AGO = -1e9
_NEIGHBOURS = np.ones((3, 3), np.uint8)
_GAPS = np.ones((5, 5), np.uint8)
"""Cells: what is enclosed by movement cannot be seen well either."""


class Motion:
    """When each part of the small picture moved; `zone` is 255 where it keeps moving."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self.zone: Picture | None = None
        self._shape = shape
        cells = (-(-shape[0] // _CELL), -(-shape[1] // _CELL))
        self._since = np.full(cells, _LONG_AGO)
        self._last = np.full(cells, _LONG_AGO)
        self._within = np.zeros(cells, np.bool_)

    def note(self, moved: Picture, now: float) -> None:
        """What has moved since the frame before, as a mask of the small picture."""
        rows, columns = self._last.shape
        shares = np.asarray(
            cv2.resize(moved, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8
        )
        active = _widened(shares > 0)
        pause = np.where(self._within, _FORGOTTEN, _PAUSE)
        self._since[active & (now - self._last > pause)] = now
        if self.zone is not None:
            self._since[self._beyond(shares)] = now - _KEEPS_MOVING
        self._last[active] = now

    def _beyond(self, shares: Picture) -> npt.NDArray[np.bool_]:
        """Where what moves in a zone reaches over its edge."""
        found = np.zeros_like(self._within)
        # A soft shadow on a dark table moves in scattered spots, which belong together.
        near = _widened(_widened(shares > 0))
        count, labels = cv2.connectedComponents(near.astype(np.uint8), connectivity=8)
        for label in range(1, count):
            part = labels == label
            inside = int(shares[part & self._within].sum())
            beyond = int(shares[part & ~self._within].sum())
            if 0 < beyond <= min(_BEYOND * inside, _MOST_BEYOND * 255 / _CELL**2):
                found |= part & (shares > 0)
        return _widened(found) & ~self._within

    def follow(self, now: float) -> Picture | None:
        """Bring the zone up to date; gives the mask of what has come to rest in it, if anything."""
        before, self.zone = self.zone, self._zone(now)
        if before is None:
            return None
        ended = before if self.zone is None else cv2.bitwise_and(before, ~self.zone)
        return np.asarray(ended, np.uint8) if cv2.countNonZero(ended) else None

    def calm(self, now: float) -> Picture:
        """255 where nothing has moved for a while, in the zone or outside."""
        return self._enlarged(now - self._last > _CALM)

    def _zone(self, now: float) -> Picture | None:
        restless = (self._last - self._since >= _KEEPS_MOVING) & (now - self._last <= _FORGOTTEN)
        self._within = np.zeros_like(restless)
        if not restless.any():
            return None
        cells = cv2.morphologyEx(restless.astype(np.uint8), cv2.MORPH_CLOSE, _GAPS)
        count, labels = cv2.connectedComponents(cells, connectivity=8)
        for label in range(1, count):
            part = labels == label
            if now - self._last[part].max() <= _PAUSE:
                self._within |= part
        return self._enlarged(self._within) if self._within.any() else None

    def _enlarged(self, cells: npt.NDArray[np.bool_]) -> Picture:
        rows, columns = self._shape
        mask = cells.astype(np.uint8) * 255
        return np.asarray(cv2.resize(mask, (columns, rows), interpolation=cv2.INTER_NEAREST))


def _widened(cells: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    return np.asarray(cv2.dilate(cells.astype(np.uint8), _NEIGHBOURS) > 0)
