"""What a `layout.toml` holds: mats with their tags, and places of six shapes on them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta, field

from rules.typed import Table, Wrong
from vision.registry import FARTHEST, FIRST_MAT_ID, LAST_ID, Length, SetName
from vision.shapes import Circle, Hexagon, Polygon, Rectangle, Sector, Shape, joined


class LayoutError(ValueError):
    """A layout that cannot be used; the message names the file, the frame and the place."""


Number = Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST, description="a number")]
Point = Annotated[
    tuple[Number, Number], Meta(description="two numbers in millimetres, e.g. [30, 42]")
]
Size = Annotated[tuple[Length, Length], Meta(description="a width and a height above 0")]
Name = Annotated[str, Meta(min_length=1, description='text, e.g. "harbour"')]
Names = Annotated[
    tuple[str, ...],
    Meta(min_length=1, description='what {name} stands for, e.g. ["north", "south"]'),
]
Outlines = Iterator[tuple[dict[str, int | str], Shape]]


class _Row(Table, frozen=True, tag_field="shape"):
    """One row of a mat's places."""

    name: Name
    set: SetName | None = None
    pieces: tuple[str, ...] = ()
    turned: Name | None = None
    hand: bool = False


class RectangleSpot(_Row, frozen=True, tag="rectangle", kw_only=True):
    at: Point
    size: Size

    def outlines(self) -> Outlines:
        yield {}, Rectangle(*self.at, *self.size)


class CircleSpot(_Row, frozen=True, tag="circle", kw_only=True):
    at: Point
    radius: Length

    def outlines(self) -> Outlines:
        yield {}, Circle(*self.at, self.radius)


class PolygonSpot(_Row, frozen=True, tag="polygon", kw_only=True):
    corners: Annotated[
        tuple[tuple[Number, Number], ...],
        Meta(min_length=3, description="at least three points, e.g. [[0, 0], [9, 0], [9, 9]]"),
    ]

    def outlines(self) -> Outlines:
        yield {}, Polygon(self.corners)


class RowSpot(_Row, frozen=True, tag="row", kw_only=True):
    """Equal spots in a row, numbered {n} or {name}d: round with a radius, or rectangles."""

    at: Point
    step: Point
    count: Annotated[int, Meta(ge=1, le=100, description="at least 1")] | None = None
    first: int = 1
    names: Names | None = None
    radius: Length | None = None
    size: Size | None = None

    def __post_init__(self) -> None:
        if (self.names is None) == (self.count is None):
            raise Wrong("Give it a count (spots have numbers), or names for its spots.")
        if (self.radius is None) == (self.size is None):
            raise Wrong("Give it a radius (round spots), or a size (rectangles).")

    def outlines(self) -> Outlines:
        marks: list[dict[str, int | str]] = _named(self.names or ())
        marks = marks or [{"n": self.first + n} for n in range(self.count or 0)]
        for n, mark in enumerate(marks):
            x, y = self.at[0] + n * self.step[0], self.at[1] + n * self.step[1]
            yield mark, Rectangle(x, y, *self.size) if self.size else Circle(x, y, self.radius or 0)


class WheelSpot(_Row, frozen=True, tag="wheel", kw_only=True):
    """Sectors of a ring about `at`, one for each name, clockwise; the first starts at `turn`."""

    at: Point
    radii: Size
    names: Names
    turn: Annotated[float, Meta(ge=-360, le=360, description="degrees, clockwise from the top")] = (
        0.0
    )

    def __post_init__(self) -> None:
        if self.radii[1] <= self.radii[0]:
            radii = list(self.radii)
            why = f"It must be the inner and the larger outer one, not {radii}."
            raise Wrong(why, "radii")

    def outlines(self) -> Outlines:
        sweep = 360 / len(self.names)
        for n, mark in enumerate(_named(self.names)):
            yield mark, Sector(*self.at, *self.radii, self.turn + n * sweep, sweep)


