"""Copies of a card that carry no tags: all that can be seen is how many of a kind lie in a place.

Each of them still comes and goes as one card, turned up, taken and thrown away. So where a camera
sees some of a kind, they are shared out among the individuals that a match believes in; and where
that explains nothing, two of them may have changed roles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import combinations
from typing import Any

from rules.match import Match
from rules.pieces import Piece, Place

_MOST_EXCHANGES = 6


def pictured_pieces(match: Match[Any]) -> dict[str, list[Piece]]:
    """The pieces of every kind that only its picture tells."""
    pictured = match.table.places.pictured
    pieces: dict[str, list[Piece]] = {kind: [] for kind in pictured}
    for piece in match.game.pieces.values() if pictured else ():
        if piece.kind in pieces:
            pieces[piece.kind].append(piece)
    return pieces


def shared_out(
    pieces: Collection[Piece],
    seen: Callable[[Piece], Place | None],
    believed: Callable[[Piece], Place | None],
    out_of_sight: Collection[Place],
) -> dict[Piece, Place | None]:
    """Where the copies of a kind are, so that as few as possible have moved.

    `seen` has a place for as many of them as were seen; who comes first of those that are believed
    somewhere is seen there first. Who is not where it was believed has gone
    to where one more is seen than before; then those that nobody has seen come to light, and last
    of all those that are believed `out_of_sight`, the first of them at the very end.
    """
    spots = Counter(place for piece in pieces if (place := seen(piece)) is not None)
    shared: dict[Piece, Place | None] = dict.fromkeys(pieces)
    gone: list[Piece] = []
    unseen: list[Piece] = []
    below: list[Piece] = []
    for piece in pieces:
        home = believed(piece)
        if home is not None and spots[home]:
            spots[home] -= 1
            shared[piece] = home
        elif home is None:
            unseen.append(piece)
        else:
            (below if home in out_of_sight else gone).append(piece)
    # An individual that was named, by a tag that it carries, comes to light before the others.
    unseen.sort(key=lambda piece: seen(piece) is None)
    free = [*gone, *unseen, *reversed(below)]
    shared.update(zip(free, spots.elements(), strict=False))
    return shared


def exchanged(
    match: Match[Any], moved: Mapping[Piece, Place | None]
) -> Iterator[dict[Piece, Place | None]]:
    """What may have moved instead: a copy took the place of another, and that one went on.

    A person of a crew is thrown away, and another like it is hired: what is seen is one less in
    the harbour. Or a person is hired, and another like it turns up among the coins that were paid:
    then it is not the one from the harbour that lies on the discard pile.
    """
    where, pictured = match.table.places.where, match.table.places.pictured
    tried = 0
    for (piece, target), (other, there) in combinations(moved.items(), 2):
        if piece.kind == other.kind and piece.kind in pictured and target != there:
            tried += 1
            if tried > _MOST_EXCHANGES:
                return
            yield {**moved, piece: there, other: target}
    for piece, target in moved.items():
        if piece.kind not in pictured:
            continue
        steps: set[Place] = set()
        for other in match.game.pieces.values():
            home = where(other)
            if other.kind != piece.kind or other in moved or home is None:
                continue
            if home == target or home == where(piece) or home in steps:
                continue
            steps.add(home)
            tried += 1
            if tried > _MOST_EXCHANGES:
                return
            yield {**moved, piece: home, other: target}


def said_by_kind(match: Match[Any], key: str) -> str:
    """A key of the journal as far as anybody can tell: the same for all copies of a kind."""
    pieces, name = match.game.pieces, match.table.places.name
    verb, separator, things = key.partition(":")
    said = (name(pieces[thing]) if thing in pieces else thing for thing in things.split("+"))
    return verb + separator + "+".join(sorted(said))
