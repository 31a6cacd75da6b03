"""How good the answers to a question are: each is tried in the same worlds, one after another.

After an answer everybody plays sensibly for some turns, or to the end; then points are compared.
What is clearly worse than the best is tried no more. It can end at any moment: only worlds in which
all answers that are left have been tried are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
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
_DOUBT = 2.0
"""Few playouts can be alike by chance: what is added to those errors if there is only one to
compare with."""
_LEAST = 4
"""How often an answer is tried before it is given up, and before the sensible one is taken for the
best if it is up to then."""
_LONGEST = 4000


@dataclass(slots=True, eq=False)
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
        tried = _promising(tried)
        best = max(tried, key=lambda each: each.lead)
        if len(tried) == 1 or (number + 1 >= _LEAST and best is everything[0]):
            break
    first, best = everything[0], max(tried, key=lambda each: each.lead)
    if first in tried and first.lead + _CAREFUL * _error(tried) >= best.lead:
        best = first
    return sorted(everything, key=lambda each: (each is not best, -len(each.leads), -each.lead))


def _promising(tried: list[Weighed]) -> list[Weighed]:
    """What is tried on: nothing that is clearly worse, and whenever there are twice as many worlds
    only the better half, so that there is time for those that matter.
    """
    first, worlds = tried[0], len(tried[0].leads)
    most = max(each.lead for each in tried)
    if worlds >= _LEAST:
        error = _error(tried)
        tried = [each for each in tried if each.lead + _SURE * error >= most]
    if worlds > 1 and worlds & (worlds - 1) == 0:
        better = sorted(tried, key=lambda each: each.lead, reverse=True)
        half = better[: max(2, (len(tried) + 1) // 2)]
        tried = [each for each in tried if each is first or each in half]
    return tried


def _error(tried: Sequence[Weighed]) -> float:
    """The standard error of a difference between two answers that were tried in the same worlds:
    from what is neither due to the answer nor to the world. Little is known from few playouts.
    """
    answers, worlds = len(tried), len(tried[0].leads)
    free = (answers - 1) * (worlds - 1)
    if free < 1:
        return inf
    usual = [fmean(each.leads[number] for each in tried) for number in range(worlds)]
    mean = fmean(usual)
    rest = sum(
        (lead - each.lead - of_world + mean) ** 2
        for each in tried
        for lead, of_world in zip(each.leads, usual, strict=True)
    )
    return sqrt(2 * rest / free / worlds) * (1 + _DOUBT / free)


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
