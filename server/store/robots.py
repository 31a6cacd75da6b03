"""The part of the store that is about robots: for which seats they play, and how well."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from server.store.players import link_seats
from server.store.records import READ, WRITE, Transaction, check_seat


def put_robots(db: sqlite3.Connection, match_id: int, strengths: Mapping[str, str]) -> None:
    """Robots of these strengths play for these colours; their seats are nobody's."""
    for colour, strength in strengths.items():
        db.execute("INSERT INTO robots VALUES (?, ?, ?)", (match_id, colour, strength))
        db.execute(
            "UPDATE seats SET player = NULL WHERE match = ? AND colour = ?", (match_id, colour)
        )


class Robots:
    """May be used from several threads, like the store it belongs to."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def seat(self, match_id: int, colour: str, strength: str | None) -> None:
        """From now on a robot of this strength plays for a seat; with None its player does again,
        who is known by name.
        """
        with self._transaction(WRITE) as db:
            check_seat(db, match_id, colour)
            db.execute("DELETE FROM robots WHERE match = ? AND colour = ?", (match_id, colour))
            if strength is not None:
                put_robots(db, match_id, {colour: strength})
            else:
                link_seats(db, match_id)

    def of(self, match_id: int) -> dict[str, str]:
        """The strength of the robot of each colour that has one."""
        with self._transaction(READ) as db:
            rows = db.execute("SELECT colour, strength FROM robots WHERE match = ?", (match_id,))
            return dict(rows.fetchall())
