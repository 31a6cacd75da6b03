"""What is printed on an owner's copy of a game: its maps, and what its pieces show."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.edition import Edition
from rules.game import Game
from rules.games import GAMES
from rules.pieces import Piece
from vision.registry import Form, load_registry


@dataclass(frozen=True, slots=True, eq=False)
class PrintedCopy:
    name: str
    """A word that no other copy has."""
    edition: Edition
    pieces: Mapping[str, Piece]
    kinds: Mapping[str, Piece]
    """One piece of each kind."""


def copy_of(game: Game[Any]) -> PrintedCopy | None:
    """The copy that a match of this game is played with; None if it is as the house has it."""
    house = game.edition.house
    said = {
        path: text
        for path, text in (game.settled or {}).items()
        if game.edition.is_open(path) and (path not in house or house[path].written() != text)
    }
    return _copy(game.name, tuple(said.items())) if said else None


@lru_cache(maxsize=4)
def _copy(name: str, said: tuple[tuple[str, str], ...]) -> PrintedCopy:
    """The same object for the same values, as long as it is remembered."""
    game, own = GAMES[name], dict(said)
    pieces = game.for_match(game.settle(own)).pieces
    word = hashlib.sha256(repr(sorted(said)).encode()).hexdigest()[:12]
    kinds = {piece.kind: piece for piece in pieces.values()}
    return PrintedCopy(word, game.laid_over(own), pieces, kinds)


def kind_of(game: str, piece: str, copy: PrintedCopy | None) -> str:
    """The kind of a piece, as an owner's copy has it or else as of the house."""
    printed = copy.pieces.get(piece) if copy else None
    return (printed or GAMES[game].pieces[piece]).kind


def one_of(game: str, kind: str, copy: PrintedCopy | None) -> tuple[Piece, Form]:
    """Any piece of a kind, as it is printed on an owner's copy or else as of the house."""
    own = copy.kinds.get(kind) if copy else None
    for piece in (own,) if own else GAMES[game].pieces.values():
        if piece.kind == kind:
            return piece, load_registry(game).form_of(piece.id)
    raise ValueError(f"No piece of {game} is of the kind {kind!r}.")
