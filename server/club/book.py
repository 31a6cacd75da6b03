"""The club's results in the form of a table's own, so that the same statistics are made of both.

A copy in memory, brought up to date when somebody looks and something has changed: only what is
new is read.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, select

from server.club.counting import revision
from server.club.database import ends, identities, matches, people, results, seats
from server.club.ratings import Rated, leaders
from server.store.file import transaction
from server.store.schema import migrate
from server.store.statistics import Statistics

_TOGETHER = 200
"""Matches that are read at once."""


class Book:
    """May be used from several threads. Close it at the end."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.RLock()
        self._db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        migrate(self._db)
        self._revision = -1
        self._stamps: dict[int, int] = {}
        self._statistics = Statistics(self._transaction, lambda _: self._revision)
        self._leaders: dict[str, list[Rated]] = {}

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def statistics(self) -> Statistics:
        """Of everything up to now; its players are people of the club."""
        with self._up_to_date():
            return self._statistics

    def leaders(self, scope: str) -> list[Rated]:
        """Who is the strongest in a game or overall, worked out once for all who look."""
        with self._up_to_date() as db:
            if scope not in self._leaders:
                self._leaders[scope] = leaders(db, scope)
            return self._leaders[scope]

    @contextmanager
    def _up_to_date(self) -> Iterator[Connection]:
        with self._lock, self._engine.connect() as db:
            now = revision(db)
            if now != self._revision:
                self._catch_up(db)
                self._leaders.clear()
                self._revision = now
            yield db

    @contextmanager
    def _transaction(self, _begin: str) -> Iterator[sqlite3.Connection]:
        with self._lock:
            yield self._db

    def _catch_up(self, db: Connection) -> None:
        stamps = {
            row.match: row.stamp
            for row in db.execute(
                select(ends.c.match, ends.c.stamp).where(ends.c.trouble.is_(None))
            )
        }
        gone = [match for match, stamp in self._stamps.items() if stamps.get(match) != stamp]
        new = [match for match, stamp in stamps.items() if self._stamps.get(match) != stamp]
        with transaction(self._db):
            for match in gone:
                for table in ("results", "ends", "seats"):
                    self._db.execute(f"DELETE FROM {table} WHERE match = ?", (match,))
                self._db.execute("DELETE FROM matches WHERE id = ?", (match,))
            for start in range(0, len(new), _TOGETHER):
                self._read(db, new[start : start + _TOGETHER])
            self._name(db)
        self._stamps = stamps

    def _read(self, db: Connection, new: list[int]) -> None:
        for row in db.execute(
            select(ends, matches.c.game, matches.c.created_at)
            .join(matches, matches.c.id == ends.c.match)
            .where(ends.c.match.in_(new))
        ):
            self._db.execute(
                "INSERT INTO matches (id, game, settings, created_at, finished_at, state)"
                " VALUES (?, ?, '{}', ?, ?, 'finished')",
                (row.match, row.game, row.created_at, row.ended),
            )
            self._db.execute(
                "INSERT INTO ends VALUES (?, ?, ?, ?)",
                (row.match, row.sets, int(row.together), row.seconds),
            )
        for row in db.execute(
            select(results, seats.c.colour)
            .join(seats, (seats.c.match == results.c.match) & (seats.c.index == results.c.index))
            .where(results.c.match.in_(new), ~results.c.robot)
        ):
            self._db.execute(
                # A table may tell nonsense, of which only its own match suffers.
                'INSERT OR IGNORE INTO seats (match, "index", colour, name) VALUES (?, ?, ?, ?)',
                (row.match, row.index, row.colour, ""),
            )
            self._db.execute(
                "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    row.match,
                    row.index,
                    row.place,
                    int(row.won),
                    row.points,
                    json.dumps(row.kinds),
                    row.turns,
                    row.seconds,
                ),
            )

    def _name(self, db: Connection) -> None:
        """Who sat where may be known otherwise by now, in matches of any age."""
        self._db.execute("UPDATE seats SET player = NULL")
        self._db.execute("DELETE FROM players")
        self._db.executemany(
            "INSERT INTO players (id, name, key) VALUES (?, ?, ?)",
            [
                (row.id, row.name, str(row.id))
                for row in db.execute(select(people.c.id, people.c.name).where(people.c.name != ""))
            ],
        )
        sat = db.execute(
            select(seats.c.match, seats.c.index, identities.c.person)
            .join(matches, matches.c.id == seats.c.match)
            .join(
                identities,
                (identities.c.table == matches.c.table)
                & (identities.c.epoch == matches.c.epoch)
                & (identities.c.player == seats.c.player),
            )
        )
        self._db.executemany(
            'UPDATE seats SET player = ? WHERE match = ? AND "index" = ?'
            " AND ? IN (SELECT id FROM players)",
            [(row.person, row.match, row.index, row.person) for row in sat],
        )
        self._db.execute(
            "UPDATE players SET colour = (SELECT colour FROM seats WHERE player = players.id"
            " ORDER BY match DESC LIMIT 1)"
        )
