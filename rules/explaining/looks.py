"""Turns of simulated matches, cut into what a camera would see of them: for tests and measuring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.at_once import SeatOption
from rules.flow import Seat
from rules.game import Game
from rules.match import Match
from rules.pieces import Move, Piece, Place
from rules.simulation import Simulation


def turns_of(simulation: Simulation) -> Iterator[tuple[Match[Any], list[str]]]:
    """The match at the start of every turn, and the answers that were given in it."""
    simulation.step()
    while simulation.match.choice:
        start = simulation.match.fork()
        while simulation.match.choice and simulation.match.script_start == start.script_start:
            simulation.step()
        yield start, simulation.match.journal[len(start.journal) :]


def random_turns(
    game: Game[Any], settings: Mapping[str, str], seed: int
) -> Iterator[tuple[Match[Any], list[str]]]:
    """Turns of one match after another, with every number of players, random and sensible ones."""
    possible = game.for_match(game.settle(settings)).seats
    for number in range(seed, seed + 1000):
        seats = possible[number % len(possible)]
        simulation = Simulation(game, [str(seat) for seat in range(seats)], settings, number)
        simulation.sensible = number % 2 == 1
        yield from turns_of(simulation)


def cut(start: Match[Any], played: list[str], size: int | None = None) -> Iterator[list[str]]:
    """The turn in parts with `size` answers each that move pieces; without it as whole as possible.

    A shuffle hides what was discarded, so the table is looked at just before and after as well.
    What only a phone can tell is a part of its own; and nobody could tell that a piece has been
    somewhere if it is back before anybody looks. Where several seats are asked at once, the table
    is looked at before another one goes on than the one that has moved nothing yet.
    """
    fork = start.fork()
    part: list[str] = []
    moving, full = 0, False
    came_from: dict[Piece, Place] = {}
    last: Seat | None = None
    moves: Sequence[Move] = ()
    for key in played:
        option = fork.option(key)
        silent, seat = not any(move.piece for move in moves), last
        if isinstance(option, SeatOption):
            seat = option.seat
        alone = option.by_phone
        moves = fork.play(key)
        alone = alone or any(move.source == "discard" for move in moves)
        back = any(move.piece and came_from.get(move.piece) == move.target for move in moves)
        if part and (alone or back or full or (silent and seat != last)):
            yield part
            part, moving = [], 0
            came_from.clear()
        part.append(key)
        last = seat
        moving += any(move.piece for move in moves)
        for move in moves:
            if move.piece:
                came_from.setdefault(move.piece, move.source)
        full = alone or moving == size
    yield part


def is_told_by_phone(start: Match[Any], look: list[str]) -> bool:
    return start.option(look[0]).by_phone


def seen_after(start: Match[Any], look: list[str]) -> dict[Piece, Place | None] | None:
    """Where pieces are that lie elsewhere after these answers, as far as they have tags.

    What others cover by then is out of sight, and so is what lay in a stack and still does. None if
    it cannot be seen what happened: what was turned up is shuffled away already.
    """
    fork, piles = start.fork(), start.game.piles
    touched = {move.piece for key in look for move in fork.play(key) if move.piece}
    places, before = fork.table.places, start.table.places
    if any(piece in before.unseen and piece in places.unseen for piece in touched):
        return None
    tops = piles.tops(fork.table)
    seen: dict[Piece, Place | None] = {}
    for piece in start.game.pieces.values():
        place, was = places.where(piece), before.where(piece)
        if place == was or piece in places.untagged:
            continue
        if place in piles.open_stacks and piece not in tops:
            place = None
        if place is not None or was not in piles.stacks:
            seen[piece] = place
    return seen
