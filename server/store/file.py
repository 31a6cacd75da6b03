"""The database file: how it is made, checked, opened and brought up to date.

A file that is broken, of another program or of a newer version is never changed: it is looked at
through a read-only connection before it is opened for writing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from rules.text import Text
from server.store.atomic_file import publish, unfinished
from server.store.backup import back_up
from server.store.errors import StoreError, damaged, explained
from server.store.log import damage_in, ends_in_doubt, log_of, mend, set_aside
from server.store.schema import (
    APPLICATION_ID,
    VERSION,
    migrate,
    parts,
    parts_of_version,
    tables_in,
    version_of,
)

_BUSY_SECONDS = 5.0
_MAGIC = b"SQLite format 3\0"
_CHECKED_AT_ONCE = 4_000_000
"""Bytes of a database that are looked at in no time; the journals of a larger one wait."""
_SMALL = {"matches", "seats", "phones", "holders"}
"""The tables that are small however much was played."""
_LONGEST_LOG = 100
"""Pages in the log, some dozens of choices, after which they are brought into the database."""


class Opened(NamedTuple):
    """A connection to the database, and what people have to know about how it was found."""

    db: sqlite3.Connection
    trouble: Text | None
    checked: bool
    """Whether every page of it was looked at; where there are many, that is for later."""


def open_database(path: Path) -> Opened:
    """The file is made if it is not there, and brought up to date."""
    with explained(path):
        path = path.resolve()
        if not path.exists():
            _refuse_a_log_without_its_database(path)
            create(path)
        at_once = path.stat().st_size <= _CHECKED_AT_ONCE
        _check_head(path)
        _check_tables(path, at_once)
        trouble = _see_to_log(path)
        db = _connect(path, "rw")
        try:
            _prepare(db, path)
        except BaseException:
            db.close()
            raise
        return Opened(db, trouble, at_once)


def check_whole(path: Path) -> None:
    """Look at every page of a database, which may be in use; refuses it if any is damaged."""
    # Only through SQLite: a process that opens the file by itself and closes it again gives up the
    # locks of all its connections.
    with explained(path):
        _check_tables(path.resolve(), whole=True)


def count_matches(path: Path) -> int:
    """How many matches there are in a file that is only looked at; refuses what `open` would."""
    with explained(path):
        path = path.resolve()
        _check_head(path)
        _check_tables(path, whole=True)
        with closing(_connect(path, "ro")) as db:
            [[number]] = db.execute("SELECT count(*) FROM matches")
            return int(number)


def checkpoint(db: sqlite3.Connection) -> None:
    """Bring what is in the log into the database, and begin the log anew.

    The less there is in the log, the less a frame of it that goes bad can take with it. Whoever
    still reads keeps this from being done; then it is done another time.
    """
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _see_to_log(path: Path) -> Text | None:
    """Mend what can be mended; SQLite will forget the rest, so all of the log is kept."""
    log = log_of(path)
    kept, spoilt = mend(log), damage_in(log)
    if kept is None and spoilt is None:
        return _doubt(log) if ends_in_doubt(log) else None
    kept = kept or set_aside(log)
    if spoilt is None:
        return Text(
            "A flipped bit in {log} was corrected; nothing is missing. The old log is "
            "kept as {kept}. Replace the memory card: it will fail again.",
            log=log.name,
            kept=kept.name,
        )
    return Text(
        "{log} is damaged: of {all} entries the last {lost} cannot be read, so the last"
        " choices and later matches may be missing. It is kept as {kept}. Compare match"
        " and table before you play on. Missing finished matches come back with ./run "
        "rescue --data {folder}. Replace the memory card: it will fail again.",
        log=log.name,
        all=spoilt.readable + spoilt.lost,
        lost=spoilt.lost,
        kept=kept.name,
        folder=path.parent,
    )


def _doubt(log: Path) -> Text:
    return Text(
        "The last entry of {log} cannot be read: the power or the disk failed. Compare "
        "the last choice with the table before you play on.",
        log=log.name,
    )


@contextmanager
def transaction(db: sqlite3.Connection, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """All or nothing; when this ends without an error, it is on the disk."""
    db.execute(begin)
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        # A full disk may have ended the transaction already.
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _refuse_a_log_without_its_database(path: Path) -> None:
    """SQLite would delete a log that it finds beside a new database."""
    log = log_of(path)
    if log.exists() and log.stat().st_size:
        raise StoreError(
            Text(
                "{path} is missing, but {log} may hold the last choices. Put the "
                "database back beside it, or move the log to another folder, then "
                "restart.",
                path=path,
                log=log.name,
            )
        )


def create(path: Path) -> None:
    """Make the file under another name first, so that a power cut leaves all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with unfinished(path) as new:
        with closing(_connect(new, "rw")) as db:
            with transaction(db):
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                migrate(db)
            db.execute("PRAGMA journal_mode = WAL")
        publish(new, path)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=_BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )


