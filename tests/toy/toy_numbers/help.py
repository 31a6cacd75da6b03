"""Numbers in short."""

from __future__ import annotations

from rules.game import Step
from rules.text import Text
from toy_numbers.places import ROW
from toy_numbers.table import Table

RULES = (Text("In turn, take one card of the row. The higher sum wins."),)


def steps(table: Table) -> list[Step]:
    cards = table.places[ROW]
    return [Step(Text("Lay all cards into the row."), dict.fromkeys(cards, ROW))]


def phase(_: Table) -> Text:
    return Text("Taking cards")
