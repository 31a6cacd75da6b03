"""Layouts: the frames of a game, the tags fixed to them, and the places on them.

A frame is anything with tags of its own: a board, a player's mat, a printed zone card. Places are
shapes in millimetres on a frame and may reach past it. `layout.toml` beside a game's rules says all
of it; every mistake in that file is reported with the frame and the place it is in.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeGuard

from rules.games import GAMES
from vision.gamefiles import Part, game_file, read_toml
from vision.registry import FIRST_FRAME_ID, LAST_ID
from vision.shapes import Circle, Hexagon, Polygon, Rectangle, Sector, Shape

SEATS = ("red", "blue", "green", "yellow", "black")


class LayoutError(ValueError):
    """A layout that cannot be used; the message names the file, the frame and the place."""


@dataclass(frozen=True, slots=True)
class TagSpot:
    """A tag fixed to a frame: the centre and the side of its black square."""

    id: int
    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True)
class Frame:
    key: str
    title: str
    """What is printed on it for people, a message of its own in the catalogues."""
    seat: str | None
    width: float
    height: float
    tags: tuple[TagSpot, ...]
    printed: bool = True
    """Whether it is a card that people print; the game's own boards and mats only get tags."""


@dataclass(frozen=True, slots=True)
class PlaceShape:
    """A place: its name, the frame it belongs to, and its shape in the frame's millimetres."""

    name: str
    frame: str
    shape: Shape

    def contains(self, x: float, y: float) -> bool:
        return self.distance_inside(x, y) >= 0

    def distance_inside(self, x: float, y: float) -> float:
        """How far inside the edge a point lies; negative outside."""
        return self.shape.distance_inside(x, y)


@dataclass(frozen=True, slots=True)
class Pose:
    """Where something lies on the table: its centre, and its turn in degrees, clockwise."""

    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Layout:
    game: str
    seats: tuple[str, ...]
    frames: Mapping[str, Frame]
    places: tuple[PlaceShape, ...]
    table: tuple[float, float]
    """The size of the table that the suggested poses are for."""
    suggested: Mapping[str, Pose]
    """Where each frame lies when nobody has a reason to do otherwise."""

    def places_on(self, frame: str) -> tuple[PlaceShape, ...]:
        return tuple(place for place in self.places if place.frame == frame)

    def frame_tags(self) -> dict[int, str]:
        """Tag id -> key of the frame that it is fixed to."""
        return {tag.id: frame.key for frame in self.frames.values() for tag in frame.tags}


def load_layout(game: str, seats: Sequence[str] | None = None) -> Layout:
    """The layout of a game for the seats in play, or for all that it has."""
    path = game_file(game, "layout.toml", LayoutError)
    return read_layout(path, game, GAMES[game].colours if seats is None else seats)


def read_layout(path: Path, game: str, seats: Sequence[str]) -> Layout:
    data = _Part(path, "", read_toml(path, LayoutError))
    frames: dict[str, Frame] = {}
    places: list[PlaceShape] = []
    for key, part in data.parts("frames", "frame"):
        frames[key] = _frame(part, key, part.values.get("tags"), None)
        places += _places(part, key, None)
    for name, part in data.parts("seat_frames", "seat frame"):
        for seat in seats:
            key = f"{name}:{seat}"
            frames[key] = _frame(part, key, _seat_tags(part, seat), seat)
            places += _places(part, key, seat)
    _check_tags_unique(path, frames)
    _check_places_unique(path, places)
    table, suggested = _table(data, frames)
    return Layout(game, tuple(seats), MappingProxyType(frames), tuple(places), table, suggested)


class _Part(Part):
    __slots__ = ()
    error = LayoutError

    def below(self, where: str, values: object) -> _Part:
        inner = f"{self.where}, {where}" if self.where else where
        if not isinstance(values, dict):
            _Part(self.path, inner, {}).fail(f"must be a table, not {values!r}")
        return _Part(self.path, inner, values)

    def parts(self, name: str, called: str) -> Iterator[tuple[str, _Part]]:
        tables = self.values.get(name, {})
        if not isinstance(tables, dict):
            self.fail(f"`{name}` must be a table of tables, like [{name}.harbour]")
        for key, values in tables.items():
            yield key, self.below(f"{called} {key}", values)

    def rows(self, name: str, called: str) -> Iterator[_Part]:
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

    def length(self, name: str) -> float:
        value = self.values.get(name)
        if not _is_number(value) or value <= 0:
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


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))


