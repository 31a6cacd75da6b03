"""Which cards a player lays face down out of the hand at the simulated table.

The match learns only how many: at a real table the player picks them, and nobody else sees which.
Here the dealer lays down the uppermost at first, so that play goes on, and the player is asked. The
answer exchanges them: nobody has seen any of these cards, so nobody can tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.dealer import Dealer
from rules.match import Match
from rules.pieces import Move, Piece, Place
from rules.text import Plural, Text
from server.live.messages import Refused


@dataclass(frozen=True, slots=True)
class Discard:
    """So many cards of a hand are laid down; which ones, its owner has not said yet."""

    hand: Place
    pile: Place
    laid: tuple[Piece, ...]
    """What the dealer has laid down meanwhile."""
    since: int
    """After how many answers."""

    @property
    def number(self) -> int:
        return len(self.laid)


class Discards:
    """What is still to be said, hand by hand."""

    def __init__(self) -> None:
        self._open: dict[Place, Discard] = {}

    def clear(self) -> None:
        self._open.clear()

    def notice(
        self,
        match: Match[Any],
        moves: Iterable[Move],
        held: Mapping[Place, Sequence[Piece]],
        dealer: Dealer,
    ) -> None:
        """The match has made moves; `held` is what was in each hand before the dealer made them."""
        for move in moves:
            before = held.get(move.source)
            if move.piece is not None or before is None or not dealer.piles[move.source]:
                continue  # who lays down the whole hand has nothing to choose
            there = dealer.piles[move.target]
            laid = tuple(piece for piece in before if piece in there)
            answered = len(match.journal)
            self._open[move.source] = Discard(move.source, move.target, laid, answered)

    def forget(self, answered: int) -> None:
        """The match has gone back to so many answers."""
        self._open = {place: each for place, each in self._open.items() if each.since <= answered}

    def candidates(self, hand: Place, match: Match[Any], dealer: Dealer) -> list[Piece]:
        """Of which cards the owner may choose: what is in the hand, and what was laid down unseen.

        None if nothing is to be chosen, or not any more.
        """
        discard = self._open.get(hand)
        if discard is None:
            return []
        unseen = match.table.places.unseen
        pieces = [piece for piece in (*dealer.piles[hand], *discard.laid) if piece in unseen]
        return pieces if all(piece in unseen for piece in discard.laid) else []

    def choose(
        self,
        hand: Place,
        pieces: Sequence[Piece],
        candidates: Sequence[Piece],
        dealers: list[Dealer],
    ) -> int:
        """The owner says which; `dealers` has the dealer after each number of answers.

        After how many answers pieces have changed their places.
        """
        discard = self._open.get(hand)
        if discard is None or not candidates:
            raise Refused(Text("This hand has discarded already."))
        if len(pieces) != discard.number or not {*pieces} <= {*candidates}:
            raise Refused(
                Plural(
                    "Discard {n} card; chosen: {chosen}.",
                    "Discard {n} cards; chosen: {chosen}.",
                    discard.number,
                    chosen=len(pieces),
                )
            )
        back = [piece for piece in discard.laid if piece not in pieces]
        instead = [piece for piece in pieces if piece not in discard.laid]
        for dealer in dealers[discard.since :]:
            for one, other in zip(back, instead, strict=True):
                dealer.exchange(one, other)
        del self._open[hand]
        return discard.since

    def number(self, hand: Place) -> int:
        """How many cards of a hand its owner has to choose."""
        discard = self._open.get(hand)
        return discard.number if discard else 0
