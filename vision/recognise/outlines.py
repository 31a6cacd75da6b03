"""Finds cards by their outline: four straight sides in the proportion of a card.

What is found may be no card at all, or the frame printed inside one; whoever looks at the picture
within the outline finds out. A card that is partly covered has no such outline and is not found,
and one that lies across others often is not, since its edges run into theirs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.reading import FloatArray, Picture
from vision.recognise.quads import Quads, fit_to_edges, sample_inside
from vision.recognise.touching import OFF_SIZE, believed, suppose

_EDGES = ((30, 80), (12, 35))
"""Thresholds of the edge detector, for a picture stretched to 256 grey levels; the second are for
one in which the first find nothing."""
_NEIGHBOURS = np.ones((3, 3), np.uint8)
_LEAST_WIDTH = 40.0
_SMALLEST, _LARGEST = 0.55, 1.5
"""Of a card's width, and of its diagonal: the bounds of what may be one."""
_FEW = 12
"""Sides of a tile: in a larger picture of a board there are many lines, and few of them are its."""
_POLYGON = (0.02, 0.035)
"""How far an outline may be from a polygon, in perimeters: first strictly, then less so."""
_LEAST_FILLED, _LEAST_FILLED_SMALL = 0.85, 0.78
"""Of the outline by its four sides; the corners of cards are round, which shows more on tiles."""
_SMALL = 40.0
"""Millimetres of the longer side of a tile."""
_LEAST_PARALLEL = 0.7
"""The shorter of two opposite sides, of the longer: a slanted view makes them differ."""
_FORESHORTENED = 0.78
"""How much a slanted view may change the proportion of width and height."""
_SIDE = (0.15, 0.85)
"""The part of a side through which its line is fitted: not the round corners."""
_LEAST_CROSSING = 0.5
"""Sine of the angle at a corner."""
_FIT = (8.0, 0.022)
"""How far off an edge may be, in pixels and in lengths of a side; a card's rim is wider."""
_BESIDE = 0.02
_STEPS = np.linspace(0.1, 0.9, 17)
_ON_SIDES = np.concatenate(
    [
        np.stack([_STEPS, np.full_like(_STEPS, edge)], axis=1)[:, ::way]
        for edge in (0.0, 1.0)
        for way in (1, -1)
    ]
)
"""Points on the four sides of the unit square."""
_SAME = 0.03
"""Outlines nearer than this to each other, in widths, are one."""
_LEAST_CLEAR = 0.06
"""The contrast of an outline's faintest side, of that of the picture."""
_BLURRED = 0.4
"""Of the contrast of another outline, at the side where it has least."""
_FRAMED = 0.06
"""How much larger than a tile what is printed around its space may be, at least."""
_NEARBY, _LIKE = 0.15, 0.7
"""How far apart, in widths, and of which area, two outlines of one card are at most."""


def find_outlines(
    picture: Picture,
    size: tuple[float, float],
    px_per_mm: float | None = None,
    *,
    rough: bool = False,
) -> list[FloatArray]:
    """The outlines of what may be cards of a size in millimetres, the largest first.

    `rough` ones may be a little off, and have no clear edge: a tile may be as bright as the board
    under it. If it is known how large a millimetre is, cards that touch each other are found too,
    and what is much smaller or larger is left out.

    They are looked for at half size, and fitted to their edges at full size. Each has its corners
    clockwise, and begins with a shorter side; which of the two is the top of the card, nobody can
    say yet.
    """
    if min(picture.shape[:2]) < _LEAST_WIDTH:
        return []
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
    grey, by = np.asarray(grey, np.uint8), 1 if rough else 2
    small = cv2.resize(grey, None, fx=1 / by, fy=1 / by, interpolation=cv2.INTER_AREA)
    dark, bright = np.percentile(small[::2, ::2], (1, 99))
    gain = 255 / max(8.0, float(bright - dark))
    levels = (np.arange(256, dtype=np.float32) - float(dark)) * gain
    stretched = cv2.LUT(small, np.clip(levels, 0, 255).astype(np.uint8))
    smooth = np.asarray(cv2.GaussianBlur(stretched, (0, 0), 0.8), np.uint8)
    narrow, wide = _LEAST_WIDTH, math.inf
    if px_per_mm is not None:
        narrow = max(narrow, _SMALLEST * min(size) * px_per_mm)
        wide = _LARGEST * math.hypot(*size) * px_per_mm
    found: list[FloatArray] = []
    traced: list[Picture] = []
    for low, high in _EDGES:
        if found and not rough:
            break
        edges = cv2.Canny(smooth, low, high)
        traced = [np.asarray(each, np.uint8) for each in (edges, cv2.dilate(edges, _NEIGHBOURS))]
        for closed in traced:
            found += _quadrilaterals(closed, size, (narrow / by, wide / by))
    whole = np.array(found).reshape(-1, 4, 2) * by + (by - 1) / 2
    fitted, clear = _fitted(grey, whole)
    seen = clear > _LEAST_CLEAR * max(float(bright - dark), 20.0)
    fitted, clear = fitted[seen], clear[seen]
    if rough:
        fitted = np.concatenate([fitted, whole])
        clear = np.ones(len(fitted))
    outlines = _distinct(fitted, clear)
    few = px_per_mm is not None and max(picture.shape[:2]) < _FEW * max(size) * px_per_mm
    if px_per_mm is not None and (few or not rough):
        seen_as = min(size) * px_per_mm, max(size) * px_per_mm
        outlines += _touching(grey, smooth, traced, seen_as, outlines)
    return sorted(outlines, key=_area, reverse=True)


