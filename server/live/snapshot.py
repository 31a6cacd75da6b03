"""What is known of the table at one moment, to be compared with a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.alike import alike_pieces, as_believed
from rules.match import Match
from rules.pictured import pictured_pieces, shared_out
from rules.pieces import Piece, Place
from vision.reading import Sighting

MOST_NEW = 6
"""How many cards may come to light between two looks at the table; more is another table."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A sighting, and what is remembered of the table besides it."""

    sighting: Sighting
    pending: Mapping[Piece, Place | None]
    """Where pieces still lie that the match has already moved."""
    faces: Mapping[Piece, Place]
    """Unseen pieces that show their faces in a stack: coins that were paid."""
    late: Counter[Place]
    """How many face-down pieces came to a stack in this turn and have not shown their faces."""
    turned: Mapping[Piece, Place]
    """Where faces lay in a stack that were turned up or shuffled since, and not for good."""

    def before(self) -> Snapshot:
        """To be compared with the match as it was before some of its last answers."""
        return replace(self, faces={**self.turned, **self.faces})

    def seen(self, match: Match[Any]) -> Callable[[Piece], Place | None]:
        """Where each piece is seen, as a match would call it."""
        return seen(self.sighting, match, self.pending, self.faces)

    def moved(self, match: Match[Any]) -> dict[Piece, Place | None]:
        """Pieces that are seen elsewhere than a match believes, or not seen where it believes."""
        stacks, hidden = match.game.piles.stacks, self.sighting.hidden
        moved: dict[Piece, Place | None] = {}
        places, seen_at = match.table.places, self.seen(match)
        hands = hands_of(match)
        for piece in match.game.pieces.values():
            if piece in places.untagged:
                continue
            believed = places.where(piece) or self.faces.get(piece)
            here = seen_at(piece)
            if here in hands and believed is None:
                continue  # a hand that lies open: what is in it only its owner plays
            if here == believed or (piece in self.pending and self.pending[piece] == here):
                continue
            if here is None and (believed in stacks or believed in hidden):
                continue
            if here in match.game.piles.face_up and here == face_up_pile(match, piece):
                continue  # it has lain there all along, and came to light when others were taken
            moved[piece] = here
        moved.update(dict.fromkeys(self._uncovered(match, seen_at)))
        return moved

    def _uncovered(
        self, match: Match[Any], seen_at: Callable[[Piece], Place | None]
    ) -> Iterator[Piece]:
        """What lay on top of a stack and is gone: what it hid is seen there instead."""
        where = match.table.places.where
        for piece, below in match.game.piles.tops(match.table).items():
            if below and seen_at(piece) is None and seen_at(below) == where(below):
                yield piece


def hands_of(match: Match[Any]) -> set[Place]:
    """Where hands lie, if they lie open: a camera sees no others."""
    return {place for seat in match.seats for place in match.game.piles.hands(seat)}


def levels_of(match: Match[Any] | None) -> Mapping[Place, int]:
    """How many tiles lie where: so it is known how high a camera sees what lies on them."""
    return match.game.piles.levels(match.table) if match else {}


def face_up_pile(match: Match[Any], piece: Piece) -> Place | None:
    """The pile that a piece nobody has drawn yet lies in face up; it never lies face down."""
    if not match.game.piles.face_up or piece not in match.table.places.unseen:
        return None
    piles = match.game.piles.face_down(match.checkpoints[0].table)
    return next(
        (place for place in match.game.piles.face_up if piece in piles.get(place, ())), None
    )


def seen(
    sighting: Sighting,
    match: Match[Any],
    pending: Mapping[Piece, Place | None],
    faces: Mapping[Piece, Place],
) -> Callable[[Piece], Place | None]:
    """Where each piece is seen; alike ones and copies stand for each other where a match believes
    them. Copies also where they still lie, or show their faces.
    """
    places, where = sighting.places, match.table.places.where
    alike = {
        piece: places.get(piece.id) for pieces in alike_pieces(match).values() for piece in pieces
    }
    out_of_sight = match.game.piles.stacks | sighting.hidden
    piles = match.game.piles
    tops = piles.tops(match.table) if piles.open_stacks else {}
    covered = {p for p in alike if where(p) in piles.open_stacks and p not in tops}
    shared = as_believed(alike, where, out_of_sight, covered)
    for pieces in pictured_pieces(match).values():
        shared |= shared_out(
            sorted(pieces, key=lambda piece: where(piece) is None),
            lambda piece: places.get(piece.id),
            lambda piece: pending.get(piece) or where(piece) or faces.get(piece),
            out_of_sight,
        )
    return lambda piece: shared[piece] if piece in shared else places.get(piece.id)


def named(snapshot: Snapshot, match: Match[Any]) -> Sighting:
    """The same sighting, with copies called as the match calls those that lie there."""
    sighting = snapshot.sighting
    if not match.table.places.pictured:
        return sighting
    seen_at = snapshot.seen(match)
    kinds = [piece for pieces in pictured_pieces(match).values() for piece in pieces]
    ids = {piece.id for piece in kinds}
    places = {key: place for key, place in sighting.places.items() if key not in ids}
    places |= {piece.id: place for piece in kinds if (place := seen_at(piece)) is not None}
    return replace(sighting, places=places)


def is_another_table(match: Match[Any], moved: Mapping[Piece, Place | None]) -> bool:
    """So much is different that no turn explains it: a new match, or hours without a camera."""
    unseen, stacks = match.table.places.unseen, match.game.piles.stacks
    new = [p for p, place in moved.items() if p in unseen and place not in stacks]
    return len(new) > MOST_NEW
