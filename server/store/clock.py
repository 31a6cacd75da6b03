"""How long people have thought: the time between the rows of a journal, without the rests.

A match rests while it is put away, and while the table has no power. What is between two rows for
longer than anybody thinks is a rest too.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

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
    thinking: Seat | None = None
    """Whose clock is running."""


def begin_rest(db: sqlite3.Connection, match_id: int, at: float | None) -> None:
    """Nobody plays a match from now on, unless that is known already."""
    [[open_rests]] = db.execute(
        "SELECT count(*) FROM rests WHERE match = ? AND until IS NULL", (match_id,)
    )
    if not open_rests:
        db.execute(
            "INSERT INTO rests (match, after, since) VALUES"
            " (?, (SELECT coalesce(max(number), 0) FROM journal WHERE match = ?), ?)",
            (match_id, match_id, None if at is None else round(at, 3)),
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

    What chance answers is on the clock of whoever is on turn. With `now`, the open question counts
    as well.
    """
    times = [entry.at for entry in entries] + ([] if now is None else [now])
    between = seconds_between(begun, times, rests)
    holds = _rows_that_hold(entries)
    spent = dict.fromkeys(match.seats, 0.0)
    if len(holds) != len(match.answers):  # an older version asked more
        return Clocks(spent)
    starts = [checkpoint.answered for checkpoint in match.checkpoints]
    last = -1
    for number, row in enumerate(holds):
        turn = bisect_right(starts, number) - 1
        who = _thinking(match.answers[number].who, match.checkpoints[turn].table.active)
        if who in spent and who is not None:
            spent[who] += sum(between[last + 1 : row + 1])
        last = row
    thinking = None
    if match.choice is not None:
        thinking = _thinking(match.choice.who, match.table.active)
        if thinking in spent and thinking is not None:
            spent[thinking] += sum(between[last + 1 :])
    resting = any(rest.until is None for rest in rests)
    return Clocks(spent, None if resting else thinking)


def _thinking(asked: Seat, active: Seat | None) -> Seat | None:
    return active if asked is TABLE else asked


def _rows_that_hold(entries: Sequence[Entry]) -> list[int]:
    """For every answer that was not taken back, where its row is."""
    found = list[int]()
    for number, entry in enumerate(entries):
        if entry.kind == "choice":
            found.append(number)
        elif entry.kind == "undo":
            found.pop()
    return found