class HexesSpot(_Row, frozen=True, tag="hexes", kw_only=True):
    """Hexes of a grid in axial coordinates {q},{r}, or {name}d; `at` is the centre of 0,0.

    If each two in a row are one place, they are counted {n}. Cells that are printed stand in the
    edition: then they are named by their path there.
    """

    at: Point
    side: Length
    cells: Annotated[
        tuple[tuple[int, int], ...] | Name,
        Meta(description="hexes of two whole numbers each, e.g. [[0, 0], [1, 0]]"),
    ]
    pointed: bool = True
    names: Names | None = None
    pairs: bool = False
    tiles: Annotated[Literal["second"] | bool, Meta(description='true, or "second"')] = False
    """Whether tiles lie there; `second` hexes, where no tag can be, only as another one's."""

    def outlines(self) -> Outlines:
        found = [*self._hexagons()]
        if self.names:
            if len(self.names) != len(found):
                many = f"as many names, not {len(self.names)}"
                raise Wrong(f"There are {len(found)} hexes, so give {many}.")
            marks = _named(self.names)
            found = [(mark, hexagon) for mark, (_, hexagon) in zip(marks, found, strict=True)]
        if not self.pairs:
            yield from found
            return
        for n, (one, other) in enumerate(zip(found[::2], found[1::2], strict=False), 1):
            yield {"n": n}, joined(one[1], other[1])

    def _hexagons(self) -> Iterator[tuple[dict[str, int | str], Hexagon]]:
        if isinstance(self.cells, str):
            raise Wrong("There is no edition to look them up in.", "cells")
        wide, half = self.side * math.sqrt(3), self.side * 1.5
        for q, r in self.cells:
            dx, dy = wide * (q + r / 2), half * r
            if not self.pointed:
                dx, dy = half * q, wide * (r + q / 2)
            hexagon = Hexagon(self.at[0] + dx, self.at[1] + dy, self.side, self.pointed)
            yield {"q": q, "r": r}, hexagon


def _named(names: tuple[str, ...]) -> list[dict[str, int | str]]:
    return [{"name": name} for name in names]


Spot = RectangleSpot | CircleSpot | PolygonSpot | RowSpot | WheelSpot | HexesSpot
"""Each has the outlines that it stands for, with what tells them apart."""
_Id = Annotated[
    int,
    Meta(
        ge=FIRST_MAT_ID,
        le=LAST_ID,
        description=f"one of {FIRST_MAT_ID} to {LAST_ID}, kept for frames",
    ),
]


class TagOfSeats(Table, frozen=True):
    at: Point
    side: Length


class TagSpot(TagOfSeats, frozen=True):
    """A tag fixed to a mat: the centre and the side of its black square."""

    id: _Id

    @property
    def x(self) -> float:
        return self.at[0]

    @property
    def y(self) -> float:
        return self.at[1]


class _OfMat(Table, frozen=True, kw_only=True):
    title: Name
    size: Size
    printed: bool = True
    set: SetName | None = None
    places: tuple[Spot, ...] = ()


class Frame(_OfMat, frozen=True, kw_only=True):
    """A mat that there is once."""

    tags: tuple[TagSpot, ...]

    def __post_init__(self) -> None:
        _check_tags(self.tags, self.size)


class SeatFrame(_OfMat, frozen=True, kw_only=True):
    """A mat that each seat has: the same spots, other ids."""

    tags: tuple[TagOfSeats, ...]
    ids: dict[str, tuple[_Id, ...]]

    def __post_init__(self) -> None:
        _check_tags(self.tags, self.size)
        for seat, ids in self.ids.items():
            if len(ids) != len(self.tags):
                many = f"{len(self.tags)}, not {len(ids)}"
                raise Wrong(f"A seat needs as many ids as there are tags: {many}.", f"ids.{seat}")

    def tags_of(self, seat: str) -> tuple[TagSpot, ...]:
        if seat not in self.ids:
            have = ", ".join(self.ids)
            raise Wrong(f"There are no tags for the seat {seat!r} (there are for: {have}); add it.")
        numbered = zip(self.tags, self.ids[seat], strict=True)
        return tuple(TagSpot(tag.at, tag.side, number) for tag, number in numbered)


def _check_tags(tags: Sequence[TagOfSeats], size: tuple[float, float]) -> None:
    if not tags:
        raise Wrong("It has no tags; without one, nobody can see where it lies.")
    for index, tag in enumerate(tags):
        half = tag.side / 2
        if not all(half <= tag.at[n] <= size[n] - half for n in (0, 1)):
            where = f"At {list(tag.at)} with a side of {tag.side}"
            raise Wrong(f"{where} it sticks out of the frame; move it inside.", f"tags[{index}]")


_Pose = Annotated[tuple[Number, Number, Number], Meta(description="[x, y, angle]")]


class Lying(Table, frozen=True):
    """Where the mats lie when nobody has a reason to do otherwise."""

    size: Size
    frames: dict[str, _Pose] = field(default_factory=dict)


class LayoutFile(Table, frozen=True):
    table: Lying
    frames: dict[str, Frame] = field(default_factory=dict)
    seat_frames: dict[str, SeatFrame] = field(default_factory=dict)
