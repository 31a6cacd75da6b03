"""What actions are worth to the sensible player of Cooper Island, in points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

from rules.cooper_island.actions.boats import pier_menu, usable
from rules.cooper_island.actions.cargo import cargo_menu, discounts_for
from rules.cooper_island.actions.feeding import food_needed
from rules.cooper_island.actions.islets import placed
from rules.cooper_island.actions.landscape import marks, price
from rules.cooper_island.actions.payment import Cost, discounts, missing, prices, single_goods
from rules.cooper_island.actions.statues import filled, free_slots, price_menu
from rules.cooper_island.actions.structures import structure_menu
from rules.cooper_island.actions.vocabulary import Source, effects
from rules.cooper_island.actions.warehouse import room
from rules.cooper_island.bot.ladder import Ladders
from rules.cooper_island.bot.land import STEP, Land
from rules.cooper_island.bot.prospects import (
    ASSET,
    BOAT,
    CARGO,
    STATUE,
    STRUCTURE,
    Project,
    Prospects,
)
from rules.cooper_island.places import royal
from rules.cooper_island.printed.nodes import (
    BUILD_BOAT,
    BUILD_STRUCTURE,
    ERECT_STATUE,
    MARKET,
    Advance,
    BuildBoat,
    BuildStructure,
    Discount,
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
    TakeCooper,
    UpTo,
    UseBoats,
    UseIslets,
)
from rules.cooper_island.table import CLEANUP, INCOME, WORK, Table
from rules.flow import Seat
from rules.text import Text

SAILED = 1.1
"""A step of a ship: a point, and something for the islets and logbook tiles on the way."""
ANCHOR, GIFT = 1.5, 0.8
"""What it costs to take an anchor, and to have an opponent paid."""
TILES = (1.8, 1.0, 0.5)
"""A double tile more, for whoever has none, one or two: each income places one."""
FIRST = 0.3
"""To begin a round."""


@dataclass
class Mind:
    """One seat's view of the table; `posting` while it is open where the next worker goes."""

    table: Table
    seat: Seat
    posting: bool = False

    # ------------------------------------------------------------------------ how much is left

    @cached_property
    def rounds(self) -> int:
        """Rounds that are still to come."""
        return self.table.rule("rounds") - self.table.round

    @cached_property
    def workers(self) -> int:
        """Those who can work in a whole round."""
        at_the_king = [
            worker
            for card in self.table.royals()
            for worker in self.table.places[royal(card.number)]
            if getattr(worker, "colour", "") == self.seat.colour
        ]
        hired = self.table.hired(self.seat)
        return self.table.rule("workers_at_start") + hired - len(at_the_king)

    @cached_property
    def turns(self) -> int:
        """Workers that can still be placed in this match, after the one that is placed now."""
        now = {
            INCOME: self.workers,
            WORK: len(self.table.own("available", self.seat)) - self.posting,
        }
        return now.get(self.table.phase, 0) + self.rounds * self.workers

    @cached_property
    def ladders(self) -> Ladders:
        return Ladders(self.table, self.seat, self.rounds)

    @cached_property
    def prospects(self) -> Prospects:
        return Prospects(self.table, self.seat, self.rounds, self.turns, self.ladders)

    @cached_property
    def land(self) -> Land:
        return Land(self.table, self.seat, self.rounds, self.gain, self.ladders)

    def taste(self, key: str) -> float:
        """What this player just likes to do, from 0 to 1: the same in the same situation."""
        drawn = [tile.id for tile in self.table.own("supply", self.seat)]
        situation = f"{key} {self.seat.colour} {self.table.round} {drawn}"
        return int.from_bytes(blake2b(situation.encode(), digest_size=4).digest(), "big") / 2**32

    # ------------------------------------------------------------------------------------ goods

    @cached_property
    def goods(self) -> dict[str, int]:
        return self.table.worths(self.seat)

    @cached_property
    def _now(self) -> float:
        return self.prospects.worth(self.goods)

    @cached_property
    def _gains(self) -> dict[tuple[tuple[str, int], ...], float]:
        return {}

    def gain(self, more: tuple[tuple[str, int], ...]) -> float:
        """What so many more of some goods are worth; of others less, where it is negative."""
        found = self._gains.get(more)
        if found is None:
            found = self._gains[more] = self.prospects.worth(self._with(more)) - self._now
        return found

    def _with(self, more: Iterable[tuple[str, int]]) -> dict[str, int]:
        goods = self.goods.copy()
        for good, n in more:
            goods[good] = max(0, goods[good] + n)
        return goods

    def unit(self, good: str) -> float:
        return self.gain(((good, 1),))

    def loss(self, good: str, n: int) -> float:
        return -self.gain(((good, -n),))

    @property
    def starving(self) -> bool:
        return self.prospects.hunger > self.goods["food"]

    @cached_property
    def toll(self) -> float:
        """The least that can be given, and that an opponent gets something for it."""
        land = self.table.player(self.seat).land
        goods = single_goods(self.table, self.seat)
        losses = (self.loss(good, land[at].level if at else 1) for good, at, _ in goods)
        return min((ANCHOR, *losses)) + GIFT / (len(self.table.seats) - 1)

    # ------------------------------------------------------------------------------- purchases

    def buying(self, project: Project, less: list[Discount]) -> float:
        """A thing for what is paid for it, by the price that costs the least."""
        payable = [
            price
            for price in prices(project.cost, less)
            if not missing(self.table, self.seat, price)
        ]
        left = max((self._left(price, project) for price in payable), default=-9.0)
        return project.worth + left - self._now

    def _left(self, cost: Cost, project: Project) -> float:
        goods = self._with((good, -n) for good, n in cost.items())
        return self.prospects.worth(goods, without=project)

    def boat(self, pier: int, source: Source) -> float:
        less = discounts(self.table, self.seat, BUILD_BOAT, (source.discount,))
        return self.buying(self.prospects.of(BOAT, str(pier)), less)

    def structure(self, kind: str, source: Source) -> float:
        less = discounts(self.table, self.seat, BUILD_STRUCTURE, (source.discount,), kind)
        return self.buying(self.prospects.of(STRUCTURE, kind), less)

    def statue(self, key: str, source: Source) -> float:
        less = discounts(self.table, self.seat, ERECT_STATUE, (source.discount,))
        return self.buying(self.prospects.of(STATUE, key), less)

    def cargo(self, number: int, source: Source) -> float:
        ship = self.table.board.cargo[number]
        less = discounts_for(self.table, self.seat, ship, source)
        return self.buying(self.prospects.of(CARGO, str(number)), less)

    # --------------------------------------------------------------------------- land and tiles

    @cached_property
    def best_tile(self) -> float:
        """The best place for a double tile."""
        return self.land.best_of_all()

    def charting(self, kind: str) -> float:
        """The best single tile that the cartographer could place, for the steps that it costs."""
        land = self.table.player(self.seat).land
        most = self.table.rule("cartographer_most")
        full = self.table.player(self.seat).cartographer >= most - 1
        each = ASSET if not self.turns else STEP / 2 if full else STEP
        return max(
            (
                self.land.raising(mark.space, mark.terrain)
                - each * price(self.table, land[mark.space])
                for mark in marks(self.table, self.seat, kind)
            ),
            default=-1.0,
        )

    @cached_property
    def tile(self) -> float:
        """One more double tile: of little use to whoever has several."""
        if self.turns < 2:
            return ASSET
        have = len(self.table.own("supply", self.seat))
        return TILES[have] if have < len(TILES) else ASSET

    # ------------------------------------------------------------------------------ the actions

    def all_of(self, does: Effects, source: Source) -> float:
        return sum(self.effect(node, source) for node in does)

    def effect(self, node: Effect, source: Source) -> float:
        """What one effect would bring now; nothing if it is not possible."""
        if isinstance(node, PlaceTile):
            return max(0.0, self.best_tile)
        if effects.why_not(self.table, self.seat, (node,), source):
            return 0.0
        match node:
            case Draw(n):
                return n * self.tile
            case Advance(n):
                left = self.table.rule("cartographer_most")
                left -= self.table.player(self.seat).cartographer
                return (STEP if self.turns else ASSET) * min(n, left)
            case Gain(good, n, to, per):
                times = self.table.built(self.seat) if per else 1
                return self._taken(good, n * times, to)
            case GainChoice(goods, n, to):
                return max(self._taken(good, n, to) for good in goods)
            case Navigate(n):
                return SAILED * n
            case OneOf(ways):
                return max(self.all_of(way, source) for way in ways)
            case UpTo(times, effect):
                return self.effect(effect, source) * (0.4 + 0.6 * times)
            case UseIslets(n):
                kinds = {islet.type: islet.does for islet in placed(self.table)}
                return self._best(n, kinds.values())
            case UseBoats(n):
                boats = {boat.type: boat.does for boat in usable(self.table, UseBoats(n, True))}
                return self._best(n, boats.values())
        return self._action(node, source)

    def _taken(self, good: str, n: int, to: str) -> float:
        """Only what finds a slot is of use."""
        free = room(self.table, self.seat, good)
        return self.gain(((good, min(n, free)),)) if free > 0 else 0.1 * (to == MARKET)

    def _best(self, n: int, actions: Iterable[Effects]) -> float:
        worths = sorted((self.all_of(does, plain()) for does in actions), reverse=True)
        return sum(worths[:n])

    def _action(self, node: Effect, source: Source) -> float:
        table, seat = self.table, self.seat
        match node:
            case BuildBoat():
                piers = [o.value for o in pier_menu(table, seat, source) if not o.blocked]
                return max(self.boat(pier.number, source) for pier in piers)
            case BuildStructure():
                kinds = [o.value for o in structure_menu(table, seat, source) if not o.blocked]
                return max(self.structure(each.kind, source) for each in kinds)
            case ErectStatue():
                keys = [o.value for o in price_menu(table, seat, source) if not o.blocked]
                return max(self.statue(key, source) for key in keys)
            case Excavate():
                return self.excavating
            case SupplyShip():
                ships = [o.value for o in cargo_menu(table, seat, source) if not o.blocked]
                return max(self.cargo(ship.number, source) for ship in ships)
            case TakeCooper():
                return self.beginning
            case ExtraFeeding(np):
                need = food_needed(table, seat)
                symbols = table.board.feeding_np(table.hired(seat))
                return SAILED * (np + symbols) - self.loss("food", need)
            case LidOnLand(np):
                return SAILED * np + 0.5
            case PayFood(n, then):
                return self.all_of(then, plain()) - self.loss("food", n)
            case FlipBoat():
                return 0.8 - 0.4 * self.rounds
        return 0.0

    @cached_property
    def beginning(self) -> float:
        """To have Cooper until somebody else takes it; whoever has it may only be left with it."""
        worth = FIRST * min(self.rounds, 3)
        return 0.5 * worth if self.table.holder is self.seat else worth

    @cached_property
    def excavating(self) -> float:
        """What the slot brings, and a statue to be erected: the first one is worth the most."""
        slot = max(
            (self.all_of(s.brings, plain()) for s in free_slots(self.table, self.seat)), default=0
        )
        waiting = len(filled(self.table, self.seat))
        if self.table.phase == CLEANUP or self.turns < 1:
            return slot
        return slot + (0.5 + 0.4 * self.rounds) / (1 + 2 * waiting)


def plain() -> Source:
    return Source(Text("Sector"))
