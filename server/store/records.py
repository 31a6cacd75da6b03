"""Matches and journals as rows of the database; every function works inside a transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from rules.flow import Seat
from rules.text import Text
from server.store.errors import StoreError
from server.store.rows import LARGEST, NEW, Entry, Record

Transaction = Callable[[str], AbstractContextManager[sqlite3.Connection]]
"""How the parts of the store get at the database: to read, or to write."""
READ, WRITE = "BEGIN", "BEGIN IMMEDIATE"

RECORD = """
    SELECT id, game, settings, state, created_at, finished_at, imported_at,
        (SELECT coalesce(max(number), 0) FROM journal WHERE match = id),
        campaign, winners, ended_after,
        (SELECT min(other.created_at) FROM matches AS other WHERE other.campaign = matches.campaign)
    FROM matches
"""


def find_record(db: sqlite3.Connection, match_id: int) -> Record:
    row = None
    if abs(match_id) <= LARGEST:
        row = db.execute(f"{RECORD} WHERE id = ?", (match_id,)).fetchone()
    if row is None:
        raise StoreError(Text("Match {match} does not exist.", match=match_id))
    return as_record(db, row)


def check_seat(db: sqlite3.Connection, match_id: int, colour: str) -> None:
    """Raises if a match has no such seat."""
    if not db.execute(
        "SELECT 1 FROM seats WHERE match = ? AND colour = ?", (match_id, colour)
    ).fetchone():
        raise StoreError(Text("Match {match} has no seat {seat}.", match=match_id, seat=colour))


def as_record(db: sqlite3.Connection, row: tuple[Any, ...]) -> Record:
    match_id, game, settings, state, created_at, finished_at, imported_at, rows, *more = row
    campaign, winners, ended_after, begun = more
    seats = db.execute(
        'SELECT "index", colour, name FROM seats WHERE match = ? ORDER BY "index"', (match_id,)
    )
    return Record(
        id=match_id,
        game=game,
        seats=tuple(Seat(*seat) for seat in seats),
        settings=_json(settings, match_id),
        state=state,
        created_at=created_at,
        finished_at=finished_at,
        imported_at=imported_at,
        rows=rows,
        campaign=campaign,
        campaign_begun=begun,
        winners=tuple(_json(winners, match_id)) if ended_after == rows else None,
    )


def _json(text: str, match_id: int) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:  # a rotten byte that SQLite does not mind
        raise StoreError(
            Text(
                "Match {match} is damaged on the disk: {what}. Restore a copy of the database.",
                match=match_id,
                what=error,
            )
        ) from error


def put_winners(db: sqlite3.Connection, match_id: int, rows: int, winners: Iterable[Seat]) -> None:
    colours = json.dumps([seat.colour for seat in winners])
    db.execute(
        "UPDATE matches SET winners = ?, ended_after = ? WHERE id = ?", (colours, rows, match_id)
    )


def find_entries(db: sqlite3.Connection, match_id: int, after: int) -> list[Entry]:
    rows = db.execute(
        "SELECT kind, key, by, at FROM journal WHERE match = ? AND number > ? ORDER BY number",
        (match_id, after),
    )
    entries = []
    for number, row in enumerate(rows, start=after + 1):
        try:
            entries.append(Entry(*row))
        except ValueError as error:
            raise StoreError(
                Text(
                    "Row {number} of match {match} is damaged on the disk: {what}. "
                    "Begin a new match, or restore a copy of the database.",
                    number=number,
                    match=match_id,
                    what=error,
                )
            ) from error
    return entries


def campaign_of(db: sqlite3.Connection, record: Record) -> int:
    """The campaign of a match that comes from elsewhere: the one here with the same beginning, NEW
    if there is none, or if it has that match already.
    """
    found = db.execute(
        "SELECT campaign FROM matches WHERE game = ? AND campaign IS NOT NULL GROUP BY campaign"
        " HAVING min(created_at) = ? AND sum(created_at = ?) = 0",
        (record.game, record.campaign_begun, record.created_at),
    ).fetchone()
    return int(found[0]) if found else NEW


def insert_record(db: sqlite3.Connection, record: Record) -> int:
    [[match_id]] = db.execute(
        "SELECT 1 + max(last) FROM (SELECT coalesce(max(id), 0) AS last FROM matches"
        " UNION SELECT coalesce(max(match), 0) FROM deleted)"
    )
    db.execute(
        "INSERT INTO matches"
        " (id, game, settings, state, created_at, finished_at, imported_at, campaign)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            match_id,
            record.game,
            json.dumps(dict(record.settings), ensure_ascii=False),
            record.state,
            record.created_at,
            record.finished_at,
            record.imported_at,
            match_id if record.campaign == NEW else record.campaign,
        ),
    )
    db.executemany(
        'INSERT INTO seats (match, "index", colour, name) VALUES (?, ?, ?, ?)',
        [(match_id, seat.index, seat.colour, seat.name) for seat in record.seats],
    )
    return int(match_id)


def insert_rows(db: sqlite3.Connection, match_id: int, last: int, entries: Sequence[Entry]) -> None:
    db.executemany(
        "INSERT INTO journal (match, number, kind, key, by, at) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (match_id, number, entry.kind, entry.key, entry.by, entry.at)
            for number, entry in enumerate(entries, start=last + 1)
        ],
    )
