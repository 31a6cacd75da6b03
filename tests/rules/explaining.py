"""How explanations are tested: what moved, what was found, and random turns to be found again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from rules.explain import Question, Run, Unexplained, explain
from rules.flow import Seat
from rules.game import Game
from rules.match import Match
from rules.pieces import Piece, Place
from rules.simulation import Simulation

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


def all_runs(answer: Run | Question | Unexplained) -> list[Run]:
    if isinstance(answer, Question):
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


def random_turns(
    game: Game[Any], settings: Mapping[str, str], seed: int
) -> Iterator[tuple[Match[Any], list[str]]]:
    """Matches at the start of a turn, and the answers that were given in it."""
    for number in range(seed, seed + 1000):
        seats = game.seats[number % len(game.seats)]
        simulation = Simulation(game, [str(seat) for seat in range(seats)], settings, number)
        simulation.sensible = number % 2 == 1
        simulation.step()
        while simulation.match.choice:
            start = simulation.match.fork()
            while simulation.match.choice and simulation.match.script_start == start.script_start:
                simulation.step()
            yield start, simulation.match.journal[len(start.journal) :]


def cut(start: Match[Any], played: list[str], size: int) -> Iterator[list[str]]:
    """The turn in parts with `size` answers each that move pieces.

    A shuffle hides what was discarded, so the table is looked at just before and after as well.
    What only a phone can tell is a part of its own; and nobody could tell that a piece has been
    somewhere if it is back before anybody looks.
    """
    fork = start.fork()
    part: list[str] = []
    moving = 0
    came_from: dict[Piece, Place] = {}
    for key in played:
        alone = fork.option(key).by_phone
        moves = fork.play(key)
        alone = alone or any(move.source == "discard" for move in moves)
        back = any(move.piece and came_from.get(move.piece) == move.target for move in moves)
        if part and (alone or back or moving == size):
            yield part
            part, moving = [], 0
            came_from.clear()
        part.append(key)
        moving += any(move.piece for move in moves)
        for move in moves:
            if move.piece:
                came_from.setdefault(move.piece, move.source)
        if alone:
            moving = size
    yield part


def is_told_by_phone(start: Match[Any], look: list[str]) -> bool:
    return start.option(look[0]).by_phone


def explained(start: Match[Any], look: list[str]) -> bool:
    """The true run is among the answers; True if it is the only one.

    Answers at the end that move nothing (a pass) leave no trace, and cards turned up in another
    order come to the same: so it is the tables that are compared.
    """
    fork = start.fork()
    truth = [fork.table.key()]
    touched: set[Piece] = set()
    for key in look:
        moves = [move.piece for move in fork.play(key) if move.piece]
        touched.update(moves)
        if moves:
            truth = []
        truth.append(fork.table.key())
    places, before = fork.table.places, start.table.places
    if any(piece in before.unseen and piece in places.unseen for piece in touched):
        # A bust whose jesters used up the deck: what was turned up is shuffled away, unseen.
        return False
    changed = {
        piece: places.where(piece)
        for piece in start.game.pieces.values()
        if places.where(piece) != before.where(piece) and piece not in places.untagged
    }
    answer = explain(start, changed, most_states=20_000)
    assert not isinstance(answer, Unexplained), (look, answer.reasons)
    assert any(after(start, each) in truth for each in all_runs(answer)), look
    return isinstance(answer, Run)


def after(start: Match[Any], each: Run) -> object:
    fork = start.fork()
    for key in each.keys:
        fork.play(key)
    return fork.table.key()
