"""The end of a match as people would tell it: who won, by what, and what will be remembered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rules.flow import Option, Seat
from rules.game import Outcome
from rules.match import Match
from rules.score_sheet import score_sheets
from rules.text import Plural, Text
from server.live.messages import View
from server.web.games import drawn_by
from server.web.parts.points import Courses, Moment, totals

_courses = Courses()
_DECIDED = 3
"""Kinds of points that are named as what decided the match."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Of which kind of points the winner has more than the next."""

    kind: Text
    winner: int
    other: int


@dataclass(frozen=True, slots=True)
class Remarkable:
    """Something that happened on the way, and after which step."""

    title: Text
    text: Text
    seat: Seat
    step: int


@dataclass(frozen=True, slots=True)
class Ending:
    winners: tuple[Seat, ...]
    """Nobody if all have lost."""
    headline: Text
    because: Text
    ended_by: Text | None
    next: Seat | None
    """Who came closest to the winner."""
    decided: tuple[Difference, ...]
    moments: tuple[Remarkable, ...]


@dataclass(frozen=True, slots=True)
class _Turn:
    """From one table to the next: who was on turn, what was answered, and everybody's points."""

    number: int
    active: Seat
    first: int
    last: int
    before: tuple[int, ...]
    after: tuple[int, ...]


def ending(match: Match[Any], course: Sequence[Moment]) -> Ending | None:
    """None while the match is played; `course` has the points after every turn."""
    outcome = match.outcome()
    if outcome is None:
        return None
    other = _next(match, outcome)
    points, winners = totals(match, match.table), outcome.winners
    because = outcome.because
    if other is not None and len(winners) == 1:
        lead = points[winners[0].index] - points[other.index]
        if lead > 0:
            because = Plural(
                "{n} point ahead of {rival}", "{n} points ahead of {rival}", lead, rival=other
            )
    turns = list(_turns(match, course))
    found = [_largest(match, turns), _boldest(match, turns), _miss(match, outcome, turns)]
    return Ending(
        winners,
        outcome.headline,
        because,
        outcome.ended_by,
        other,
        tuple(_decided(match, winners[0], other)) if other and len(winners) == 1 else (),
        tuple(moment for moment in found if moment is not None),
    )


def ended(view: View) -> Ending | None:
    """The end of the match at the table, if it is over."""
    if view.match is None or view.match_id is None or view.match.choice is not None:
        return None
    return ending(view.match, _courses.course(view.match_id, view.match))


def _next(match: Match[Any], outcome: Outcome) -> Seat | None:
    """Who came closest, if there are places and somebody has another one than the first."""
    if outcome.together or not outcome.winners:
        return None
    rest = [side for side in match.game.scoring.sides(match.table) if side not in outcome.winners]
    return min(rest, key=lambda side: outcome.ranks.get(side, len(rest) + 1), default=None)


def _decided(match: Match[Any], winner: Seat, other: Seat) -> list[Difference]:
    """Where the winner has more, the largest difference first."""
    names, sums = dict[str, Text](), dict[str, list[int]]()
    for sheet in score_sheets(match):
        if sheet.seat in (winner, other):
            for kind in (kind for section in sheet.sections for kind in section.kinds):
                if kind.name is not None:
                    names[kind.key] = kind.name
                    both = sums.setdefault(kind.key, [0, 0])
                    both[sheet.seat != winner] += kind.total
    ahead = [Difference(names[key], mine, theirs) for key, (mine, theirs) in sums.items()]
    ahead = [each for each in ahead if each.winner > each.other]
    return sorted(ahead, key=lambda each: each.other - each.winner)[:_DECIDED]


# --------------------------------------------------------------------------- Remarkable moments


def _turns(match: Match[Any], course: Sequence[Moment]) -> Iterator[_Turn]:
    active = {answered: table.active for answered, table in match.checkpoints}
    for number, (now, later) in enumerate(pairwise(course), start=1):
        who = active.get(now.answered)
        if who is not None and later.answered > now.answered:
            yield _Turn(number, who, now.answered, later.answered, now.points, later.points)


