"""What hands still have to do to follow the match, as somebody at the table would say it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from rules.match import Match
from rules.pieces import Piece, Place
from rules.text import Plural, Text
from server.live.problems import home, put_back


@dataclass(frozen=True, slots=True)
class Chore:
    """Pieces that go the same way, and which of them are there already."""

    text: Text
    pieces: tuple[Piece, ...]
    done: frozenset[Piece]

    @property
    def is_done(self) -> bool:
        return len(self.done) == len(self.pieces)


def chores(
    match: Match[Any], owed: Mapping[Piece, Place | None], pending: Collection[Piece]
) -> tuple[Chore, ...]:
    """Of pieces that lie, or lay, where `owed` says; all but the pending ones are done."""
    ways: dict[tuple[Place | None, Text | None], list[Piece]] = {}
    for piece, source in owed.items():
        ways.setdefault((source, home(match, piece)), []).append(piece)
    return tuple(
        Chore(_words(match, source, target, pieces), tuple(pieces), frozenset(pieces) - {*pending})
        for (source, target), pieces in ways.items()
    )


def _words(
    match: Match[Any], source: Place | None, target: Text | None, pieces: list[Piece]
) -> Text:
    if len(pieces) == 1:
        return put_back(match, pieces[0])
    number, cards = len(pieces), all(p.id.startswith(tuple(match.game.cards)) for p in pieces)
    if cards:
        what: Text = Plural("{n} card", "{n} cards", number)
    else:
        what = Plural("{n} piece", "{n} pieces", number)
    where = match.game.place_name(match.seats, source) if source else None
    if target is None:
        if where is None:
            return Text("{what} back, face down", what=what)
        return Text("From {place}: {what} back, face down", place=where, what=what)
    if where is None:
        return Text("{what} to {target}", what=what, target=target)
    left = match.table.places.piles.get(source) if source else None
    if left is not None and not left.known:
        return Text("Clear {place}: {what} to {target}", place=where, what=what, target=target)
    return Text("From {place}: {what} to {target}", place=where, what=what, target=target)
