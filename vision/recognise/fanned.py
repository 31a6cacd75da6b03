"""Finds cards of which others cover a part, by features on what can be seen of them.

Features of the picture are matched with those of the album's families. Where enough of them agree
on one flat card, that card is laid over the picture exactly, by the part that can be seen: the
smallest straight-sided area around all that agrees, so that a digit that does not agree is inside.

An album of a large game has sixty thousand features, and a table as many: compared each with each,
one look would take half a minute. So the album's are sorted into heaps, each around one of them,
and only those heaps are searched that a feature is nearest to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
from cv2.typing import MatLike

from vision.reading import FloatArray, Picture
from vision.recognise.family import Family
from vision.recognise.likeness import (
    MARGIN,
    Flags,
    Format,
    Levels,
    grey,
    scaled,
    through,
    warped,
)

_FEATURES = 500
_ENLARGED = 1.5
_PER_FEATURE = 200
"""Pixels of the picture for each of its features, where no card lies that is known."""
_CLEAR = 0.85
_FEWEST = 8
_FEWEST_POINTS = 25
"""Points in what no card explains yet: with fewer, there is no card."""
_INLIER_PX = 3.0
_SHAPE = 0.75
"""The shorter of two sides that should be equal, or the proportion, of what it should be."""
_WINDOW = 11
_FITTING = 0.7
_PLAIN = 4.0
"""Levels of contrast of a plain part of a card."""
_LEAST_FILLED = 0.75
"""Of the straight-sided area around what agrees: so much must agree."""
_LEAST_SEEN = 0.15
_EDGE = 6
"""Pixels at the border of what is seen that do not count: the covering card's shadow."""
_MOST_CARDS = 40
"""In one region."""


_HEAP = 200
"""Features in a heap, on average."""
_FEW = 3_000
"""Features of a small album: all of them are one heap."""
_SEARCHED = 12
"""Heaps that are searched for each feature."""
_FAR = 10_000
"""Farther than any feature from another."""


Spots = npt.NDArray[np.float32]
Bits = npt.NDArray[np.uint8]
"""Features, a row each."""


class Fanned(NamedTuple):
    family: Family
    matrix: FloatArray
    """From the card at half size to the picture."""
    visible: Flags
    """In the size in which cards are compared."""


@dataclass(slots=True, eq=False)
class _Features:
    points: Spots
    descriptors: Bits


class _Neighbours(NamedTuple):
    """Of each feature that was asked for."""

    best: npt.NDArray[np.intp]
    """The number of the one most like it."""
    distance: npt.NDArray[np.int32]
    """How far that is from it, and how far the second."""
    second: npt.NDArray[np.int32]


