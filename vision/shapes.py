"""The shapes a place can have on its mat, in millimetres."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

_ARC_STEPS = 12
"""Straight lines that stand for the arc of a sector."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Upright on its mat, given by its top left corner."""

    x: float
    y: float
    width: float
    height: float

    def distance_inside(self, x: float, y: float) -> float:
        across = min(x - self.x, self.x + self.width - x)
        along = min(y - self.y, self.y + self.height - y)
        if across < 0 and along < 0:
            return -math.hypot(across, along)
        return min(across, along)

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def outline(self) -> list[tuple[float, float]]:
        right, bottom = self.x + self.width, self.y + self.height
        return [(self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)]


@dataclass(frozen=True, slots=True)
class Circle:
    x: float
    y: float
    radius: float

    def distance_inside(self, x: float, y: float) -> float:
        return self.radius - math.hypot(x - self.x, y - self.y)

    @property
    def centre(self) -> tuple[float, float]:
        return self.x, self.y

    @property
    def outline(self) -> list[tuple[float, float]]:
        return _polygon(self.x, self.y, self.radius, 24, 0.0)


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A regular hexagon with a side of `side`; `pointed` has a corner at the top, else a side."""

    x: float
    y: float
    side: float
    pointed: bool

    def distance_inside(self, x: float, y: float) -> float:
        across, along = abs(x - self.x), abs(y - self.y)
        if self.pointed:
            across, along = along, across
        # Now a flat top: by symmetry only the quarter with the top side and one slanted side.
        apothem = self.side * math.sqrt(3) / 2
        below_top = apothem - along
        below_slant = apothem - (across * math.sqrt(3) + along) / 2
        if min(below_top, below_slant) >= 0:
            return min(below_top, below_slant)
        return -_distance_to_sides(across, along, self.side, apothem)

    @property
    def centre(self) -> tuple[float, float]:
        return self.x, self.y

    @property
    def outline(self) -> list[tuple[float, float]]:
        return _polygon(self.x, self.y, self.side, 6, math.pi / 2 if self.pointed else 0.0)


def _polygon(
    x: float, y: float, radius: float, corners: int, turn: float
) -> list[tuple[float, float]]:
    angles = (turn + 2 * math.pi * n / corners for n in range(corners))
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


@dataclass(frozen=True, slots=True)
class Polygon:
    """Any outline without holes, given by its corners in turn."""

    corners: tuple[tuple[float, float], ...]

    def distance_inside(self, x: float, y: float) -> float:
        inside = False
        sides = [*pairwise(self.corners), (self.corners[-1], self.corners[0])]
        for (ax, ay), (bx, by) in sides:
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                inside = not inside
        distance = min(_distance_to_side(x, y, one, other) for one, other in sides)
        return distance if inside else -distance

    @property
    def centre(self) -> tuple[float, float]:
        """The centre of gravity: where a person would put a name."""
        sides = [*pairwise(self.corners), (self.corners[-1], self.corners[0])]
        weights = [ax * by - bx * ay for (ax, ay), (bx, by) in sides]
        area = 3 * sum(weights)
        x = sum((a[0] + b[0]) * weight for (a, b), weight in zip(sides, weights, strict=True))
        y = sum((a[1] + b[1]) * weight for (a, b), weight in zip(sides, weights, strict=True))
        return x / area, y / area

    @property
    def outline(self) -> list[tuple[float, float]]:
        return list(self.corners)


def joined(one: Hexagon, other: Hexagon) -> Polygon:
    """Two hexagons side by side as one outline."""
    x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
    rounded = {(round(a, 3), round(b, 3)) for a, b in (*one.outline, *other.outline)}
    return Polygon(tuple(sorted(rounded, key=lambda at: math.atan2(at[1] - y, at[0] - x))))


@dataclass(frozen=True, slots=True)
class Sector:
    """A part of a ring about a point, as on a wheel; angles in degrees clockwise from the top."""

    x: float
    y: float
    inner: float
    outer: float
    start: float
    sweep: float

    def distance_inside(self, x: float, y: float) -> float:
        radius = math.hypot(x - self.x, y - self.y)
        to_sides = min(
            _distance_to_side(x, y, self._at(self.inner, angle), self._at(self.outer, angle))
            for angle in (self.start, self.start + self.sweep)
        )
        angle = math.degrees(math.atan2(x - self.x, self.y - y))
        if (angle - self.start) % 360 > self.sweep:
            return -to_sides
        to_arcs = min(radius - self.inner, self.outer - radius)
        return min(to_arcs, to_sides) if to_arcs >= 0 else to_arcs

    @property
    def centre(self) -> tuple[float, float]:
        return self._at((self.inner + self.outer) / 2, self.start + self.sweep / 2)

    @property
    def outline(self) -> list[tuple[float, float]]:
        steps = [self.start + self.sweep * n / _ARC_STEPS for n in range(_ARC_STEPS + 1)]
        outer = [self._at(self.outer, angle) for angle in steps]
        return outer + [self._at(self.inner, angle) for angle in reversed(steps)]

    def _at(self, radius: float, angle: float) -> tuple[float, float]:
        turn = math.radians(angle)
        return self.x + radius * math.sin(turn), self.y - radius * math.cos(turn)


def _distance_to_sides(x: float, y: float, side: float, apothem: float) -> float:
    """From a point outside to the nearer of the two sides that bound its quarter."""
    corners = ((0.0, apothem), (side / 2, apothem), (side, 0.0))
    return min(_distance_to_side(x, y, one, other) for one, other in pairwise(corners))


def _distance_to_side(
    x: float, y: float, one: tuple[float, float], other: tuple[float, float]
) -> float:
    (ax, ay), dx, dy = one, other[0] - one[0], other[1] - one[1]
    along = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    return math.hypot(x - ax - along * dx, y - ay - along * dy)


Shape = Rectangle | Circle | Hexagon | Polygon | Sector
