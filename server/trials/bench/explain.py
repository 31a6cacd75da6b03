"""How long it takes to find out what happened on the table, beside random play of python-chess.

Turns of random and of sensible players, with every number of them, are looked at as a camera could:
move by move, and whole, when only the end of the turn is seen. The slowest of the whole turns are
then shown to a host, to see how long its thread is busy with any one event.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from rules.explaining.explain import Run, Unexplained, explain
from rules.explaining.looks import cut, is_told_by_phone, seen_after, turns_of
from rules.game import Game
from rules.games import GAMES
from rules.match import Match
from rules.pieces import Piece, Place
from rules.simulation import Simulation
from server.live.host import Host
from server.live.messages import Event, Resume, View
from server.live.thinker import spare_what_is_there
from server.progress import through
from server.store import Store
from server.store.rows import Entry
from server.trials.bench.rules import play_chess, rate
from vision.layout import layout_of
from vision.reading import Sighting

ROUNDS = 5
TURNS = 80
"""So many turns for each number of players, random and sensible ones."""
ONE_IN = 5
"""Of the turns of a match one in so many is looked at: so they come from many matches."""
SHOWN = 5
"""So many of the slowest turns are shown to a host."""
PATIENCE = 20.0
"""Seconds to wait for what a host makes of a turn; of some it need not say anything."""


class Look(NamedTuple):
    """A match before some answers, and where the pieces are seen that have moved since."""

    start: Match[Any]
    played: list[str]
    moved: dict[Piece, Place | None]


class Figure(NamedTuple):
    look: Look
    seconds: float
    unique: bool
    gave_up: bool


def measure() -> dict[str, Any]:
    games = {name: _measure_game(game) for name, game in GAMES.items()}
    chess = median(rate(play_chess, number) for number in range(ROUNDS))
    return {"games": games, "baseline": {"python_chess_moves_per_s": round(chess)}}


def as_text(figures: dict[str, Any]) -> str:
    rows = [f"{'':28} looks    p50    p99    max ms  unique  gave up"]
    for name, game in figures["games"].items():
        for title, part in (
            (name, game),
            ("  whole turns", game["whole_turns"]),
            ("  move by move", game["move_by_move"]),
        ):
            rows.append(
                f"{title:28} {part['looks']:5} {part['p50_ms']:6.1f} {part['p99_ms']:6.1f} "
                f"{part['max_ms']:6.1f}     {part['unique']:6.1%}  {part['gave_up']:.1%}"
            )
        rows.append(f"  the host was busy for {game['host_wait_max_ms']} ms at the longest")
    chess = figures["baseline"]["python_chess_moves_per_s"]
    return "\n".join([*rows, f"In the same run python-chess played {chess} random moves a second."])


def _measure_game(game: Game[Any]) -> dict[str, Any]:
    """Whole turns and single moves together, then apart."""
    whole, single = [], []
    for start, played in through(f"{game.name}, turn", _turns(game)):
        # As `serve` does: what the bench keeps of earlier turns is no part of a table.
        spare_what_is_there()
        whole += [_explained(look) for look in _looks(start, played, None)]
        single += [_explained(look) for look in _looks(start, played, 1)]
    slowest = sorted(whole, key=lambda figure: figure.seconds)[-SHOWN:]
    return {
        **_summary(whole + single),
        "host_wait_max_ms": _ms(max(_host_wait(figure.look) for figure in slowest)),
        "whole_turns": _summary(whole),
        "move_by_move": _summary(single),
    }


def _summary(figures: list[Figure]) -> dict[str, Any]:
    seconds = sorted(figure.seconds for figure in figures)
    number = len(figures)
    return {
        "looks": number,
        "p50_ms": _ms(median(seconds)),
        "p99_ms": _ms(seconds[int(0.99 * (number - 1))]),
        "max_ms": _ms(seconds[-1]),
        "unique": round(sum(figure.unique for figure in figures) / number, 4),
        "gave_up": round(sum(figure.gave_up for figure in figures) / number, 4),
    }


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)


# ------------------------------------------------------------------------------ What is looked at


def _turns(game: Game[Any]) -> Iterator[tuple[Match[Any], list[str]]]:
    """The same turns in every run; the set-up is none."""
    for seats in game.for_match(game.settle({})).seats:
        for sensible in (False, True) if game.sensible else (False,):
            yield from islice(_some_turns(game, seats, sensible), TURNS)


def _some_turns(
    game: Game[Any], seats: int, sensible: bool
) -> Iterator[tuple[Match[Any], list[str]]]:
    dice = random.Random(f"turns {seats} {sensible}")
    names = [f"Player {number}" for number in range(seats)]
    for seed in range(1000):
        simulation = Simulation(game, names, game.proposed(simulated=True), seed)
        simulation.sensible = sensible
        for start, played in turns_of(simulation):
            if start.table.active is not None and not dice.randrange(ONE_IN):
                yield start, played


def _looks(start: Match[Any], played: list[str], size: int | None) -> Iterator[Look]:
    """What a phone has to tell is told."""
    match = start.fork()
    for part in cut(start, played, size):
        if not is_told_by_phone(match, part):
            moved = seen_after(match, part)
            if moved is not None:
                yield Look(match.fork(), part, moved)
        for key in part:
            match.play(key)


def _explained(look: Look) -> Figure:
    begun = time.perf_counter()
    answer = explain(look.start, look.moved)
    seconds = time.perf_counter() - begun
    gave_up = isinstance(answer, Unexplained) and answer.gave_up
    return Figure(look, seconds, isinstance(answer, Run), gave_up)


# --------------------------------------------------------------------------------------- The host


class _TimedHost(Host):
    """Remembers the longest time that one event has taken on its thread."""

    longest = 0.0

    def handle(self, event: Event) -> None:
        begun = time.perf_counter()
        try:
            super().handle(event)
        finally:
            self.longest = max(self.longest, time.perf_counter() - begun)


def _host_wait(look: Look) -> float:
    """The longest that the host's thread is busy with one event after the turn is seen."""
    start, game = look.start, look.start.game
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "matches.sqlite") as store:
        names = [seat.name for seat in start.seats]
        match_id = store.new_match(game.name, names, start.settings, time.time())
        store.append(match_id, [Entry("choice", key, "robot", 0.0) for key in start.journal])
        host = _TimedHost(store, lambda _: None)
        host.handle(Resume(match_id))
        host.handle(_sighting(start))
        end = start.fork()
        for key in look.played:
            end.play(key)
        host.longest = 0.0
        host.start()
        try:
            host.post(_sighting(end))
            _wait_for_an_answer(host, len(start.journal))
        finally:
            host.stop()
        return host.longest


def _sighting(match: Match[Any]) -> Sighting:
    """All known pieces in sight, those of a stack as well: so the host looks for the same turn."""
    colours = [seat.colour for seat in match.game.scoring.sides(match.table)]
    in_sight = set(layout_of(match.game, colours).names)
    lying: dict[str, Place] = {}
    for place, pile in match.table.places.piles.items():
        if place in in_sight:
            lying.update((p.id, place) for p in pile.known if p not in match.table.places.untagged)
    return Sighting(lying)


def _wait_for_an_answer(host: Host, answered: int) -> None:
    """A long search may go on beside the host, and come back to it as another event."""
    until = time.monotonic() + PATIENCE
    while not _has_answered(host.view, answered) and time.monotonic() < until:
        time.sleep(0.005)


def _has_answered(view: View, answered: int) -> bool:
    new = view.match is not None and len(view.match.journal) > answered
    return bool(new or view.question or view.wrong or view.unclear)
