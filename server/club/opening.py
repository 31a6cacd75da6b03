"""How a club's database is opened: it is looked at first, and changed only where that is safe.

What is newer, damaged or somebody else's is left as it is, byte for byte. An older one is brought
up to date step by step in one transaction, and a file is copied beside itself before. Two programs
that open the same one do that after one another.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    NullPool,
    create_engine,
    event,
    func,
    insert,
    inspect,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from server.club.database import counting, form, metadata, reason
from server.errors import UserError
from server.store.backup import back_up

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    # To version 2: how far tables have told, beyond numbers, and who has signed in. A program that
    # was never released has made some of these without saying so.
    (
        """
        CREATE TABLE IF NOT EXISTS tellings (
            "table" VARCHAR(40) NOT NULL PRIMARY KEY,
            mark VARCHAR(16) NOT NULL,
            refusals INTEGER NOT NULL,
            refused VARCHAR(300) NOT NULL,
            refused_at FLOAT NOT NULL,
            FOREIGN KEY ("table") REFERENCES tables ("key")
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS doubtful (
            "match" INTEGER NOT NULL PRIMARY KEY,
            FOREIGN KEY ("match") REFERENCES matches (id) ON DELETE CASCADE
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS sign_ins (
            digest VARCHAR(64) NOT NULL PRIMARY KEY,
            stamp VARCHAR(64) NOT NULL,
            until FLOAT NOT NULL
        )
        """,
    ),
)
"""What brings a database from each version to the next, in words that SQLite and PostgreSQL share.

A step stays as it is once it was released.
"""
VERSION = 1 + len(MIGRATIONS)
"""The version of the tables in `database`."""

_NEW = 0
_LOCK = int.from_bytes(b"QMTR")
"""Who holds this on a server of PostgreSQL is the only one who makes or changes our tables."""
_MOST_WAITING = "60s"
"""For another program that does so."""
_BUSY_SECONDS = 5.0
_WAITING = {"connect_timeout": 10, "keepalives_idle": 30, "tcp_user_timeout": 30_000}
"""A server of PostgreSQL that was switched off is not waited for longer than this."""
_ADDRESSES = (
    "Use a file, as in sqlite:////srv/club.sqlite, or postgresql://user:password@host/name."
)

log = logging.getLogger(__name__)


def open_club(address: str) -> Engine:
    """The database at this address, made if there is nothing in it yet. Raises UserError."""
    engine = _engine(address)
    try:
        with _explained(engine.url):
            if _found(engine) < VERSION:
                _make_current(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


# ----------------------------------------------------------------------------------------- Looking


def _found(engine: Engine) -> int:
    """The version of what is there; nothing is changed, not even a log is brought in."""
    if engine.dialect.name != "sqlite":
        with engine.connect().execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        ) as db:
            return _version_in(db)
    path = _file(engine.url)
    if not path.exists() or not path.stat().st_size:
        return _NEW
    # SQLite puts files beside one that has a log even if it only reads. Where there are none yet,
    # nobody else has it open.
    alone = not any(path.with_name(path.name + end).exists() for end in ("-wal", "-journal"))
    looking = create_engine(
        "sqlite://", creator=lambda: _only_read(path, immutable=alone), poolclass=NullPool
    )
    with looking.connect() as db:
        db.exec_driver_sql("BEGIN")
        return _version_in(db, engine.url)


def _version_in(db: Connection, url: URL | None = None) -> int:
    """Refuses what is not a club, or is one that this program cannot read."""
    url = url or db.engine.url
    looked = inspect(db)
    there = {*looked.get_table_names(), *looked.get_view_names()}
    if not there:
        return _NEW
    marked = form.name in there and [each["name"] for each in looked.get_columns(form.name)]
    versions = list(db.execute(select(form)).scalars()) if marked == form.columns.keys() else []
    if len(versions) != 1 or versions[0] < 1:
        raise UserError(_not_a_club(url, f"the tables {', '.join(sorted(there)[:5])}"))
    [version] = versions
    if version > VERSION:
        raise UserError(
            f"The club's database at {url} was written by a newer Quartermaster (database version "
            f"{version}; this one knows {VERSION}). It was left as it is. Update Quartermaster, or "
            "give the club another database."
        )
    if version == VERSION:
        _check_complete(there, url)
    return int(version)


def _check_complete(there: set[str], url: URL) -> None:
    if lost := metadata.tables.keys() - there:
        raise UserError(
            f"The club's database at {url} is damaged (missing: {', '.join(sorted(lost))}). It was "
            "left as it is. Put a copy of it in its place, or give the club an empty database."
        )


def _not_a_club(url: URL, what: str) -> str:
    return (
        f"The database at {url} is not a club's: there is something else in it ({what}). It was "
        "left as it is. Give the club an empty database, or the name of a new file."
    )


# ---------------------------------------------------------------------------------------- Changing


def _make_current(engine: Engine) -> None:
    with _alone(engine) as db:
        before = _version_in(db)
        if before == VERSION:
            return  # Another program has done it meanwhile.
        if before == _NEW:
            metadata.create_all(db)
            db.execute(insert(form).values(version=VERSION))
            db.execute(insert(counting).values(one=1, revision=0))
            return
        kept = _keep_copy(engine.url, before) if engine.dialect.name == "sqlite" else None
        for step in MIGRATIONS[before - 1 :]:
            for statement in step:
                db.exec_driver_sql(statement)
        db.execute(update(form).values(version=VERSION))
        _check_complete({*inspect(db).get_table_names()}, engine.url)
    log.info("The club's database was brought from version %d to version %d.", before, VERSION)
    if kept is not None:
        log.info("As it was before, it is kept in %s.", kept)


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A transaction, all or nothing, in which no other program makes or changes tables."""
    if engine.dialect.name != "sqlite":
        with engine.begin() as db:
            db.exec_driver_sql(f"SET LOCAL lock_timeout = '{_MOST_WAITING}'")
            db.execute(select(func.pg_advisory_xact_lock(_LOCK)))
            yield db
        return
    # Python's own transactions of SQLite begin only with the first row that is written, and leave
    # out what makes tables.
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
        db.exec_driver_sql("BEGIN IMMEDIATE")
        try:
            yield db
            db.exec_driver_sql("COMMIT")
        except BaseException:
            with suppress(SQLAlchemyError):  # A full disk may have ended it already.
                db.exec_driver_sql("ROLLBACK")
            raise


def _keep_copy(url: URL, version: int) -> Path:
    path = _file(url)
    try:
        with closing(_only_read(path)) as db:
            return back_up(db, path, version)
    except (OSError, sqlite3.Error) as error:
        raise UserError(
            f"Before the club's database {path} is brought up to date, it is copied beside itself, "
            f"and that failed: {error}. It was left as it is. Look whether the disk is full, and "
            "whether its folder may be written to."
        ) from error


# ----------------------------------------------------------------------------------- Both of them


@contextmanager
def _explained(url: URL) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        code = getattr(getattr(error, "orig", None), "sqlite_errorcode", None)
        if code == sqlite3.SQLITE_NOTADB:
            raise UserError(_not_a_club(url, "no database at all")) from error
        raise UserError(
            f"The club's database at {url} cannot be used: {reason(error)}. "
            "Is it there, and may this user write to it?"
        ) from error


def _file(url: URL) -> Path:
    assert url.database is not None
    return Path(url.database).resolve()


def _only_read(path: Path, immutable: bool = False) -> sqlite3.Connection:
    how = "immutable=1" if immutable else "mode=ro"
    return sqlite3.connect(
        f"{path.as_uri()}?{how}", uri=True, timeout=_BUSY_SECONDS, isolation_level=None
    )


def _engine(address: str) -> Engine:
    try:
        url = make_url(address)
        if url.drivername == "postgresql":
            url = url.set(drivername="postgresql+psycopg")
        engine = create_engine(url, connect_args=_WAITING if "postgresql" in url.drivername else {})
    except (ArgumentError, ValueError) as error:
        raise UserError(f"This is not the address of a database. {_ADDRESSES}") from error
    except ModuleNotFoundError as error:
        raise UserError(
            f"A database of this kind needs the package {error.name}, which is not installed. "
            f"{_ADDRESSES}"
        ) from error
    if engine.dialect.name == "sqlite":
        if not url.database or url.database.startswith((":memory:", "file:")):
            raise UserError(f"This is not the address of a database's file. {_ADDRESSES}")
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """As at the tables: a log that is synced, so that what was said to be stored is on the disk."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
