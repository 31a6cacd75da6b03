"""Navegador's course of play: turns, phases and the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.flow import Flow, Option, Seat, choose
from rules.navegador import announced
from rules.navegador.actions import (
    build_ships,
    construct,
    found_colonies,
    hire_workers,
    take_privilege,
)
from rules.navegador.market import market
from rules.navegador.names import CATEGORY_NAMES
from rules.navegador.pieces import (
    CATEGORIES,
    Privilege,
)
from rules.navegador.places import area, column
from rules.navegador.rondel import (
    CARD_KEY,
    choose_sector,
    enter_sector,
    pass_card,
)
from rules.navegador.sailing import SAILING_RANGE, sail
from rules.navegador.scoring import PRIVILEGE_POINTS, SLOTS, score
from rules.navegador.set_up import set_up
from rules.navegador.table import Table, lay_privilege, refill_gallery
from rules.pieces import Move
from rules.text import Plural, Text

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
    """With a new phase privileges come to the gallery."""
    while table.phase < table.coming_phase:
        table.phase += 1
        announced.phase_began(table, SAILING_RANGE[table.phase - 1])
        refill_gallery(table, table.board.refill[len(table.seats)][table.phase - 2])


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
            Text("King's privilege: which column?"),
            lambda: king_menu(table, seat),
        )
        lay_privilege(table, seat, area(seat), category)


def king_menu(table: Table, seat: Seat) -> Iterator[Option[str]]:
    """It counts like a privilege of that column, but brings no cash."""
    [king] = [tile for tile in table.places[area(seat)] if isinstance(tile, Privilege)]
    for category in CATEGORIES:
        blocked = None
        if table.laid(seat, category) >= SLOTS:
            blocked = Text("The {category} column is full", category=CATEGORY_NAMES[category])
        gain = PRIVILEGE_POINTS[category] * table.items(seat, category)
        yield Option(
            f"king:{category}",
            category,
            Plural(
                "{category}: {n} point",
                "{category}: {n} points",
                gain,
                category=CATEGORY_NAMES[category],
            ),
            (Move(king, area(seat), column(category, seat)),),
            blocked,
        )
