"""A copy of a database beside it, before it is brought up to date: the way back."""

from __future__ import annotations

import filecmp
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

from server.store.atomic_file import publish, unfinished


def back_up(db: sqlite3.Connection, path: Path, version: int) -> Path:
    """Put a complete copy beside the file of a database, or find the same one that a former attempt
    has left there; its name. Raises OSError and sqlite3.Error.
    """
    with unfinished(path, path.stat().st_mode & 0o777) as new:
        with closing(sqlite3.connect(new, isolation_level=None)) as copy:
            db.backup(copy)
        for number in count(1):
            backup = path.with_name(f"{path.name}.version-{version}-{number}.backup")
            if publish(new, backup) or filecmp.cmp(new, backup, shallow=False):
                return backup
    raise AssertionError("there is always another number")