def _check_head(path: Path) -> None:
    """Refuse what is not a database of this or an older version."""
    if not path.is_file():
        raise StoreError(
            Text("{path} is not a file. Choose another place for the database.", path=path)
        )
    with path.open("rb") as file:
        head = file.read(100)
    # The first page of our files has had both numbers since before the file had its name, so this
    # does not need SQLite, which would tidy up after the file's owner.
    if not head.startswith(_MAGIC) or int.from_bytes(head[68:72]) != APPLICATION_ID:
        raise StoreError(
            Text(
                "{path} is no Quartermaster database and was not touched. Choose "
                "another place for the database, or move this file.",
                path=path,
            )
        )
    _refuse_newer(int.from_bytes(head[60:64]), path)


def _check_tables(path: Path, whole: bool) -> None:
    """Refuse what is not sound.

    Unless the whole of it is looked at, journals are not: they are nearly all of a large file, and
    none but the running one is needed until somebody looks back.
    """
    with closing(_connect(path, "ro")) as db:
        version = version_of(db)
        _refuse_newer(version, path)
        tables = ("1",) if whole else ("sqlite_schema", *_SMALL & tables_in(db))
        for table in tables:
            [[problem]] = db.execute(f"PRAGMA integrity_check({table})")
            if problem != "ok":
                raise StoreError(damaged(path, problem.splitlines()[-1]))
        if whole and db.execute("PRAGMA foreign_key_check").fetchone():
            raise StoreError(damaged(path, "rows of a match that is not there"))
        if lost := parts_of_version(version) - parts(db):
            raise StoreError(damaged(path, f"{', '.join(sorted(lost))} missing"))


def _refuse_newer(version: int, path: Path) -> None:
    if version > VERSION:
        raise StoreError(
            Text(
                "{path} is from a newer Quartermaster (database version {theirs}, here "
                "{ours}) and was not touched. Update Quartermaster, or choose another "
                "place for the database.",
                path=path,
                theirs=version,
                ours=VERSION,
            )
        )


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    [[mode]] = db.execute("PRAGMA journal_mode = WAL")
    if mode != "wal":
        raise StoreError(
            Text(
                "The disk of {path} cannot keep a database safe (no write-ahead log). "
                "Choose a disk of this computer, not of the network.",
                path=path,
            )
        )
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA wal_autocheckpoint = {_LONGEST_LOG}")
    db.execute("PRAGMA foreign_keys = ON")
    if version_of(db) < VERSION:
        _bring_up_to_date(db, path)
    # Find out now, and not at the first choice, that the file cannot be written.
    db.execute("BEGIN IMMEDIATE")
    db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("ROLLBACK")
    checkpoint(db)


def _bring_up_to_date(db: sqlite3.Connection, path: Path) -> None:
    back_up(db, path, version_of(db))
    with transaction(db):
        migrate(db)
