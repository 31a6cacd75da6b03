"""Navegador between two questions: where the pieces lie, and how far the turn has come.

What has no tag in any match (coins, buildings, explorers) is counted in the ledger, line by line.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rules.flow import Seat
from rules.ledger import Ledger
from rules.navegador.board import FACTORIES, Board, explorable
from rules.navegador.names import (
    AT_SEA,
    COLONY_OF,
    EXPLORERS,
    MONEY,
    ORANGE_FACTORY,
    WORKING,
)
from rules.navegador.pieces import (
    CATEGORIES,
    GOODS,
    MARKERS,
    REGIONS,
    SECTORS,
    SHIPS,
    WORKERS,
    Colony,
    Privilege,
    edition,
)
from rules.navegador.places import (
    BOX,
    area,
    colonies,
    column,
    gallery,
    lisbon,
    privileges,
    rondel,
    sea,
)
from rules.pieces import Piece, Place, Places
from rules.text import Text

_ITEMS = {
    "colony": tuple(COLONY_OF.values()),
    "factory": (*FACTORIES, ORANGE_FACTORY),
    "explorer": (EXPLORERS,),
    "shipyard": ("shipyard",),
    "church": ("church",),
}
"""What counts for each category of privileges, as the ledger calls it."""
_ACCOUNTS = (MONEY, WORKING, AT_SEA, *(what for items in _ITEMS.values() for what in items))

START_ROW = edition().number("rules.start_row") - 1
LAST_ROW = len(edition().numbers("market.factory")) - 1
LEAST_WORKERS = edition().number("rules.least_workers")
MOST_WORKERS = edition().number("rules.most_workers")

REGION_OF = {sea(region): region for region in REGIONS}
SECTOR_AT = {rondel(sector): number for number, sector in enumerate(SECTORS)}

Ending = Literal["nagasaki", "buildings"]
"""What ends the game: Nagasaki explored, or the last building built."""


@dataclass(slots=True)
class Table:
    seats: Sequence[Seat]
    board: Board
    explore_last: bool
    """The ruling that no ship sails any more once the tiles of a new region were turned up."""
    gallery_grows: bool
    """The ruling that a new phase adds privileges, however many are left in an arch."""
    asks_all: bool
    """As older versions did: an action is ended by an answer even if nothing else is possible."""
    ledger: Ledger
    places: Places[Piece]
    unexplored: frozenset[str] = field(default_factory=explorable)
    """Regions that still have their explorer."""
    prices: tuple[int, ...] = (START_ROW,) * len(GOODS)
    """The row of each good's price marker; 0 is the highest."""
    active: Seat | None = None
    holder: Seat | None = None
    """Who has the Navegador card."""
    turns: int = 0
    """How many turns were finished."""
    phase: int = 1
    coming_phase: int = 1
    """What a discovery has brought about: it holds from the next turn on."""
    ending: Ending | None = None
    """What has brought the end about; what comes after it changes nothing."""
    final_turns: int | None = None
    """How many turns are left once the end has come; each player has one."""
    over: bool = False
    action: str = "set_up"
    """The sector that is being played, or what else is going on."""
    sailed: tuple[str, ...] = ()
    """Where the ships are that have sailed in this action."""
    discovered: bool = False
    """In this action a region was explored."""
    landed: tuple[str, ...] = ()
    """Where the ships are whose crew founded a colony in this turn."""
    traded: tuple[str, ...] = ()
    """Goods sold or processed in this turn."""
    joker_used: bool = False
    """The orange factory has processed something in this turn."""
    busy: int = 0
    """Workers who have helped to build or to found in this turn."""

    # ------------------------------------------------------------------------------ What there is

    def has(self, seat: Seat, what: str) -> int:
        return self.ledger.balance(seat, what)

    def money(self, seat: Seat) -> int:
        return self.ledger.balance(seat, MONEY)

    def workers(self, seat: Seat) -> int:
        return self.ledger.balance(seat, WORKING)

    def items(self, seat: Seat, category: str) -> int:
        """How many colonies, factories, explorers, shipyards or churches a player has."""
        return sum(self.ledger.balance(seat, what) for what in _ITEMS[category])

    def laid(self, seat: Seat, category: str) -> int:
        """How many privileges lie in a column of a mat, the king's among them."""
        return len(self.places[column(category, seat)])

    def slot_cash(self, seat: Seat, category: str) -> int:
        """The cash printed on the topmost free slot of a column that is not full."""
        return self.board.cash[category][self.laid(seat, category)]

    def fleet(self, seat: Seat) -> dict[str, int]:
        """How many ships a player has in each region where there are any."""
        where, fleet = self.places.where, dict[str, int]()
        for ship in SHIPS[seat.colour]:
            region = REGION_OF.get(where(ship) or "")
            if region:
                fleet[region] = fleet.get(region, 0) + 1
        return fleet

    def ships_at(self, seat: Seat, place: Place) -> list[Piece]:
        """A player's ships in one place; the last ones go first when some are moved."""
        where = self.places.where
        return [ship for ship in SHIPS[seat.colour] if where(ship) == place]

    def open_tiles(self, region: str) -> list[Colony]:
        """The colonies that can be founded in a region, cheapest first."""
        lying = self.places[colonies(region)] if region in self.board.stacks else ()
        return sorted((t for t in lying if isinstance(t, Colony)), key=lambda t: t.price)

    def sector(self, seat: Seat) -> int | None:
        """Where a player's rondel marker stands; None in the centre."""
        return SECTOR_AT.get(self.places.where(MARKERS[seat.colour]) or "")

    def sites(self, row: str) -> int:
        """How many buildings there were in a row of the table at the start."""
        if row in FACTORIES:
            return len(self.board.prices[row])
        return _BUILDINGS[row] - len(self.seats)

    def built(self, row: str) -> int:
        """How many buildings of a row were built; those on the mats from the start do not count."""
        owned = sum(self.ledger.balance(seat, row) for seat in self.seats)
        return owned if row in FACTORIES else owned - len(self.seats)

    def first_round(self) -> bool:
        return self.turns < len(self.seats)

    def next(self, seat: Seat) -> Seat:
        """The player on the left, whose turn is next."""
        return self.seats[(seat.index + 1) % len(self.seats)]

    def right(self, seat: Seat) -> Seat:
        return self.seats[seat.index - 1]

    # --------------------------------------------------------------------------------- The kernel's

    def copy(self) -> Table:
        """Name by name and past `__init__`: tables are copied very often."""
        twin = Table.__new__(Table)
        twin.seats = self.seats
        twin.board = self.board
        twin.explore_last = self.explore_last
        twin.gallery_grows = self.gallery_grows
        twin.asks_all = self.asks_all
        twin.ledger = self.ledger.copy()
        twin.places = self.places.copy()
        twin.unexplored = self.unexplored
        twin.prices = self.prices
        twin.active = self.active
        twin.holder = self.holder
        twin.turns = self.turns
        twin.phase = self.phase
        twin.coming_phase = self.coming_phase
        twin.ending = self.ending
        twin.final_turns = self.final_turns
        twin.over = self.over
        twin.action = self.action
        twin.sailed = self.sailed
        twin.discovered = self.discovered
        twin.landed = self.landed
        twin.traded = self.traded
        twin.joker_used = self.joker_used
        twin.busy = self.busy
        return twin

    def key(self) -> Hashable:
        balance = self.ledger.balance
        return (
            self.places.key(),
            self.unexplored,
            self.prices,
            self.active,
            self.holder,
            self.turns,
            self.coming_phase,
            self.ending,
            self.action,
            tuple(sorted(self.sailed)),
            self.discovered,
            tuple(sorted(self.landed)),
            frozenset(self.traded),
            self.joker_used,
            self.busy,
            tuple(balance(seat, what) for seat in self.seats for what in _ACCOUNTS),
        )


