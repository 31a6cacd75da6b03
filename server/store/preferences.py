"""What people at this table want, whatever they play."""

from __future__ import annotations

from server.store.records import READ, WRITE, Transaction

CLOCKS = "clocks"
"""Everybody's thinking time is shown."""


class Preferences:
    """May be used from several threads, like the store it belongs to."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def has(self, what: str) -> bool:
        with self._transaction(READ) as db:
            return bool(db.execute("SELECT 1 FROM wanted WHERE what = ?", (what,)).fetchone())

    def put(self, what: str, wanted: bool) -> None:
        with self._transaction(WRITE) as db:
            db.execute("DELETE FROM wanted WHERE what = ?", (what,))
            if wanted:
                db.execute("INSERT INTO wanted VALUES (?)", (what,))
