"""A browser as a pen: signs of a game as they are drawn on paper and for cameras."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from html import escape

from rules.text import Text
from vision.looks import looks_of
from vision.pen import INK, Colour, Points

SIDE = 22.0
"""How large signs are drawn: the side of a hex on a phone."""
_CAPITAL, _LETTER = 0.73, 0.6
"""How high and how wide letters are, as parts of the size of a font."""


class SvgPen:
    def __init__(self) -> None:
        self.parts: list[str] = []

    def polygon(self, points: Points, colour: Colour) -> None:
        self.polygons([points], colour)

    def polygons(self, loops: Iterable[Points], colour: Colour) -> None:
        path = "".join(f"{_path(loop)}Z" for loop in loops)
        self.parts.append(f'<path d="{path}" fill="{_paint(colour)}" fill-rule="evenodd"/>')

    def rectangle(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        self.polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], colour)

    def line(self, points: Points, colour: Colour, width: float = 0.4) -> None:
        pen = f'stroke="{_paint(colour)}" stroke-width="{width:.2f}" stroke-linejoin="round"'
        self.parts.append(f'<path d="{_path(points)}" fill="none" {pen}/>')

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self.ellipse(x, y, radius, radius, colour)

    def ellipse(
        self,
        x: float,
        y: float,
        across: float,
        along: float,
        colour: Colour,
        arc: tuple[float, float, float] = (0, 0, 360),
    ) -> None:
        if arc[2] - arc[1] < 360:
            raise ValueError("Signs have whole ellipses only.")
        radii = f'rx="{across:.1f}" ry="{along:.1f}"'
        self.parts.append(f'<ellipse cx="{x:.1f}" cy="{y:.1f}" {radii} fill="{_paint(colour)}"/>')

    def ring(self, x: float, y: float, radius: float, colour: Colour, width: float) -> None:
        pen = f'fill="none" stroke="{_paint(colour)}" stroke-width="{width:.2f}"'
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {pen}/>')

    def text(
        self,
        words: Text | str,
        x: float,
        y: float,
        height: float,
        colour: Colour = INK,
        room: float | None = None,
    ) -> None:
        words = str(words)
        wide = room / max(1, len(words)) / _LETTER if room else math.inf
        size = min(height / _CAPITAL, wide)
        looks = f'font-size="{size:.1f}" text-anchor="middle" fill="{_paint(colour)}"'
        at = f'x="{x:.1f}" y="{y + height / 2:.1f}"'
        self.parts.append(f"<text {at} {looks}>{escape(words)}</text>")


def _path(points: Points) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _paint(colour: Colour) -> str:
    blue, green, red = colour
    return f"#{red:02x}{green:02x}{blue:02x}"


@lru_cache(maxsize=8)
def signs(game: str) -> str | None:
    """The signs of a game, each by its name, about the origin; None if it has none."""
    known = looks_of(game).signs
    if not known:
        return None
    parts = ['<svg xmlns="http://www.w3.org/2000/svg">']
    for name, draw in known.items():
        pen = SvgPen()
        draw(pen, 0, 0, SIDE)
        parts.append(f'<g id="{name}">{"".join(pen.parts)}</g>')
    return "".join([*parts, "</svg>"])