_BUILDINGS = {
    "shipyard": edition().number("components.shipyards"),
    "church": edition().number("components.churches"),
}


# Every coin, worker and ship that comes or goes has a line that says why.


def earn(table: Table, seat: Seat, amount: int, because: Text) -> None:
    table.ledger.gain(seat, MONEY, amount, because)


def pay(table: Table, seat: Seat, amount: int, because: Text) -> None:
    table.ledger.gain(seat, MONEY, -amount, because)


def add_workers(table: Table, seat: Seat, number: int, because: Text) -> None:
    """The worker goes to another cell in Lisbon; a negative number gives workers up."""
    before = table.workers(seat)
    table.ledger.gain(seat, WORKING, number, because)
    if number:
        source = lisbon(before) if before else BOX
        table.places.move(WORKERS[seat.colour], source, lisbon(before + number))


def move_ship(table: Table, seat: Seat, source: Place, target: Place) -> None:
    table.places.move(table.ships_at(seat, source)[-1], source, target)


def take_off_the_board(table: Table, seat: Seat, region: str, number: int, because: Text) -> None:
    """Ships go back beside the player's mat."""
    table.ledger.gain(seat, AT_SEA, -number, because)
    for _ in range(number):
        move_ship(table, seat, sea(region), area(seat))


def put_to_sea(table: Table, seat: Seat, region: str, number: int, because: Text) -> None:
    table.ledger.gain(seat, AT_SEA, number, because)
    for _ in range(number):
        move_ship(table, seat, area(seat), sea(region))


def lay_privilege(table: Table, seat: Seat, source: Place, category: str) -> None:
    """A privilege goes to the topmost free slot of its column."""
    lying = table.places[source]
    tile = next(tile for tile in reversed(lying) if isinstance(tile, Privilege))
    table.places.move(tile, source, column(category, seat))


def refill_gallery(table: Table, number: int) -> None:
    """Each arch is filled up to the number of the chart; or, by a ruling, gets so many more."""
    for category in CATEGORIES:
        left_over = 0 if table.gallery_grows else len(table.places[gallery(category)])
        for _ in range(number - left_over):
            stock = table.places[privileges(category)]
            table.places.move(stock[0], privileges(category), gallery(category))
