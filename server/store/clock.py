"""How long people have thought: the time between the rows of a journal, without the rests.

A match rests while it is put away, and while the table has no power. What is between two rows for
longer than anybody thinks is a rest too, and so is what a clock skips when it is set; one that is
set back has such a rest of less than nothing.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.at_once import AtOnce, SeatOption
from rules.flow import TABLE, Seat
from rules.match import Match
from server.store.rows import Entry

LONGEST_THOUGHT = 20 * 60
"""Seconds between two rows beyond which nobody was playing."""


class Rest(NamedTuple):
    """Nobody played after so many rows of a journal."""

    after: int
    since: float | None
    """None if the power was cut: since the last row."""
    until: float | None
    """None as long as it lasts."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """Everybody's thinking time so far, in seconds."""

    seconds: dict[Seat, float]
    thinking: tuple[Seat, ...] = ()
    """Whose clocks are running."""


def begin_rest(
    db: sqlite3.Connection, match_id: int, at: float | None, until: float | None = None
) -> None:
    """Nobody plays a match from now on, unless that is known already; or did not up to a time."""
    [[open_rests]] = db.execute(
        "SELECT count(*) FROM rests WHERE match = ? AND until IS NULL", (match_id,)
    )
    if not open_rests:
        times = [None if time is None else round(time, 3) for time in (at, until)]
        db.execute(
            "INSERT INTO rests (match, after, since, until) VALUES"
            " (?, (SELECT coalesce(max(number), 0) FROM journal WHERE match = ?), ?, ?)",
            (
                match_id,
                match_id,
                *times,
            ),
        )


def end_rest(db: sqlite3.Connection, match_id: int, at: float) -> None:
    db.execute(
        "UPDATE rests SET until = ? WHERE match = ? AND until IS NULL", (round(at, 3), match_id)
    )


def find_rests(db: sqlite3.Connection, match_id: int) -> list[Rest]:
    rows = db.execute(
        "SELECT after, since, until FROM rests WHERE match = ? ORDER BY rowid", (match_id,)
    )
    return [Rest(*row) for row in rows]


def seconds_between(
    begun: float, times: Iterable[float], rests: Sequence[Rest] = ()
) -> list[float]:
    """Before each row, since the one before it. A clock that was set back counts for nothing."""
    rested = dict[int, list[Rest]]()
    for rest in rests:
        rested.setdefault(rest.after, []).append(rest)
    found, before = list[float](), begun
    for number, at in enumerate(times):
        seconds = at - before
        for rest in rested.get(number, ()):
            until = at if rest.until is None else rest.until
            seconds -= until - (before if rest.since is None else rest.since)
        found.append(seconds if 0 < seconds <= LONGEST_THOUGHT else 0.0)
        before = at
    return found


def clocks(
    match: Match[Any],
    begun: float,
    entries: Sequence[Entry],
    rests: Sequence[Rest] = (),
    now: float | None = None,
) -> Clocks:
    """All time up to an answer that holds is that of whoever gave it.

    What chance answers is on the clock of whoever is on turn. Of several who are asked at once each
    thinks since their own last answer. With `now`, the open question counts as well.
    """
    times = [entry.at for entry in entries] + ([] if now is None else [now])
    between = seconds_between(begun, times, rests)
    holds = rows_that_hold(entries)
    spent = dict.fromkeys(match.seats, 0.0)
    if len(holds) != len(match.answers):  # an older version asked more
        return Clocks(spent)
    starts = [checkpoint.answered for checkpoint in match.checkpoints]
    own = dict.fromkeys(match.seats, -1)  # the row of everybody's last answer
    for number, (row, (asked, option)) in enumerate(zip(holds, match.answers, strict=True)):
        turn = match.checkpoints[bisect_right(starts, number) - 1]
        who = _thinking(asked, turn.table.active)
        if who is None or who not in spent:
            continue
        since = _row_before(holds, number)
        if isinstance(option, SeatOption):
            since = max(own[who], _row_before(holds, turn.answered))
        spent[who] += sum(between[since + 1 : row + 1])
        own[who] = row
    thinking = _asked(match)
    for seat in thinking:
        since = _row_before(holds, len(holds))
        if isinstance(match.choice, AtOnce):
            since = max(own[seat], _row_before(holds, match.script_start))
        spent[seat] += sum(between[since + 1 :])
    resting = any(rest.until is None for rest in rests)
    return Clocks(spent, () if resting else thinking)


def _asked(match: Match[Any]) -> tuple[Seat, ...]:
    """Who has to answer now."""
    questions = match.choice.questions if match.choice else ()
    asked = (_thinking(question.who, match.table.active) for question in questions)
    return tuple(seat for seat in asked if seat is not None and seat in match.seats)


def _row_before(holds: Sequence[int], number: int) -> int:
    """Where the answer before one with this number is, counted from 0; -1 before the first."""
    return holds[number - 1] if number else -1


def _thinking(asked: Seat, active: Seat | None) -> Seat | None:
    return active if asked is TABLE else asked


def rows_that_hold(entries: Sequence[Entry]) -> list[int]:
    """For every answer that was not taken back, where its row is."""
    found = list[int]()
    for number, entry in enumerate(entries):
        if entry.kind == "choice":
            found.append(number)
        elif entry.kind == "undo":
            found.pop()
    return found
