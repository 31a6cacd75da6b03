"""Paper as a pen: what is drawn for cameras and phones is drawn on paper by the same lines."""

from __future__ import annotations

import math
from collections.abc import Iterable

from reportlab.lib.colors import Color

from hardware.print.page import BOLD, CAP_HEIGHT, REGULAR, Page
from rules.text import Text
from vision.pen import INK, WHITE, Colour, Points, mixed

_STEPS = 48
"""Corners of a drawn ellipse."""
_SMALL = 3.0
"""Millimetres: words that are as high as this stand out by themselves."""


class PaperPen:
    """Draws on a page, in the language of its sheet.

    `pale` is how much paler everything is but words: paper shall not soak up all the ink.
    """

    def __init__(self, page: Page, pale: float = 0.0) -> None:
        self.page = page
        self.pale = pale

    def _paint(self, colour: Colour) -> Color:
        return _paint(mixed(colour, WHITE, self.pale))

    def polygon(self, points: Points, colour: Colour) -> None:
        self.page.loops([list(points)], self._paint(colour))

    def polygons(self, loops: Iterable[Points], colour: Colour) -> None:
        self.page.loops([list(loop) for loop in loops], self._paint(colour))

    def rectangle(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        self.page.rectangle(x, y, width, height, self._paint(colour))

    def line(self, points: Points, colour: Colour, width: float = 0.4) -> None:
        self.page.path(list(points), self._paint(colour), width)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self.page.disc(x, y, radius, self._paint(colour))

    def ellipse(
        self,
        x: float,
        y: float,
        across: float,
        along: float,
        colour: Colour,
        arc: tuple[float, float, float] = (0, 0, 360),
    ) -> None:
        turn, start, end = (math.radians(angle) for angle in arc)
        corners = [(x, y)] if end - start < math.tau - 1e-6 else []
        for step in range(_STEPS + 1):
            angle = start + (end - start) * step / _STEPS
            dx, dy = across * math.cos(angle), along * math.sin(angle)
            corners.append(
                (
                    x + dx * math.cos(turn) - dy * math.sin(turn),
                    y + dx * math.sin(turn) + dy * math.cos(turn),
                )
            )
        self.polygon(corners, colour)

    def ring(self, x: float, y: float, radius: float, colour: Colour, width: float) -> None:
        angles = [math.tau * step / _STEPS for step in range(_STEPS + 1)]
        path = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
        self.line(path, colour, width)

    def text(
        self,
        words: Text | str,
        x: float,
        y: float,
        height: float,
        colour: Colour = INK,
        room: float | None = None,
    ) -> None:
        size = height / CAP_HEIGHT
        font = BOLD if height < _SMALL else REGULAR
        below = y + height / 2
        self.page.text(words, x, below, size, font, _paint(colour), anchor="middle", room=room)


def _paint(colour: Colour) -> Color:
    blue, green, red = colour
    return Color(red / 255, green / 255, blue / 255)