class _Nearest:
    def __init__(self, known: Bits) -> None:
        count = len(known) // _HEAP if len(known) > _FEW else 1
        # Features of one picture follow each other: so the middles are shared out among all.
        self._middles = np.ascontiguousarray(known[np.arange(count) * len(known) // count])
        owners = _closest(known, self._middles, 1)[1][:, 0]
        order = np.argsort(owners, kind="stable")
        ends = np.searchsorted(owners[order], np.arange(count + 1))
        self._heaps = [
            (numbers := order[first:end], np.ascontiguousarray(known[numbers]))
            for first, end in pairwise(ends)
        ]

    def find(self, wanted: Bits) -> _Neighbours:
        """The nearest of each."""
        searched = min(_SEARCHED, len(self._middles))
        heaps = _closest(wanted, self._middles, searched)[1]
        best = np.zeros(len(wanted), np.intp)
        distance, second = (np.full(len(wanted), _FAR, np.int32) for _ in range(2))
        asking, owners = np.arange(heaps.size) // searched, heaps.ravel()
        order = np.argsort(owners, kind="stable")
        ends = np.searchsorted(owners[order], np.arange(len(self._heaps) + 1))
        for (numbers, rows), (first, end) in zip(self._heaps, pairwise(ends), strict=True):
            if first == end or not len(numbers):
                continue
            mine = asking[order[first:end]]
            away, which = _closest(wanted[mine], rows, min(2, len(rows)))
            nearer = away[:, 0] < distance[mine]
            other = away[:, 1] if len(rows) > 1 else np.full(len(mine), _FAR, np.int32)
            beaten = np.where(nearer, distance[mine], away[:, 0])
            second[mine] = np.minimum(np.minimum(second[mine], other), beaten)
            best[mine] = np.where(nearer, numbers[which[:, 0]], best[mine])
            distance[mine] = np.where(nearer, away[:, 0], distance[mine])
        return _Neighbours(best, distance, second)


class Fans:
    """Knows the features of an album's families."""

    def __init__(self, known: Sequence[Family], form: Format) -> None:
        self._families = known
        self._form = form
        each = [_features(grey(family.card), _FEATURES, None) for family in known]
        self._points = np.concatenate([features.points for features in each])
        self._owners = np.repeat(np.arange(len(each)), [len(part.points) for part in each])
        self._descriptors = np.concatenate([features.descriptors for features in each])

    @cached_property
    def _nearest(self) -> _Nearest:
        return _Nearest(self._descriptors)

    def find(
        self, picture: Picture, cards: Sequence[FloatArray], card_px: float | None
    ) -> Iterator[Fanned]:
        """Cards that are not among those already read, each with what can be seen of it.

        `card_px` is the longer side of a card in such pictures, if that is known.
        """
        free = np.full(picture.shape[:2], 255, np.uint8)
        for corners in cards:
            cv2.fillConvexPoly(free, np.rint(corners).astype(np.int32), 0)
        largest = max(self._form.fine_size)
        by = min(max(largest / card_px if card_px else _ENLARGED, 1.0), 2.0)
        seen = _enlarged_features(grey(picture), free, by)
        if len(seen.points) < _FEWEST_POINTS or not len(self._points):
            return
        found = 0
        for family, source, target in self._matched(seen):
            while len(source) >= _FEWEST and found < _MOST_CARDS:
                matrix, agreeing = _placed(source, target)
                if matrix is None or int(agreeing.sum()) < _FEWEST:
                    break
                source, target = source[~agreeing], target[~agreeing]
                laid = self._laid(picture, family, matrix @ scaled(2.0))
                if laid is not None:
                    found += 1
                    yield laid

    def _matched(self, seen: _Features) -> Iterator[tuple[Family, Spots, Spots]]:
        """The points of each family and where in the picture they may be, most points first."""
        near = self._nearest.find(seen.descriptors)
        there = np.flatnonzero(near.distance < _CLEAR * near.second)
        here = near.best[there]
        counts = np.bincount(self._owners[here], minlength=len(self._families))
        for number in np.argsort(-counts, kind="stable"):
            if counts[number] < _FEWEST:
                return
            mine = self._owners[here] == number
            family = self._families[int(number)]
            yield family, self._points[here[mine]], seen.points[there[mine]]

    def _laid(self, picture: Picture, family: Family, matrix: FloatArray) -> Fanned | None:
        """A card laid exactly over the picture by the part of it that can be seen."""
        corners = through(self._form.edge(), matrix)
        if not _is_card(corners, self._form):
            return None
        canvas, to_picture = self._form.with_margin(picture, corners)
        rough = self._seen(family, grey(canvas)[MARGIN:-MARGIN, MARGIN:-MARGIN])
        if rough is None:
            return None
        better = family.template.align(canvas, rough)
        if better is None:
            return None
        exact = to_picture @ better
        shown = warped(picture, exact, self._form.half_size)
        visible = self._seen(family, grey(shown))
        if visible is None:
            return None
        large = cv2.resize(visible.astype(np.uint8), family.size, interpolation=cv2.INTER_NEAREST)
        edge = np.ones((2 * _EDGE + 1, 2 * _EDGE + 1), np.uint8)
        return Fanned(family, exact, np.asarray(cv2.erode(large, edge) > 0, np.bool_))

    def _seen(self, family: Family, bright: Picture) -> Flags | None:
        """The part of a card at half size that agrees with the family's, with straight sides."""
        mine = cv2.GaussianBlur(bright.astype(np.float32), (0, 0), 1.0)
        theirs = cv2.resize(grey(family.card), self._form.half_size, interpolation=cv2.INTER_AREA)
        alike = _correlation(mine, cv2.GaussianBlur(theirs.astype(np.float32), (0, 0), 1.0))
        cells = cv2.morphologyEx(
            (alike > _FITTING).astype(np.uint8), cv2.MORPH_OPEN, np.ones((13, 13), np.uint8)
        )
        _, parts, sizes, _ = cv2.connectedComponentsWithStats(cells, connectivity=4)
        if len(sizes) < 2:
            return None
        largest = 1 + int(np.argmax(sizes[1:, cv2.CC_STAT_AREA]))
        cells = (parts == largest).astype(np.uint8)
        if cells.mean() < _LEAST_SEEN:
            return None
        y, x = np.nonzero(cells)
        hull = cv2.convexHull(np.stack([x, y], axis=1).astype(np.int32))
        seen = np.zeros(cells.shape, np.uint8)
        cv2.fillConvexPoly(seen, hull, 1)
        if cells.sum() < _LEAST_FILLED * seen.sum():
            return None
        return np.asarray(seen > 0, np.bool_)


def _features(bright: Picture, count: int, mask: Picture | None) -> _Features:
    detector = cv2.ORB.create(
        nfeatures=count, nlevels=5, edgeThreshold=12, patchSize=25, fastThreshold=6
    )
    points, descriptors = detector.detectAndCompute(bright, mask)
    if not points:
        return _Features(np.zeros((0, 2), np.float32), np.zeros((0, 32), np.uint8))
    spots = np.array([point.pt for point in points], np.float32).reshape(-1, 2)
    return _Features(spots, np.asarray(descriptors, np.uint8))


def _enlarged_features(bright: Picture, free: Picture, by: float) -> _Features:
    """The features of a picture brought to about the size of the album's."""
    large = cv2.resize(bright, None, fx=by, fy=by, interpolation=cv2.INTER_CUBIC)
    mask = cv2.resize(free, large.shape[::-1], interpolation=cv2.INTER_NEAREST)
    count = max(_FEATURES, cv2.countNonZero(mask) // _PER_FEATURE)
    found = _features(np.asarray(large, np.uint8), count, np.asarray(mask, np.uint8))
    return _Features((found.points + 0.5) / np.float32(by) - 0.5, found.descriptors)


def _placed(source: Spots, target: Spots) -> tuple[FloatArray | None, Flags]:
    """Where the features say that a card lies, and which of them do.

    Only shifted, turned and scaled: a strip of a card says too little of its perspective, which the
    exact alignment finds.
    """
    found: tuple[MatLike | None, MatLike] = cv2.estimateAffinePartial2D(
        source, target, method=cv2.RANSAC, ransacReprojThreshold=_INLIER_PX
    )
    matrix, agreeing = found
    if matrix is None:
        return None, np.zeros(len(source), np.bool_)
    whole = np.vstack([matrix, [0.0, 0.0, 1.0]])
    return whole, np.asarray(agreeing.ravel() > 0, np.bool_)


def _is_card(corners: FloatArray, form: Format) -> bool:
    """Whether four corners can be a card that lies flat before a camera."""
    shape = corners.astype(np.float32)
    if not cv2.isContourConvex(shape) or cv2.contourArea(shape, True) < 0:
        return False
    first, second, third, fourth = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    width, height = form.card_size
    seen = float((first + third) / (second + fourth)) / (width / height)
    pairs = ((first, third), (second, fourth), (seen, 1.0))
    return all(min(one, other) > _SHAPE * max(one, other) for one, other in pairs)


def _correlation(first: MatLike, second: MatLike) -> Levels:
    """How alike the surroundings of every pixel are; plain ones are if they are equally plain."""
    window = (_WINDOW, _WINDOW)
    means = cv2.blur(first, window), cv2.blur(second, window)
    spreads = [
        np.sqrt(np.maximum(cv2.blur(part * part, window) - mean * mean, 0))
        for part, mean in zip((first, second), means, strict=True)
    ]
    shared = cv2.blur(first * second, window) - means[0] * means[1]
    gain = max(float(np.median(spreads[0])), 1.0) / max(float(np.median(spreads[1])), 1.0)
    plain = _PLAIN * np.array([gain, 1.0])
    alike = (shared + plain[0] * plain[1]) / (
        np.hypot(spreads[0], plain[0]) * np.hypot(spreads[1], plain[1])
    )
    return np.asarray(alike, np.float32)


def _closest(
    wanted: Bits, known: Bits, count: int
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.intp]]:
    """The nearest of each, nearest first: how far they are, and their numbers."""
    away, which = cv2.batchDistance(
        np.ascontiguousarray(wanted), known, cv2.CV_32S, normType=cv2.NORM_HAMMING, K=count
    )
    return np.asarray(away, np.int32), np.asarray(which, np.intp)
