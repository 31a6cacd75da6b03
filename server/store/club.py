"""The part of the store that is about a club: whether the table has joined one, and what the club
has not been told yet.

The outbox is written by the database itself, in the transaction of what it tells of: a row of a
journal cannot be stored without standing there too. Whoever publishes reads it through a
connection of its own (`server/member/outbox.py`), so that no match waits for it. A club is told of
matches that are played while the table is in it: all of each, but nothing of older ones. It is
told the names of those who have agreed, and nobody else's.

Everything in the outbox has a mark, made by chance and never changed. If the database is put back
to an older copy and played on with, the same numbers get other marks: that is how table and club
find out, and then everything is told anew.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from server.store.records import READ, WRITE, Transaction
from server.store.rows import LATEST

STATEMENTS = (
    f"""
    CREATE TABLE club (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        invitation TEXT NOT NULL CHECK (json_valid(invitation)),
        epoch TEXT NOT NULL CHECK (epoch <> ''),
        joined_at REAL NOT NULL CHECK (joined_at BETWEEN 0 AND {LATEST})
    ) STRICT
    """,
    """
    CREATE TABLE outbox (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        match INTEGER NOT NULL,
        what TEXT NOT NULL CHECK (what IN ('begun', 'row', 'changed', 'deleted')),
        number INTEGER CHECK ((number IS NULL) = (what <> 'row'))
    ) STRICT
    """,
    "CREATE TABLE club_matches (match INTEGER PRIMARY KEY) STRICT",
    """
    CREATE TRIGGER club_knows_matches AFTER INSERT ON outbox WHEN NEW.what = 'begun'
    BEGIN INSERT OR IGNORE INTO club_matches VALUES (NEW.match); END
    """,
    """
    CREATE TRIGGER club_hears_of_matches AFTER INSERT ON matches
    WHEN EXISTS (SELECT 1 FROM club) AND NEW.imported_at IS NULL
    BEGIN INSERT INTO outbox (match, what) VALUES (NEW.id, 'begun'); END
    """,
    # One that was begun before the table joined, and goes on now.
    """
    CREATE TRIGGER club_hears_of_older_matches AFTER UPDATE OF state ON matches
    WHEN EXISTS (SELECT 1 FROM club) AND NEW.state = 'running'
        AND NEW.id NOT IN (SELECT match FROM club_matches)
    BEGIN
        INSERT INTO outbox (match, what) VALUES (NEW.id, 'begun');
        INSERT INTO outbox (match, what, number)
        SELECT match, 'row', number FROM journal WHERE match = NEW.id ORDER BY number;
    END
    """,
    """
    CREATE TRIGGER club_hears_of_rows AFTER INSERT ON journal
    WHEN NEW.match IN (SELECT match FROM club_matches)
    BEGIN INSERT INTO outbox (match, what, number) VALUES (NEW.match, 'row', NEW.number); END
    """,
    """
    CREATE TRIGGER club_hears_of_ends AFTER UPDATE OF state, winners ON matches
    WHEN NEW.id IN (SELECT match FROM club_matches)
        AND (OLD.state, OLD.winners) IS NOT (NEW.state, NEW.winners)
    BEGIN INSERT INTO outbox (match, what) VALUES (NEW.id, 'changed'); END
    """,
    "ALTER TABLE players ADD COLUMN guest INTEGER NOT NULL DEFAULT 0 CHECK (guest IN (0, 1))",
    # Whoever is renamed, forgotten or a guest from now on is so for the club too.
    """
    CREATE TRIGGER club_hears_of_names AFTER UPDATE OF name, player ON seats
    WHEN NEW.match IN (SELECT match FROM club_matches)
        AND (OLD.name, OLD.player) IS NOT (NEW.name, NEW.player) AND OLD.player IS NOT NULL
    BEGIN INSERT INTO outbox (match, what) VALUES (NEW.match, 'begun'); END
    """,
    """
    CREATE TRIGGER club_hears_of_guests AFTER UPDATE OF guest ON players
    WHEN OLD.guest <> NEW.guest
    BEGIN
        INSERT INTO outbox (match, what)
        SELECT match, 'begun' FROM seats JOIN club_matches USING (match) WHERE player = NEW.id;
    END
    """,
    """
    CREATE TRIGGER club_hears_of_robots AFTER INSERT ON robots
    WHEN NEW.match IN (SELECT match FROM club_matches)
    BEGIN INSERT INTO outbox (match, what) VALUES (NEW.match, 'begun'); END
    """,
    """
    CREATE TRIGGER club_hears_of_robots_that_leave AFTER DELETE ON robots
    WHEN OLD.match IN (SELECT match FROM club_matches)
        AND OLD.match NOT IN (SELECT match FROM deleted)
    BEGIN INSERT INTO outbox (match, what) VALUES (OLD.match, 'begun'); END
    """,
    """
    CREATE TRIGGER club_hears_of_deletions AFTER INSERT ON deleted
    WHEN NEW.match IN (SELECT match FROM club_matches)
    BEGIN INSERT INTO outbox (match, what) VALUES (NEW.match, 'deleted'); END
    """,
)

_KEY = "(invitation ->> 'club') || '@' || coalesce(invitation ->> 'host', '')"
"""By which a table knows a club again that it joins once more."""
ONLY_THE_TICKED = (
    # Nobody has ever been asked: who is named so far is a guest until they say otherwise.
    """
    INSERT INTO outbox (match, what)
    SELECT DISTINCT match, 'begun' FROM seats JOIN club_matches USING (match)
    JOIN players ON id = player WHERE NOT guest
    """,
    "DROP TRIGGER club_hears_of_guests",
    "ALTER TABLE players DROP COLUMN guest",
    """
    CREATE TABLE ticked (
        club TEXT NOT NULL,
        player INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
        PRIMARY KEY (club, player)
    ) STRICT, WITHOUT ROWID
    """,
    f"CREATE VIEW named AS SELECT player FROM ticked WHERE club = (SELECT {_KEY} FROM club)",
    """
    CREATE TRIGGER club_hears_of_ticks AFTER INSERT ON ticked
    BEGIN
        INSERT INTO outbox (match, what)
        SELECT match, 'begun' FROM seats JOIN club_matches USING (match) WHERE player = NEW.player;
    END
    """,
    """
    CREATE TRIGGER club_hears_of_ticks_that_go AFTER DELETE ON ticked
    BEGIN
        INSERT INTO outbox (match, what)
        SELECT match, 'begun' FROM seats JOIN club_matches USING (match) WHERE player = OLD.player;
    END
    """,
)
MARKED = (
    "CREATE TABLE marks (seq INTEGER PRIMARY KEY, mark TEXT NOT NULL) STRICT",
    """
    CREATE TRIGGER club_marks_what_it_hears AFTER INSERT ON outbox
    BEGIN INSERT OR REPLACE INTO marks VALUES (NEW.seq, lower(hex(randomblob(4)))); END
    """,
    "INSERT INTO marks SELECT seq, lower(hex(randomblob(4))) FROM outbox",
)
_TELL_ANEW = Path(__file__).with_name("tell_anew.sql")


def tell_anew(db: sqlite3.Connection) -> None:
    """Begin a new epoch, if the table is in a club."""
    for statement in _TELL_ANEW.read_text(encoding="utf-8").split(";\n"):
        db.execute(statement)


@dataclass(frozen=True, slots=True)
class Membership:
    """The club that a table has joined."""

    invitation: Mapping[str, str]
    """What the club's code said: where the broker is, and as whom to speak there."""
    epoch: str


