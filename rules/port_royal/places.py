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
CONTRACT_DECK: Place = "contracts"
TIME: Place = "time"
POINTS: Place = "points"
"""Cards of the time deck that were set aside."""


def area(seat: Seat) -> Place:
    """Where a player's persons and expeditions lie face up."""
    return f"area:{seat.colour}"


def purse(seat: Seat) -> Place:
    """Where a player's coins lie: cards of the deck, face down."""
    return f"coins:{seat.colour}"


def shields(seat: Seat) -> Place:
    """Where a player's face-down contracts lie: each back is worth influence."""
    return f"shields:{seat.colour}"


def contract_slot(number: int) -> Place:
    """Where an open contract lies, counted from 1."""
    return f"contract:{number}"


def markers_at(slot: Place) -> Place:
    """Where the markers of an open contract lie, on the card or beside it."""
    return f"markers:{slot.partition(':')[2]}"


_NAMES = {
    DECK: Text("the deck"),
    DISCARD: Text("the discard pile"),
    HARBOUR: Text("the harbour"),
    EXPEDITIONS: Text("the row of expeditions"),
    BOX: Text("the box"),
    CONTRACT_DECK: Text("the pile of contracts"),
    TIME: Text("the time deck"),
    POINTS: Text("the cards set aside for points"),
}


def place_name(seats: Sequence[Seat], place: Place) -> Text:
    """A camera may also see a place of another match, such as the area of an empty seat."""
    for seat in seats:
        if place == area(seat):
            return Text("the area of {seat}", seat=seat)
        if place == purse(seat):
            return Text("the coins of {seat}", seat=seat)
        if place == shields(seat):
            return Text("the contracts face down before {seat}", seat=seat)
    what, _, number = place.partition(":")
    if what == "contract":
        return Text("place {number} of the row of contracts", number=number)
    if what == "markers":
        return Text("the markers on contract {number}", number=number)
    return _NAMES.get(place) or Text("{place}", place=place)
