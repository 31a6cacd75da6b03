"""What tiles bring the sensible player: goods, new land and heights for later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from rules.cooper_island.actions.goods import rooms
from rules.cooper_island.actions.landscape import (
    CUBES,
    MOUNTAIN,
    Spot,
    border,
    can_level,
    covers,
    sides,
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


class Plan(NamedTuple):
    """Where a double tile could go, and from which of its spaces a cube has to be stored first."""

    spot: Spot
    stored: tuple[Space, ...]


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

    def plans(self, terrains: tuple[str, str]) -> Iterator[Plan]:
        """Like the rules' own spots, and those besides where a cube is in the way that has room in
        the warehouse.
        """
        table, land = self.table, self._plots
        beside, free = border(table, self.seat), rooms(table, self.seat)
        first, second = (self._holding(terrain, free) for terrain in terrains)
        for one, other in table.board.pairs:
            if one not in first or other not in second:
                continue
            a, b = land[one], land[other]
            difference = a.level - b.level
            stored = tuple(s for s in (one, other) if land[s].cube)
            if len(stored) == 2 and min(free.values()) < 2:
                continue
            if difference == 0:
                if a.level or one in beside or other in beside:
                    yield Plan(Spot(one, other), stored)
            elif difference in (1, -1):
                lower = other if difference == 1 else one
                if can_level(table, self.seat, land[lower]):
                    yield Plan(Spot(one, other, lower), stored)

    def _holding(self, terrain: str, free: Mapping[str, int]) -> set[Space]:
        return {
            space
            for space, plot in self._plots.items()
            if not plot.stands
            and (not plot.level or covers(terrain, plot))
            and (not plot.cube or free[plot.cube] > 0)
        }

    def worth(self, plan: Plan, terrains: tuple[str, str]) -> float:
        """The cubes that it brings, less what is lost of stored ones, and the land itself."""
        land = self._plots
        spot = plan.spot
        level = max(land[spot.one].level, land[spot.other].level) + 1
        goods: list[tuple[str, int]] = []
        total = -0.1 * len(plan.stored) - (STEP if spot.levelled else 0.0)
        for space, terrain in zip((spot.one, spot.other), terrains, strict=True):
            goods.append((self.cube(terrain, level), level))
            total += self.place(space, level)
        goods.extend((land[space].cube, 1 - land[space].level) for space in plan.stored)
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

    def best(self, terrains: tuple[str, str]) -> tuple[float, Plan | None]:
        """The best plan for a side of a tile."""
        found, best = 0.0, None
        for plan in self.plans(terrains):
            worth = self.worth(plan, terrains)
            if best is None or worth > found:
                found, best = worth, plan
        return found, best

    def best_of_all(self) -> tuple[float, Plan | None]:
        """The best plan for any of the own double tiles."""
        found, best = 0.0, None
        for side in sides(self.table, self.seat):
            worth, plan = self.best(side.terrains)
            if plan and (best is None or worth > found):
                found, best = worth, plan
        return found, best

    def raising(self, space: Space, terrain: str) -> float:
        """A single tile on a space."""
        level = self._plots[space].level + 1
        return self.gain(((self.cube(terrain, level), level),)) + self.place(space, level)
