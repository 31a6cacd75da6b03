"""What things are worth to the sensible player of Cooper Island, in points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from zlib import crc32

from rules.cooper_island.actions.boats import pier_menu
from rules.cooper_island.actions.cargo import cargo_menu
from rules.cooper_island.actions.feeding import food_needed
from rules.cooper_island.actions.goods import room
from rules.cooper_island.actions.landscape import CUBES, MOUNTAIN, Spot, sides, spots
from rules.cooper_island.actions.milestones import reached
from rules.cooper_island.actions.statues import price_menu, why_not_excavate
from rules.cooper_island.actions.structures import structure_menu
from rules.cooper_island.actions.vocabulary import Source, effects
from rules.cooper_island.printed.nodes import (
    MARKET,
    Advance,
    BuildBoat,
    BuildStructure,
    Draw,
    Effect,
    Effects,
    ErectStatue,
    Excavate,
    ExtraFeeding,
    FlipBoat,
    Gain,
    GainChoice,
    LidOnLand,
    Navigate,
    OneOf,
    PayFood,
    PlaceTile,
    SupplyShip,
    UpTo,
    UseBoats,
    UseIslets,
)
from rules.cooper_island.scoring import royal_points
from rules.cooper_island.table import Table
from rules.flow import Seat
from rules.text import Text

UNIT = {"coin": 0.5, "wood": 0.3, "stone": 0.3, "food": 0.28, "gold": 0.4, "cloth": 0.36}
"""What a unit of each good is worth, as far as prices tell."""
TILE, STEP, LID, CARD = 0.7, 0.35, 1.2, 1.5
MILESTONE = 2.5
"""A second boat, structure, statue or lid, which recruits somebody."""
ANCHOR = 1.2
GROWTH = (0.8, 0.3)


@dataclass
class Mind:
    """One seat's view of the table."""

    table: Table
    seat: Seat

    @cached_property
    def rounds(self) -> int:
        """Rounds that are still to come."""
        return self.table.rule("rounds") - self.table.round

    @cached_property
    def hunger(self) -> int:
        """Food that is missing for the next cleanup."""
        return max(0, food_needed(self.table, self.seat) - self.table.worth(self.seat, "food"))

    @cached_property
    def growth(self) -> float:
        """Land is worth more the longer it can be built on."""
        return GROWTH[0] + GROWTH[1] * self.rounds

    def unit(self, good: str) -> float:
        """Less for what there is plenty of, more for food that is missing."""
        if good == "food" and self.hunger:
            return 1.0
        return UNIT[good] * 4 / (3 + self.table.worth(self.seat, good))

    def taste(self, key: str) -> float:
        """What this player just likes to do, from 0 to 1: the same in the same situation."""
        drawn = [tile.id for tile in self.table.own("supply", self.seat)]
        return crc32(f"{key} {self.seat.colour} {self.table.round} {drawn}".encode()) / 2**32

    # ----------------------------------------------------------------------------- the land

    def spot(self, spot: Spot, terrains: tuple[str, str]) -> float:
        """The cubes that it brings, and new land and heights for later."""
        land = self.table.player(self.seat).land
        level = max(land[spot.one].level, land[spot.other].level) + 1
        total = 0.0
        for space, terrain in zip((spot.one, spot.other), terrains, strict=True):
            total += level * self.unit(self.cube(terrain, level))
            new = land[space].level == 0
            total += 0.35 if new else 0.1 * level
            total += 0.3 if new and space in self.table.board.isthmus else 0.0
        return total - (STEP if spot.levelled else 0.0)

    def cube(self, terrain: str, level: int) -> str:
        if terrain == MOUNTAIN and level >= self.table.rule("gold_from"):
            return max(("stone", "gold"), key=self.unit)
        return CUBES[terrain]

    def best_spot(self, terrains: tuple[str, str]) -> float:
        found = (self.spot(spot, terrains) for spot in spots(self.table, self.seat, terrains))
        return max(found, default=0.0)

    @cached_property
    def placing(self) -> float:
        """The best that one of the own double tiles could bring."""
        found = (self.best_spot(side.terrains) for side in sides(self.table, self.seat))
        return max(found, default=0.0)

    def raising(self, space: str, terrain: str) -> float:
        level = self.table.player(self.seat).land[space].level + 1
        return level * self.unit(self.cube(terrain, level)) + (0.3 if level == 1 else 0.2)

    # --------------------------------------------------------------------------- the actions

    def milestone(self, goal: str) -> float:
        """What one more of these is worth beyond itself."""
        needs = self.table.rule("milestone_needs")
        have = reached(self.table, self.seat, goal)
        if self.rounds == 0:
            return 0.8 if have == needs - 1 else 0.0
        return (MILESTONE if have == needs - 1 else 1.0 if have < needs else 0.3) * (
            0.4 + 0.15 * self.rounds
        )

    def royal(self, what: str) -> float:
        """A little for whatever an own worker is at the king's for."""
        for card in self.table.royals():
            mine = self.table.places[f"royal:{card.number}"]
            if card.counts == what and any(
                getattr(worker, "colour", "") == self.seat.colour for worker in mine
            ):
                return 1.2
        return 0.0

    def effect(self, node: Effect, source: Source) -> float:
        """What one effect would bring now; nothing if it is not possible."""
        if effects.why_not(self.table, self.seat, (node,), source):
            return 0.0
        match node:
            case Draw(n):
                return n * TILE * min(1.0, 0.3 + 0.3 * self.rounds)
            case PlaceTile():
                return self.placing * self.growth
            case Advance(n):
                left = self.table.rule("cartographer_most")
                return STEP * self.growth * min(n, left - self.table.player(self.seat).cartographer)
            case Gain(good, n, _, per):
                times = self.table.built(self.seat) if per else 1
                return n * times * self.unit(good)
            case GainChoice(goods, n, to):
                fits = [g for g in goods if to == MARKET or room(self.table, self.seat, g)]
                return n * max(map(self.unit, fits), default=0.0)
            case Navigate(n):
                return float(n)
            case OneOf(ways):
                return max(self.all_of(way, source) for way in ways)
            case UpTo(times, effect):
                return self.effect(effect, source) * (0.4 + 0.6 * times)
            case UseIslets(n) | UseBoats(n):
                return 0.5 * n
        return self._action(node, source)

    def _action(self, node: Effect, source: Source) -> float:
        table, seat, later = self.table, self.seat, self.rounds
        match node:
            case BuildBoat():
                piers = [o for o in pier_menu(table, seat, source) if not o.blocked]
                best = max(o.value.np for o in piers)
                return best + 0.45 * (later + 1) + self.milestone("boats") + self.royal("boats")
            case BuildStructure():
                kinds = [o.value for o in structure_menu(table, seat, source) if not o.blocked]
                best = max(structure.np for structure in kinds)
                card = CARD * (0.3 + 0.2 * later)
                return best + card + self.milestone("structures") + self.royal("structures")
            case ErectStatue():
                assert any(not option.blocked for option in price_menu(table, seat, source))
                return 2 + later + self.milestone("statues") + self.royal("statues")
            case Excavate():
                return 0.8 + 0.3 * later if not why_not_excavate(table, seat, node, source) else 0
            case SupplyShip():
                ships = [o.value for o in cargo_menu(table, seat, source) if not o.blocked]
                best = max(ship.np for ship in ships)
                return best + LID + self.milestone("lids") + self.royal("lids")
            case ExtraFeeding(np):
                return np - 0.25 * food_needed(table, seat) if not self.hunger else -2.0
            case LidOnLand(np):
                return np + 0.5
            case PayFood(n, _):
                return 1 - n * UNIT["food"]
            case FlipBoat():
                return 0.8 - 0.4 * later
        return 0.0

    def all_of(self, does: Effects, source: Source) -> float:
        return sum(self.effect(node, source) for node in does)

    # ------------------------------------------------------------------------------ the rest

    def royal_card(self, number: int) -> float:
        """What a royal card would bring if the match ended soon."""
        for card in self.table.royals():
            if card.number == number:
                liked = {"boats": 0.9, "high_spaces": 0.5, "unexplored": 0.6, "structures": 0.4}
                return royal_points(self.table, self.seat, card) + liked.get(card.counts, 0.2)
        return 0.0


def plain(text: str = "") -> Source:
    return Source(Text("{text}", text=text))
