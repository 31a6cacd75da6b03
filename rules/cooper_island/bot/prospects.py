"""What goods are good for: boats, structures, statues and cargo ships that they could pay for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.cooper_island.actions.boats import free_piers
from rules.cooper_island.actions.cargo import lid_on
from rules.cooper_island.actions.feeding import food_needed
from rules.cooper_island.actions.milestones import reached
from rules.cooper_island.actions.payment import Cost
from rules.cooper_island.actions.statues import filled, free_slots, ruins
from rules.cooper_island.bot.ladder import Ladders
from rules.cooper_island.table import Table
from rules.flow import Seat

BOAT, STRUCTURE, STATUE, CARGO = "boats", "structures", "statues", "lids"
WEIGHT = {"coin": 2.0, "wood": 1.0, "stone": 1.0, "food": 1.0, "gold": 1.4, "cloth": 1.1}
"""How hard a unit of each good is to come by."""
IN_REACH, STEEP = 0.35, 1.2
"""What all goods for something are worth, as a part of the thing itself."""
ASSET = 0.2
BUILT = {"small": (0.8, 0.6), "large": (4.5, 1.4), "fortress": (4.0, 2.0)}
"""What structures bring besides points: when they are built, and in each round to come."""
FED = 1.25
"""Each food that is not missing in the cleanup: an anchor less, and the points for feeding all."""
SPARE_FOOD = 0.15


@dataclass(frozen=True)
class Project:
    """Something to pay for, and what it would be worth in points."""

    kind: str
    name: str
    cost: Cost
    worth: float

    @cached_property
    def _parts(self) -> list[tuple[str, int, float]]:
        """Each good, how much of it, and which part of the whole cost one of it is."""
        total = sum(WEIGHT[good] * n for good, n in self.cost.items())
        return [(good, n, WEIGHT[good] / total) for good, n in self.cost.items()]

    def done(self, goods: Mapping[str, int]) -> float:
        """Which part of the cost there is already."""
        part = 0.0
        for good, n, each in self._parts:
            have = goods[good]
            part += each * (have if have < n else n)
        return part


@dataclass
class Prospects:
    """What one seat could still pay for, with so many workers to come in the match."""

    table: Table
    seat: Seat
    rounds: int
    """Rounds after this one."""
    turns: int
    ladders: Ladders

    def worth(self, goods: Mapping[str, int], without: Project | None = None) -> float:
        """The more of a cost there is, the more each good that is still missing counts; whoever
        has few workers left can go for few things.
        """
        best: dict[str, float] = {}
        for project in self.projects:
            if project is without:
                continue
            part = project.done(goods)
            worth = project.worth * part**STEEP
            if worth > best.get(project.kind, 0.0):
                best[project.kind] = worth
        likely = sorted(best.values(), reverse=True)[: self.turns]
        plans = sum(worth * 0.6**n for n, worth in enumerate(likely))
        food = goods["food"]
        fed = FED * min(food, self.hunger) + SPARE_FOOD * max(0, food - self.hunger)
        rest = sum(goods.values()) - food
        return IN_REACH * plans + fed + ASSET * min(rest, 12)

    @cached_property
    def hunger(self) -> int:
        """Food for the next cleanup."""
        return food_needed(self.table, self.seat)

    @cached_property
    def projects(self) -> Sequence[Project]:
        return [*self.boats(), *self.structures(), *self.statues(), *self.cargo_ships()]

    def of(self, kind: str, name: str) -> Project:
        return next(each for each in self.projects if (each.kind, each.name) == (kind, name))

    # --------------------------------------------------------------------- what there is to do

    def boats(self) -> Iterator[Project]:
        """Points now, and an income in every round to come."""
        more = 0.4 + 0.6 * self.rounds + self.first_steps(BOAT)
        for pier in free_piers(self.table, self.seat):
            yield Project(BOAT, str(pier.number), pier.cost, pier.np + more)

    def structures(self) -> Iterator[Project]:
        """Cards of small buildings work in every round, those of large ones at least once."""
        later = self.rounds
        brings = {kind: now + each * later for kind, (now, each) in BUILT.items()}
        more = 0.4 + self.first_steps(STRUCTURE)
        for kind, structure in self.table.board.structures.items():
            if self.table.structures_left(self.seat, kind):
                worth = structure.np + brings[kind] + more
                yield Project(STRUCTURE, kind, structure.cost, worth)

    def statues(self) -> Iterator[Project]:
        """A point in every cleanup; one that has still to be excavated is further away."""
        waiting = bool(filled(self.table, self.seat))
        if not waiting and not (ruins(self.table, self.seat) and free_slots(self.table, self.seat)):
            return
        np = self.table.rule("statue_np") + 0.4 + (self.rounds + 1)
        worth = np + self.first_steps(STATUE)
        for key, cost in self.table.board.statue_costs.items():
            yield Project(STATUE, key, cost, worth if waiting else 0.5 * worth)

    def cargo_ships(self) -> Iterator[Project]:
        """Points, and a lid for the crates."""
        more = 0.5 + 0.35 * self.rounds + self.first_steps(CARGO)
        for ship in self.table.board.cargo.values():
            if lid_on(self.table, self.seat, ship):
                yield Project(CARGO, str(ship.number), ship.cost, ship.np + more)

    def first_steps(self, kind: str) -> float:
        """What one more of a kind is worth beyond itself: a milestone, or an order of the king."""
        have = reached(self.table, self.seat, kind)
        missing = self.table.rule("milestone_needs") - have
        milestone = self.ladders.recruiting * (1.0 if missing == 1 else 0.4 if missing > 1 else 0)
        return milestone + self.ladders.one_more(kind)
