"""Sea charts as navigators drew them: uneven coasts, lines along them, compass roses, courses.

Everything is geometry in millimetres, so that boards look alike on paper and to a camera. Nothing
is left to chance: the same shapes have the same coast.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

Point = tuple[float, float]
Loop = list[Point]

_PX_PER_MM = 2.0
_SMOOTH = 0.2
"""Millimetres by which an outline may be straightened."""
_SWELLS = ((34.0, 0.55), (14.0, 0.3), (6.0, 0.15))
"""How far apart bays are, in millimetres, and how much of a coast's unevenness they are."""
_BOW = 0.08
"""How far a course swings out, as a part of its length."""
_POINTS = 8
"""Of a compass rose, of each kind."""


@dataclass(frozen=True, slots=True)
class Coast:
    shore: tuple[Loop, ...]
    """Outlines of what lies around the shapes; what is inside of two of them is not."""
    lines: tuple[Loop, ...]
    """Along the shore, on the side of the water."""


def coast(
    shapes: Sequence[Sequence[Point]],
    size: Point,
    reach: float,
    uneven: float,
    lines: Sequence[float],
) -> Coast:
    """The coast around shapes, about `reach` away from them.

    `lines` say how far from it lines follow it: outside of it, or inside if they are negative.
    """
    columns, rows = (round(side * _PX_PER_MM) for side in size)
    solid = np.zeros((rows, columns), np.uint8)
    for outline in shapes:
        corners = np.rint(np.asarray(outline, np.float64) * _PX_PER_MM).astype(np.int32)
        cv2.fillPoly(solid, [corners], 255)
    within = _away(255 - solid) < reach + uneven * _swell(rows, columns)
    inside = np.where(within, 255, 0).astype(np.uint8)
    outside = 255 - inside
    along = [
        loop
        for far in lines
        for loop in _outlines(_away(outside) < far if far > 0 else _away(inside) > -far)
    ]
    return Coast(tuple(_outlines(within)), tuple(along))


def _away(where: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """How far every point of a part is from its edge, in millimetres."""
    away = cv2.distanceTransform(where, cv2.DIST_L2, 5)
    return np.asarray(away / _PX_PER_MM, np.float32)


def _swell(rows: int, columns: int) -> npt.NDArray[np.float32]:
    """Hills and hollows between about -1 and 1."""
    random = np.random.default_rng(7)
    swell = np.zeros((rows, columns), np.float32)
    for apart, share in _SWELLS:
        step = apart * _PX_PER_MM
        coarse = random.uniform(-1, 1, (math.ceil(rows / step) + 2, math.ceil(columns / step) + 2))
        size = (columns, rows)
        fine = cv2.resize(coarse.astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
        swell += np.float32(share) * fine
    return swell


def _outlines(where: npt.NDArray[np.bool_]) -> Iterator[Loop]:
    picture = np.where(where, 255, 0).astype(np.uint8)
    found, _ = cv2.findContours(picture, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for contour in found:
        loop = cv2.approxPolyDP(contour, _SMOOTH * _PX_PER_MM, True)[:, 0] / _PX_PER_MM
        if len(loop) > 2:
            yield [(float(x), float(y)) for x, y in loop]


# ------------------------------------------------------------------------ Compass roses and courses


def rose(x: float, y: float, radius: float) -> Iterator[tuple[Loop, bool]]:
    """The points of a compass rose, each in two halves: the bright one and the dark one."""
    for number in range(2 * _POINTS):
        # The short points first, so that the long ones lie over them.
        short = number < _POINTS
        turn = math.tau * (number % _POINTS + 0.5 * short) / _POINTS
        far = radius * (0.55 if short else 1.0 if number % 2 == 0 else 0.75)
        tip = _at(x, y, turn, far)
        for side in (-1, 1):
            waist = _at(x, y, turn + side * math.pi / _POINTS, radius * 0.2)
            yield [(x, y), waist, tip], side > 0


def rhumbs(x: float, y: float, size: Point) -> Iterator[tuple[Point, Point]]:
    """Lines from a compass rose to all sides, farther than the chart."""
    for number in range(2 * _POINTS):
        yield (x, y), _at(x, y, math.tau * number / (2 * _POINTS), math.hypot(*size))


def _at(x: float, y: float, turn: float, far: float) -> Point:
    """Clockwise from north."""
    return x + far * math.sin(turn), y - far * math.cos(turn)


def course(path: Sequence[Point]) -> list[Point]:
    """The way of a ship: from one point straight to another it is never quite straight."""
    if len(path) != 2:
        return list(path)
    (x, y), (u, v) = path
    steps = 2 * math.ceil(math.dist(*path) / 6)
    whole = []
    for step in range(steps + 1):
        part = step / steps
        side = _BOW * math.sin(math.pi * part)
        whole.append((x + (u - x) * part - (v - y) * side, y + (v - y) * part + (u - x) * side))
    return whole


def dashes(path: Sequence[Point], dash: float, gap: float) -> Iterator[list[Point]]:
    """A path in dashes."""
    drawn: list[Point] = []
    left, drawing = dash, True
    for start, end in pairwise(path):
        length, done = math.dist(start, end), 0.0
        if drawing and not drawn:
            drawn = [start]
        while length - done > left:
            done += left
            at = _between(start, end, done / length)
            if drawing:
                yield [*drawn, at]
            drawing, left = not drawing, gap if drawing else dash
            drawn = [at] if drawing else []
        left -= length - done
        if drawing:
            drawn.append(end)
    if drawing and len(drawn) > 1:
        yield drawn


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