def _frame(part: _Part, key: str, tags: object, seat: str | None) -> Frame:
    part.only("title", "size", "printed", "tags", "places", *(("ids",) if seat else ()))
    width, height = part.size("size")
    printed = part.values.get("printed", True)
    if type(printed) is not bool:
        part.fail(f"`printed` must be true or false (a board of the game's own), not {printed!r}")
    if not isinstance(tags, list) or not tags:
        part.fail("has no tags; without one its pose cannot be told, so give it at least one")
    spots = tuple(_tag(part.below(f"tag {n}", tag), width, height) for n, tag in enumerate(tags, 1))
    title = _filled(part, part.text("title"), seat=seat)
    title = title[:1].upper() + title[1:]  # a seat's colour may begin it
    return Frame(key, title, seat, width, height, spots, printed)


def _tag(part: _Part, width: float, height: float) -> TagSpot:
    part.only("id", "at", "side")
    number, (x, y), side = part.whole("id"), part.pair("at"), part.length("side")
    if not FIRST_FRAME_ID <= number <= LAST_ID:
        part.fail(f"the id {number} is not one of {FIRST_FRAME_ID} to {LAST_ID}, kept for frames")
    if not (side / 2 <= x <= width - side / 2 and side / 2 <= y <= height - side / 2):
        part.fail(f"at {[x, y]} with a side of {side} it sticks out of the frame; move it inside")
    return TagSpot(number, x, y, side)


def _seat_tags(part: _Part, seat: str) -> list[dict[str, Any]]:
    """The tags of a seat's own copy of a frame: same spots, other ids."""
    tags, ids = part.values.get("tags"), part.values.get("ids")
    if not isinstance(ids, dict) or seat not in ids:
        have = ", ".join(ids) if isinstance(ids, dict) else "none"
        part.fail(f"there are no tags for the seat {seat!r} (there are for: {have}); add it to ids")
    own = ids[seat]
    if not isinstance(tags, list) or not isinstance(own, list) or len(own) != len(tags):
        part.fail(f"the seat {seat} needs as many ids as the frame has tags, not {own!r}")
    return [{**tag, "id": number} for tag, number in zip(tags, own, strict=True)]


def _places(frame: _Part, key: str, seat: str | None) -> Iterator[PlaceShape]:
    for part in frame.rows("places", "place"):
        name = part.text("name")
        shape = part.text("shape")
        if shape not in _SHAPES:
            part.fail(f"the shape {shape!r} is not known; use one of {', '.join(_SHAPES)}")
        for numbers, outline in _SHAPES[shape](part):
            yield PlaceShape(_filled(part, name, seat=seat, **numbers), key, outline)


_Shapes = Iterator[tuple[dict[str, int | str], Shape]]


def _rectangle(part: _Part) -> _Shapes:
    part.only("name", "shape", "at", "size")
    yield {}, Rectangle(*part.pair("at"), *part.size("size"))


def _circle(part: _Part) -> _Shapes:
    part.only("name", "shape", "at", "radius")
    yield {}, Circle(*part.pair("at"), part.length("radius"))


def _polygon(part: _Part) -> _Shapes:
    part.only("name", "shape", "corners")
    corners = part.values.get("corners")
    if not isinstance(corners, list) or len(corners) < 3 or not all(map(_is_pair, corners)):
        part.fail("`corners` must list at least three points, e.g. [[0, 0], [9, 0], [9, 9]]")
    yield {}, Polygon(tuple((float(x), float(y)) for x, y in corners))


def _row(part: _Part) -> _Shapes:
    """Equal spots in a row, numbered {n} or {name}d: round with a radius, or rectangles."""
    part.only("name", "shape", "at", "step", "count", "first", "names", "radius", "size")
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


