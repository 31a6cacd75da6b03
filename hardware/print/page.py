"""A page of paper in millimetres: the origin is its top left corner, x runs right and y down."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from rules.text import Text

Point = tuple[float, float]
Say = Callable[[Text | str], str]
"""Puts a message into the language of the sheets; other words stay as they are."""

INK = HexColor(0x1B1B1B)
SOFT = HexColor(0x6B6B6B)
"""For what a person may read but need not."""
FAINT = HexColor(0xA8A8A8)
"""For lines to cut along."""

REGULAR, BOLD = "QuartermasterSans", "QuartermasterSans-Bold"
_FONT_FILES = {REGULAR: "DejaVuSans.ttf", BOLD: "DejaVuSans-Bold.ttf"}
"""Latin and Cyrillic; embedded in the file, so that every printer prints the same."""
_LETTERS = 0.16
"""The share of a line of words that is ink."""
_PX_PER_MM = 4
CAP_HEIGHT = 0.729
"""Of these fonts, as a share of the size."""


@dataclass(frozen=True, slots=True)
class Paper:
    name: str
    width: float
    height: float
    margin: float = 10.0
    """What a home printer may leave white; nothing is drawn there."""


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}


def points(length: float) -> float:
    """Millimetres as points, PDF's own unit."""
    return float(length * mm)


class Page:
    """Draws on one page; everything is given in millimetres, font sizes included."""

    def __init__(self, canvas: Canvas, paper: Paper, say: Say = str) -> None:
        self._canvas = canvas
        self.paper = paper
        self.say = say
        self.ink = 0.0
        """Square millimetres that are covered, as if all of it were black; what is drawn over
        something else counts twice."""

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: Color | None = None,
        line: Color | None = None,
        *,
        weight: float = 0.2,
        corner: float = 0.0,
    ) -> None:
        self._pen(fill, line, weight)
        self._count(width * height, fill)
        self._count(2 * (width + height) * weight, line)
        left, bottom = self._at(x, y + height)
        self._canvas.roundRect(
            left,
            bottom,
            points(width),
            points(height),
            points(corner),
            stroke=int(line is not None),
            fill=int(fill is not None),
        )

    def loops(self, loops: Iterable[Sequence[Point]], fill: Color) -> None:
        """One shape of several closed outlines: no renderer can leave gaps inside it."""
        self._pen(fill, None, 0)
        loops = [list(loop) for loop in loops]
        self._count(_area(loops), fill)
        path = self._canvas.beginPath()
        for loop in loops:
            path.moveTo(*self._at(*loop[0]))
            for point in loop[1:]:
                path.lineTo(*self._at(*point))
            path.close()
        self._canvas.drawPath(path, stroke=0, fill=1, fillMode=0)

    def outlines(self, loops: Iterable[Sequence[Point]], line: Color, weight: float) -> None:
        self._pen(None, line, weight)
        path = self._canvas.beginPath()
        for loop in loops:
            path.moveTo(*self._at(*loop[0]))
            for point in loop[1:]:
                path.lineTo(*self._at(*point))
            path.close()
        self._canvas.drawPath(path, stroke=1, fill=0)

    def path(self, points: Sequence[Point], line: Color, weight: float) -> None:
        """Straight from point to point, with round corners."""
        self._pen(None, line, weight)
        self._count(sum(math.dist(a, b) for a, b in pairwise(points)) * weight, line)
        path = self._canvas.beginPath()
        path.moveTo(*self._at(*points[0]))
        for point in points[1:]:
            path.lineTo(*self._at(*point))
        self._canvas.setLineJoin(1)
        self._canvas.drawPath(path, stroke=1, fill=0)
        self._canvas.setLineJoin(0)

    def line(
        self, start: Point, end: Point, line: Color = INK, weight: float = 0.2, dashed: bool = False
    ) -> None:
        self._pen(None, line, weight)
        self._count(math.dist(start, end) * weight, line)
        if dashed:
            self._canvas.setDash(points(1), points(1))
        self._canvas.line(*self._at(*start), *self._at(*end))
        if dashed:
            self._canvas.setDash()

    def text(
        self,
        words: Text | str,
        x: float,
        y: float,
        size: float,
        font: str = REGULAR,
        colour: Color = INK,
        *,
        anchor: Literal["left", "middle", "right"] = "left",
        room: float | None = None,
    ) -> None:
        """Words on the base line `y`, made smaller if they are wider than `room`."""
        words = self.say(words)
        wide = width_of(words, size, font)
        if room is not None and wide > room:
            size, wide = size * room / wide, room
        self._count(wide * size * _LETTERS, colour)
        left = x - {"left": 0.0, "middle": wide / 2, "right": wide}[anchor]
        self._canvas.setFillColor(colour)
        self._canvas.setFont(font, points(size))
        self._canvas.drawString(*self._at(left, y), words)

    def paragraph(self, words: Text, x: float, y: float, size: float, room: float) -> float:
        """Words broken into lines; gives the base line of the line that would follow."""
        for row in broken(self.say(words), size, room):
            self.text(row, x, y, size)
            y += size * 1.45
        return y

    def turned(self, x: float, y: float, degrees: float) -> _Turned:
        """Within a `with`: what is drawn is turned clockwise about a point."""
        return _Turned(self._canvas, *self._at(x, y), degrees)

    def window(
        self, x: float, y: float, width: float, height: float, dx: float, dy: float
    ) -> _Window:
        """Within a `with`: what is drawn is moved by dx, dy and cut off at a rectangle."""
        left, bottom = self._at(x, y + height)
        corner = (left, bottom, points(width), points(height))
        return _Window(self._canvas, corner, points(dx), -points(dy))

    def once(self, name: str, width: float, height: float, draw: Callable[[Page], None]) -> None:
        """What several pages show a part of is drawn once, and stands once in the file."""
        if not self._canvas.hasForm(name):
            bottom, top = points(self.paper.height - height), points(self.paper.height)
            self._canvas.beginForm(name, 0, bottom, points(width), top)
            draw(self)
            self._canvas.endForm()
        self._canvas.doForm(name)

    def disc(
        self, x: float, y: float, radius: float, fill: Color, line: Color | None = None
    ) -> None:
        side = 2 * radius
        self.rectangle(
            x - radius, y - radius, side, side, fill, line, weight=radius * 0.12, corner=radius
        )

    def _count(self, area: float, colour: Color | None) -> None:
        if colour is not None:
            bright = 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue
            self.ink += area * (1 - bright)

    def _at(self, x: float, y: float) -> Point:
        return points(x), points(self.paper.height - y)

    def _pen(self, fill: Color | None, line: Color | None, weight: float) -> None:
        if fill is not None:
            self._canvas.setFillColor(fill)
        if line is not None:
            self._canvas.setStrokeColor(line)
            self._canvas.setLineWidth(points(weight))


