"""The part of the store that is about robots: for which seats they play, and how well."""

from __future__ import annotations

from server.store.records import READ, WRITE, Transaction, check_seat


class Robots:
    """May be used from several threads, like the store it belongs to."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def seat(self, match_id: int, colour: str, strength: str | None) -> None:
        """From now on a robot of this strength plays for a seat; none does with None."""
        with self._transaction(WRITE) as db:
            check_seat(db, match_id, colour)
            db.execute("DELETE FROM robots WHERE match = ? AND colour = ?", (match_id, colour))
            if strength is not None:
                db.execute("INSERT INTO robots VALUES (?, ?, ?)", (match_id, colour, strength))

    def of(self, match_id: int) -> dict[str, str]:
        """The strength of the robot of each colour that has one."""
        with self._transaction(READ) as db:
            rows = db.execute("SELECT colour, strength FROM robots WHERE match = ?", (match_id,))
            return dict(rows.fetchall())
