"""Where cards lie."""

from __future__ import annotations

from collections.abc import Sequence

from rules.flow import Seat
from rules.pieces import Place
from rules.text import Text

ROW: Place = "row"


def area(seat: Seat) -> Place:
    return f"area:{seat.colour}"


def place_name(seats: Sequence[Seat], place: Place) -> Text:
    for seat in seats:
        if place == area(seat):
            return Text("the area of {seat}", seat=seat)
    return Text("the row")