class _Turned:
    def __init__(self, canvas: Canvas, x: float, y: float, degrees: float) -> None:
        self._canvas, self._x, self._y, self._degrees = canvas, x, y, degrees

    def __enter__(self) -> None:
        self._canvas.saveState()
        self._canvas.translate(self._x, self._y)
        self._canvas.rotate(-self._degrees)
        self._canvas.translate(-self._x, -self._y)

    def __exit__(self, *_: object) -> None:
        self._canvas.restoreState()


class _Window:
    def __init__(
        self, canvas: Canvas, corner: tuple[float, float, float, float], dx: float, dy: float
    ) -> None:
        self._canvas, self._corner, self._by = canvas, corner, (dx, dy)

    def __enter__(self) -> None:
        self._canvas.saveState()
        outline = self._canvas.beginPath()
        outline.rect(*self._corner)
        self._canvas.clipPath(outline, stroke=0, fill=0)
        self._canvas.translate(*self._by)

    def __exit__(self, *_: object) -> None:
        self._canvas.restoreState()


def register_fonts() -> None:
    folder = Path(__file__).parent / "fonts"
    for name, file in _FONT_FILES.items():
        pdfmetrics.registerFont(TTFont(name, str(folder / file)))


def _area(loops: Sequence[Sequence[Point]]) -> float:
    """Square millimetres within closed outlines; what is in two of them is left out."""
    corners = [np.asarray(loop) for loop in loops]
    low = np.min([loop.min(axis=0) for loop in corners], axis=0)
    high = np.max([loop.max(axis=0) for loop in corners], axis=0)
    columns, rows = np.ceil((high - low) * _PX_PER_MM).astype(int) + 1
    inside = np.zeros((rows, columns), np.uint8)
    cv2.fillPoly(
        inside, [np.rint((loop - low) * _PX_PER_MM).astype(np.int32) for loop in corners], 1
    )
    return cv2.countNonZero(inside) / _PX_PER_MM**2


def width_of(words: str, size: float, font: str = REGULAR) -> float:
    return float(pdfmetrics.stringWidth(words, font, points(size)) / mm)


def broken(words: str, size: float, room: float, font: str = REGULAR) -> list[str]:
    """Words as lines that are no wider than `room`, unless a single word is."""
    rows: list[str] = []
    for word in words.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and width_of(longer, size, font) <= room:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows


def raised(size: float) -> float:
    """How far below a middle line the base line is for words to stand in the middle."""
    return size * CAP_HEIGHT / 2
