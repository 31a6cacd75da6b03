"""Reads `layout.toml` part by part: numbers, texts and the shapes of places, each checked."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypeGuard

from vision.gamefiles import Part
from vision.shapes import Circle, Hexagon, Polygon, Rectangle, Sector, Shape, joined


class LayoutError(ValueError):
    """A layout that cannot be used; the message names the file, the frame and the place."""


class LayoutPart(Part):
    __slots__ = ()
    error = LayoutError

    def below(self, where: str, values: object) -> LayoutPart:
        inner = f"{self.where}, {where}" if self.where else where
        if not isinstance(values, dict):
            LayoutPart(self.path, inner, {}).fail(f"must be a table, not {values!r}")
        return LayoutPart(self.path, inner, values)

    def parts(self, name: str, called: str) -> Iterator[tuple[str, LayoutPart]]:
        tables = self.values.get(name, {})
        if not isinstance(tables, dict):
            self.fail(f"`{name}` must be a table of tables, like [{name}.harbour]")
        for key, values in tables.items():
            yield key, self.below(f"{called} {key}", values)

    def rows(self, name: str, called: str) -> Iterator[LayoutPart]:
        rows = self.values.get(name, [])
        if not isinstance(rows, list):
            self.fail(f"`{name}` must be a list of tables")
        for number, values in enumerate(rows, 1):
            name_of = values.get("name") if isinstance(values, dict) else None
            yield self.below(f"{called} {name_of or number}", values)

    def text(self, name: str) -> str:
        value = self.values.get(name)
        if not isinstance(value, str) or not value:
            self.fail(f'`{name}` is missing; give it as text, e.g. {name} = "harbour"')
        return value

    def set(self) -> str | None:
        """The expansion that this belongs to."""
        value = self.values.get("set")
        if value is not None and (not isinstance(value, str) or not value):
            self.fail(f'`set` must name an expansion, e.g. set = "contracts", not {value!r}')
        return value

    def pieces(self) -> tuple[str, ...]:
        """How the ids of the pieces begin that are looked for here; nothing is for all."""
        value = self.values.get("pieces", [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self.fail(f'`pieces` must list how ids begin, e.g. pieces = ["ship/"], not {value!r}')
        return tuple(value)

    def length(self, name: str) -> float:
        value = self.values.get(name)
        if not is_number(value) or value <= 0:
            self.fail(f"`{name}` must be a length above 0 in millimetres, not {value!r}")
        return float(value)

    def pair(self, name: str) -> tuple[float, float]:
        value = self.values.get(name)
        if not isinstance(value, list) or not _is_pair(value):
            self.fail(f"`{name}` must be two numbers in millimetres, e.g. [30, 42], not {value!r}")
        return float(value[0]), float(value[1])

    def size(self, name: str) -> tuple[float, float]:
        width, height = self.pair(name)
        if width <= 0 or height <= 0:
            self.fail(f"`{name}` must be a width and a height above 0, not {[width, height]}")
        return width, height

    def whole(self, name: str, default: int | None = None) -> int:
        value = self.values.get(name, default)
        if type(value) is not int:
            self.fail(f"`{name}` must be a whole number, not {value!r}")
        return value


def is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(is_number, value))


Outlines = Iterator[tuple[dict[str, int | str], Shape]]


def _rectangle(part: LayoutPart) -> Outlines:
    part.only("name", "shape", "set", "pieces", "turned", "hand", "at", "size")
    yield {}, Rectangle(*part.pair("at"), *part.size("size"))


def _circle(part: LayoutPart) -> Outlines:
    part.only("name", "shape", "set", "pieces", "at", "radius")
    yield {}, Circle(*part.pair("at"), part.length("radius"))


def _polygon(part: LayoutPart) -> Outlines:
    part.only("name", "shape", "set", "pieces", "corners")
    corners = part.values.get("corners")
    if not isinstance(corners, list) or len(corners) < 3 or not all(map(_is_pair, corners)):
        part.fail("`corners` must list at least three points, e.g. [[0, 0], [9, 0], [9, 9]]")
    yield {}, Polygon(tuple((float(x), float(y)) for x, y in corners))


def _row(part: LayoutPart) -> Outlines:
    """Equal spots in a row, numbered {n} or {name}d: round with a radius, or rectangles."""
    part.only(
        *("name", "shape", "set", "pieces", "turned"),
        *("at", "step", "count", "first", "names", "radius", "size"),
    )
    (x, y), (dx, dy) = part.pair("at"), part.pair("step")
    if ("names" in part.values) == ("count" in part.values):
        part.fail("give either a `count` (spots are numbered) or `names` (one for each spot)")
    marks: list[dict[str, int | str]]
    if "names" in part.values:
        marks = _named(part)
    else:
        count, first = part.whole("count"), part.whole("first", 1)
        if count < 1:
            part.fail(f"`count` must be at least 1, not {count}")
        marks = [{"n": first + n} for n in range(count)]
    if ("radius" in part.values) == ("size" in part.values):
        part.fail("give either a `radius` (round spots) or a `size` (rectangles)")
    for n, mark in enumerate(marks):
        left, top = x + n * dx, y + n * dy
        spot: Shape
        if "radius" in part.values:
            spot = Circle(left, top, part.length("radius"))
        else:
            spot = Rectangle(left, top, *part.size("size"))
        yield mark, spot


def _wheel(part: LayoutPart) -> Outlines:
    """Sectors of a ring about `at`, one for each name, clockwise; the first starts at `turn`."""
    part.only("name", "shape", "set", "pieces", "at", "radii", "turn", "names")
    (x, y), (inner, outer) = part.pair("at"), part.size("radii")
    turn, marks = part.values.get("turn", 0), _named(part)
    if outer <= inner:
        part.fail(f"`radii` must be the inner and the larger outer one, not {[inner, outer]}")
    if not is_number(turn):
        part.fail(f"`turn` must be degrees, clockwise from the top, not {turn!r}")
    sweep = 360 / len(marks)
    for n, mark in enumerate(marks):
        yield mark, Sector(x, y, inner, outer, turn + n * sweep, sweep)


def _named(part: LayoutPart) -> list[dict[str, int | str]]:
    names = part.values.get("names")
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        part.fail('`names` must list what {name} stands for, e.g. names = ["north", "south"]')
    return [{"name": name} for name in names]


def _hexes(part: LayoutPart) -> Outlines:
    """Hexes of a grid in axial coordinates {q},{r}, or {name}d; `at` is the centre of 0,0.

    If each two in a row are one place, they are counted {n}.
    """
    part.only(
        *("name", "shape", "set", "pieces", "at", "side", "pointed", "cells", "names", "pairs"),
        *("tiles", "turned"),
    )
    (x, y), side, pointed = part.pair("at"), part.length("side"), part.values.get("pointed", True)
    if type(pointed) is not bool:
        part.fail(f"`pointed` must be true (corner on top) or false (side on top), not {pointed!r}")
    cells = part.values.get("cells")
    if not isinstance(cells, list) or not cells:
        part.fail("`cells` must list the hexes, e.g. cells = [[0, 0], [1, 0]]")
    wide, half = side * math.sqrt(3), side * 1.5
    found: list[tuple[dict[str, int | str], Hexagon]] = []
    for cell in cells:
        if not isinstance(cell, list) or len(cell) != 2 or any(type(n) is not int for n in cell):
            part.fail(f"each hex in `cells` must be two whole numbers, not {cell!r}")
        q, r = cell
        dx, dy = (wide * (q + r / 2), half * r) if pointed else (half * q, wide * (r + q / 2))
        found.append(({"q": q, "r": r}, Hexagon(x + dx, y + dy, side, pointed)))
    if "names" in part.values:
        named = _named(part)
        if len(named) != len(found):
            part.fail(f"there are {len(found)} hexes, so give as many `names`, not {len(named)}")
        found = [(name, hexagon) for name, (_, hexagon) in zip(named, found, strict=True)]
    if not part.values.get("pairs", False):
        yield from found
        return
    for n, (one, other) in enumerate(zip(found[::2], found[1::2], strict=False), 1):
        yield {"n": n}, joined(one[1], other[1])


_SHAPES = {
    "rectangle": _rectangle,
    "circle": _circle,
    "polygon": _polygon,
    "row": _row,
    "wheel": _wheel,
    "hexes": _hexes,
}


def outlines(part: LayoutPart) -> Outlines:
    """The shapes that one row of a mat's places stands for, with what tells them apart."""
    shape = part.text("shape")
    if shape not in _SHAPES:
        part.fail(f"the shape {shape!r} is not known; use one of {', '.join(_SHAPES)}")
    return _SHAPES[shape](part)
