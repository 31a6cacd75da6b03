"""The set-up of Port Royal: a table as it comes out of the box, and what is done before turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.edition import Edition
from rules.flow import TABLE, Flow, Option, Seat, choose
from rules.pieces import Place
from rules.port_royal.box import box_of
from rules.port_royal.coins import earn
from rules.port_royal.pieces import Card, Expedition, edition
from rules.port_royal.places import BOX, DECK, DISCARD, EXPEDITIONS, HARBOUR, area, purse
from rules.port_royal.settings import sets_of
from rules.port_royal.table import Table
from rules.text import Text


def new_table(
    seats: Sequence[Seat], settings: Mapping[str, str], printed: Edition | None = None
) -> Table:
    """The shuffled deck; nothing dealt yet. The special expedition is still in the box."""
    box = box_of(printed or edition(), sets_of(settings))
    table = Table(
        seats,
        box,
        others_take=settings["others_take"] == "always",
        expedition_to_win=settings["expedition_to_win"] == "yes",
    )
    cards = box.cards.values()
    special = [card for card in cards if isinstance(card, Expedition) and card.special]
    table.places.lay_out_face_down(DECK, (card for card in cards if card not in special))
    table.places.lay_out(BOX, special)
    for place in (DISCARD, HARBOUR, EXPEDITIONS):
        table.places.lay_out(place)
    for seat in seats:
        table.places.lay_out(area(seat))
        table.places.lay_out(purse(seat))
    return table


def face_down(table: Table) -> Mapping[Place, Sequence[Card]]:
    return {DECK: tuple(table.places.unseen)}


def set_up(table: Table) -> Flow[None]:
    """With five players the special expedition lies in the middle; everybody gets coins."""
    if len(table.seats) == table.rules.special_expedition_seats:
        for card in table.places[BOX]:
            table.places.move(card, BOX, EXPEDITIONS)
    for seat in table.seats:
        earn(table, seat, table.rules.start_coins, Text("Coins to start with"))
    table.first = yield from choose(
        TABLE,
        Text("Who was last near water? That player begins."),
        lambda: [
            Option(f"first:{seat.colour}", seat, Text("{seat} begins", seat=seat))
            for seat in table.seats
        ],
    )
    table.active = table.first
