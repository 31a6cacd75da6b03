"""What a club has not been told yet, read from the table's own database.

Neither the store nor a rule is loaded for this: the process that publishes stays small.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple


class Joined(NamedTuple):
    """The club that the table has joined."""

    invitation: Mapping[str, str]
    epoch: str


class Seated(NamedTuple):
    """Who sits where, as far as the club may know."""

    colour: str
    player: int | None
    """None for a guest, and for a robot."""
    name: str | None
    robot: str | None = None
    """How well a robot plays there, if one does."""


class Kept(NamedTuple):
    """A match as it is kept now."""

    game: str
    settings: Mapping[str, str]
    state: str
    created_at: float
    finished_at: float | None
    winners: Sequence[str] | None
    """Their colours, if it is over."""


class Waiting(NamedTuple):
    """Something that the club is to be told, with its number."""

    seq: int
    what: str
    match: int
    number: int | None
    row: tuple[str, str, str, float] | None
    """Kind, key, by whom and when; None if it is no row of a journal, or was deleted since."""
    kept: Kept | None
    """None if it is a row, or the match was deleted since."""
    seated: Sequence[Seated] = ()


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that can only read, so that no match waits for it."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
        yield db


def find_joined(db: sqlite3.Connection) -> Joined | None:
    row = db.execute("SELECT invitation, epoch FROM club").fetchone()
    return Joined(json.loads(row[0]), row[1]) if row else None


def waiting_after(db: sqlite3.Connection, seq: int, most: int) -> Sequence[Waiting]:
    """What the club is to be told next, in its order."""
    rows = db.execute(
        "SELECT seq, what, outbox.match, outbox.number, kind, key, by, at"
        " FROM outbox LEFT JOIN journal"
        " ON journal.match = outbox.match AND journal.number = outbox.number"
        " WHERE seq > ? ORDER BY seq LIMIT ?",
        (seq, most),
    ).fetchall()
    return [
        Waiting(
            seq,
            what,
            match,
            number,
            (kind, *rest) if kind else None,
            _kept(db, match) if what in ("begun", "changed") else None,
            seated_in(db, match) if what == "begun" else (),
        )
        for seq, what, match, number, kind, *rest in rows
    ]


def seated_in(db: sqlite3.Connection, match: int) -> list[Seated]:
    """Guests have no name, nor have robots and whoever cannot be told from another of that name."""
    rows = db.execute(
        "SELECT seats.colour, id, players.name, strength FROM seats"
        " LEFT JOIN robots ON robots.match = seats.match AND robots.colour = seats.colour"
        " LEFT JOIN players ON id = player AND NOT guest AND strength IS NULL"
        ' WHERE seats.match = ? ORDER BY "index"',
        (match,),
    )
    return [Seated(*row) for row in rows]


def _kept(db: sqlite3.Connection, match: int) -> Kept | None:
    row: tuple[Any, ...] | None = db.execute(
        "SELECT game, settings, state, created_at, finished_at, winners, ended_after ="
        " (SELECT coalesce(max(number), 0) FROM journal WHERE match = id)"
        " FROM matches WHERE id = ?",
        (match,),
    ).fetchone()
    if row is None:
        return None
    game, settings, state, created_at, finished_at, winners, is_over = row
    won = json.loads(winners) if is_over else None
    return Kept(game, json.loads(settings), state, created_at, finished_at, won)
