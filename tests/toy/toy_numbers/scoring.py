"""The higher sum wins."""

from __future__ import annotations

from rules.flow import Seat
from rules.game import Outcome
from rules.ledger import Line
from rules.text import Text
from toy_numbers.table import POINTS, Table


def standing(table: Table) -> list[Line]:
    return table.ledger.lines


def outcome(table: Table) -> Outcome:
    def sum_of(seat: Seat) -> int:
        return table.ledger.balance(seat, POINTS)

    most = max(map(sum_of, table.seats))
    winners = tuple(seat for seat in table.seats if sum_of(seat) == most)
    ranks = {seat: 1 if seat in winners else 2 for seat in table.seats}
    return Outcome(winners, Text("The higher sum: {n}", n=most), ranks)
