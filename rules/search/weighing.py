"""How good the answers to a question are: each is tried in the same worlds, one after another.

After an answer everybody plays sensibly for some turns, or to the end; then points are compared.
What is clearly worse than the best is tried no more. It can end at any moment: only worlds in which
all answers that are left have been tried are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean
from typing import Any

from rules.at_once import said_by
from rules.flow import Option, Seat
from rules.match import Match
from rules.simulation import Simulation

MOST_WORLDS = 60
"""More of them hardly change an answer."""
VICTORY = 6.0
"""Points that a victory is worth besides the lead that it is won with."""
_MOST_LEAD = 100.0
_OF_ALL = 0.1
"""What a point is worth to those who win or lose together."""
_SURE, _CAREFUL = 2.0, 1.0
"""By how many standard errors an answer must be worse to be tried no more; and what the sensible
player would answer, to be answered otherwise."""
_LEAST = 4
"""How often an answer is tried before it is given up."""
_LONGEST = 4000


@dataclass(slots=True)
class Weighed:
    """An answer, and what came of it in the worlds in which it was tried."""

    option: Option[Any]
    leads: list[float] = field(default_factory=list)
    """Points more than the best of the others had."""

    @property
    def lead(self) -> float:
        return fmean(self.leads) if self.leads else 0.0


class _OutOfTime(Exception):
    """There is no time to play on with what is being tried."""


def weigh(
    world: Callable[[int], Simulation],
    seat: Seat,
    options: Sequence[Option[Any]],
    is_over: Callable[[], bool],
    most_worlds: int = MOST_WORLDS,
) -> list[Weighed]:
    """All answers, the best first: the first of `options` unless another is clearly better."""
    everything = [Weighed(option) for option in options]
    tried = everything
    for number in range(most_worlds):
        dealt = world(number)
        try:
            found = [_play_on(dealt.fork(), each.option, seat, is_over) for each in tried]
        except _OutOfTime:
            break
        for each, lead in zip(tried, found, strict=True):
            each.leads.append(lead)
        if number + 1 >= _LEAST:
            best = max(tried, key=lambda each: each.lead)
            tried = [each for each in tried if not _is_worse(each, best, _SURE)]
        if len(tried) == 1:
            break
    first, best = everything[0], max(tried, key=lambda each: each.lead)
    if first in tried and not _is_worse(first, best, _CAREFUL):
        best = first
    return sorted(everything, key=lambda each: (each is not best, -len(each.leads), -each.lead))


def _is_worse(one: Weighed, best: Weighed, sure: float) -> bool:
    """Whether it is clearly worse, by so many standard errors."""
    apart = [better - worse for better, worse in zip(best.leads, one.leads, strict=True)]
    if len(apart) < 2:
        return sum(apart) > 0
    mean = fmean(apart)
    error = sqrt(sum((each - mean) ** 2 for each in apart) / (len(apart) - 1) / len(apart))
    return mean > sure * error


def _play_on(
    simulation: Simulation, option: Option[Any], seat: Seat, is_over: Callable[[], bool]
) -> float:
    match, look_ahead = simulation.match, simulation.match.game.look_ahead
    begun = len(match.checkpoints)
    simulation.take(said_by(match.choice, seat, option))
    for _ in range(_LONGEST):
        if look_ahead and len(match.checkpoints) >= begun + look_ahead.turns:
            break
        if is_over():
            raise _OutOfTime
        if not simulation.step():
            break
    return _lead(match, seat)


def _lead(match: Match[Any], seat: Seat) -> float:
    """What a seat has more than the best of the others, with what their positions promise."""
    game, table, outcome = match.game, match.table, match.outcome()
    sides = game.scoring.sides(table)
    points = dict.fromkeys(sides, 0.0)
    for line in game.scoring.standing(table):
        points[line.seat] += line.amount
    if outcome and outcome.together:
        return (-VICTORY if outcome.lost else VICTORY) + _OF_ALL * sum(points.values())
    if outcome is None and game.look_ahead:
        for side in table.seats:
            points[side] += game.look_ahead.promise(table, side)
    others = [points[side] for side in sides if side != seat]
    lead = points[seat] - max(others, default=0.0)
    won = 0.0 if outcome is None else VICTORY if seat in outcome.winners else -VICTORY
    return max(-_MOST_LEAD, min(_MOST_LEAD, lead)) + won
