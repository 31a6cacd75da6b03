"""How explanations are tested: what moved, what was found, and random turns to be found again."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import islice
from typing import Any

from rules.explain import Ambiguity, Run, Unexplained, explain
from rules.flow import Seat
from rules.game import Game
from rules.looks import cut, is_told_by_phone, random_turns, seen_after
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


def all_runs(answer: Run | Ambiguity | Unexplained) -> list[Run]:
    if isinstance(answer, Ambiguity):
        return [each for runs in answer.runs.values() for each in runs]
    assert isinstance(answer, Run)
    return [answer]


# ----------------------------------------------------------------------------- Random turns

MOST_AT_ONCE = 3
"""How many answers that move pieces there are between two looks at the table, at the most."""


def turns_are_found(
    game: Game[Any], settings: Mapping[str, str], seed: int, number: int
) -> tuple[int, int]:
    """Look now and then at random turns, as a camera does; how many looks left no question, of all.

    Every true run must be among the explanations.
    """
    dice = random.Random(seed)
    unique = looks = 0
    for start, played in islice(random_turns(game, settings, seed * 1000), number):
        for look in cut(start, played, dice.randint(1, MOST_AT_ONCE)):
            if not is_told_by_phone(start, look):
                unique += explained(start, look)
                looks += 1
            for key in look:
                start.play(key)
    return unique, looks


def explained(start: Match[Any], look: list[str], most_states: int = 20_000) -> bool:
    """The true run is among the answers; True if it is the only one.

    Answers at the end that move nothing (a pass) leave no trace, and cards turned up in another
    order come to the same: so it is the tables that are compared.
    """
    changed = seen_after(start, look)
    if changed is None:
        # A bust whose jesters used up the deck: what was turned up is shuffled away, unseen.
        return False
    fork = start.fork()
    truth = [fork.table.key()]
    for key in look:
        if any(move.piece for move in fork.play(key)):
            truth = []
        truth.append(fork.table.key())
    answer = explain(start, changed, most_states=most_states)
    assert not isinstance(answer, Unexplained), (look, answer.reasons)
    assert any(after(start, each) in truth for each in all_runs(answer)), look
    return isinstance(answer, Run)


def after(start: Match[Any], each: Run) -> object:
    fork = start.fork()
    for key in each.keys:
        fork.play(key)
    return fork.table.key()
