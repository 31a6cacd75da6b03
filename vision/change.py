"""What differs between two small pictures, and where that is in the full one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import FloatArray, Picture, Region

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
        """Whether two small pictures show the same, as far as noise lets one tell."""
        if self._difference.shape != first.shape:
            self._difference, self._mask = np.empty_like(first), np.empty_like(first)
        cv2.absdiff(first, second, dst=self._difference)
        cv2.threshold(self._difference, self.threshold, 255, cv2.THRESH_BINARY, dst=self._mask)
        return cv2.countNonZero(self._mask) <= _FEW

    def learn_noise(self, first: Picture, second: Picture) -> None:
        """Take two pictures of the same still table, one right after the other, as a measure."""
        mean = cv2.mean(cv2.absdiff(first, second))[0]
        self._noise += _NOISE_MEMORY * (mean - self._noise)

    def mask(self, first: Picture, second: Picture) -> Picture:
        """255 where two small pictures differ, without lone pixels."""
        difference = cv2.absdiff(first, second)
        _, mask = cv2.threshold(difference, self.threshold, 255, cv2.THRESH_BINARY)
        return np.asarray(cv2.medianBlur(mask, 3), np.uint8)


def patches(mask: Picture) -> list[Patch]:
    """The connected parts of a mask, each widened a little."""
    wide = widened(mask)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(wide, connectivity=8)
    found = []
    for label in range(1, count):
        x, y, across, down, _ = (int(value) for value in stats[label])
        part = np.where(labels == label, np.uint8(255), np.uint8(0))
        bare = cv2.bitwise_and(part, mask)
        area = cv2.countNonZero(bare)
        if area < _SMALLEST:
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
    across, down = full.shape[1] / small.shape[1], full.shape[0] / small.shape[0]
    left, top = int((box.x - 1) * across), int((box.y - 1) * down)
    right, bottom = int((box.x + box.width + 1) * across), int((box.y + box.height + 1) * down)
    region = Region(left, top, right - left, bottom - top)
    return region.clipped(full.shape[1], full.shape[0])


def under(mask: Picture, point: FloatArray, full_size: tuple[int, int]) -> bool:
    """Whether a point of the full picture lies under a mask of the small one."""
    height, width = mask.shape
    x = int(point[0] * width / full_size[0])
    y = int(point[1] * height / full_size[1])
    return 0 <= x < width and 0 <= y < height and bool(mask[y, x])


def merged(regions: Iterable[Region]) -> list[Region]:
    """Regions without overlaps: those that touch become the box around both."""
    left = list(regions)
    done: list[Region] = []
    while left:
        region = left.pop()
        touching = [other for other in left if _touch(region, other)]
        if not touching:
            done.append(region)
            continue
        left = [other for other in left if other not in touching]
        for other in touching:
            region = _around(region, other)
        left.append(region)
    return done


def _touch(first: Region, second: Region) -> bool:
    return (
        first.x <= second.x + second.width
        and second.x <= first.x + first.width
        and first.y <= second.y + second.height
        and second.y <= first.y + first.height
    )


def _around(first: Region, second: Region) -> Region:
    left, top = min(first.x, second.x), min(first.y, second.y)
    right = max(first.x + first.width, second.x + second.width)
    bottom = max(first.y + first.height, second.y + second.height)
    return Region(left, top, right - left, bottom - top)
