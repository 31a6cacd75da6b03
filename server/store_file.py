"""The database file: how it is made, checked, opened and brought up to date.

A file that is broken, of another program or of a newer version is never changed: it is looked at
through a read-only connection before it is opened for writing.
"""

from __future__ import annotations

import filecmp
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from rules.text import Text
from server.store_errors import StoreError, damaged, explained
from server.store_schema import (
    APPLICATION_ID,
    VERSION,
    migrate,
    parts,
    parts_of_version,
    version_of,
)
from server.whole_file import sync, unfinished

_BUSY_SECONDS = 5.0
_MAGIC = b"SQLite format 3\0"


def open_database(path: Path) -> sqlite3.Connection:
    """A connection to the file, which is made if it is not there and brought up to date."""
    with explained(path):
        path = path.resolve()
        if not path.exists():
            _refuse_a_log_without_its_database(path)
            _create(path)
        _check(path)
        db = _connect(path, "rw")
        try:
            _prepare(db, path)
        except BaseException:
            db.close()
            raise
        return db


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
    log = _log(path)
    if log.exists() and log.stat().st_size:
        raise StoreError(
            Text(
                "{path} is missing, but {log} is there and may hold the last choices. Put the "
                "database back beside it, or move the log to another folder, and start again.",
                path=path,
                log=log.name,
            )
        )


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _create(path: Path) -> None:
    """Make the file under another name first, so that a power cut leaves all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with unfinished(path) as new:
        with closing(_connect(new, "rw")) as db:
            with transaction(db):
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                migrate(db)
            db.execute("PRAGMA journal_mode = WAL")
        _publish(new, path)


def _publish(new: Path, path: Path) -> bool:
    """Give a complete file its name, on the disk for good; False if the name is taken already."""
    sync(new)
    try:
        os.link(new, path)
    except FileExistsError:
        return False
    except OSError:
        # Some file systems of memory cards have no links.
        if path.exists():
            return False
        new.rename(path)
    sync(path.parent)
    return True


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=_BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )


def _check(path: Path) -> None:
    """Refuse what is not a sound database of this or an older version."""
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
                "{path} is not a database of Quartermaster. It was left as it is. Choose another "
                "place for the database, or move this file to another folder.",
                path=path,
            )
        )
    _refuse_newer(int.from_bytes(head[60:64]), path)
    with closing(_connect(path, "ro")) as db:
        version = version_of(db)
        _refuse_newer(version, path)
        [[problem]] = db.execute("PRAGMA integrity_check(1)")
        if problem != "ok":
            raise StoreError(damaged(path, problem.splitlines()[-1]))
        if db.execute("PRAGMA foreign_key_check").fetchone():
            raise StoreError(damaged(path, "rows of a match that is not there"))
        if lost := parts_of_version(version) - parts(db):
            raise StoreError(damaged(path, f"{', '.join(sorted(lost))} missing"))


def _refuse_newer(version: int, path: Path) -> None:
    if version > VERSION:
        raise StoreError(
            Text(
                "{path} was written by a newer Quartermaster (database version {theirs}; this one "
                "knows {ours}). It was left as it is. Update Quartermaster, or choose another "
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
                "The disk of {path} cannot keep a database safe (no write-ahead log). Choose a "
                "place on a disk of this computer, not of the network.",
                path=path,
            )
        )
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    if version_of(db) < VERSION:
        _bring_up_to_date(db, path)
    # Find out now, and not at the first choice, that the file cannot be written.
    db.execute("BEGIN IMMEDIATE")
    db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("ROLLBACK")


def _bring_up_to_date(db: sqlite3.Connection, path: Path) -> None:
    _back_up(db, path)
    with transaction(db):
        migrate(db)


def _back_up(db: sqlite3.Connection, path: Path) -> None:
    """Put a complete copy beside the database; nothing if a former attempt has left the same."""
    with unfinished(path) as new:
        with closing(_connect(new, "rw")) as copy:
            db.backup(copy)
        for number in count(1):
            backup = path.with_name(f"{path.name}.version-{version_of(db)}-{number}.backup")
            if _publish(new, backup) or filecmp.cmp(new, backup, shallow=False):
                return
