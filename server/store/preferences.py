"""What people at this table want, whatever they play."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager

CLOCKS = "clocks"
"""Everybody's thinking time is shown."""


class Preferences:
    """May be used from several threads, like the store it belongs to."""

    def __init__(
        self, transaction: Callable[[str], AbstractContextManager[sqlite3.Connection]]
    ) -> None:
        self._transaction = transaction

    def has(self, what: str) -> bool:
        with self._transaction("BEGIN") as db:
            return bool(db.execute("SELECT 1 FROM wanted WHERE what = ?", (what,)).fetchone())

    def put(self, what: str, wanted: bool) -> None:
        with self._transaction("BEGIN IMMEDIATE") as db:
            db.execute("DELETE FROM wanted WHERE what = ?", (what,))
            if wanted:
                db.execute("INSERT INTO wanted VALUES (?)", (what,))