def _largest(match: Match[Any], turns: Sequence[_Turn]) -> Remarkable | None:
    """The most points that somebody made in one turn, and by which of the answers."""
    sides = match.game.scoring.sides(match.table)
    gains = [
        (turn.after[side.index] - turn.before[side.index], -turn.number, turn, side)
        for turn in turns
        for side in sides
    ]
    if not gains or max(gains, key=lambda each: each[:2])[0] <= 0:
        return None
    gain, _, turn, side = max(gains, key=lambda each: each[:2])
    step, what = _best_answer(match, turn, side)
    text = Plural(
        "{seat} made {n} point in turn {turn}: {what}",
        "{seat} made {n} points in turn {turn}: {what}",
        gain,
        seat=side,
        turn=turn.number,
        what=what,
    )
    return Remarkable(Text("The largest turn"), text, side, step)


def _best_answer(match: Match[Any], turn: _Turn, side: Seat) -> tuple[int, Text]:
    twin, before = match.fork(turn.first), turn.before[side.index]
    best, found = 0, (turn.last, match.answers[turn.last - 1].option.past_text)
    for step, (_, option) in enumerate(match.answers[turn.first : turn.last], turn.first + 1):
        twin.take(option)
        now = totals(twin, twin.table)[side.index]
        if now - before > best:
            best, found = now - before, (step, option.past_text)
        before = now
    return found


def _boldest(match: Match[Any], turns: Sequence[_Turn]) -> Remarkable | None:
    """What the game calls a risk; else the most that was spent in one turn."""
    risk = drawn_by(match.game.name).risk
    if risk is not None:
        dared = [
            (*found, turn) for turn in turns if (found := risk(turn.active, _options(match, turn)))
        ]
    else:
        dared = [(*spent, turn) for turn in turns if (spent := _spent(match, turn))]
    if not dared:
        return None
    _, text, turn = max(dared, key=lambda each: (each[0], -each[2].number))
    return Remarkable(Text("The boldest turn"), text, turn.active, turn.last)


def _options(match: Match[Any], turn: _Turn) -> list[Option[Any]]:
    return [option for _, option in match.answers[turn.first : turn.last]]


def _spent(match: Match[Any], turn: _Turn) -> tuple[int, Text] | None:
    money = match.game.money
    if money is None:
        return None
    tables = dict(match.checkpoints)
    start = tables[turn.first].ledger.lines
    end = tables[turn.last].ledger.lines if turn.last in tables else match.table.ledger.lines
    spent = -sum(
        line.amount
        for line in end[len(start) :]
        if line.seat == turn.active and line.what == money.account and line.amount < 0
    )
    if not spent:
        return None
    return spent, Text(
        "{seat} spent {n} in one turn ({what})",
        seat=turn.active,
        n=spent,
        what=match.game.accounts[money.account],
    )


def _miss(match: Match[Any], outcome: Outcome, turns: Sequence[_Turn]) -> Remarkable | None:
    """Of the second half: who else was ahead last; else who came closest."""
    if outcome.together or not outcome.winners or not turns:
        return None
    sides = match.game.scoring.sides(match.table)
    others = [side for side in sides if side not in outcome.winners]
    if not others:
        return None
    title = Text("The closest miss")
    winner, half = outcome.winners[0], turns[len(turns) // 2 :]
    for side in others:
        if turns[-1].after[side.index] >= turns[-1].after[winner.index]:
            text = Text("{seat} had no fewer points", seat=side)
            return Remarkable(title, text, side, turns[-1].last)
    for turn in reversed(half[:-1]):
        ahead = max(others, key=lambda side: turn.after[side.index])
        if turn.after[ahead.index] > max(turn.after[seat.index] for seat in outcome.winners):
            text = Text(
                "{seat} was ahead until turn {turn} of {turns}",
                seat=ahead,
                turn=turn.number,
                turns=turns[-1].number,
            )
            return Remarkable(title, text, ahead, turn.last)
    short = [
        (turn.after[winner.index] - turn.after[side.index], -turn.number, turn, side)
        for turn in half
        for side in others
    ]
    gap, _, turn, side = min(short, key=lambda each: each[:2])
    if turn is turns[-1]:
        text = Plural(
            "{seat} was {n} point short",
            "{seat} was {n} points short",
            gap,
            seat=side,
        )
    elif gap > 0:
        text = Plural(
            "{seat} came within {n} point in turn {turn}",
            "{seat} came within {n} points in turn {turn}",
            gap,
            seat=side,
            turn=turn.number,
        )
    else:
        text = Text("{seat} was level in turn {turn}", seat=side, turn=turn.number)
    return Remarkable(title, text, side, turn.last)
