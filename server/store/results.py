"""How a match ended for everybody, kept beside its journal so that nobody has to play it again.

All of it follows from the journal: it goes when the journal grows, and can be made anew.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from rules.match import Match
from rules.sheet import sheets
from server.store.clock import clocks, find_rests, seconds_between
from server.store.rows import Entry, Record

TOGETHER, ALONE = "together", "alone"
"""Beside the sets of a match, if people did not play against each other."""


def put_results(
    db: sqlite3.Connection, record: Record, entries: Sequence[Entry], match: Match[Any]
) -> None:
    """Keep how a match that is over has ended."""
    outcome = match.outcome()
    assert outcome is not None
    drop_results(db, record.id)
    rests = find_rests(db, record.id)
    times = [entry.at for entry in entries]
    spent = clocks(match, record.created_at, entries, rests).seconds
    together = outcome.together or len(match.seats) == 1
    way = [*match.game.sets, *([TOGETHER if len(match.seats) > 1 else ALONE] if together else [])]
    db.execute(
        "INSERT INTO ends (match, sets, together, seconds) VALUES (?, ?, ?, ?)",
        (
            record.id,
            " ".join(way),
            int(together),
            round(sum(seconds_between(record.created_at, times, rests)), 1),
        ),
    )
    turns = [table.active for _, table in match.checkpoints]
    for seat, sheet in zip(match.seats, sheets(match), strict=False):
        kinds = dict[str, int]()
        for section in sheet.sections:
            for kind in section.kinds:
                kinds[kind.key] = kinds.get(kind.key, 0) + kind.total
        db.execute(
            'INSERT INTO results (match, "index", place, won, points, kinds, turns, seconds)'
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                record.id,
                seat.index,
                None if outcome.together else outcome.ranks.get(seat),
                int(seat in outcome.winners),
                sheet.total,
                json.dumps(kinds),
                turns.count(seat),
                round(spent[seat], 1),
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
