"""Piles that do not lie on the table: the assistant shuffles them and turns their pieces up.

A piece that is turned up is an answer in the journal like any other, so a match is replayed exactly
without any shuffling. The shuffle of a match depends only on its number and on a secret of this
data folder: taking a turn back and playing it again turns up the same piece.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from rules.dealer import Dealer
from rules.flow import Reveal
from rules.match import Match
from rules.text import Text
from server.live.match import Act, Live
from server.store.atomic_file import kept_secret
from server.store.errors import StoreError

SECRET_FILE = "shuffle"
SECRET_BYTES = 32


def turn_up(live: Live, match_id: int, folder: Path) -> list[Act]:
    """As long as the match asks for the top piece of such a pile, say which it is."""
    acts: list[Act] = []
    while wants_virtual_piece(live.match):
        dealer, choice = _dealer(live.match, match_id, folder), live.match.choice
        assert choice is not None
        acts += live.draw(dealer.answer(choice).key)
    return acts


def wants_virtual_piece(match: Match[Any]) -> bool:
    """Whether it is asked which piece of such a pile comes next."""
    choice = match.choice
    return isinstance(choice, Reveal) and choice.source in match.game.piles.virtual


def _dealer(match: Match[Any], match_id: int, folder: Path) -> Dealer:
    """A dealer who has followed the whole match."""
    played = Match(match.game, match.seats, match.settings)
    dealer = Dealer(played, shuffle_seed(folder, match_id))
    for taken in match.answers:
        dealer.follow(played.take(taken.option))
    return dealer


def shuffle_seed(folder: Path, match_id: int) -> int:
    """How a match is shuffled: always the same way, and nobody else can know it."""
    return int.from_bytes(hashlib.sha256(_secret(folder) + str(match_id).encode()).digest())


def _secret(folder: Path) -> bytes:
    """Made on first use; only this user may read it, or the next piece would be no secret."""
    path = folder / SECRET_FILE
    try:
        return kept_secret(path, SECRET_BYTES)
    except OSError as error:
        raise StoreError(
            Text(
                "Cannot shuffle: {path} cannot be used ({why}). Check the disk and retry.",
                path=str(path),
                why=error.strerror or str(error),
            )
        ) from error
