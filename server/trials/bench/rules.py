"""Random play of every game beside random play of chess with python-chess."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

import chess

from rules.game import Game
from rules.games import GAMES
from rules.simulation import Simulation
from server.progress import through

ROUNDS = 7
SECONDS = 0.5
MODE = "mode"
"""The setting of games that can be played in ways that differ much."""


def measure() -> dict[str, Any]:
    """Every round plays chess and each game in turn, so that a busy moment hits all of them."""
    chess_rates: list[float] = []
    ways = dict(ways_to_play())
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for number in through("round", range(ROUNDS)):
        chess_rates.append(rate(play_chess, number))
        for name, (game, settings) in ways.items():
            rates[name].append(rate(partial(_play, game, settings), number))
    return {
        "baseline": "python-chess",
        "games": {
            name: {
                "choices_per_s": round(median(rates[name])),
                "ratio": round(
                    median(
                        ours / theirs for ours, theirs in zip(rates[name], chess_rates, strict=True)
                    ),
                    2,
                ),
            }
            for name in ways
        },
    }


def ways_to_play() -> Iterator[tuple[str, tuple[Game[Any], dict[str, str]]]]:
    """Every game as most groups play it, then its other ways to play."""
    for name, game in GAMES.items():
        yield name, (game, {})
        for setting in game.settings:
            if setting.key == MODE:
                others = (value for value in setting.values if value != setting.default)
                yield from ((f"{name} {value}", (game, {MODE: value})) for value in others)


def as_text(figures: dict[str, Any]) -> str:
    rows = [f"{'game':29} choices/s  ratio to {figures['baseline']}"]
    for name, game in figures["games"].items():
        rows.append(f"{name:29} {game['choices_per_s']:9}  {game['ratio']:.2f}")
    return "\n".join(rows)


def rate(play: Callable[[int], int], number: int) -> float:
    """Choices per second over whole matches."""
    choices, seed = 0, number * 10_000
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < SECONDS:
        choices += play(seed)
        seed += 1
    return choices / elapsed


def play_chess(seed: int) -> int:
    dice = random.Random(seed)
    board = chess.Board()
    while not board.is_insufficient_material() and not board.is_seventyfive_moves():
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(dice.choice(moves))
    return len(board.move_stack)


def _play(game: Game[Any], settings: dict[str, str], seed: int) -> int:
    """Each possible number of players in turn."""
    possible = game.for_match(game.settle(settings)).seats
    seats = possible[seed % len(possible)]
    names = [str(seat) for seat in range(seats)]
    return len(Simulation(game, names, settings, seed).played().journal)
