"""Pieces, places, and how much of what lies face down is known.

A piece is a card, tile or token that can be told apart from every other one. A place is where it
can lie, named by a short string: `harbour`, `discard`, `area:red`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints

from msgspec import NODEFAULT, defstruct
from msgspec.structs import asdict

from rules.edition import EditionError, Row
from rules.text import Text
from rules.typed import NAMES, Table, fields_of, read

Place = str


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """One individual piece. `kind` is what all pieces with the same face share."""

    id: str
    kind: str
    name: Text


def values_in(row: Row, kind: Any, *given: str) -> dict[str, Any]:
    """What a row says of a piece: each of its values, by its type, but for those `given`.

    What only names the row is none. The metadata of a field can have the name `written` there.
    """
    form = _form_of(kind, given)
    names = {*NAMES} - {*fields_of(form)}
    said = {name: value for name, value in row.items() if name not in names}
    return asdict(read(said, form, row.where, EditionError))


@cache
def _form_of(kind: Any, given: tuple[str, ...]) -> Any:
    types = get_type_hints(kind, include_extras=True)
    left_out = {*given, *(each.name for each in fields(Piece))}
    said = [each for each in fields(kind) if each.name not in left_out]
    return defstruct(
        kind.__name__,
        [
            (each.name, types[each.name], NODEFAULT if each.default is MISSING else each.default)
            for each in said
        ],
        bases=(Table,),
        kw_only=True,
        rename={each.name: each.metadata.get("written", each.name) for each in said},
    )


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
D = TypeVar("D")


@dataclass(slots=True)
class Pile(Generic[P]):
    """What lies in one place: some pieces are known, the others only counted.

    A pile is never changed, only replaced by another: so tables can share it. It is not frozen
    because every move makes two of them, and a frozen one takes three times as long to make.
    """

    known: tuple[P, ...] = ()
    unknown: int = 0
    _key: Hashable = field(default=None, init=False, repr=False, compare=False)
    digest: Any = field(default=None, init=False, repr=False, compare=False)

    def key(self, alike: frozenset[str]) -> Hashable:
        """Equal for the same pieces in any order; `alike` is always the same in a match."""
        if self._key is None:
            self._key = (self._kinds(alike), self.unknown)
        return self._key

    def _kinds(self, alike: frozenset[str]) -> Hashable:
        if not alike or not self.known:
            return frozenset(self.known)
        return frozenset(Counter(p.kind if p.kind in alike else p.id for p in self.known).items())

    def __len__(self) -> int:
        return len(self.known) + self.unknown

    def with_piece(self, piece: P) -> Pile[P]:
        return Pile((*self.known, piece), self.unknown)

    def without(self, piece: P) -> Pile[P]:
        at = self.known.index(piece)
        return Pile(self.known[:at] + self.known[at + 1 :], self.unknown)

    def with_unknown(self, number: int) -> Pile[P]:
        return Pile(self.known, self.unknown + number)


class Places(Generic[P]):
    """Where every piece lies, as far as people at the table can know.

    `unseen` are the pieces that lie somewhere unknown: what a face-down piece could still be. It is
    a dict for its order, so that the same journal always gives the same menu. Whatever moves is
    written to `moves`.

    Not every copy of a game has tags on all of its pieces: `untagged` ones lie where they lie, but
    no camera sees them, so their moves are not written. Of `alike` kinds nobody needs to know
    which individual is where: a camera may see any one where another is believed. Nor can it be
    known of `pictured` kinds, whose copies carry no tags and look the same; but each of them comes
    and goes as one card.
    """

    __slots__ = ("_where", "alike", "moves", "pictured", "piles", "unseen", "untagged")

    def __init__(
        self, untagged: frozenset[P] = frozenset(), alike: frozenset[str] = frozenset()
    ) -> None:
        self.piles: dict[Place, Pile[P]] = {}
        self.unseen: dict[P, None] = {}
        self.moves: list[Move] = []
        self.untagged = untagged
        self.alike = alike
        self.pictured: frozenset[str] = frozenset()
        self._where: dict[P, Place] = {}

    def __getitem__(self, place: Place) -> tuple[P, ...]:
        """The known pieces of a place, in the order they came."""
        return self.piles[place].known

    def digest(self, place: Place, make: Callable[[tuple[P, ...]], D]) -> D:
        """What `make` says of the known pieces of a place, found out once for a pile.

        A place has one such `make`.
        """
        pile = self.piles[place]
        if pile.digest is None:
            pile.digest = make(pile.known)
        digest: D = pile.digest
        return digest

    def count(self, place: Place) -> int:
        pile = self.piles[place]
        return len(pile.known) + pile.unknown

    def make_room(self, places: Iterable[Place]) -> None:
        """Prepare places in which nothing lies yet."""
        self.piles.update((place, Pile()) for place in places)

    def lay_out(self, place: Place, pieces: Iterable[P] = ()) -> None:
        """Prepare a place, with pieces that everybody sees."""
        known = tuple(pieces)
        self.piles[place] = Pile(known)
        self._where.update(dict.fromkeys(known, place))

    def lay_out_face_down(self, place: Place, pieces: Iterable[P]) -> None:
        """Prepare a shuffled, face-down pile."""
        before = len(self.unseen)
        self.unseen.update(dict.fromkeys(pieces))
        self.piles[place] = Pile((), len(self.unseen) - before)

    def move(self, piece: P, source: Place, target: Place) -> None:
        """A piece that everybody sees goes to another place."""
        piles = self.piles
        piles[source] = piles[source].without(piece)
        piles[target] = piles[target].with_piece(piece)
        self._where[piece] = target
        if piece not in self.untagged:
            self.moves.append(Move(piece, source, target))

    def move_all(self, source: Place, target: Place) -> None:
        """All pieces of a place go to another; everybody sees them."""
        pile, there = self.piles[source], self.piles[target]
        for piece in pile.known:
            self._where[piece] = target
            if piece not in self.untagged:
                self.moves.append(Move(piece, source, target))
        self.piles[target] = Pile(there.known + pile.known, there.unknown)
        self.piles[source] = Pile((), pile.unknown)

    def turn_up(self, piece: P, source: Place, target: Place) -> None:
        """A face-down piece comes to light."""
        del self.unseen[piece]
        self.piles[source] = self.piles[source].with_unknown(-1)
        self.piles[target] = self.piles[target].with_piece(piece)
        self._where[piece] = target
        self.moves.append(Move(piece, source, target))

    def pass_on(self, source: Place, target: Place, number: int) -> None:
        """Face-down pieces change place unseen."""
        self.piles[source] = self.piles[source].with_unknown(-number)
        self.piles[target] = self.piles[target].with_unknown(number)
        self.moves.append(Move(None, source, target, number))

    def shuffle_into(self, source: Place, target: Place) -> None:
        """All pieces of a place are shuffled into a face-down pile; nobody knows them any more."""
        number, known = self.count(source), self.piles[source].known
        self.moves.append(Move(None, source, target, number))
        self.piles[target] = self.piles[target].with_unknown(number)
        self.unseen.update(dict.fromkeys(known))
        for piece in known:
            del self._where[piece]
        self.piles[source] = Pile()

    def turn_down(self, piece: P, source: Place, target: Place) -> None:
        """A piece that everybody has seen is laid face down onto a pile, and can come up again."""
        self.piles[source] = self.piles[source].without(piece)
        self.piles[target] = self.piles[target].with_unknown(1)
        self.unseen[piece] = None
        del self._where[piece]
        self.moves.append(Move(piece, source, target))

    def where(self, piece: P) -> Place | None:
        """The place of a known piece; None for an unseen one."""
        return self._where.get(piece)

    def tagged(self, *moves: Move) -> tuple[Move, ...]:
        """Those of the moves that a camera can see."""
        return tuple(move for move in moves if move.piece not in self.untagged)

    def copy(self) -> Places[P]:
        """A twin without the moves made so far."""
        twin: Places[P] = object.__new__(Places)
        twin.untagged, twin.alike, twin.pictured = self.untagged, self.alike, self.pictured
        twin.moves = []
        twin.piles = self.piles.copy()
        twin.unseen = self.unseen.copy()
        twin._where = self._where.copy()
        return twin

    def key(self) -> Hashable:
        """Equal where the same pieces lie in the same places, whatever their order."""
        alike = self.alike | self.pictured
        return tuple([pile.key(alike) for pile in self.piles.values()])

    def name(self, piece: P) -> str:
        """What can be said of which one it is: of pictured pieces only the kind."""
        return piece.kind if piece.kind in self.pictured else piece.id

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Places):
            return NotImplemented
        return self.piles == other.piles and list(self.unseen) == list(other.unseen)

    __hash__ = None  # type: ignore[assignment]
