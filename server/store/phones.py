"""The part of the store that is about phones: which are in, and for which seats they play."""

from __future__ import annotations

from dataclasses import dataclass

from server.store.records import READ, WRITE, Transaction, check_seat
from server.store.rows import LATEST


@dataclass(frozen=True, slots=True)
class KnownPhone:
    """A phone that is in."""

    id: str
    admitted_at: float
    sign: str | None = None
    """The number that it showed when it was let in."""
    device: str | None = None
    """What it says that it is, such as iPhone."""


class Phones:
    """May be used from several threads, like the store it belongs to."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def admit(self, phone: KnownPhone) -> None:
        """This phone is in from now on, also if it was before."""
        at = min(max(round(phone.admitted_at, 3), 0.0), LATEST)
        with self._transaction(WRITE) as db:
            db.execute(
                "INSERT INTO phones (id, admitted_at, sign, device) VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET admitted_at = excluded.admitted_at,"
                " sign = excluded.sign, device = excluded.device",
                (phone.id, at, phone.sign, phone.device),
            )

    def find(self, phone: str) -> KnownPhone | None:
        """What is known of a phone; None if it is not in."""
        with self._transaction(READ) as db:
            row = db.execute(
                "SELECT id, admitted_at, sign, device FROM phones WHERE id = ?", (phone,)
            ).fetchone()
            return KnownPhone(*row) if row else None

    def all(self) -> list[KnownPhone]:
        """The newest first."""
        with self._transaction(READ) as db:
            rows = db.execute(
                "SELECT id, admitted_at, sign, device FROM phones ORDER BY admitted_at DESC, id"
            ).fetchall()
            return [KnownPhone(*row) for row in rows]

    def put_out(self, phone: str) -> None:
        """This phone is not in any more, and has no seat in any match."""
        with self._transaction(WRITE) as db:
            db.execute("DELETE FROM holders WHERE phone = ?", (phone,))
            db.execute("DELETE FROM phones WHERE id = ?", (phone,))

    def hold(self, match_id: int, colour: str, phone: str | None) -> None:
        """From now on this phone, which is in, plays for the seat; nobody does with None."""
        with self._transaction(WRITE) as db:
            check_seat(db, match_id, colour)
            db.execute("DELETE FROM holders WHERE match = ? AND colour = ?", (match_id, colour))
            if phone is not None:
                db.execute("INSERT INTO holders VALUES (?, ?, ?)", (match_id, colour, phone))

    def keep_seats(self, before: int, match_id: int) -> None:
        """Every phone plays for the same colour as in a match before, where there is one."""
        with self._transaction(WRITE) as db:
            db.execute(
                "INSERT INTO holders SELECT ?, colour, phone FROM holders WHERE match = ?"
                " AND colour IN (SELECT colour FROM seats WHERE match = ?)",
                (match_id, before, match_id),
            )

    def holders(self, match_id: int) -> dict[str, str]:
        """Which phone plays for which colour, in the order of the seats."""
        with self._transaction(READ) as db:
            rows = db.execute(
                "SELECT colour, phone FROM holders JOIN seats USING (match, colour)"
                ' WHERE match = ? ORDER BY "index"',
                (match_id,),
            )
            return dict(rows.fetchall())