def _touching(
    grey: Picture,
    smooth: Picture,
    traced: Sequence[Picture],
    size: tuple[float, float],
    outlines: Sequence[FloatArray],
) -> list[FloatArray]:
    """Those of cards whose outlines run into each other; `size` is in pixels."""
    by = grey.shape[0] // smooth.shape[0]
    off = (by - 1) / 2
    off_size = OFF_SIZE if by > 1 else _FRAMED  # a tile may lie in a frame on the board
    cards = [each for each in outlines if abs(_sides(each).min() / size[0] - 1) < off_size]
    small = size[0] / by, size[1] / by
    supposed = suppose(traced, small, [(each - off) / by for each in cards])
    fitted, _ = _fitted(grey, supposed * by + off)
    return [each * by + off for each in believed(smooth, (fitted - off) / by, small)]


def _fitted(grey: Picture, outlines: Quads) -> tuple[Quads, FloatArray]:
    """Outlines moved onto the edges they are nearest to, sub-pixel, and how clear each is.

    The clearest come first.
    """
    if not len(outlines):
        return outlines, np.empty(0)
    bright = _contrast(grey, outlines).mean(axis=1) > 0
    fits = [fit_to_edges(each, outlines, *_FIT) for each in (grey, 255 - grey)]
    fitted = np.where(bright[:, None, None], fits[1], fits[0])
    # An outline is as clear as the least clear of its sides: a shadow's edge is not a card's.
    clear = np.abs(_contrast(grey, fitted)).min(axis=1)
    order = np.argsort(-clear, kind="stable")
    return np.asarray(fitted[order]), np.asarray(clear[order])


def _contrast(grey: Picture, outlines: Quads) -> FloatArray:
    """How much brighter each outline is within than without, along each of its four sides."""
    inside = sample_inside(grey, outlines, 0.5 + (_ON_SIDES - 0.5) * (1 - _BESIDE))
    outside = sample_inside(grey, outlines, 0.5 + (_ON_SIDES - 0.5) * (1 + _BESIDE))
    difference = (inside - outside).reshape(len(outlines), 4, -1)
    return np.asarray(difference.mean(axis=2), np.float64)


def _area(corners: FloatArray) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))


def _quadrilaterals(
    edges: Picture, size: tuple[float, float], bounds: tuple[float, float]
) -> Iterator[FloatArray]:
    """`bounds` are the least width and the largest extent of an outline, in pixels."""
    narrow, wide = bounds
    proportion = min(size) / max(size)
    small = max(size) < _SMALL
    filled = _LEAST_FILLED_SMALL if small else _LEAST_FILLED
    least = narrow**2 / proportion * filled
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        if len(contour) < 2 * narrow or max(cv2.boundingRect(contour)[2:]) > wide:
            continue
        hull = cv2.convexHull(contour)
        area = cv2.contourArea(hull)
        if area < least:
            continue
        for polygon in [_box(hull)] if small else _polygons(hull):
            corners = polygon.astype(np.float64)
            if _is_card(corners, proportion) and filled < _area(corners) / area < 1 / filled:
                points = contour.reshape(-1, 2).astype(np.float64)
                yield _ordered(_crossing_sides(corners, points))
                if small:
                    yield _ordered(corners)


