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

from server.wire.messages import MatchState


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
    state: MatchState
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
    mark: str = ""
    """Made by chance when it was put here."""


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
        "SELECT seq, mark, what, outbox.match, outbox.number, kind, key, by, at"
        " FROM outbox LEFT JOIN marks USING (seq) LEFT JOIN journal"
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
            seated=seated_in(db, match) if what == "begun" else (),
            mark=mark or "",
        )
        for seq, mark, what, match, number, kind, *rest in rows
    ]


def mark_of(db: sqlite3.Connection, seq: int) -> str:
    """Empty if it is not known any more, or never was."""
    row = db.execute("SELECT mark FROM marks WHERE seq = ?", (seq,)).fetchone()
    return str(row[0]) if row else ""


def first_and_last(db: sqlite3.Connection) -> tuple[int | None, int]:
    """The numbers of the first thing that can be told, and of the last that ever was to be."""
    [[first]] = db.execute("SELECT min(seq) FROM outbox")
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").fetchone()
    return first, int(row[0]) if row else 0


def seated_in(db: sqlite3.Connection, match: int) -> list[Seated]:
    """Only who has agreed has a name: no guest, no robot, nobody who cannot be told from another of
    that name.
    """
    rows = db.execute(
        "SELECT seats.colour, id, players.name, strength FROM seats"
        " LEFT JOIN robots ON robots.match = seats.match AND robots.colour = seats.colour"
        " LEFT JOIN players ON id = player AND strength IS NULL"
        " AND id IN (SELECT player FROM named)"
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
