"""Navegador's course of play: set-up, turns, phases and the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.flow import TABLE, Flow, Option, Seat, choose
from rules.navegador.actions import (
    build_ships,
    construct,
    found_colonies,
    hire_workers,
    take_privilege,
)
from rules.navegador.board import CHURCH, SHIPYARD
from rules.navegador.market import market
from rules.navegador.pieces import (
    BOX,
    CARD,
    CATEGORIES,
    CENTRE,
    KING,
    MARKERS,
    PORTUGAL,
    Privilege,
    area,
    colonies,
    column,
    edition,
    gallery,
    privileges,
    tiles,
)
from rules.navegador.rondel import (
    CARD_KEY,
    choose_sector,
    enter_sector,
    pass_card,
    place_orange_ship,
)
from rules.navegador.sailing import sail
from rules.navegador.scoring import PRIVILEGE_POINTS, SLOTS, score
from rules.navegador.table import Table, add_workers, earn, lay_privilege, put_to_sea
from rules.navegador.words import CATEGORY_NAMES, ORANGE_FACTORY
from rules.pieces import Move
from rules.text import Text

START_MONEY = edition().number("rules.start_money")
START_WORKERS = edition().number("rules.start_workers")
START_SHIPS = edition().number("rules.start_ships")
START_GALLERY = edition().number("rules.gallery")

ACTIONS: dict[str, Callable[[Table, Seat], Flow[None]]] = {
    "sailing": sail,
    "workers": hire_workers,
    "market_1": market,
    "colony": found_colonies,
    "privilege": take_privilege,
    "ships": build_ships,
    "market_2": market,
    "buildings": construct,
}


def script(table: Table) -> Flow[None] | None:
    """First the set-up, then one turn after another; at the end the king's privileges."""
    if table.over:
        return None
    if table.active is None:
        return set_up(table)
    if table.final_turns == 0:
        return last_privileges(table, table.active)
    return turn(table, table.active)


# ------------------------------------------------------------------------------------- Set-up


def set_up(table: Table) -> Flow[None]:
    """Ships, workers, money and a mat for everybody; tiles on the board; the first player."""
    for seat in table.seats:
        equip(table, seat)
    for region, number in table.board.stacks.items():
        table.places.pass_on(tiles(table.board.goods[region]), colonies(region), number)
    refill_gallery(table, START_GALLERY)
    first = yield from choose(
        TABLE,
        Text("Who begins? Draw lots."),
        lambda: [
            Option(f"first:{seat.colour}", seat, Text("{seat} begins", seat=seat))
            for seat in table.seats
        ],
    )
    table.active = first
    table.holder = table.right(first)
    table.places.move(CARD, BOX, area(table.holder))
    place_orange_ship(table, table.holder)


def equip(table: Table, seat: Seat) -> None:
    """Two ships in Portugal, three workers, 200 cruzados; a mat with three buildings on it."""
    start = Text("At the start")
    earn(table, seat, START_MONEY, start)
    put_to_sea(table, seat, PORTUGAL, START_SHIPS, start)
    add_workers(table, seat, START_WORKERS, start)
    for building in (ORANGE_FACTORY, SHIPYARD, CHURCH):
        table.ledger.gain(seat, building, 1, start)
    table.places.move(MARKERS[seat.colour], BOX, CENTRE)
    king = table.places[privileges(KING)][0]
    table.places.move(king, privileges(KING), area(seat))


# --------------------------------------------------------------------------------- Course of play


def turn(table: Table, seat: Seat) -> Flow[None]:
    """The marker is put on a sector, and its action is done. Then the next player is active."""
    table.action = "rondel"
    sector = yield from choose_sector(table, seat)
    if sector == CARD_KEY:
        pass_card(table, seat)
        table.action = "sailing"
        yield from sail(table, seat)
        # A phase that the card brings about holds already for the regular action.
        enter_phase(table)
        table.action = "rondel"
        sector = yield from choose_sector(table, seat)
    yield from enter_sector(table, seat, sector)
    table.action = sector
    yield from ACTIONS[sector](table, seat)
    end_turn(table, seat)


def end_turn(table: Table, seat: Seat) -> None:
    """A new phase begins with the next turn. After the end everybody has one more turn."""
    table.turns += 1
    enter_phase(table)
    table.active = table.next(seat)
    if table.final_turns is not None:
        table.final_turns -= 1
    elif table.ending:
        table.final_turns = len(table.seats)


def enter_phase(table: Table) -> None:
    """With a new phase the gallery is filled up."""
    while table.phase < table.coming_phase:
        table.phase += 1
        refill_gallery(table, table.board.refill[len(table.seats)][table.phase - 2])


def refill_gallery(table: Table, number: int) -> None:
    """Privileges are added in each arch until there are as many as the chart says."""
    for category in CATEGORIES:
        for _ in range(number - len(table.places[gallery(category)])):
            stock = table.places[privileges(category)]
            table.places.move(stock[0], privileges(category), gallery(category))


# ------------------------------------------------------------------------------- End of the game


def last_privileges(table: Table, first: Seat) -> Flow[None]:
    """Everybody lays the king's privilege on a free slot of any column; then points are counted."""
    table.action = "end"
    for number in range(len(table.seats)):
        yield from lay_kings_privilege(
            table, table.seats[(first.index + number) % len(table.seats)]
        )
    score(table)
    table.over = True


def lay_kings_privilege(table: Table, seat: Seat) -> Flow[None]:
    if any(table.laid(seat, category) < SLOTS for category in CATEGORIES):
        category = yield from choose(
            seat,
            Text("Where do you lay the king's privilege?"),
            lambda: king_menu(table, seat),
        )
        lay_privilege(table, seat, area(seat), category)


def king_menu(table: Table, seat: Seat) -> Iterator[Option[str]]:
    """It counts like a privilege of that column, but brings no cash."""
    [king] = [tile for tile in table.places[area(seat)] if isinstance(tile, Privilege)]
    for category in CATEGORIES:
        blocked = None
        if table.laid(seat, category) >= SLOTS:
            blocked = Text("The column of {category} is full", category=CATEGORY_NAMES[category])
        gain = PRIVILEGE_POINTS[category] * table.items(seat, category)
        yield Option(
            f"king:{category}",
            category,
            Text("{category}: {n} points", category=CATEGORY_NAMES[category], n=gain),
            (Move(king, area(seat), column(category, seat)),),
            blocked,
        )
