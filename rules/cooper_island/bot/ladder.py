"""What orders of the king and recruiting are worth to the sensible player."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rules.cooper_island.actions.milestones import free_cells
from rules.cooper_island.pieces import RoyalCard
from rules.cooper_island.places import royal
from rules.cooper_island.scoring import counted
from rules.cooper_island.table import Table
from rules.flow import Seat

GROWTH = {
    "boats": 0.8,
    "structures": 0.7,
    "statues": 0.6,
    "lids": 0.7,
    "high_spaces": 0.4,
    "unexplored": -1.6,
    "largest_area": 0.8,
}
"""How much of everything comes about in a round."""
HAND = 3.0
"""What a worker more is worth in a round, food included."""


@dataclass
class Ladders:
    """One seat's view of the royal cards: bronze, silver and gold, and how far away they are."""

    table: Table
    seat: Seat
    rounds: int

    def points(self, card: RoyalCard, n: float) -> float:
        """What a card brings for so many, with a part of the next stage for the way to it."""
        stages = self.table.box.printed.numbers("royal_points.stages")
        least = [float(stage) for stage in card.stages]
        if card.counts == "unexplored":
            n, least = -n, [-stage for stage in least]
        below, got = least[0] - (least[1] - least[0]) * 2, 0.0
        for stage, points in zip(least, stages, strict=True):
            if n < stage:
                way = max(0.0, (n - below) / (stage - below))
                return got + 0.6 * way * (points - got)
            below, got = stage, float(points)
        return got

    @cached_property
    def own(self) -> list[RoyalCard]:
        """Those at which an own worker is."""
        found = []
        for card in self.table.royals():
            at = self.table.places[royal(card.number)]
            if card.stages and any(getattr(w, "colour", "") == self.seat.colour for w in at):
                found.append(card)
        return found

    def one_more(self, kind: str, n: int = 1) -> float:
        """What the king gives for more of a kind."""
        total = 0.0
        for card in self.own:
            if card.counts == kind:
                have = counted(self.table, self.seat, kind)
                total += self.points(card, have + n) - self.points(card, have)
        return total

    def outlook(self, card: RoyalCard) -> float:
        """What a card will probably bring at the end."""
        if not card.stages:
            others = (each for each in self.table.royals() if each.stages)
            taken = (each for each in others if self.table.places[royal(each.number)])
            return max((self.outlook(each) - 1 for each in taken), default=0.0)
        have = counted(self.table, self.seat, card.counts)
        return self.points(card, have + GROWTH[card.counts] * self.rounds)

    @cached_property
    def best_order(self) -> float:
        """The best card at which nobody is."""
        free = (c for c in self.table.royals() if not self.table.places[royal(c.number)])
        return max(map(self.outlook, free), default=0.0)

    @cached_property
    def hand(self) -> float:
        """One more worker, from now on."""
        return HAND * (self.rounds + 0.5)

    @cached_property
    def recruiting(self) -> float:
        """What a milestone brings at the recruitment cells."""
        cells = free_cells(self.table, self.seat)
        if "hire" not in cells:
            return 2.0 if cells else 0.0
        return max(2.0, self.hand, self.best_order + 0.3 * self.rounds)
