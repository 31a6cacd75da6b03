"""Cards that lie so close to each other that their outlines are one.

Such an outline has no four corners, but nearly every card still has a side that is seen from end to
end, and how large cards are is known by then. So a card is supposed on either side of each such
line, and believed if there are edges along all of its sides. Between two sides that touch there is
hardly more than a line: an edge need not be clear, but it has to run the right way.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.reading import FloatArray, Picture
from vision.recognise.quads import Quads, sample

_STRAIGHT = 2.0
"""Pixels that an edge may be off a straight line."""
OFF_SIZE = 0.2
"""How much larger or smaller than expected a card may be in the picture."""
_STRAIGHT_PART = 0.955
"""Of a side: the rest are round corners."""
_LEAST_SEEN = 0.93
"""Of a side's straight part."""
_STEPS = np.linspace(0.08, 0.92, 25)
_LEAST_EDGE = 15.0
"""Grey levels a pixel, across an edge."""
_LEAST_ALONG, _LEAST_IN_ALL = 0.6, 0.85
"""Of a side, and of all four: so much of them must be edges."""
_MOST_OFF_SHAPE, _MOST_UNLIKE = 0.05, 0.08
"""How far the proportion of the sides, and opposite ones of each other, may be off."""
_ONE_CARD = 0.25
"""Of its width: how far apart the middles of what is supposed of one card are."""
_AS_LARGE = 0.95
"""Frames are printed within cards: what is supposed of a card is as large as possible."""


def suppose(edges: Sequence[Picture], size: tuple[float, float], known: Sequence[Quads]) -> Quads:
    """Where cards may lie, by their straight sides; `size` is their width and height in pixels.

    What is within outlines that are `known` is left alone.
    """
    lines = _lines(edges, size, known)
    if not len(lines):
        return np.empty((0, 4, 2))
    start, end = lines[:, 0], lines[:, 1]
    length = np.linalg.norm(end - start, axis=1, keepdims=True)
    along = (end - start) / length
    inward = np.stack([-along[:, 1], along[:, 0]], axis=1)
    middle = (start + end) / 2
    supposed = []
    wide, high = size
    for side, other in ((wide, high), (high, wide)):
        scale = length / (side * _STRAIGHT_PART)
        fits = (scale > (1 - OFF_SIZE) * _LEAST_SEEN) & (scale < 1 + OFF_SIZE)
        scale = np.clip(scale, 1 - OFF_SIZE, 1 + OFF_SIZE)
        half = along * scale * side / 2
        for way in (1, -1):
            # Clockwise, as seen: with `inward` to the right of `along`.
            across = inward * scale * other * way
            corners = [middle - half * way, middle + half * way]
            quads = np.stack([*corners, corners[1] + across, corners[0] + across], axis=1)
            if side == high:
                quads = np.roll(quads, 1, axis=1)  # they begin with a shorter side
            supposed.append(quads[fits[:, 0]])
    return np.concatenate(supposed)


def believed(smooth: Picture, quads: Quads, size: tuple[float, float]) -> list[FloatArray]:
    """The outlines that have edges along all sides, one for each card."""
    if not len(quads):
        return []
    lengths = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    width, height = lengths[:, ::2].mean(axis=1), lengths[:, 1::2].mean(axis=1)
    off_shape = np.abs(np.log(width / height * max(size) / min(size)))
    unlike = np.abs(np.log(lengths[:, :2] / lengths[:, 2:])).max(axis=1)
    seen = _seen(smooth, quads)
    good = (
        (seen.min(axis=1) > _LEAST_ALONG)
        & (seen.mean(axis=1) > _LEAST_IN_ALL)
        & (off_shape < _MOST_OFF_SHAPE)
        & (unlike < _MOST_UNLIKE)
    )
    area, middles = width * height, quads.mean(axis=1)
    left = np.nonzero(good)[0][np.argsort(-area[good], kind="stable")]
    found = []
    while len(left):
        first = left[0]
        same = np.linalg.norm(middles[left] - middles[first], axis=1) < _ONE_CARD * width[first]
        large = left[same & (area[left] > _AS_LARGE * area[first])]
        found.append(quads[large[np.argmin((off_shape + unlike)[large])]])
        left = left[~same]
    return found


def _lines(edges: Sequence[Picture], size: tuple[float, float], known: Sequence[Quads]) -> Quads:
    """The straight edges as long as a side of a card, with their two ends."""
    shortest = min(size) * (1 - OFF_SIZE) * _LEAST_SEEN * _STRAIGHT_PART
    longest = max(size) * (1 + OFF_SIZE)
    explained = np.zeros(edges[0].shape, np.uint8)
    for corners in known:
        cv2.fillConvexPoly(explained, np.rint(corners).astype(np.int32), 255)
    explained = np.asarray(cv2.dilate(explained, np.ones((7, 7), np.uint8)), np.uint8)
    found = [np.empty((0, 2, 2))]
    for each in edges:
        contours, _ = cv2.findContours(each, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        found += [
            _sides(contour, shortest, longest, explained)
            for contour in contours
            if len(contour) >= shortest
        ]
    return np.concatenate(found)


def _sides(contour: MatLike, shortest: float, longest: float, explained: Picture) -> Quads:
    corners = cv2.approxPolyDP(contour, _STRAIGHT, True).reshape(-1, 2)
    others = np.roll(corners, -1, axis=0)
    lengths = np.linalg.norm((others - corners).astype(np.float64), axis=1)
    within = [
        explained[at[:, 1], at[:, 0]] > 0 for at in (corners, (corners + others) // 2, others)
    ]
    wanted = (lengths > shortest) & (lengths < longest) & ~np.logical_and.reduce(within)
    return np.stack([corners[wanted], others[wanted]], axis=1).astype(np.float64)


def _seen(smooth: Picture, quads: Quads) -> FloatArray:
    """How much of each side runs along an edge."""
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, *way, scale=1 / 4) for way in ((1, 0), (0, 1)))
    sides = np.roll(quads, -1, axis=1) - quads
    along = (sides / np.linalg.norm(sides, axis=2, keepdims=True))[:, :, None]
    outward = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    spots = quads[:, :, None] + sides[:, :, None] * _STEPS[:, None]
    seen = np.zeros(spots.shape[:3], np.bool_)
    for off in (-1.0, 0.0, 1.0):
        x, y = np.moveaxis(spots + off * outward, -1, 0)
        slope = np.stack([sample(each, x, y) for each in (across, down)], axis=-1)
        rise, run = (np.abs((slope * way).sum(axis=-1)) for way in (outward, along))
        seen |= (rise > _LEAST_EDGE) & (rise > 2 * run)
    return np.asarray(seen.mean(axis=2), np.float64)
