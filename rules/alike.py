"""Alike pieces: ships of a colour, tiles with the same face. Only their number in a place counts.

A camera may see any individual where a match believes another one of its kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from rules.game import Table
from rules.match import Match
from rules.pieces import Move, Piece, Place

Numbers = dict[str, Counter[Place | None]]
"""For each kind, how many pieces are in a place; None is out of sight."""


def alike_pieces(match: Match[Any]) -> dict[str, list[Piece]]:
    """The pieces with tags of every kind that is alike."""
    places = match.table.places
    pieces: dict[str, list[Piece]] = {kind: [] for kind in places.alike}
    for piece in match.game.pieces.values() if places.alike else ():
        if piece.kind in pieces and piece not in places.untagged:
            pieces[piece.kind].append(piece)
    return pieces


def as_believed(
    seen: Mapping[Piece, Place | None],
    believed: Callable[[Piece], Place | None],
    out_of_sight: Collection[Place],
    covered: Collection[Piece] = (),
) -> dict[Piece, Place | None]:
    """Where alike pieces are seen, shared out among them so that as few as possible have moved.

    `seen` has a place for each of them, None if it is not in sight; what is `believed` to lie
    `out_of_sight` need not be seen. If one of its kind is seen where others have `covered` it, that
    is another, which was laid on top.
    """
    shared = dict(seen)
    astray: dict[str, list[Piece]] = {}
    for piece, place in seen.items():
        if place != believed(piece):
            astray.setdefault(piece.kind, []).append(piece)
    for pieces in astray.values():
        spots = [seen[piece] for piece in pieces]
        missing, hidden = [], []
        # Nobody looks for what nobody knows before all others have found their place.
        for piece in sorted(pieces, key=lambda piece: believed(piece) is None):
            home = believed(piece)
            if home is not None and home in spots and piece not in covered:
                spots.remove(home)
                shared[piece] = home
            elif home is None or home in out_of_sight:
                hidden.append(piece)
            else:
                missing.append(piece)
        for piece in hidden:
            if None in spots:
                spots.remove(None)
                shared[piece] = None
            else:
                missing.append(piece)
        shared.update(zip(missing, spots, strict=True))
    return shared


class Alike:
    """The alike pieces of a match that was right, and how many of them are seen where now.

    None is out of sight, as all of a stack are; but in an open one the uppermost is seen. If it is
    not seen to have moved, it is where it was, for all to see or covered by others since.
    """

    def __init__(self, match: Match[Any], moved: Mapping[Piece, Place | None]) -> None:
        self.kinds = alike_pieces(match)
        self._stacks = match.game.piles.stacks
        self._open = match.game.piles.open_stacks
        self._tops = match.game.piles.tops
        self._where = match.table.places.where
        tops = match.game.piles.tops(match.table) if self.kinds else {}
        lying = {piece: self._where(piece) for pieces in self.kinds.values() for piece in pieces}
        self.seen = as_believed(
            lying | {piece: place for piece, place in moved.items() if piece in lying},
            self._where,
            self._stacks,
        )
        """Where each is seen, as few as possible elsewhere than before."""
        self._resting = {
            piece for piece in tops if piece in lying and self.seen[piece] == lying[piece]
        }
        """What lay on top of open stacks, and was not seen to leave them."""
        self._before = self._count(lying, tops)
        self._now = self._count(self.seen, tops)
        self.moved = {kind for kind in self.kinds if self._before[kind] != self._now[kind]}
        """The kinds of which something has moved."""
        on_top = {piece.kind for piece in self._resting}
        self.may_cover = {
            piece
            for kind in on_top - self.moved
            for piece in self.kinds[kind]
            if self._in_sight(self._where(piece)) is None and piece not in self._resting
        }
        """Out of sight, though others of their kind are in sight on top of stacks: if one of these
        comes to lie on such a one, there is nothing to be seen of it.
        """

    def more_than_before(self, kind: str, place: Place | None) -> bool:
        place = self._on_top(place)
        return self._now[kind][place] > self._before[kind][place]

    def leads_there(
        self, moves: Iterable[Move], table: Table, resting: Collection[Piece], swapping: bool
    ) -> bool:
        """Whether the pieces of these moves can be among those seen where they are put.

        `table` is where everything lies before them, `resting` what hands have put where it is.
        Unless `swapping`, nothing is put where others must leave.
        """
        places = table.places
        for piece, source, target, _ in moves:
            if piece in self.may_cover and not self._covers_its_like(piece, table, target):
                return False
            if piece is None or piece.kind not in self.moved:
                continue
            seen, there = self._now[piece.kind], self._on_top(target)
            put = [p for p in resting if p.kind == piece.kind and places.where(p) == target]
            if there in self._open:
                covered = any(self._where(p) == there for p in self._resting)
                if len(put) >= seen[there] + covered:
                    return False
                continue
            lying = Counter(self._in_sight(places.where(p)) for p in self.kinds[piece.kind])
            if len(put) >= seen[there]:
                return False
            here = self._in_sight(source)
            if not swapping and (lying[there] >= seen[there] or lying[here] <= seen[here]):
                return False
        return True

    def _covers_its_like(self, piece: Piece, table: Table, target: Place) -> bool:
        where = table.places.where
        return any(p.kind == piece.kind and where(p) == target for p in self._tops(table))

    def tops_with(self, table: Table, movers: Collection[Piece]) -> Mapping[Piece, Piece | None]:
        """What lies on top after some have moved, where that matters."""
        return self._tops(table) if self.moved or not self.may_cover.isdisjoint(movers) else {}

    def left_for(self, movers: Collection[Piece], tops: Collection[Piece]) -> Numbers | None:
        """How many pieces in each place are left for those that were moved.

        None if one that nobody moved is not where it lay. `tops` lie on top of open stacks after
        all moves: who lay there before and does no longer has been covered by one of the same kind.
        """
        left = {}
        for kind in self.moved.union(p.kind for p in movers if p.kind in self.kinds):
            numbers = left[kind] = self._now[kind].copy()
            for piece in self.kinds[kind]:
                if piece in movers:
                    # It may not have left yet what it lay on.
                    numbers[self._where(piece)] += piece in self._resting
                elif piece not in self._resting:
                    numbers[self._in_sight(self._where(piece))] -= 1
                elif piece not in tops:
                    numbers[self._where(piece)] += 1
            if min(numbers.values(), default=0) < 0:
                return None
        return left

    def reached(
        self, places: list[Place | None], numbers: Counter[Place | None], on_top: bool
    ) -> int | None:
        """The last of these places that has a piece left; it is not left for another one.

        Unless the piece is `on_top` where it comes, it may be there out of sight.
        """
        for number in range(len(places) - 1, -1, -1):
            place = self._on_top(places[number])
            if place in self._open and numbers[place] < 1 and not on_top:
                place = None
            if numbers[place] > 0:
                numbers[place] -= 1
                return number
        return None

    def _count(self, lying: Mapping[Piece, Place | None], tops: Collection[Piece]) -> Numbers:
        """Without those that rest on top."""
        counted: Numbers = {kind: Counter() for kind in self.kinds}
        for piece, place in lying.items():
            if piece not in self._resting:
                newly = place != self._where(piece) or piece in tops
                counted[piece.kind][self._on_top(place) if newly else self._in_sight(place)] += 1
        return counted

    def _in_sight(self, place: Place | None) -> Place | None:
        return None if place in self._stacks else place

    def _on_top(self, place: Place | None) -> Place | None:
        """Where a piece is seen that comes to a place."""
        return None if place in self._stacks and place not in self._open else place
