"""The tables of the database, version by version."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache

from server.store import club
from server.store.rows import LATEST, name_key
from server.store.wording import as_name

APPLICATION_ID = int.from_bytes(b"QMTR")
"""Tells our files from any other SQLite file."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    # To version 1: matches, who sits where, and the journals.
    (
        f"""
        CREATE TABLE matches (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            settings TEXT NOT NULL CHECK (json_valid(settings)),
            created_at REAL NOT NULL CHECK (created_at BETWEEN 0 AND {LATEST}),
            finished_at REAL CHECK (finished_at BETWEEN 0 AND {LATEST})
        ) STRICT
        """,
        """
        CREATE TABLE seats (
            match INTEGER NOT NULL REFERENCES matches,
            "index" INTEGER NOT NULL CHECK ("index" >= 0),
            colour TEXT NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (match, "index"),
            UNIQUE (match, colour)
        ) STRICT, WITHOUT ROWID
        """,
        f"""
        CREATE TABLE journal (
            match INTEGER NOT NULL REFERENCES matches,
            number INTEGER NOT NULL CHECK (number >= 1),
            kind TEXT NOT NULL
                CHECK (kind IN ('choice', 'undo', 'redo', 'final', 'correction', 'note')),
            key TEXT NOT NULL CHECK (key <> '' OR kind NOT IN ('choice', 'correction')),
            by TEXT NOT NULL CHECK (
                by IN ('camera', 'button', 'robot', 'import')
                OR (by GLOB 'phone:?*' AND substr(by, 7) NOT GLOB '*[^a-z]*')
            ),
            at REAL NOT NULL CHECK (at BETWEEN 0 AND {LATEST}),
            PRIMARY KEY (match, number)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    # To version 2: a match can be paused, abandoned or imported; journals only grow.
    (
        """
        ALTER TABLE matches ADD COLUMN state TEXT NOT NULL DEFAULT 'running'
            CHECK (state IN ('running', 'paused', 'finished', 'abandoned'))
        """,
        "UPDATE matches SET state = 'finished' WHERE finished_at IS NOT NULL",
        f"""
        ALTER TABLE matches ADD COLUMN imported_at REAL
            CHECK (imported_at BETWEEN 0 AND {LATEST})
        """,
        """
        CREATE TRIGGER journal_rows_never_change BEFORE UPDATE ON journal
        BEGIN SELECT RAISE(ABORT, 'rows of the journal are never changed'); END
        """,
        """
        CREATE TRIGGER journal_rows_are_kept BEFORE DELETE ON journal
        BEGIN SELECT RAISE(ABORT, 'rows of the journal are never deleted'); END
        """,
        # INSERT OR REPLACE would delete a row without asking the trigger above.
        """
        CREATE TRIGGER journal_grows_at_its_end BEFORE INSERT ON journal
        WHEN NEW.number <> (
            SELECT coalesce(max(number), 0) + 1 FROM journal WHERE match = NEW.match
        )
        BEGIN SELECT RAISE(ABORT, 'rows of the journal are numbered without gaps'); END
        """,
    ),
    # To version 3: which phones are in, and for which seats they play.
    (
        f"""
        CREATE TABLE phones (
            id TEXT PRIMARY KEY CHECK (id <> ''),
            admitted_at REAL NOT NULL CHECK (admitted_at BETWEEN 0 AND {LATEST})
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE holders (
            match INTEGER NOT NULL,
            colour TEXT NOT NULL,
            phone TEXT NOT NULL REFERENCES phones,
            PRIMARY KEY (match, colour),
            FOREIGN KEY (match, colour) REFERENCES seats (match, colour)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    # To version 4: a match can be deleted as a whole, and its number is never given again.
    (
        "CREATE TABLE deleted (match INTEGER PRIMARY KEY) STRICT",
        "DROP TRIGGER journal_rows_are_kept",
        """
        CREATE TRIGGER journal_rows_are_kept BEFORE DELETE ON journal
        WHEN OLD.match NOT IN (SELECT match FROM deleted)
        BEGIN SELECT RAISE(ABORT, 'rows of the journal are never deleted'); END
        """,
    ),
    # To version 5: how a match ended, so that nobody has to play it again to list it.
    (
        """
        ALTER TABLE matches ADD COLUMN winners TEXT
            CHECK (winners IS NULL OR json_valid(winners))
        """,
        """
        ALTER TABLE matches ADD COLUMN ended_after INTEGER
            CHECK ((ended_after IS NULL) = (winners IS NULL))
        """,
        "CREATE INDEX matches_by_state ON matches (state)",
    ),
    # To version 6: how people tell the phones apart that are in.
    (
        "ALTER TABLE phones ADD COLUMN sign TEXT",
        "ALTER TABLE phones ADD COLUMN device TEXT",
    ),
    # To version 7: matches that follow each other have the number of the first one in common.
    (
        "ALTER TABLE matches ADD COLUMN campaign INTEGER",
        "CREATE INDEX matches_by_campaign ON matches (campaign)",
    ),
    # To version 8: who played, how it ended for everybody, when nobody played, what a table wants.
    # Those who played before are known by their names, whatever their size of letters.
    (
        """
        CREATE TABLE players (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL CHECK (name <> ''),
            key TEXT NOT NULL UNIQUE,
            colour TEXT,
            language TEXT
        ) STRICT
        """,
        "ALTER TABLE seats ADD COLUMN player INTEGER REFERENCES players",
        "CREATE INDEX seats_by_player ON seats (player)",
        """
        INSERT INTO players (name, key, colour)
        SELECT name, key, colour FROM
            (SELECT name, name_key(name) AS key, colour, max(match) FROM seats GROUP BY 2)
        WHERE key <> ''
        """,
        # Two of one name in one match are two people, and nobody knows which is which.
        """
        UPDATE seats SET player = (SELECT id FROM players WHERE key = name_key(seats.name))
        WHERE 1 = (
            SELECT count(*) FROM seats AS other
            WHERE other.match = seats.match AND name_key(other.name) = name_key(seats.name)
        )
        """,
        """
        CREATE TABLE ends (
            match INTEGER PRIMARY KEY REFERENCES matches,
            sets TEXT NOT NULL,
            together INTEGER NOT NULL CHECK (together IN (0, 1)),
            seconds REAL NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE results (
            match INTEGER NOT NULL REFERENCES ends,
            "index" INTEGER NOT NULL,
            place INTEGER,
            won INTEGER NOT NULL CHECK (won IN (0, 1)),
            points INTEGER NOT NULL,
            kinds TEXT NOT NULL CHECK (json_valid(kinds)),
            turns INTEGER NOT NULL,
            seconds REAL NOT NULL,
            PRIMARY KEY (match, "index"),
            FOREIGN KEY (match, "index") REFERENCES seats (match, "index")
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE rests (
            match INTEGER NOT NULL REFERENCES matches,
            after INTEGER NOT NULL,
            since REAL,
            until REAL
        ) STRICT
        """,
        "CREATE INDEX rests_by_match ON rests (match)",
        "CREATE TABLE wanted (what TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
    ),
    # To version 9: for which seats robots play, and how well.
    (
        """
        CREATE TABLE robots (
            match INTEGER NOT NULL, colour TEXT NOT NULL, strength TEXT NOT NULL,
            PRIMARY KEY (match, colour)
        ) STRICT
        """,
    ),
    # To version 10: a table can join a club, and what the club has not been told yet.
    club.STATEMENTS,
    # To version 11: a club is told the name of nobody who has not agreed.
    club.ONLY_THE_TICKED,
    # To version 12: names that came in files before these were looked at as those of phones are.
    (
        "UPDATE seats SET name = as_name(name) WHERE name <> as_name(name)",
        "UPDATE players SET name = as_name(name) WHERE name <> as_name(name)",
    ),
    # To version 13: a table finds out that it was put back to an older copy, and its club with it.
    club.MARKED,
)
VERSION = len(MIGRATIONS)


def migrate(db: sqlite3.Connection, target: int = VERSION) -> None:
    db.create_function("name_key", 1, name_key, deterministic=True)
    db.create_function("as_name", 1, as_name, deterministic=True)
    for migration in MIGRATIONS[version_of(db) : target]:
        for statement in migration:
            db.execute(statement)
    db.execute(f"PRAGMA user_version = {target}")


@cache
def parts_of_version(version: int) -> frozenset[str]:
    with closing(sqlite3.connect(":memory:")) as db:
        migrate(db, version)
        return parts(db)


def parts(db: sqlite3.Connection) -> frozenset[str]:
    rows = db.execute("SELECT type, name FROM sqlite_schema")
    return frozenset(f"{kind} {name}" for kind, name in rows)


def tables_in(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def version_of(db: sqlite3.Connection) -> int:
    [[version]] = db.execute("PRAGMA user_version")
    return int(version)
