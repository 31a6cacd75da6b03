"""What tiles bring the sensible player: goods, new land and heights for later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rules.cooper_island.actions.landscape import (
    CUBES,
    MOUNTAIN,
    Spot,
    sides,
    spots,
)
from rules.cooper_island.bot.ladder import Ladders
from rules.cooper_island.printed.board import Space
from rules.cooper_island.table import Plot, Table
from rules.flow import Seat

Gain = Callable[[tuple[tuple[str, int], ...]], float]
"""What so many more, or less, of some goods are worth."""
STEP = 0.25
"""A step of the cartographer."""
HEIGHT, NEW, WIDE = 0.05, 0.05, 7
"""What height is worth in each round to come, what new land is, and how much of it is enough."""


@dataclass
class Land:
    """One seat's peninsula, to be built on."""

    table: Table
    seat: Seat
    rounds: int
    gain: Gain
    ladders: Ladders
    _plots: Mapping[Space, Plot] = field(init=False)

    def __post_init__(self) -> None:
        self._plots = self.table.player(self.seat).land

    def worth(self, spot: Spot, terrains: tuple[str, str]) -> float:
        """The cubes that it brings, less what is lost of stored ones, and the land itself."""
        land = self._plots
        stored = [space for space in (spot.one, spot.other) if land[space].cube]
        level = max(land[spot.one].level, land[spot.other].level) + 1
        goods: list[tuple[str, int]] = []
        total = -0.1 * len(stored) - (STEP if spot.levelled else 0.0)
        for space, terrain in zip((spot.one, spot.other), terrains, strict=True):
            goods.append((self.cube(terrain, level), level))
            total += self.place(space, level)
        goods.extend((land[space].cube, 1 - land[space].level) for space in stored)
        return total + self.gain(tuple(goods))

    def cube(self, terrain: str, level: int) -> str:
        if terrain == MOUNTAIN and level >= self.table.rule("gold_from"):
            return max(("gold", "stone"), key=lambda good: self.gain(((good, level),)))
        return CUBES[terrain]

    def place(self, space: Space, level: int) -> float:
        """Land is worth more the longer it can be built on, and the higher it is."""
        before = self._plots[space].level
        total = HEIGHT * float(level**1.5 - before**1.5) * self.rounds
        if not before:
            total += NEW * self.rounds if self.explored < WIDE else 0.0
            total += self.ladders.one_more("unexplored", -1)
            if space in self.table.board.isthmus:
                total += (self.rounds + 1) * self.table.rule("isthmus_bonus") / 4
        high = self.table.rule("high_level")
        if before < high <= level:
            total += self.ladders.one_more("high_spaces")
        return total

    @cached_property
    def explored(self) -> int:
        return sum(plot.level > 0 for plot in self._plots.values())

    def best(self, terrains: tuple[str, str]) -> float | None:
        """The best place for a side of a tile; None if there is none."""
        places = spots(self.table, self.seat, terrains)
        return max((self.worth(spot, terrains) for spot in places), default=None)

    def best_of_all(self) -> float:
        """The best place for any of the own double tiles."""
        worths = (self.best(side.terrains) for side in sides(self.table, self.seat))
        return max((worth for worth in worths if worth is not None), default=0.0)

    def raising(self, space: Space, terrain: str) -> float:
        """A single tile on a space."""
        level = self._plots[space].level + 1
        return self.gain(((self.cube(terrain, level), level),)) + self.place(space, level)
