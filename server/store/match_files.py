"""A copy of each finished match as a text file beside the database, in case that is damaged."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from server.store.atomic_file import write_whole
from server.store.rows import Record

FOLDER = "finished"
_NAME = re.compile(r"([0-9]{1,18})-[a-z_]+\.json")


def keep_file(store: Path, record: Record, text: str) -> None:
    """There whole or not at all; a former copy of the same match gives way."""
    folder = store.parent / FOLDER
    folder.mkdir(exist_ok=True)
    write_whole(folder / f"{record.id}-{record.game}.json", text.encode())


def match_files(store: Path) -> dict[int, Path]:
    """The copies there are, by the number of their match."""
    folder = store.parent / FOLDER
    if not folder.is_dir():
        return {}
    named = ((_NAME.fullmatch(file.name), file) for file in sorted(folder.iterdir()))
    return {int(name[1]): file for name, file in named if name}


def without_file(db: sqlite3.Connection, store: Path) -> list[int]:
    """The finished matches that have none yet."""
    there = match_files(store)
    finished = db.execute("SELECT id FROM matches WHERE state = 'finished'")
    return [match_id for (match_id,) in finished if match_id not in there]


def remove_file(store: Path, match_id: int) -> None:
    copy = match_files(store).get(match_id)
    if copy is not None:
        copy.unlink()
