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
EVENTS: Place = "events"
EVENT_STOCK: Place = "event_stock"
"""Events with the number 0 that may come into play later."""
EVENT_DISCARD: Place = "event_discard"
MONTH_END: Place = "month_end"
"""The bottom of the deck of events."""
MISSIONS: Place = "missions"
"""Missions that are dealt face down after the adventure."""
STORY: Place = "story"
"""Story cards that are not in play."""
CHARACTERS: Place = "characters"
LOOKOUT: Place = "lookout"
"""Cards of the deck that a lookout has turned up; one that is left is its top card."""


class _OfColours(dict[str, Place]):
    """The places of one kind, by the colour of the player: asked for more often than anything."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __missing__(self, colour: str) -> Place:
        place = self[colour] = f"{self.kind}:{colour}"
        return place


_AREAS, _PURSES = _OfColours("area"), _OfColours("coins")


def area(seat: Seat) -> Place:
    """Where a player's persons and expeditions lie face up."""
    return _AREAS[seat.colour]


def purse(seat: Seat) -> Place:
    """Where a player's coins lie: cards of the deck, face down."""
    return _PURSES[seat.colour]


def shields(seat: Seat) -> Place:
    """Where a player's face-down contracts lie: each back is worth influence."""
    return f"shields:{seat.colour}"


def contract_slot(number: int) -> Place:
    """Where an open contract lies, counted from 1."""
    return f"contract:{number}"


def mission_slot(number: int) -> Place:
    """Where a mission lies, counted from 1."""
    return f"mission:{number}"


def crown_card(seat: Seat) -> Place:
    """Where the marker is that tells a player's crowns."""
    return f"crowns:{seat.colour}"


def batch_place(number: int) -> Place:
    """Where playing cards with this number wait until a story card calls for them."""
    return f"batch:{number}"


def markers_at(slot: Place) -> Place:
    """Where the markers of an open contract or mission lie, on the card or beside it."""
    what, _, number = slot.partition(":")
    return f"markers:{number}" if what == "contract" else f"{what}_markers:{number}"


_NAMES = {
    DECK: Text("the deck"),
    DISCARD: Text("the discard pile"),
    HARBOUR: Text("the harbour"),
    EXPEDITIONS: Text("the row of expeditions"),
    BOX: Text("the box"),
    CONTRACT_DECK: Text("the pile of contracts"),
    TIME: Text("the time deck"),
    POINTS: Text("the cards set aside for points"),
    EVENTS: Text("the event deck"),
    EVENT_STOCK: Text("the events left over"),
    EVENT_DISCARD: Text("the event discard pile"),
    MONTH_END: Text("the bottom of the event deck"),
    MISSIONS: Text("the pile of missions"),
    STORY: Text("the story cards"),
    CHARACTERS: Text("the character cards"),
    LOOKOUT: Text("the lookout's cards"),
}


def place_name(seats: Sequence[Seat], place: Place) -> Text:
    """A camera may also see a place of another match, such as the area of an empty seat."""
    for seat in seats:
        if place == area(seat):
            return Text("the area of {seat}", seat=seat)
        if place == purse(seat):
            return Text("the coins of {seat}", seat=seat)
        if place == shields(seat):
            return Text("the face-down contracts of {seat}", seat=seat)
        if place == crown_card(seat):
            return Text("the crown card of {seat}", seat=seat)
    what, _, number = place.partition(":")
    if what == "contract":
        return Text("place {number} of the contracts", number=number)
    if what == "markers":
        return Text("the markers on contract {number}", number=number)
    if what == "mission":
        return Text("place {number} of the missions", number=number)
    if what == "mission_markers":
        return Text("the markers on mission place {number}", number=number)
    if what == "batch":
        return Text("the playing cards number {number}", number=number)
    return _NAMES.get(place) or Text("{place}", place=place)
