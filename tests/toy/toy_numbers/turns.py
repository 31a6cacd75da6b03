"""One card in turn, until the row is empty."""

from __future__ import annotations

from rules.flow import Flow, Option, Seat, choose
from rules.pieces import Move
from rules.text import Text
from toy_numbers.places import ROW, area
from toy_numbers.table import POINTS, Table


def script(table: Table) -> Flow[None] | None:
    if table.active is None or not table.places[ROW]:
        return None
    return turn(table, table.active)


def turn(table: Table, active: Seat) -> Flow[None]:
    mine = area(active)
    card = yield from choose(
        active,
        Text("Take a card"),
        lambda: [
            Option(f"take:{card.id}", card, card.name, (Move(card, ROW, mine),))
            for card in table.places[ROW]
        ],
    )
    table.places.move(card, ROW, mine)
    table.ledger.gain(active, POINTS, card.number, card.name)
    table.active = table.seats[1 - active.index]
