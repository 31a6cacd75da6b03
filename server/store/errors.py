"""What can go wrong with the store, in words for the people at the table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rules.text import Text
from server.errors import UserError


class StoreError(UserError):
    """The store cannot do it; `reason` can be shown in any language."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Errors of the database and the disk, as a person can understand them."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise  # A mistake in the program, not in what anybody did.
    except sqlite3.Error as error:
        # Text that cannot be decoded is the only error without a code.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        raise StoreError(_reason(code, path, error)) from error
    except OSError as error:
        raise StoreError(
            Text(
                "Cannot open {path}: {why}. Check that its folder is writable and the "
                "disk has space.",
                path=path,
                why=error.strerror or error,
            )
        ) from error
    except UnicodeDecodeError as error:
        # SQLite's own message quotes what it found where the names of tables should be.
        raise StoreError(damaged(path, str(error.object, "ascii", "replace"))) from error
    except UnicodeEncodeError as error:
        raise StoreError(
            Text("{text} contains a character that cannot be stored.", text=ascii(error.object))
        ) from error


def _reason(code: int, path: Path, error: sqlite3.Error) -> Text:
    if code == sqlite3.SQLITE_FULL:
        return Text(
            "Not saved: the disk of {path} is full. Everything before is safe. Free "
            "some space, then try again.",
            path=path,
        )
    if code == sqlite3.SQLITE_IOERR:
        return Text(
            "Not saved: the disk of {path} failed ({error}). Check its space and its "
            "memory card, then try again.",
            path=path,
            error=error,
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Text(
            "Not saved: another program is using {path}. End it (is Quartermaster "
            "running twice?), then try again.",
            path=path,
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN):
        return Text(
            "Cannot write to {path} ({error}). Check that the disk has space, and that "
            "file and folder belong to the user who runs Quartermaster.",
            path=path,
            error=error,
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return damaged(path, str(error))
    return Text("The database {path} cannot do this: {error}.", path=path, error=error)


def damaged(path: Path, what: str) -> Text:
    return Text(
        "The database {path} is damaged ({what}) and was not touched. Move it and the "
        "files {name}-… to another folder and restart, or rescue what can be read: "
        "./run rescue --data {folder}",
        path=path,
        name=path.name,
        what=what,
        folder=path.parent,
    )


def gone(path: Path) -> Text:
    return Text(
        "Not saved: {path} is gone. Its folder was deleted or renamed, or its disk "
        "removed. Put it back, then restart Quartermaster.",
        path=path,
    )
