"""A peninsula as a map of hexes, with the water around it and the ships there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.cooper_island.places import station
from rules.cooper_island.printed.board import BAY, LEFT, SECTOR, SHOALS, hex_of
from rules.cooper_island.printed.names import GOOD_NAMES, STANDING_NAMES, TERRAIN_NAMES
from rules.cooper_island.table import MASTS, Plot, Table
from rules.flow import Option, Seat
from rules.text import Text

SIDE = 22.0
_WIDE, _HIGH = SIDE * math.sqrt(3), SIDE * 1.5
_MARGIN = 12.0
_IN_A_ROW = 3
"""Ships in one hex of a harbour."""
_PRESSED = ("site", "ruin", "store", "toll", "from")
"""Options that name one space, which can be pressed on the map."""


@dataclass(frozen=True, slots=True)
class Hex:
    """One space: where it is drawn, and what lies on it."""

    space: str
    x: float
    y: float
    plot: Plot
    press: str | None
    """The key of the option that stands for it."""
    begins: bool
    """Whether a tile on two spaces can lie with its first one here."""

    @property
    def points(self) -> str:
        return _points(self.x, self.y)

    @property
    def words(self) -> Text:
        plot = self.plot
        if not plot.level:
            return STANDING_NAMES["ruin"] if plot.stands else Text("unexplored")
        text = Text("{terrain}, level {n}", terrain=TERRAIN_NAMES[plot.terrain], n=plot.level)
        if plot.cube:
            return Text("{land}, {cube}", land=text, cube=GOOD_NAMES[plot.cube])
        if plot.stands:
            return Text("{land}, {piece}", land=text, piece=STANDING_NAMES[plot.stands])
        return text


@dataclass(frozen=True, slots=True)
class Sea:
    """A half of a shoal, a harbour or the bay, with the islet and the ships there."""

    x: float
    y: float
    islet: Text | None
    ships: tuple[tuple[str, str], ...]
    """By the colours of their owners, and their masts."""
    name: Text | None = None

    @property
    def points(self) -> str:
        return _points(self.x, self.y)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a tile on two spaces can be laid: the second of them, once the first is chosen."""

    first: str
    x: float
    y: float
    press: str


@dataclass(frozen=True, slots=True)
class Peninsula:
    seat: Seat
    left: float
    top: float
    width: float
    height: float
    land: tuple[Hex, ...]
    water: tuple[Sea, ...]
    spots: tuple[Spot, ...]

    @property
    def coast(self) -> str:
        """The outlines of all land."""
        return "".join(f"M{each.points}Z" for each in self.land)

    @property
    def rose(self) -> tuple[float, float]:
        """Where nothing is: below on the right, for the land grows narrow there."""
        return round(self.left + self.width - 34, 1), round(self.top + self.height - 36, 1)


def peninsula(table: Table, seat: Seat, options: list[Option[Any]]) -> Peninsula:
    """The map of one player; options of the open question can be pressed on it."""
    player = table.player(seat)
    pressed, spots = dict(_pressed(options)), tuple(_spots(table, options))
    firsts = {spot.first for spot in spots}
    land = tuple(
        Hex(space, *_at(hex_of(space)), plot, pressed.get(space), space in firsts)
        for space, plot in player.land.items()
    )
    water = tuple(_water(table, seat))
    xs = [*(each.x for each in land), *(each.x for each in water)]
    ys = [*(each.y for each in land), *(each.y for each in water)]
    left, top = min(xs) - _WIDE / 2 - _MARGIN, min(ys) - SIDE - _MARGIN
    return Peninsula(
        seat=seat,
        left=round(left, 1),
        top=round(top, 1),
        width=round(max(xs) - left + _WIDE / 2 + _MARGIN, 1),
        height=round(max(ys) - top + SIDE + _MARGIN, 1),
        land=land,
        water=water,
        spots=spots,
    )


def _at(cell: tuple[int, int]) -> tuple[float, float]:
    q, r = cell
    return round(_WIDE * (q + r / 2), 1), round(_HIGH * r, 1)


def _points(x: float, y: float) -> str:
    angles = (math.pi / 6 + math.pi / 3 * n for n in range(6))
    corners = ((x + SIDE * math.cos(a), y + SIDE * math.sin(a)) for a in angles)
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)


def _pressed(options: list[Option[Any]]) -> Iterator[tuple[str, str]]:
    """The last comes first: what a question is about stands before what may always be done."""
    for option in reversed(options):
        verb, _, rest = option.key.partition(":")
        if verb in _PRESSED and option.blocked is None and "," in rest:
            yield rest, option.key


def _spots(table: Table, options: list[Option[Any]]) -> Iterator[Spot]:
    for option in options:
        verb, _, rest = option.key.partition(":")
        if verb in ("lay", "shore") and option.blocked is None:
            one, other = rest.split("+")
            yield Spot(one, *_at(table.board.water.get(other) or hex_of(other)), option.key)


def _water(table: Table, seat: Seat) -> Iterator[Sea]:
    """Ships lie on the visible half of a shoal, or on the one next to the harbour."""
    player = table.player(seat)
    lying: dict[str, list[tuple[str, str]]] = {}
    for other in table.seats:
        for mast in MASTS:
            place = station(table.seats, table.player(other).ships[mast])
            lying.setdefault(place, []).append((other.colour, mast))
    for water, cell in table.board.water.items():
        islet = player.islets.get(water)
        shoal = lying.get(f"sea:{seat.colour}:{water[:-1]}", ())
        covered = f"{water[:-1]}a" in player.islets
        shown = water.endswith("b") == covered and not islet
        ships = tuple(shoal) if shown else ()
        half = Text("{half}", half=water.partition("_")[2])
        yield Sea(*_at(cell), islet.name if islet else None, ships, half)
    start = SECTOR * seat.index
    harbour = lying.get(station(table.seats, start), ())
    left, right = _harbour(table)
    yield Sea(*_at(left), None, tuple(harbour[:_IN_A_ROW]), Text("Harbour"))
    yield Sea(*_at(right), None, tuple(harbour[_IN_A_ROW:]))
    q, r = table.board.water[f"{LEFT}_{SHOALS}b"]
    bay = lying.get(station(table.seats, start + BAY), ())
    yield Sea(*_at((q - 1, r)), None, tuple(bay), Text("Bay"))


def _harbour(table: Table) -> tuple[tuple[int, int], tuple[int, int]]:
    """Two hexes side by side, below all others and below the start space."""
    board = table.board
    q, r = hex_of(board.start)
    lowest = max(row for _, row in (*map(hex_of, board.land), *board.water.values()))
    left = q - (lowest + 2 - r) // 2
    return (left, lowest + 1), (left + 1, lowest + 1)
