"""The part of the store that is about robots: for which seats they play, and how well."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager

from rules.text import Text
from server.store.errors import StoreError

Transaction = Callable[[str], AbstractContextManager[sqlite3.Connection]]


class Robots:
    """May be used from several threads, like the store it belongs to."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def seat(self, match_id: int, colour: str, strength: str | None) -> None:
        """From now on a robot of this strength plays for a seat; none does with None."""
        with self._transaction("BEGIN IMMEDIATE") as db:
            if not db.execute(
                "SELECT 1 FROM seats WHERE match = ? AND colour = ?", (match_id, colour)
            ).fetchone():
                raise StoreError(
                    Text("Match {match} has no seat {seat}.", match=match_id, seat=colour)
                )
            db.execute("DELETE FROM robots WHERE match = ? AND colour = ?", (match_id, colour))
            if strength is not None:
                db.execute("INSERT INTO robots VALUES (?, ?, ?)", (match_id, colour, strength))

    def of(self, match_id: int) -> dict[str, str]:
        """The strength of the robot of each colour that has one."""
        with self._transaction("BEGIN") as db:
            rows = db.execute("SELECT colour, strength FROM robots WHERE match = ?", (match_id,))
            return dict(rows.fetchall())
