"""Numbers between two questions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.flow import Seat
from rules.ledger import Ledger
from rules.pieces import Places
from toy_numbers.pieces import PIECES, Card
from toy_numbers.places import ROW, area

POINTS = "points"


@dataclass(slots=True)
class Table:
    seats: Sequence[Seat]
    active: Seat | None
    ledger: Ledger = field(default_factory=Ledger)
    places: Places[Card] = field(default_factory=Places)

    def copy(self) -> Table:
        return Table(self.seats, self.active, self.ledger.copy(), self.places.copy())

    def key(self) -> Hashable:
        return self.places.key(), self.active


def new_table(seats: Sequence[Seat], _: Mapping[str, str]) -> Table:
    table = Table(seats, seats[0])
    table.places.lay_out(ROW, PIECES.values())
    for seat in seats:
        table.places.lay_out(area(seat))
    return table