class Club:
    """May be used from several threads, like the store it belongs to."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._told = 0

    def join(self, invitation: Mapping[str, str], epoch: str, at: float) -> None:
        """Tell this club everything from now on, and all of the match that is being played."""
        with self._transaction(WRITE) as db:
            _forget(db)
            self._told = 0
            db.execute(
                "INSERT INTO club VALUES (1, ?, ?, ?)",
                (json.dumps(dict(invitation)), epoch, round(at, 3)),
            )
            db.execute(
                "INSERT INTO outbox (match, what) SELECT id, 'begun' FROM matches"
                " WHERE state = 'running' ORDER BY id"
            )
            db.execute(
                "INSERT INTO outbox (match, what, number) SELECT match, 'row', number FROM journal"
                " JOIN matches ON matches.id = match WHERE state = 'running'"
                " ORDER BY match, number"
            )

    def tell_anew(self, epoch: str) -> None:
        """What the club was told in this epoch does not stand here: tell it everything again."""
        with self._transaction(WRITE) as db:
            if db.execute("SELECT 1 FROM club WHERE epoch = ?", (epoch,)).fetchone():
                tell_anew(db)
                self._told = 0

    def leave(self) -> None:
        """Tell nobody anything any more."""
        with self._transaction(WRITE) as db:
            _forget(db)

    def membership(self) -> Membership | None:
        with self._transaction(READ) as db:
            row = db.execute("SELECT invitation, epoch FROM club").fetchone()
            return Membership(json.loads(row[0]), row[1]) if row else None

    def told(self, last: int) -> None:
        """The club has everything up to this number; it goes with the next row that is stored."""
        self._told = max(self._told, last)

    def named(self) -> set[int]:
        """Those players who have agreed that this club is told their names."""
        with self._transaction(READ) as db:
            return {player for (player,) in db.execute("SELECT player FROM named")}

    def name(self, player: int) -> None:
        """Somebody has agreed, for this club and until they say otherwise: it is told the name,
        also of all that it knows already.
        """
        with self._transaction(WRITE) as db:
            db.execute(
                f"INSERT OR IGNORE INTO ticked SELECT {_KEY}, players.id FROM club, players"
                " WHERE players.id = ?",
                (player,),
            )

    def make_guest(self, player: int) -> None:
        """From now on, and in all that the club knows already, somebody is a guest."""
        with self._transaction(WRITE) as db:
            db.execute(
                f"DELETE FROM ticked WHERE player = ? AND club = (SELECT {_KEY} FROM club)",
                (player,),
            )

    def waiting(self) -> int:
        """How much the club has not been told yet, as far as is known."""
        with self._transaction(READ) as db:
            [[number]] = db.execute("SELECT count(*) FROM outbox WHERE seq > ?", (self._told,))
            return int(number)

    def forget_told(self, db: sqlite3.Connection) -> None:
        """Inside a transaction that writes anyway, so that it costs no other."""
        if self._told:
            db.execute("DELETE FROM outbox WHERE seq <= ?", (self._told,))
            db.execute("DELETE FROM marks WHERE seq < ?", (self._told,))
            self._told = 0


def _forget(db: sqlite3.Connection) -> None:
    """Numbers begin at 1 again: whoever joins does so anew."""
    db.execute("DELETE FROM club")
    db.execute("DELETE FROM outbox")
    db.execute("DELETE FROM marks")
    db.execute("DELETE FROM club_matches")
    db.execute("DELETE FROM sqlite_sequence WHERE name = 'outbox'")
