"""The boards of one copy: peninsula, ring, sectors, piers, slots, tracks and what they cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.cooper_island.printed.nodes import Discount, Effects, Good
from rules.edition import Edition, EditionError
from rules.typed import Table, read

Space = str
"""A hex of a peninsula, by its coordinates: `-3,6`."""
Water = str
"""A half of a shoal, by the coast, the number of the shoal and the half: `right_1a`."""

LEFT, RIGHT = "left", "right"
SECTOR = 10
"""Steps from a harbour to the next: four shoals, a bay, four shoals, a harbour."""
BAY = 5
SHOALS = 4
_AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


class Sector(Table, frozen=True):
    """An action sector: one round and one square space for workers."""

    key: str
    does: Effects
    round_bonus: Effects = ()
    square_bonus: Effects = ()
    square_instead: Effects = ()
    square_discount: Discount | None = None


class Crate(Table, frozen=True):
    key: str
    does: Effects


class StatueCost(Table, frozen=True):
    key: str
    cost: dict[Good, int]


@dataclass(frozen=True, slots=True)
class Pier:
    number: int
    cost: Mapping[str, int]
    np: int


class Structure(Table, frozen=True):
    kind: str
    cost: dict[Good, int]
    np: int


class CargoShip(Table, frozen=True):
    number: int
    gold: int
    cloth: int
    np: int

    @property
    def cost(self) -> Mapping[str, int]:
        return {"gold": self.gold, "cloth": self.cloth}


@dataclass(frozen=True, slots=True)
class StatueSlot:
    number: int
    np: int
    covered: int
    """0 if it is open from the start, else which large building has to be taken first."""


@dataclass(frozen=True)
class Board:
    """What is the same for everybody. Spaces are listed from the isthmus to the tip."""

    land: tuple[Space, ...]
    start: Space
    ruins: tuple[Space, ...]
    isthmus: tuple[Space, ...]
    water: Mapping[Water, tuple[int, int]]
    around: Mapping[Space, tuple[Space, ...]]
    """The land next to each land space."""
    coast: Mapping[Space, tuple[Water, ...]]
    """The water next to each land space."""
    sectors: Mapping[str, Sector]
    piers: Mapping[int, Pier]
    slots: tuple[StatueSlot, ...]
    structures: Mapping[str, Structure]
    statue_costs: Mapping[str, Mapping[str, int]]
    cargo: Mapping[int, CargoShip]
    crates: Mapping[str, Effects]
    food_at_start: int
    food_per_hire: tuple[int, ...]
    numbers: Mapping[str, int]
    """The plain numbers of the rules, by name."""

    @cached_property
    def pairs(self) -> tuple[tuple[Space, Space], ...]:
        """Every ordered pair of neighbours: where a double tile can lie, and which way round."""
        return tuple((one, other) for one in self.land for other in self.around[one])

    @cached_property
    def food_symbols(self) -> int:
        """All there are on a worker board, when nobody waits any more."""
        return self.food_at_start + sum(self.food_per_hire)

    def food_needed(self, hired: int) -> int:
        return self.food_at_start + sum(self.food_per_hire[:hired])

    def feeding_np(self, hired: int) -> int:
        """Open symbols of navigation, below the rightmost symbols of food."""
        hidden = self.food_symbols - self.food_needed(hired)
        return max(0, self.numbers["np_symbols"] - hidden)

    def first_shoal(self) -> tuple[Water, Water]:
        """Where the first islet has to be placed: right of the right harbour."""
        return f"{RIGHT}_1a", f"{RIGHT}_1b"


def shoal_of(water: Water) -> str:
    return water[:-1]


def name_of(hexagon: tuple[int, int]) -> Space:
    return f"{hexagon[0]},{hexagon[1]}"


def hex_of(space: Space) -> tuple[int, int]:
    q, r = space.split(",")
    return int(q), int(r)


def neighbours(hexagon: tuple[int, int]) -> Iterator[tuple[int, int]]:
    q, r = hexagon
    return ((q + dq, r + dr) for dq, dr in _AROUND)


def board_of(printed: Edition) -> Board:
    land = _pairs(printed, "peninsula.land")
    water: dict[Water, tuple[int, int]] = {}
    for coast in (LEFT, RIGHT):
        for at, (q, r) in enumerate(_pairs(printed, f"peninsula.{coast}")):
            water[f"{coast}_{at // 2 + 1}{'ab'[at % 2]}"] = (q, r)
    by_cell = {cell: name for name, cell in water.items()}
    around = {
        name_of(cell): tuple(name_of(n) for n in neighbours(cell) if n in land) for cell in land
    }
    coasts = {
        name_of(cell): tuple(by_cell[n] for n in neighbours(cell) if n in by_cell) for cell in land
    }
    numbers = {
        **printed.counts("rules"),
        "warehouse": printed.number("rules.warehouse.slots"),
        "hire_cells": printed.number("rules.recruit.hire_cells"),
        "np_cells": printed.number("rules.recruit.np_cells"),
        "np_symbols": printed.number("worker_board.np.symbols"),
    }
    return Board(
        land=tuple(map(name_of, land)),
        start=_spaces(printed, "start")[0],
        ruins=_spaces(printed, "ruins"),
        isthmus=_spaces(printed, "isthmus"),
        water=water,
        around=around,
        coast=coasts,
        sectors={sector.key: sector for sector in printed.rows_as("sectors", Sector)},
        piers={pier.number: pier for pier in _piers(printed)},
        slots=tuple(_slots(printed)),
        structures={kind: _structure(printed, kind) for kind in printed.table("structures")},
        statue_costs={row.key: row.cost for row in printed.rows_as("statue_costs", StatueCost)},
        cargo={ship.number: ship for ship in printed.rows_as("cargo_ships", CargoShip)},
        crates={crate.key: crate.does for crate in printed.rows_as("crates", Crate)},
        food_at_start=printed.number("worker_board.food_at_start"),
        food_per_hire=tuple(printed.numbers("worker_board.food_per_hire")),
        numbers=numbers,
    )


def _pairs(printed: Edition, path: str) -> tuple[tuple[int, int], ...]:
    found: tuple[tuple[int, int], ...] = printed.typed(path, tuple[tuple[int, int], ...])
    return found


def _spaces(printed: Edition, name: str) -> tuple[Space, ...]:
    return tuple(map(name_of, _pairs(printed, f"peninsula.{name}")))


def _structure(printed: Edition, kind: str) -> Structure:
    path = f"structures.{kind}"
    row = {**printed.table(path), "kind": kind}
    return read(row, Structure, f"{printed.source}: {path}", EditionError)


def _piers(printed: Edition) -> Iterator[Pier]:
    columns = (printed.numbers(f"piers.{name}") for name in ("coin", "wood", "np"))
    for number, (coin, wood, np) in enumerate(zip(*columns, strict=True), start=1):
        yield Pier(number, {"coin": coin, "wood": wood}, np)


def _slots(printed: Edition) -> Iterator[StatueSlot]:
    under = 0
    for number, (np, covered) in enumerate(_pairs(printed, "statue_slots.slots"), start=1):
        under += 1 if covered else 0
        yield StatueSlot(number, np, under if covered else 0)
