"""What differs between two small pictures, and where that is in the full one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import FloatArray, Picture, Region
from vision.watching.light import relit

_FEW = 6
"""Pixels that may differ by chance or by a fly."""
_LEAST_STEP = 5.0
_PER_NOISE = 6.0
_NOISE_MEMORY = 0.2
_NEAR = 3
"""Small pixels by which changes are widened: a label beside a change belongs to it."""
_SMALLEST = 3


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A connected part of the small picture that differs."""

    mask: Picture
    """255 where it is, of the small picture's size."""
    area: int
    edge: int
    """Pixels of it along one edge of the picture, where an arm comes in."""
    box: Region
    """In small pixels."""


class Differ:
    """Counts differing pixels, with a threshold that follows the camera's noise.

    The buffers are kept between calls: an idle frame must cost next to nothing.
    """

    def __init__(self) -> None:
        self._noise = 1.0
        self._difference: Picture = np.empty((0, 0), np.uint8)
        self._mask: Picture = np.empty((0, 0), np.uint8)

    @property
    def threshold(self) -> float:
        return _LEAST_STEP + _PER_NOISE * self._noise

    def same(self, first: Picture, second: Picture) -> bool:
        """Whether two small pictures are the same, as far as noise lets one tell."""
        if self._difference.shape != first.shape:
            self._difference, self._mask = np.empty_like(first), np.empty_like(first)
        cv2.absdiff(first, second, dst=self._difference)
        cv2.threshold(self._difference, self.threshold, 255, cv2.THRESH_BINARY, dst=self._mask)
        return cv2.countNonZero(self._mask) <= _FEW

    def moved(self, old: Picture, new: Picture, but: Picture | None = None) -> Picture:
        """255 where two small pictures differ and the light is not the reason.

        The light is not measured where `but` is not 0.
        """
        # Where something large moves, the light is measured wrongly: then it is left as it was.
        plain, lit = self._beyond(old, new), self._beyond(relit(old, new, but), new)
        return min(plain, lit, key=cv2.countNonZero)

    def learn_noise(self, first: Picture, second: Picture) -> None:
        """Take two pictures of the same still table, one right after the other, as a measure."""
        mean = cv2.mean(cv2.absdiff(first, second))[0]
        self._noise += _NOISE_MEMORY * (mean - self._noise)

    def mask(self, old: Picture, new: Picture, but: Picture | None = None) -> Picture:
        """The same without lone pixels."""
        return np.asarray(cv2.medianBlur(self.moved(old, new, but), 3), np.uint8)

    def _beyond(self, first: Picture, second: Picture) -> Picture:
        difference = cv2.absdiff(first, second)
        _, mask = cv2.threshold(difference, self.threshold, 255, cv2.THRESH_BINARY)
        return np.asarray(mask, np.uint8)


def few(mask: Picture) -> bool:
    """Whether so little differs that it means nothing."""
    return cv2.countNonZero(mask) <= _FEW


def without(mask: Picture, zone: Picture) -> Picture:
    """A mask outside of another one."""
    return np.asarray(cv2.bitwise_and(mask, cv2.bitwise_not(zone)), np.uint8)


def patches(mask: Picture, smallest: int = _SMALLEST) -> list[Patch]:
    """The connected parts of a mask that are not too small, each widened a little."""
    wide = widened(mask)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(wide, connectivity=8)
    found = []
    for label in range(1, count):
        x, y, across, down, _ = (int(value) for value in stats[label])
        part = np.where(labels == label, np.uint8(255), np.uint8(0))
        bare = cv2.bitwise_and(part, mask)
        area = cv2.countNonZero(bare)
        if area < smallest:
            continue
        edge = max(
            cv2.countNonZero(np.ascontiguousarray(line))
            for line in (bare[0], bare[-1], bare[:, 0], bare[:, -1])
        )
        found.append(Patch(part, area, edge, Region(x, y, across, down)))
    return found


def widened(mask: Picture) -> Picture:
    size = 2 * _NEAR + 1
    return np.asarray(cv2.dilate(mask, np.ones((size, size), np.uint8)), np.uint8)


def without_lines(mask: Picture) -> Picture:
    """A mask without thin lines: edges that no longer quite match after the camera moved."""
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)


def enlarged(box: Region, small: Picture, full: Picture) -> Region:
    """A region of the small picture in the full one, with a small pixel more on every side."""
    return enlarged_to(box, small.shape, (full.shape[1], full.shape[0]))


def enlarged_to(box: Region, small: tuple[int, ...], full_size: tuple[int, int]) -> Region:
    """The same for a small picture of a shape (rows first) and a full one of a width and height."""
    across, down = full_size[0] / small[1], full_size[1] / small[0]
    left, top = int((box.x - 1) * across), int((box.y - 1) * down)
    right, bottom = int((box.x + box.width + 1) * across), int((box.y + box.height + 1) * down)
    return Region(left, top, right - left, bottom - top).clipped(*full_size)


def under(mask: Picture, point: FloatArray, full_size: tuple[int, int]) -> bool:
    """Whether a point of the full picture lies under a mask of the small one."""
    height, width = mask.shape
    x = int(point[0] * width / full_size[0])
    y = int(point[1] * height / full_size[1])
    return 0 <= x < width and 0 <= y < height and bool(mask[y, x])


def union(parts: Iterable[Patch], like: Picture) -> Picture:
    """255 where any of the patches is, of the size of a small picture."""
    whole = np.zeros_like(like)
    for part in parts:
        np.maximum(whole, part.mask, out=whole)
    return whole
