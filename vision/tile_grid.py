"""Hexes of a board on which tiles lie, one tile on one hex or on two neighbouring ones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.pieces import Place
from vision.shapes import Hexagon


class TileCell(NamedTuple):
    """A hex on which a tile can lie: what it is called for either side of a tile.

    If it is not `first`, no tag can be there: a tile reaches it from another hex.
    """

    name: Place
    turned: Place | None
    hexagon: Hexagon
    first: bool


class TilePlace(NamedTuple):
    """Where a tile lies: the numbers of its hexes, that of its tag first, and which side is up."""

    on: tuple[int, ...]
    turned: bool


@dataclass(frozen=True, slots=True, eq=False)
class TileGrid:
    hexes: Sequence[Hexagon]
    places: Mapping[Place, TilePlace]
    names: Mapping[TilePlace, Place]
    """The same the other way round."""

    @property
    def apothem(self) -> float:
        """From the middle of a hex to its sides."""
        return self.hexes[0].side * math.sqrt(3) / 2

    def name_of(self, number: int) -> Place | None:
        """What a hex is called alone, if a tag can be on it."""
        return self.names.get(TilePlace((number,), False))


def grid_of(cells: Sequence[TileCell]) -> TileGrid:
    places = dict(_places(cells))
    names = {place: name for name, place in places.items()}
    return TileGrid([cell.hexagon for cell in cells], places, names)


def _places(cells: Sequence[TileCell]) -> Iterator[tuple[Place, TilePlace]]:
    """Every hex alone, and every two neighbouring ones in either order; each for both sides."""
    for number, cell in enumerate(cells):
        if not cell.first:
            continue
        alone: tuple[str, tuple[int, ...]] = ("", (number,))
        pairs = ((f"+{_last(cells[n].name)}", (number, n)) for n in _neighbours(cells, number))
        for more, on in (alone, *pairs):
            yield cell.name + more, TilePlace(on, False)
            if cell.turned:
                yield cell.turned + more, TilePlace(on, True)


def _neighbours(cells: Sequence[TileCell], number: int) -> Iterator[int]:
    here = cells[number].hexagon
    for other, cell in enumerate(cells):
        apart = math.hypot(cell.hexagon.x - here.x, cell.hexagon.y - here.y)
        if other != number and apart < 1.02 * math.sqrt(3) * here.side:
            yield other


def _last(name: str) -> str:
    return name.rpartition(":")[2]
