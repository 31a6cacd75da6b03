"""The hands of robots at a real table: they lie open where the camera reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.flow import Seat
from rules.match import Match
from rules.pieces import Piece, Place
from rules.text import Plural, Text
from server.live.messages import View


class OpenHands:
    """Knows what lies in a hand, as it was seen last."""

    def __init__(self, view: Callable[[], View]) -> None:
        self._view = view

    def __call__(self, place: Place) -> list[Piece]:
        view = self._view()
        if view.match is None or view.sighting is None:
            return []
        pieces = view.match.game.pieces
        return [pieces[key] for key, here in view.sighting.places.items() if here == place]

    def trouble(self, match: Match[Any], seat: Seat) -> Text | None:
        """What people have to do before all of a hand is seen; None if it is."""
        for place in match.game.piles.hands(seat):
            number, seen = match.table.places.count(place), len(self(place))
            if number != seen:
                return Plural(
                    "Lay open {n} card ({place}) below the robot's other places; seen: {seen}.",
                    "Lay open {n} cards ({place}) below the robot's other places; seen: {seen}.",
                    number,
                    place=match.game.place_name(match.seats, place),
                    seen=seen,
                )
        return None
