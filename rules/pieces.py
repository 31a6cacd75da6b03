"""Pieces, places, and how much of what lies face down is known.

A piece is a card, tile or token that can be told apart from every other one. A place is where it
can lie, named by a short string: `harbour`, `discard`, `area:red`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from rules.text import Text

Place = str


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """One individual piece. `kind` is what all pieces with the same face share."""

    id: str
    kind: str
    name: Text


class Move(NamedTuple):
    """Pieces going from one place to another.

    `piece` is None for pieces nobody can tell apart (face-down cards): then only
    their `number` is known.
    """

    piece: Piece | None
    source: Place
    target: Place
    number: int = 1


P = TypeVar("P", bound=Piece)


@dataclass(slots=True)
class Pile(Generic[P]):
    """What lies in one place: some pieces are known, the others only counted."""

    known: list[P] = field(default_factory=list)
    unknown: int = 0

    def __len__(self) -> int:
        return len(self.known) + self.unknown


class Places(Generic[P]):
    """Where every piece lies, as far as people at the table can know.

    `unseen` are the pieces that lie somewhere unknown: what a face-down piece could still be. It is
    a dict for its order, so that the same journal always gives the same menu. Whatever moves is
    written to `moves`.
    """

    __slots__ = ("moves", "piles", "unseen")

    def __init__(self) -> None:
        self.piles: dict[Place, Pile[P]] = {}
        self.unseen: dict[P, None] = {}
        self.moves: list[Move] = []

    def __getitem__(self, place: Place) -> list[P]:
        """The known pieces of a place, in the order they came."""
        return self.piles[place].known

    def count(self, place: Place) -> int:
        return len(self.piles[place])

    def lay_out(self, place: Place, pieces: Iterable[P] = ()) -> None:
        """Prepare a place, with pieces that everybody sees."""
        self.piles[place] = Pile(list(pieces))

    def lay_out_face_down(self, place: Place, pieces: Iterable[P]) -> None:
        """Prepare a shuffled, face-down pile."""
        before = len(self.unseen)
        self.unseen.update(dict.fromkeys(pieces))
        self.piles[place] = Pile([], len(self.unseen) - before)

    def move(self, piece: P, source: Place, target: Place) -> None:
        """A piece that everybody sees goes to another place."""
        self.piles[source].known.remove(piece)
        self.piles[target].known.append(piece)
        self.moves.append(Move(piece, source, target))

    def turn_up(self, piece: P, source: Place, target: Place) -> None:
        """A face-down piece comes to light."""
        del self.unseen[piece]
        self.piles[source].unknown -= 1
        self.piles[target].known.append(piece)
        self.moves.append(Move(piece, source, target))

    def pass_on(self, source: Place, target: Place, number: int) -> None:
        """Face-down pieces change place unseen."""
        self.piles[source].unknown -= number
        self.piles[target].unknown += number
        self.moves.append(Move(None, source, target, number))

    def shuffle_into(self, source: Place, target: Place) -> None:
        """All pieces of a place are shuffled into a face-down pile; nobody knows them any more."""
        pile = self.piles[source]
        self.moves.append(Move(None, source, target, len(pile)))
        self.piles[target].unknown += len(pile)
        self.unseen.update(dict.fromkeys(pile.known))
        self.piles[source] = Pile()

    def where(self, piece: P) -> Place | None:
        """The place of a known piece; None for an unseen one."""
        if piece in self.unseen:
            return None
        return next(place for place, pile in self.piles.items() if piece in pile.known)

    def copy(self) -> Places[P]:
        """A twin without the moves made so far."""
        twin: Places[P] = Places()
        twin.piles = {
            place: Pile(pile.known.copy(), pile.unknown) for place, pile in self.piles.items()
        }
        twin.unseen = self.unseen.copy()
        return twin

    def key(self) -> Hashable:
        """Equal where the same pieces lie in the same places, whatever their order."""
        return tuple((frozenset(pile.known), pile.unknown) for pile in self.piles.values())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Places):
            return NotImplemented
        return self.piles == other.piles and list(self.unseen) == list(other.unseen)

    __hash__ = None  # type: ignore[assignment]
