"""Port Royal: what hands could do although nobody may, and why not.

It is not offered to anybody, but a camera can see it happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.flow import Option, Seat
from rules.pieces import Move
from rules.port_royal.pieces import Ship
from rules.port_royal.places import DISCARD, EXPEDITIONS, HARBOUR, area
from rules.port_royal.table import Table
from rules.text import Plural, Text


def hands_off(table: Table, asked: Seat) -> Iterator[Option[Any]]:
    """What hands could do with the open cards while it is another's choice, and why not."""
    for seat in table.seats:
        if seat is asked:
            continue
        for card in table.harbour():
            word, place = ("trade", DISCARD) if isinstance(card, Ship) else ("hire", area(seat))
            yield Option(
                f"{seat.colour}:{word}:{card.id}",
                None,
                Text("{seat} takes {card}", seat=seat, card=card.name),
                (Move(card, HARBOUR, place),),
                why_not_taking(table, seat, asked),
                seat,
            )
        if seat is not table.active:
            for expedition in table.expeditions():
                yield Option(
                    f"{seat.colour}:expedition:{expedition.id}",
                    None,
                    Text("{seat} sends: {card}", seat=seat, card=expedition.name),
                    (Move(expedition, EXPEDITIONS, area(seat)),),
                    Text("Only {seat} can send expeditions now", seat=table.active),
                    seat,
                )
    if table.phase == "discover":
        for ship in table.ships():
            if ship is not table.fresh:
                yield Option(
                    f"repel:{ship.id}",
                    None,
                    Text("Repel {ship}", ship=ship.name),
                    (Move(ship, HARBOUR, DISCARD),),
                    Text("Only the newest ship can be repelled"),
                )


def why_not_taking(table: Table, seat: Seat, asked: Seat) -> Text:
    if table.phase == "discover":
        return Text("{seat} has not stopped yet", seat=asked)
    share = table.shares.get(seat)
    if share is None:
        return Text("{asked} takes now, not {seat}", asked=asked, seat=seat)
    return Plural(
        "{seat} has taken {taken} of {n} card; now {asked} takes",
        "{seat} has taken {taken} of {n} cards; now {asked} takes",
        share.allowed,
        seat=seat,
        taken=share.taken,
        asked=asked,
    )
