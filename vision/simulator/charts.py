"""What all drawn boards of the sea have: engraved coasts, a compass rose, courses and a frame."""

from __future__ import annotations

from collections.abc import Sequence

from vision.coasts import Coast, Point, course, dashes, rhumbs, rose
from vision.simulator.canvas import INK, WHITE, Canvas, Colour, mixed

_CORNER = 28.0
"""Millimetres that the frame keeps away from the corners, where tags are."""
_SCALE = 12.0
_BRASS: Colour = (60, 120, 160)


def draw_rhumbs(canvas: Canvas, x: float, y: float, size: Point, colour: Colour) -> None:
    for start, end in rhumbs(x, y, size):
        canvas.line([start, end], colour, 0.25)


def draw_coast(canvas: Canvas, coast: Coast, within: Colour, ink: Colour, line: Colour) -> None:
    """The ground on the one side of a coast, its shore, and the lines along it in the water."""
    for loop in coast.lines:
        canvas.line([*loop, loop[0]], line, 0.3)
    canvas.polygons(coast.shore, within)
    for loop in coast.shore:
        canvas.line([*loop, loop[0]], ink, 0.55)


def draw_rose(canvas: Canvas, x: float, y: float, radius: float) -> None:
    canvas.ring(x, y, radius * 0.62, mixed(INK, WHITE, 0.3), 0.4)
    canvas.ring(x, y, radius * 0.68, mixed(INK, WHITE, 0.3), 0.4)
    for loop, dark in rose(x, y, radius):
        canvas.polygon(loop, mixed(INK, _BRASS, 0.35) if dark else mixed(_BRASS, WHITE, 0.75))
    canvas.text("N", x, y - radius - 3, 4.5, INK)


def draw_course(canvas: Canvas, path: Sequence[Point], colour: Colour) -> None:
    """As a navigator draws it: dashed, and never quite straight."""
    for dash in dashes(course(path), 3.2, 2.0):
        canvas.line(dash, colour, 0.7)


def draw_frame(canvas: Canvas, width: float, height: float) -> None:
    """The scale around a chart, dark and bright by turns."""
    across = (width - 2 * _CORNER) / round((width - 2 * _CORNER) / _SCALE)
    along = (height - 2 * _CORNER) / round((height - 2 * _CORNER) / _SCALE)
    for number in range(round((width - 2 * _CORNER) / across)):
        for y in (0.8, height - 2.6):
            dark = number % 2 == 0
            canvas.rectangle(_CORNER + number * across, y, across, 1.8, INK if dark else WHITE)
    for number in range(round((height - 2 * _CORNER) / along)):
        for x in (0.8, width - 2.6):
            dark = number % 2 == 0
            canvas.rectangle(x, _CORNER + number * along, 1.8, along, INK if dark else WHITE)
