"""Where cards of Port Royal can lie, and what these places are called."""

from __future__ import annotations

from collections.abc import Sequence

from rules.flow import Seat
from rules.pieces import Place
from rules.text import Text

DECK: Place = "deck"
DISCARD: Place = "discard"
HARBOUR: Place = "harbour"
EXPEDITIONS: Place = "expeditions"
BOX: Place = "box"


def area(seat: Seat) -> Place:
    """Where a player's persons and expeditions lie face up."""
    return f"area:{seat.colour}"


def purse(seat: Seat) -> Place:
    """Where a player's coins lie: cards of the deck, face down."""
    return f"coins:{seat.colour}"


_NAMES = {
    DECK: Text("the deck"),
    DISCARD: Text("the discard pile"),
    HARBOUR: Text("the harbour"),
    EXPEDITIONS: Text("the row of expeditions"),
    BOX: Text("the box"),
}


def place_name(seats: Sequence[Seat], place: Place) -> Text:
    """A camera may also see a place of another match, such as the area of an empty seat."""
    for seat in seats:
        if place == area(seat):
            return Text("the area of {seat}", seat=seat)
        if place == purse(seat):
            return Text("the coins of {seat}", seat=seat)
    return _NAMES.get(place) or Text("{place}", place=place)
