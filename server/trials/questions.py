"""Every kind of question that sensible players are asked, each with a match that stands there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.game import Game
from rules.games import GAMES
from rules.simulation import Simulation
from server.trials.answers import Answers, Taps
from server.trials.survey import step

NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil")
_EACH = 3
"""Positions of one kind that are looked at."""
MODES: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "port_royal": ({}, {"mode": "contracts"}, {"mode": "adventure"}),
}
"""How else a game is played; others only as their usual settings say."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked after these answers of a match."""

    game: Game[Any]
    settings: Mapping[str, str]
    seats: int
    kind: str
    colour: str
    """Of who has to answer; any seat may if it is the table."""
    journal: tuple[str, ...]


def questions(name: str, taps: Taps | None = None, matches: int = 2) -> Iterator[Question]:
    """A few of every kind, the first of each match before all others."""
    game, found = GAMES[name], Counter[str]()
    for settings in MODES.get(name, ({},)):
        played = game.for_match(game.settle(settings))
        for seed in range(matches):
            seats = min(max(played.seats), max(2, min(played.seats)) + seed)
            yield from _asked_in(played, settings, seats, seed, found, taps)


def _asked_in(
    game: Game[Any],
    settings: Mapping[str, str],
    seats: int,
    seed: int,
    found: Counter[str],
    taps: Taps | None,
) -> Iterator[Question]:
    """What is asked in one match, and was not often enough before."""
    simulation = Simulation(game, NAMES[:seats], settings, seed)
    simulation.sensible = True
    match, seen, answers = simulation.match, set[str](), Answers()
    while match.choice is not None:
        asked = match.choice.questions[0]
        kind = f"{type(asked).__name__}: {asked.prompt.message}"
        if found[kind] < _EACH and (kind not in seen or len(match.journal) % 7 == 0):
            found[kind] += 1
            yield Question(game, settings, seats, kind, asked.who.colour, tuple(match.journal))
        seen.add(kind)
        if not step(simulation, answers):
            return
    if taps is not None:
        taps.add(answers.taps)