def _wheel(part: _Part) -> _Shapes:
    """Sectors of a ring about `at`, one for each name, clockwise; the first starts at `turn`."""
    part.only("name", "shape", "at", "radii", "turn", "names")
    (x, y), (inner, outer) = part.pair("at"), part.size("radii")
    turn, marks = part.values.get("turn", 0), _named(part)
    if outer <= inner:
        part.fail(f"`radii` must be the inner and the larger outer one, not {[inner, outer]}")
    if not _is_number(turn):
        part.fail(f"`turn` must be degrees, clockwise from the top, not {turn!r}")
    sweep = 360 / len(marks)
    for n, mark in enumerate(marks):
        yield mark, Sector(x, y, inner, outer, turn + n * sweep, sweep)


def _named(part: _Part) -> list[dict[str, int | str]]:
    names = part.values.get("names")
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        part.fail('`names` must list what {name} stands for, e.g. names = ["north", "south"]')
    return [{"name": name} for name in names]


def _hexes(part: _Part) -> _Shapes:
    """Hexes of a grid in axial coordinates {q},{r}; `at` is the centre of 0,0."""
    part.only("name", "shape", "at", "side", "pointed", "cells")
    (x, y), side, pointed = part.pair("at"), part.length("side"), part.values.get("pointed", True)
    if type(pointed) is not bool:
        part.fail(f"`pointed` must be true (corner on top) or false (side on top), not {pointed!r}")
    cells = part.values.get("cells")
    if not isinstance(cells, list) or not cells:
        part.fail("`cells` must list the hexes, e.g. cells = [[0, 0], [1, 0]]")
    wide, half = side * math.sqrt(3), side * 1.5
    for cell in cells:
        if not isinstance(cell, list) or len(cell) != 2 or any(type(n) is not int for n in cell):
            part.fail(f"each hex in `cells` must be two whole numbers, not {cell!r}")
        q, r = cell
        dx, dy = (wide * (q + r / 2), half * r) if pointed else (half * q, wide * (r + q / 2))
        yield {"q": q, "r": r}, Hexagon(x + dx, y + dy, side, pointed)


_SHAPES = {
    "rectangle": _rectangle,
    "circle": _circle,
    "polygon": _polygon,
    "row": _row,
    "wheel": _wheel,
    "hexes": _hexes,
}


def _filled(part: _Part, text: str, **values: object) -> str:
    """A name with {seat}, {n}, {name}, {q} and {r} filled in, where they mean something."""
    usable = {name: value for name, value in values.items() if value is not None}
    try:
        return text.format(**usable)
    except (KeyError, IndexError, ValueError) as error:
        names = ", ".join(f"{{{name}}}" for name in usable) or "none"
        wrong = f"{text!r} has a mark that means nothing here; usable marks: {names}"
        raise LayoutError(f"{part.path}: {part.where}: {wrong}.") from error


def _check_tags_unique(path: Path, frames: Mapping[str, Frame]) -> None:
    owners: dict[int, str] = {}
    for frame in frames.values():
        for tag in frame.tags:
            if tag.id in owners:
                _Part(path, f"frame {frame.key}", {}).fail(
                    f"the tag {tag.id} is already on the frame {owners[tag.id]}; use a free id"
                )
            owners[tag.id] = frame.key


def _check_places_unique(path: Path, places: Sequence[PlaceShape]) -> None:
    owners: dict[str, str] = {}
    for place in places:
        if place.name in owners:
            _Part(path, f"frame {place.frame}, place {place.name}", {}).fail(
                f"there is already a place of that name on the frame {owners[place.name]}; "
                "every place needs a name of its own; {n}, {name}, {q},{r} and {seat} tell apart"
            )
        owners[place.name] = place.frame


def _table(
    data: _Part, frames: Mapping[str, Frame]
) -> tuple[tuple[float, float], Mapping[str, Pose]]:
    part = data.below("table", data.values.get("table", {}))
    size = part.size("size")
    poses: dict[str, Pose] = {}
    suggested = part.below("frames", part.values.get("frames", {}))
    for key, value in suggested.values.items():
        if not isinstance(value, list) or len(value) != 3 or not all(map(_is_number, value)):
            suggested.fail(f"{key} must be [x, y, angle], not {value!r}")
        if key in frames:
            poses[key] = Pose(*map(float, value))
    missing = [key for key in frames if key not in poses]
    if missing:
        suggested.fail(f"nothing says where {', '.join(missing)} lies; add it as [x, y, angle]")
    return size, MappingProxyType(poses)
