"""Where pieces are seen now, against where they lay when a match was right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.alike import Alike
from rules.flow import Choice, Reveal
from rules.match import Match
from rules.pieces import Piece, Place


class Seen:
    """What a camera says of a table: None is out of sight, and so is most of a stack."""

    def __init__(self, match: Match[Any], moved: Mapping[Piece, Place | None]) -> None:
        self._stacks = match.game.piles.stacks
        self._where = match.table.places.where
        self.alike = Alike(match, moved)
        self.moved = {
            piece: place
            for piece, place in {**moved, **self.alike.seen}.items()
            if self._elsewhere(piece, place)
        }
        """The pieces that are elsewhere than they were; of alike ones as few as possible."""
        self.gone = {
            piece
            for piece, place in moved.items()
            if place is None and self._where(piece) in match.game.piles.open_stacks
        }
        """Those that lay on top of an open stack, where what they hid is seen instead."""
        self.moved |= dict.fromkeys(self.gone)
        self.pieces = {*self.moved, *self.alike.may_cover}
        """All that can have been touched."""
        for kind in self.alike.moved:
            self.pieces.update(self.alike.kinds[kind])

    def touched(self, choice: Choice[Any]) -> set[Piece]:
        """What an answer can have moved: what was turned up is among those that are seen, though
        others may be alike.
        """
        return set(self.moved) if isinstance(choice, Reveal) else self.pieces

    def at(self, piece: Piece) -> Place | None:
        """What was not seen to move lies where it lay when the match was right."""
        return self.moved[piece] if piece in self.moved else self._where(piece)

    def came_to(self, piece: Piece, place: Place | None) -> bool:
        """Whether a piece is seen to have come to a place, or out of sight in a stack."""
        if piece.kind in self.alike.moved:
            return self.alike.more_than_before(piece.kind, place)
        if piece not in self.moved:
            return False
        here = self.moved[piece]
        return here == place or (here is None and place in self._stacks)

    def reached(self, piece: Piece, places: Sequence[Place | None]) -> int | None:
        """The last of these places where a piece can be, by its number; None if it is in none."""
        here = self.at(piece)
        hidden = here is None or (piece not in self.moved and here in self._stacks)
        for number in range(len(places) - 1, -1, -1):
            if places[number] == here or (hidden and places[number] in self._stacks):
                return number
        return None

    def was_known(self, piece: Piece) -> bool:
        """Whether the piece lay face up when the match was right."""
        return self._where(piece) is not None

    def _elsewhere(self, piece: Piece, place: Place | None) -> bool:
        """Whether a piece is elsewhere than it was; out of sight in a stack is not elsewhere."""
        before = self._where(piece)
        return place != before and not (place is None and before in self._stacks)
