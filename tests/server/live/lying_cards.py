"""A live match at a prepared table, for tests that move one piece at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.match import Match
from server.live.match import Act, Live
from server.live.messages import Refused
from vision.reading import Sighting


class LyingCards:
    """A live match at a prepared table, and the cards that the camera sees on it."""

    def __init__(self, match: Match[Any], faces: Mapping[str, str] | None = None) -> None:
        """`faces` are cards that show their faces in stacks."""
        self.live = Live(match)
        self.places: dict[str, str] = {
            piece.id: place
            for place, pile in match.table.places.piles.items()
            if place not in match.game.piles.stacks
            for piece in pile.known
        } | dict(faces or {})
        self.look()

    def look(self) -> list[str]:
        """What the camera's next look at the table makes of the match."""
        return [act.key for act in self.live.see(Sighting(dict(self.places)))]

    def put(self, card: str, place: str | None) -> list[str]:
        if place is None:
            self.places.pop(card)
        else:
            self.places[card] = place
        return self.look()

    def wrong(self) -> dict[str, str]:
        return {piece.id: str(reason) for piece, reason in self.live.wrong.items()}

    def refusal(self) -> str:
        with pytest.raises(Refused) as refused:
            self.live.press_next()
        return str(refused.value)


def undo(live: Live, whole_turn: bool = False) -> list[Act]:
    """Take back the last choice, or the whole turn."""
    return live.undo(live.without_last(len(live.match.journal), whole_turn))
