"""How explanations are tested: what moved, what was found, and random turns to be found again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.explaining.explain import Run, Unexplained, explain
from rules.explaining.understood import MOST_STATES, understood
from rules.explaining.understood import explained as how_explained
from rules.flow import Seat
from rules.game import Game
from rules.match import Match
from rules.pieces import Piece, Place

Seen = Mapping[str, str | None]
"""Where pieces are seen, by their ids."""


def moved(match: Match[Any], places: Seen) -> dict[Piece, Place | None]:
    return {match.game.pieces[piece]: place for piece, place in places.items()}


def run(match: Match[Any], places: Seen) -> str:
    answer = explain(match, moved(match, places))
    assert isinstance(answer, Run)
    return " ".join(answer.keys)


def reasons(match: Match[Any], places: Seen, by: Seat | None = None) -> dict[str, str]:
    answer = explain(match, moved(match, places), by)
    assert isinstance(answer, Unexplained)
    return {piece.id: str(reason) for piece, reason in answer.reasons.items()}


# ----------------------------------------------------------------------------- Random turns


def turns_are_found(
    game: Game[Any], settings: Mapping[str, str], seed: int, number: int
) -> tuple[int, int]:
    """Look now and then at random turns, as a camera does; how many looks left no question, of all.

    Every true run must be among the explanations.
    """
    figures = understood(game, settings, number, seed)
    assert not figures["missed"], figures["missed"]
    return figures["unique"], figures["looks"]


def explained(start: Match[Any], look: list[str], most_states: int = MOST_STATES) -> None:
    """The true run is among the answers."""
    assert how_explained(start, look, most_states) != "missed", look