def _polygons(hull: MatLike) -> Iterator[MatLike]:
    """The first polygon of four corners that an outline is near to."""
    for tolerance in _POLYGON:
        polygon = cv2.approxPolyDP(hull, tolerance * cv2.arcLength(hull, True), True)
        if len(polygon) == 4:
            yield polygon.reshape(4, 2)
            return


def _box(hull: MatLike) -> MatLike:
    """The rectangle around a tile, of which so much is round that its corners say little."""
    return cv2.boxPoints(cv2.minAreaRect(hull))


def _crossing_sides(corners: FloatArray, contour: FloatArray) -> FloatArray:
    """The corners where the sides' lines cross; the polygon's own are cut off by the rounding."""
    lines = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = end - start
        length = float(np.linalg.norm(along))
        offset = contour - start
        share = offset @ along / length**2
        away = np.abs(offset @ np.array([-along[1], along[0]])) / length
        near = contour[(share > _SIDE[0]) & (share < _SIDE[1]) & (away < 0.03 * length + 1)]
        if len(near) < 4:
            return corners
        vx, vy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((np.array([x, y], np.float64), np.array([vx, vy], np.float64)))
    crossings = []
    for (point, way), (other, other_way) in zip(lines[-1:] + lines[:-1], lines, strict=True):
        cross = way[0] * other_way[1] - way[1] * other_way[0]
        if abs(cross) < _LEAST_CROSSING:
            return corners
        gap = other - point
        crossings.append(point + way * ((gap[0] * other_way[1] - gap[1] * other_way[0]) / cross))
    return np.array(crossings)


def _is_card(corners: FloatArray, proportion: float) -> bool:
    first, second, third, fourth = _sides(corners)
    if min(first, third) < _LEAST_PARALLEL * max(first, third):
        return False
    if min(second, fourth) < _LEAST_PARALLEL * max(second, fourth):
        return False
    pair, other = first + third, second + fourth
    if min(pair, other) < _LEAST_WIDTH:
        return False
    seen = min(pair, other) / max(pair, other)
    return bool(proportion * _FORESHORTENED < seen <= min(1.0, proportion / _FORESHORTENED))


def _sides(corners: FloatArray) -> FloatArray:
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return np.asarray(lengths, np.float64)


def _ordered(corners: FloatArray) -> FloatArray:
    """Clockwise as seen, beginning with a shorter side."""
    if cv2.contourArea(corners.astype(np.float32), True) < 0:
        corners = corners[::-1]
    first, second, third, fourth = _sides(corners)
    return np.roll(corners, -1, axis=0) if first + third > second + fourth else corners


def _distinct(outlines: Quads, clear: FloatArray) -> list[FloatArray]:
    """Each outline once, and none that is a blurred copy of a clear one: a shadow, a sleeve."""
    kept: list[int] = []
    turned = np.roll(outlines, 2, axis=1)
    widths = np.linalg.norm(np.roll(outlines, -1, axis=1) - outlines, axis=2).min(axis=1)
    for number, corners in enumerate(outlines):
        others = outlines[kept]
        off = np.minimum(
            np.abs(others - corners).max(axis=(1, 2), initial=0),
            np.abs(others - turned[number]).max(axis=(1, 2), initial=0),
        )
        if (off < _SAME * widths[number]).any():
            continue
        sharper = (other for other in kept if clear[number] < _BLURRED * clear[other])
        if not any(_nearly(corners, outlines[other], float(widths[number])) for other in sharper):
            kept.append(number)
    return [outlines[number] for number in kept]


def _nearly(corners: FloatArray, other: FloatArray, width: float) -> bool:
    """Whether two outlines are about the same card's."""
    apart = float(np.abs(corners.mean(axis=0) - other.mean(axis=0)).max())
    return apart < _NEARBY * width and _LIKE < _area(corners) / _area(other) < 1 / _LIKE
