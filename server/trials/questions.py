"""Every kind of question that sensible players are asked, each with a match that stands there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.flow import TABLE
from rules.game import Game
from rules.games import GAMES
from rules.match import Match
from rules.simulation import Simulation

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


@dataclass(slots=True)
class Taps:
    """What phones are tapped for in whole matches: what neither hands nor NEXT tell.

    Where a piece is moved next, that tells what was chosen before, unless it could mean another
    thing: then the rules say that it is said by phone.
    """

    turns: int = 0
    taps: int = 0
    players: int = 0
    """Of all matches together."""

    def count(self, match: Match[Any], nexts: Sequence[str | None]) -> None:
        """Of a match that is over, with what NEXT would have answered to each of its questions."""
        told = [any(move.piece for move in each.option.moves) for each in match.answers]
        for at, (who, option) in enumerate(match.answers):
            shown = told[at] or told[at + 1 : at + 2] == [True] or option.key == nexts[at]
            self.taps += who is not TABLE and (option.by_phone or not shown)
        self.players += len(match.seats)

    @property
    def per_turn(self) -> float:
        return round(self.taps / max(1, self.turns), 2)

    @property
    def per_match(self) -> float:
        """Of one person."""
        return round(self.taps / max(1, self.players), 1)


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
    match, seen, nexts, turns = simulation.match, set[str](), list[str | None](), 0
    while match.choice is not None:
        asked = match.choice.questions[0]
        kind = f"{type(asked).__name__}: {asked.prompt.message}"
        if found[kind] < _EACH and (kind not in seen or len(match.journal) % 7 == 0):
            found[kind] += 1
            yield Question(game, settings, seats, kind, asked.who.colour, tuple(match.journal))
        seen.add(kind)
        option, active = simulation.pick(), match.table.active
        if option is None:
            return
        nexts.append(asked.next_key)
        simulation.take(option)
        turns += match.table.active is not active
    if taps is not None:
        taps.turns += turns
        taps.count(match, nexts)
