"""The simulated table: it shuffles, deals and turns up real pieces where no real table does.

The engine knows only what people at a table could know. The dealer knows where every piece truly
lies: it answers the table's questions and follows the moves of the match.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.flow import TABLE, Choice, Option, Reveal
from rules.match import Match
from rules.pieces import Move, Piece, Place


class Dealer:
    """Deals for one match, always the same way for the same seed."""

    def __init__(self, match: Match[Any], seed: int) -> None:
        """`match` must be new: no question answered yet."""
        if match.journal:
            raise ValueError("A dealer can only deal for a match from its very start.")
        self._seed = seed
        self._shuffles = 0
        new = match.checkpoints[0].table
        untagged = new.places.untagged
        self.piles: dict[Place, list[Piece]] = {
            place: [piece for piece in pile.known if piece not in untagged]
            for place, pile in new.places.piles.items()
        }
        """Where every piece truly lies whose moves are told; the last one is on top."""
        self._known: set[Piece | None] = {p for pile in self.piles.values() for p in pile}
        """What everybody knows, also in a pile that holds unknown pieces as well."""
        self._shuffled: set[Place] = set()
        self._from: dict[Piece, Place] = {}
        """The face-down pile of a new table that a piece comes from."""
        self._mixed: dict[Place | None, Place] = {}
        """For a pile whose pieces have been shuffled into another, that other."""
        for place, pieces in match.game.piles.face_down(new).items():
            self.piles[place] = list(pieces)
            self._from.update(dict.fromkeys(pieces, place))
            self._shuffled.add(place)
            self._shuffle(place)
        self.follow(match.table.places.moves)

    def answer(self, choice: Choice[Any]) -> Option[Any]:
        """What the table says to a question that chance decides."""
        assert choice.who is TABLE
        if isinstance(choice, Reveal):
            option = choice.answer(self.piles[choice.source][-1].id)
            assert option is not None
            return option
        return self._random().choice(choice.legal())

    def follow(self, moves: Iterable[Move]) -> None:
        """Move the true pieces as the match has moved what it knows of them."""
        piles, known = self.piles, self._known
        for piece, source, target, number in moves:
            pile, there = piles[source], piles[target]
            if piece is None:
                taken = self._uppermost(pile, number)
                there += taken
                if target in self._shuffled:
                    self._mix(taken, target)
            else:
                known.add(piece)
                if pile and pile[-1] is piece:
                    pile.pop()
                elif piece in pile:
                    _take_out(piece, pile)
                else:
                    self._find(piece, pile)
                if source == target:
                    there.insert(0, piece)  # What is turned up makes room for the next one.
                else:
                    there.append(piece)
            if target in self._shuffled and not known.issuperset(there):
                known.discard(piece)
                self._shuffle(target)

    def exchange(self, one: Piece, other: Piece) -> None:
        """Two pieces that nobody has seen lie each where the other one lay."""
        where = {piece: pile for pile in self.piles.values() for piece in pile}
        places = [(where[piece], where[piece].index(piece)) for piece in (one, other)]
        for (pile, index), piece in zip(places, (other, one), strict=True):
            pile[index] = piece

    def _find(self, piece: Piece, pile: list[Piece]) -> None:
        """A piece came to light out of a pile that it was not in: what lay there is where it was.

        Nobody can tell face-down pieces apart, so a match that was not dealt here can be followed.
        """
        for other in self.piles.values():
            if piece in other and pile:
                other[other.index(piece)] = self._uppermost(pile, 1)[0]
                return

    def _uppermost(self, pile: list[Piece], number: int) -> list[Piece]:
        """Take face-down pieces off a pile: those that nobody knows, or all that lie there."""
        start = len(pile) - number
        if start and not self._known.isdisjoint(pile[start:]):
            pile.sort(key=lambda piece: piece not in self._known)
        taken = pile[start:]
        del pile[start:]
        self._known.difference_update(taken)
        return taken

    def imagined(self, seed: int, held: Mapping[Place, Sequence[Piece]]) -> Dealer:
        """How all could lie for somebody who holds these pieces and knows what everybody knows."""
        twin, dice = self.copy(), random.Random(f"imagined {seed}")
        twin._seed = seed
        own = {piece for pieces in held.values() for piece in pieces}
        unseen: dict[Place | None, list[Piece]] = {}
        for pile in self.piles.values():
            for piece in pile:
                if piece not in self._known and piece not in own:
                    unseen.setdefault(self._belongs(piece), []).append(piece)
        for pieces in unseen.values():
            dice.shuffle(pieces)
        for place, pile in twin.piles.items():
            mine = [piece for piece in held.get(place, ()) if piece not in self._known]
            for number, piece in enumerate(pile):
                if piece not in self._known:
                    pile[number] = (mine or unseen[self._belongs(piece)]).pop()
        return twin

    def _belongs(self, piece: Piece) -> Place | None:
        """The pile of which a face-down piece is one: nobody can tell those apart."""
        pile = self._from.get(piece)
        return self._mixed.get(pile, pile)

    def _mix(self, pieces: Iterable[Piece], target: Place) -> None:
        """Pieces are shuffled into a pile: all that could have been among them belong to it."""
        target = self._mixed.get(target, target)
        others = {self._belongs(piece) for piece in pieces} - {target}
        if others:
            gone = {pile for pile, into in self._mixed.items() if into in others} | others
            self._mixed = {**self._mixed, **dict.fromkeys(gone, target)}

    def copy(self) -> Dealer:
        twin: Dealer = object.__new__(Dealer)
        twin._seed, twin._shuffles, twin._shuffled = self._seed, self._shuffles, self._shuffled
        twin.piles = {place: pile.copy() for place, pile in self.piles.items()}
        twin._known = self._known.copy()
        twin._from, twin._mixed = self._from, self._mixed
        return twin

    def _shuffle(self, place: Place) -> None:
        self._random().shuffle(self.piles[place])

    def _random(self) -> random.Random:
        # A fresh generator each time, so that a copy needs no generator's state.
        self._shuffles += 1
        return random.Random(f"{self._seed}/{self._shuffles}")


def _take_out(piece: Piece, pile: list[Piece]) -> None:
    """Whoever names a piece means the one on top, if that looks the same."""
    if pile[-1].kind == piece.kind:
        pile[pile.index(piece)] = pile[-1]
        pile.pop()
    else:
        pile.remove(piece)
