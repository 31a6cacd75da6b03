"""What drawings are drawn with, in millimetres: the same on paper, for a camera and on a phone.

A canvas (`simulator/canvas`) and a page of paper (`hardware/print/pen`) are pens alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from rules.text import Text

Colour = tuple[int, int, int]
"""Blue, green, red: OpenCV's order."""
Points = Iterable[tuple[float, float]]

INK: Colour = (30, 28, 38)
WHITE: Colour = (255, 255, 255)


class Pen(Protocol):
    def polygon(self, points: Points, colour: Colour) -> None: ...

    def polygons(self, loops: Iterable[Points], colour: Colour) -> None:
        """One shape of several outlines: what is inside of two of them is left out."""

    def rectangle(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """From its upper left corner."""

    def line(self, points: Points, colour: Colour, width: float = 0.4) -> None: ...

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None: ...

    def ellipse(
        self,
        x: float,
        y: float,
        across: float,
        along: float,
        colour: Colour,
        arc: tuple[float, float, float] = (0, 0, 360),
    ) -> None:
        """A filled ellipse, or the piece of it from one angle to another after a turn."""

    def ring(self, x: float, y: float, radius: float, colour: Colour, width: float) -> None: ...

    def text(
        self,
        words: Text | str,
        x: float,
        y: float,
        height: float,
        colour: Colour = INK,
        room: float | None = None,
    ) -> None:
        """Words centred on a point, `height` mm tall, narrowed to fit into `room` mm."""


def contrast(one: Colour, other: Colour) -> float:
    """How well two colours stand out from each other, by WCAG: 1 to 21."""
    darker, brighter = sorted((_luminance(one), _luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    shares = (part / 255 for part in colour)
    blue, green, red = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def standing_out(colour: Colour, ground: Colour, least: float = 3.0) -> Colour:
    """A colour, darkened until it stands out from its ground: 3 for lines, by WCAG."""
    shades = (mixed(colour, INK, step / 20) for step in range(21))
    return next((shade for shade in shades if contrast(shade, ground) >= least), INK)


def rgb(number: int) -> Colour:
    """A colour as it is written for pages and paper: 0xRRGGBB."""
    return number & 0xFF, number >> 8 & 0xFF, number >> 16


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """A colour between two: `share` of the second."""
    blue, green, red = (
        round(a * (1 - share) + b * share) for a, b in zip(first, second, strict=True)
    )
    return blue, green, red
