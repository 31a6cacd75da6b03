"""What is remembered of the table besides the last look at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.match import Match
from rules.pieces import Move, Piece, Place
from server.live.snapshot import Snapshot, face_up_pile, hands_of, named, seen
from vision.reading import Sighting


class Before(NamedTuple):
    """How the table was seen just before an answer."""

    seen_at: Callable[[Piece], Place | None]
    on_top: Mapping[Piece, Place | None]
    """The known pieces that are seen in stacks."""


class TableMemory:
    """What the table does not show yet of a match, and what lay in its stacks."""

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self.pending: dict[Piece, Place | None] = {}
        """Where pieces still lie that the match has already moved."""
        self.owed: dict[Piece, Place | None] = {}
        """The same, with those that hands have moved since: until nothing is left to do."""
        self._faces: dict[Piece, Place] = {}
        """Unseen pieces that show their faces in a stack: coins that were paid."""
        self._turned: dict[Piece, Place] = {}
        """Where faces lay in a stack that were turned up or shuffled since, and not for good."""
        self._late: Counter[Place] = Counter()
        """How many face-down pieces came to a stack in this turn and have not shown their faces."""

    def snapshot(self, sighting: Sighting) -> Snapshot:
        """What is known of the table now; the match may go on while it is looked at."""
        return Snapshot(
            sighting=sighting,
            pending=dict(self.pending),
            faces=dict(self._faces),
            late=self._late.copy(),
            turned=dict(self._turned),
        )

    def named(self, sighting: Sighting) -> Sighting:
        """The same, with copies called as the match calls those that lie there."""
        return named(self.snapshot(sighting), self._match)

    def before(self, sighting: Sighting) -> Before:
        """How everything lies just before an answer is played."""
        stacks, places = self._match.game.piles.stacks, self._match.table.places
        seen_at = seen(sighting, self._match, self.pending, self._faces)
        tops = [piece for place in stacks & places.piles.keys() for piece in places[place]]
        on_top = {piece: at for piece in tops if (at := seen_at(piece)) == places.where(piece)}
        return Before(seen_at, on_top)

    def follow(self, moves: Sequence[Move], before: Before | None) -> None:
        """The match has made these moves; hands have not yet, as far as the table shows."""
        stacks = self._match.game.piles.stacks
        # A stack was shuffled away that hands have not taken yet.
        unseen = self._match.table.places.unseen
        on_top = before.on_top if before else {}
        self.pending.update((piece, place) for piece, place in on_top.items() if piece in unseen)
        for move in moves:
            if move.piece is None:
                # What shows its face in a stack is shuffled with it.
                gone = {p: here for p, here in self._faces.items() if here == move.source}
                self._turned |= gone
                if before is not None:
                    # Until hands take the stack, those that were in sight lie there.
                    self.pending |= {p: at for p, at in gone.items() if before.seen_at(p) == at}
                self._faces = {p: here for p, here in self._faces.items() if p not in gone}
                if move.target in stacks:
                    self._late[move.target] += move.number
            elif before is not None:
                self.pending[move.piece] = before.seen_at(move.piece)
        where = self._match.table.places.where
        for piece, here in list(self.pending.items()):
            place = where(piece)
            if here == place or (here is None and (place is None or place in stacks)):
                del self.pending[piece]
        self._keep_list()

    def forget_done(self, sighting: Sighting) -> None:
        """Hands have moved what does not lie any more where it was still seen.

        A stack that is shuffled is taken as a whole: if most of it is gone, what is still seen
        there is a copy that came later.
        """
        seen_at, unseen = self.snapshot(sighting).seen(self._match), self._match.table.places.unseen
        left = {p: here for p, here in self.pending.items() if seen_at(p) == here}
        shuffled = Counter(here for p, here in self.pending.items() if p in unseen and here)
        still = Counter(here for p, here in left.items() if p in unseen and here)
        taken = {here for here, number in shuffled.items() if 2 * still[here] < number}
        self.pending = {p: here for p, here in left.items() if p not in unseen or here not in taken}
        self._keep_list()

    def _keep_list(self) -> None:
        self.owed = self.owed | self.pending if self.pending else {}

    def owe_nothing(self) -> None:
        """Hands need not follow any more."""
        self.pending.clear()
        self.owed.clear()

    def remember_faces(self, sighting: Sighting) -> None:
        """Unseen pieces that lie face up in a stack were paid as coins."""
        unseen, piles = self._match.table.places.unseen, self._match.table.places.piles
        stacks = self._match.game.piles.stacks - hands_of(self._match)
        seen_at = self.snapshot(sighting).seen(self._match)
        showing = {
            piece: place
            for piece in unseen
            if (place := seen_at(piece)) is not None
            and place in stacks
            and face_up_pile(self._match, piece) is None
        }
        # Others may lie on top of those seen before. A stack that was shuffled away has none.
        faces = {
            piece: place
            for piece, place in {**self._faces, **showing}.items()
            if piece in unseen and piles[place].unknown
        }
        self._turned.update((p, here) for p, here in self._faces.items() if p not in faces)
        for piece, place in faces.items():
            if piece not in self._faces:
                self._late[place] = max(0, self._late[place] - 1)
        self._faces = faces

    def end_turn(self) -> None:
        self._late.clear()

    def make_final(self) -> None:
        """Nothing that was turned up goes back any more."""
        self._turned.clear()

    def take_back(self) -> None:
        """Answers were taken back: faces show again, and hands do not owe anything any more."""
        unseen, piles = self._match.table.places.unseen, self._match.table.places.piles
        self._faces.update(
            (piece, place)
            for piece, place in self._turned.items()
            if piece in unseen and piles[place].unknown
        )
        self.owe_nothing()
