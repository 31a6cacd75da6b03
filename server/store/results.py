"""How a match ended for everybody, kept beside its journal so that nobody has to play it again.

All of it follows from the journal: it goes when the journal grows, and can be made anew.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.flow import Seat
from rules.match import Match
from rules.score_sheet import score_sheets
from server.store.clock import Rest, clocks, find_rests, seconds_between
from server.store.rows import Entry, Record

TOGETHER, ALONE = "together", "alone"
"""Beside the sets of a match, if people did not play against each other."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a match ended for one seat."""

    seat: Seat
    place: int | None
    """None for those who play together."""
    won: bool
    points: int
    kinds: Mapping[str, int]
    """Points by what they are for."""
    turns: int
    seconds: float
    """Of thinking."""


@dataclass(frozen=True, slots=True)
class End:
    """How a match ended for everybody."""

    sets: str
    together: bool
    seconds: float
    seats: tuple[Ended, ...]


def end_of(
    match: Match[Any], begun: float, entries: Sequence[Entry], rests: Sequence[Rest] = ()
) -> End | None:
    """None if it is not over."""
    outcome = match.outcome()
    if outcome is None:
        return None
    spent = clocks(match, begun, entries, rests).seconds
    together = outcome.together or len(match.seats) == 1
    way = [*match.game.sets, *([TOGETHER if len(match.seats) > 1 else ALONE] if together else [])]
    turns = [table.active for _, table in match.checkpoints]
    seats = []
    for seat, sheet in zip(match.seats, score_sheets(match), strict=False):
        kinds = dict[str, int]()
        for section in sheet.sections:
            for kind in section.kinds:
                kinds[kind.key] = kinds.get(kind.key, 0) + kind.total
        place = None if outcome.together else outcome.ranks.get(seat)
        won, seconds = seat in outcome.winners, round(spent[seat], 1)
        seats.append(Ended(seat, place, won, sheet.total, kinds, turns.count(seat), seconds))
    lasted = sum(seconds_between(begun, (entry.at for entry in entries), rests))
    return End(" ".join(way), together, round(lasted, 1), tuple(seats))


def put_results(
    db: sqlite3.Connection, record: Record, entries: Sequence[Entry], match: Match[Any]
) -> None:
    """Keep how a match that is over has ended."""
    end = end_of(match, record.created_at, entries, find_rests(db, record.id))
    assert end is not None
    drop_results(db, record.id)
    db.execute(
        "INSERT INTO ends (match, sets, together, seconds) VALUES (?, ?, ?, ?)",
        (record.id, end.sets, int(end.together), end.seconds),
    )
    for each in end.seats:
        db.execute(
            'INSERT INTO results (match, "index", place, won, points, kinds, turns, seconds)'
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                record.id,
                each.seat.index,
                each.place,
                int(each.won),
                each.points,
                json.dumps(each.kinds),
                each.turns,
                each.seconds,
            ),
        )


def drop_results(db: sqlite3.Connection, match_id: int) -> None:
    """The end of a match does not hold any more."""
    db.execute("DELETE FROM results WHERE match = ?", (match_id,))
    db.execute("DELETE FROM ends WHERE match = ?", (match_id,))


def without_results(db: sqlite3.Connection) -> list[int]:
    """The finished matches of which nobody knows how they ended without playing them again."""
    rows = db.execute(
        "SELECT id FROM matches WHERE state = 'finished' AND id NOT IN (SELECT match FROM ends)"
        " ORDER BY id"
    )
    return [match_id for (match_id,) in rows]
