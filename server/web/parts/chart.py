"""A chart of points over a match, as lines in the coordinates of an SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.flow import Seat
from server.web.parts.points import Moment

NARROW, WIDE = (340, 250), (820, 340)
"""A chart is drawn twice, so that its letters are as large on a phone as on a television."""

_LEFT, _RIGHT, _TOP, _BOTTOM = 12, 26, 14, 24
_AT_AXIS, _AT_END = 7, 9
"""How wide a digit is beside the chart, left and right of it."""
_ROOM_ACROSS, _ROOM_UP = 34, 26
"""What a number at an axis needs."""
_SYMBOL = 19
"""Between the middles of two symbols."""
_LINE = 2.5
"""Between two lines with the same points."""
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    number: int


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's line; the symbol on its way and at its end tells whose it is without colour."""

    seat: Seat
    path: str
    on_the_way: tuple[float, float]
    end: float
    """The height of the symbol and the number beside the end."""
    points: int


@dataclass(frozen=True, slots=True)
class Chart:
    width: int
    height: int
    left: float
    right: float
    top: float
    bottom: float
    across: tuple[Tick, ...]
    """Turns."""
    up: tuple[Tick, ...]
    """Points."""
    curves: tuple[Curve, ...]


def chart(seats: Sequence[Seat], course: Sequence[Moment], width: int, height: int) -> Chart:
    top, bottom = _TOP, height - _BOTTOM
    turns = max(1, len(course) - 1)
    values = [points for moment in course for points in moment.points]
    least, most = min([*values, 0]), max([*values, 1])
    step = _step(most - least, (bottom - top) / _ROOM_UP)
    lowest, highest = least // step * step, -(-most // step) * step
    left = _LEFT + _AT_AXIS * max(len(str(number)) for number in (lowest, highest))
    right = width - _RIGHT - _AT_END * max(len(str(points)) for points in course[-1].points)
    every = _step(turns, (right - left) / _ROOM_ACROSS)

    def x(turn: int) -> float:
        return round(left + (right - left) * turn / turns, 1)

    def y(points: int) -> float:
        return round(bottom - (bottom - top) * (points - lowest) / (highest - lowest), 1)

    def curve(seat: Seat, end: float) -> Curve:
        beside = (seat.index - (len(seats) - 1) / 2) * _LINE
        points = [moment.points[seat.index] for moment in course]
        spots = [(x(turn), y(now) + beside) for turn, now in enumerate(points)]
        on_the_way = spots[len(spots) * (seat.index + 1) // (len(seats) + 1)]
        return Curve(seat, _path(spots), on_the_way, end, points[-1])

    ends = _apart([y(points) for points in course[-1].points], top, bottom)
    return Chart(
        width=width,
        height=height,
        left=left,
        right=right,
        top=top,
        bottom=bottom,
        across=tuple(Tick(x(turn), turn) for turn in range(0, turns + 1, every)),
        up=tuple(Tick(y(points), points) for points in range(lowest, highest + 1, step)),
        curves=tuple(curve(seat, ends[seat.index]) for seat in seats),
    )


def _step(span: int, most: float) -> int:
    """The smallest round number of which at most `most` fit into the span."""
    return next((step for step in _STEPS if span <= step * most), _STEPS[-1])


def _path(spots: Sequence[tuple[float, float]]) -> str:
    """Points are won in a turn, so a line goes across to its end first and then up."""
    (x, y), *later = spots
    return f"M{x:g} {y:g}" + "".join(f"H{x:g}V{y:g}" for x, y in later)


def _apart(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Heights as near as possible to the wanted ones, a symbol apart, inside the chart."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    heights = list(wanted)
    above = top - _SYMBOL
    for number in order:
        above = heights[number] = max(heights[number], above + _SYMBOL)
    below = bottom + _SYMBOL
    for number in reversed(order):
        below = heights[number] = min(heights[number], below - _SYMBOL)
    return heights
