"""What somebody who knows Navegador thinks things are worth, in points, as the table is now.

Money is worth the more the longer the match will go on, since it can still be invested, and the
less the more of it there is. Everybody reckons in the same way, wherever they sit: players come to
differ by what they have.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rules.flow import Seat
from rules.navegador.board import FACTORIES, ROWS, distances, good_of_factory
from rules.navegador.market import REVENUE
from rules.navegador.names import AT_SEA
from rules.navegador.pieces import GOODS, NAGASAKI, REGIONS
from rules.navegador.scoring import MONEY_PER_POINT, PRIVILEGE_POINTS, SLOTS, points_each, standing
from rules.navegador.table import Table

_LAST_TURNS = 0.5
"""What counts as the turns that are left once the end has come."""
_TURNS_PER_REGION = 2.5
"""About so many turns of everybody go by from one discovery to the next."""
_BUILDINGS_PER_TURN = 0.3
"""What a player builds on average."""
_LONG = 36
"""After so many turns of everybody a match is long, and nobody holds up its end any more."""
_GROWTH = 0.0022
"""The points that a cruzado brings for each turn in which it can still be invested."""
_PLENTY = 800
"""With so much money, more of it cannot be invested in time."""
_TURNS_PER_MARKET = 4
_COLONY_INCOME, _BUILDING_INCOME = 55, 40
"""What a colony sells, and a shipyard, a church or a factory saves or earns, each time."""
_MOST_FOR_THE_END = 12.0
_MONEY_EARNS, _WORKER_EARNS, _SHIP_EARNS = 0.0047, 0.55, 0.42
_ITEM_EARNS = {"colony": 0.5, "factory": 0.45, "shipyard": 0.1, "church": 0.93}
"""What a cruzado, a worker, a ship and the rest bring in a turn, when one looks far ahead."""
_NEAR = 0.4
"""How much of what a ship's place is worth is a promise."""


@dataclass(frozen=True)
class Outlook:
    """One player's view of the table before an answer."""

    table: Table
    seat: Seat
    turns: float
    """A guess how many more turns everybody has."""
    coin: float
    """What a cruzado is worth."""

    @cached_property
    def lead(self) -> float:
        """Points more than the best of the others has; in a long match everybody wants the end."""
        table, points = self.table, dict.fromkeys(self.table.seats, 0)
        for line in standing(table):
            points[line.seat] += line.amount
        best = max(points[other] for other in table.seats if other is not self.seat)
        overdue = max(0.0, table.turns / len(table.seats) - _LONG)
        return points[self.seat] - best + 2 * overdue

    # ------------------------------------------------------------------------------- The end

    def ending(self) -> float:
        """What it is worth to bring the end about: good for whoever is ahead, bad for others."""
        if self.table.ending:
            return 0.0
        return max(-_MOST_FOR_THE_END, min(_MOST_FOR_THE_END, self.lead))

    # -------------------------------------------------------------------- Things with points

    def item(self, category: str) -> float:
        """One more thing of a category, with the privileges there are and some to come."""
        free = SLOTS - self.table.laid(self.seat, category)
        hoped = PRIVILEGE_POINTS[category] * min(free, self.turns / 12)
        return points_each(self.table, self.seat, category) + hoped

    def colony(self, price: int) -> float:
        return self.item("colony") + self._income(_COLONY_INCOME) - price * self.coin

    def building(self, row: str, price: int) -> float:
        """A factory earns the more the lower the price of its good is now."""
        earns = _BUILDING_INCOME
        if row in FACTORIES:
            now = REVENUE[self.table.prices[GOODS.index(good_of_factory(row))]]
            earns = (earns + now) // 2
        category = "factory" if row in FACTORIES else row
        return self.item(category) + self._income(earns) - price * self.coin

    def privilege(self, category: str) -> float:
        """Points for what there is and will be, cash at once, and a worker less."""
        items = self.table.items(self.seat, category)
        cash = self.table.slot_cash(self.seat, category) * items
        points = PRIVILEGE_POINTS[category] * (items + self.turns / 10)
        return points + cash * self.coin - self.worker(self.table.workers(self.seat) - 1)

    def _income(self, each_time: int) -> float:
        """Money that comes later can be invested for fewer turns."""
        return 0.6 * each_time * self.turns / _TURNS_PER_MARKET * self.coin

    # --------------------------------------------------------------------- Workers and ships

    def worker(self, have: int) -> float:
        """One more for somebody who has so many."""
        return self._in_time(3.2 if have < 5 else 2.4 if have < 7 else 1.2)

    def ship(self, have: int) -> float:
        return self._in_time(4.0 if have < 3 else 2.5 if have < 5 else 1.0)

    def ships(self, number: int) -> float:
        """What somebody gives up who loses so many."""
        have = self.table.has(self.seat, AT_SEA)
        return sum(self.ship(have - lost) for lost in range(1, number + 1))

    def _in_time(self, worth: float) -> float:
        """At the end a worker or a ship is a point, and does nothing more."""
        return max(1.0, worth * min(1.0, self.turns / 5))

    def region(self, region: str, coming: int = 0) -> float:
        """A ship there: near what can be explored, or where colonies can be founded.

        Nagasaki ends the match, so it draws only those who want that.
        """
        table = self.table
        ships = table.fleet(self.seat).get(region, 0) + coming
        apart = distances(table.board)
        wanted = table.unexplored if self.lead > 0 else table.unexplored - {NAGASAKI}
        nearest = min((apart[region, other] for other in wanted), default=len(REGIONS))
        worth = 2.4 / nearest * (1.3 if ships >= 2 else 1.0)
        tiles = len(table.open_tiles(region))
        if tiles and ships <= min(2, tiles):
            worth += 2.0
        return worth


def outlook(table: Table, seat: Seat) -> Outlook:
    turns = _turns_left(table)
    invested = _GROWTH * turns * max(0.0, 1 - table.money(seat) / _PLENTY)
    return Outlook(table, seat, turns, 1 / MONEY_PER_POINT + invested)


def promise(table: Table, seat: Seat) -> float:
    """What a position promises beyond its points: all that earns, for the turns that are left.

    The weights are those with which final leads of sensible players are foretold best.
    """
    view = outlook(table, seat)
    earning = _MONEY_EARNS * table.money(seat) + _WORKER_EARNS * table.workers(seat)
    earning += _SHIP_EARNS * table.has(seat, AT_SEA)
    earning += sum(each * table.items(seat, kind) for kind, each in _ITEM_EARNS.items())
    near = sum(number * view.region(region) for region, number in table.fleet(seat).items())
    return view.turns * earning + _NEAR * near


def is_overdue(table: Table) -> bool:
    """Who thinks far ahead could hold up the end for ever."""
    return table.turns / len(table.seats) > 2 * _LONG


def buildings_left(table: Table) -> int:
    return sum(table.sites(row) - table.built(row) for row in ROWS)


def _turns_left(table: Table) -> float:
    """Whichever end comes first: the last building, Nagasaki, or that people want to go home."""
    if table.final_turns is not None or table.ending:
        return _LAST_TURNS
    seats = len(table.seats)
    return min(
        1 + buildings_left(table) / seats / _BUILDINGS_PER_TURN,
        3 + _TURNS_PER_REGION * len(table.unexplored),
        max(2.0, _LONG - table.turns / seats),
    )
