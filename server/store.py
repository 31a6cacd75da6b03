"""Where matches are kept: one SQLite file that survives a pulled plug.

A journal only grows: taking back is a row of its own. When `append` returns, its rows are on the
disk, so whatever is shown afterwards is there again after a power cut. The store reads no clock:
every time is handed in.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from rules.flow import Seat
from rules.games import GAMES
from rules.match import Match
from rules.text import Text
from server.store_errors import StoreError, explained
from server.store_file import open_database, transaction
from server.store_rows import LATEST, Entry, Kind, Record, State, replay
from server.store_text import read_match, write_match

__all__ = ["Entry", "Kind", "Record", "State", "Store", "StoreError"]

_LARGEST = 2**63 - 1
"""No larger number can be stored, but one can be asked for."""
_RECORD = """
    SELECT id, game, settings, state, created_at, finished_at, imported_at,
        (SELECT coalesce(max(number), 0) FROM journal WHERE match = id)
    FROM matches
"""


class Store:
    """Matches, seats and journals in one file. May be used from several threads."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path = path
        self._db = db
        self._lock = threading.RLock()

    @classmethod
    def open(cls, path: Path) -> Self:
        """The store in this file: a new one if there is none, brought up to date if it is old.

        A file that is damaged, newer or of another program is refused and left as it is.
        """
        return cls(path, open_database(path))

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def new_match(
        self,
        game: str,
        names: Sequence[str],
        settings: Mapping[str, str],
        at: float,
        colours: Sequence[str] = (),
    ) -> int:
        """Start a match of the game with this name; its id. Names are in clockwise order.

        Raises BadSettings if the game cannot be played like this.
        """
        if game not in GAMES:
            raise StoreError(
                Text(
                    "There is no game {game}; there is {known}.", game=game, known=", ".join(GAMES)
                )
            )
        seats, settled = GAMES[game].seat(names, colours), GAMES[game].settle(settings)
        with self._transaction() as db:
            return _insert(db, Record(0, game, seats, settled, "running", round(at, 3)))

    def append(self, match_id: int, entries: Sequence[Entry], after: int | None = None) -> int:
        """Write rows at the end of a journal, all or none; the number of the last.

        They are on the disk when this returns. With `after`, only if that is still the number of
        the last row, that is, nobody else has written to this journal.
        """
        with self._transaction() as db:
            last = _record(db, match_id).rows
            if after is not None and after != last:
                raise StoreError(
                    Text(
                        "Match {match} has {last} rows on the disk, not {after}, so this was not "
                        "saved. Is Quartermaster running twice? End one and start the other again.",
                        match=match_id,
                        last=last,
                        after=after,
                    )
                )
            _insert_rows(db, match_id, last, entries)
            return last + len(entries)

    def entries(self, match_id: int, after: int = 0) -> list[Entry]:
        """The rows of a journal; the first has the number `after` + 1."""
        with self._transaction("BEGIN") as db:
            _record(db, match_id)
            return _entries(db, match_id, after)

    def load(self, match_id: int) -> Match[Any]:
        """The match as its journal says, every row played by the rules again."""
        record, entries = self._whole(match_id)
        try:
            return replay(record, entries)
        except StoreError as error:
            raise StoreError(
                Text(
                    "Match {match} cannot go on with this version of Quartermaster. Nothing of it "
                    "is lost: go on with the version that wrote it, or begin a new match. {why}",
                    match=match_id,
                    why=error.reason,
                )
            ) from error

    def running(self) -> int | None:
        """The match to go on with: the newest one that runs."""
        with self._transaction("BEGIN") as db:
            [[match_id]] = db.execute("SELECT max(id) FROM matches WHERE state = 'running'")
            return None if match_id is None else int(match_id)

    def matches(self) -> list[Record]:
        """All matches, the newest first."""
        with self._transaction("BEGIN") as db:
            rows = db.execute(f"{_RECORD} ORDER BY id DESC").fetchall()
            return [_as_record(db, row) for row in rows]

    def record(self, match_id: int) -> Record:
        """One match without its journal."""
        with self._transaction("BEGIN") as db:
            return _record(db, match_id)

    def finish(self, match_id: int, at: float, abandoned: bool = False) -> None:
        """The match is over, or the group gives it up. The first time that is said counts."""
        with self._transaction() as db:
            _record(db, match_id)
            db.execute(
                "UPDATE matches SET state = ?, finished_at = ?"
                " WHERE id = ? AND finished_at IS NULL",
                ("abandoned" if abandoned else "finished", round(at, 3), match_id),
            )

    def resume(self, match_id: int) -> None:
        """Make this the running match, whatever it was before; any other running one is paused."""
        with self._transaction() as db:
            _record(db, match_id)
            db.execute("UPDATE matches SET state = 'paused' WHERE state = 'running'")
            db.execute(
                "UPDATE matches SET state = 'running', finished_at = NULL WHERE id = ?", (match_id,)
            )

    def admit(self, phone: str, at: float) -> None:
        """This phone is in, for good. A second time changes nothing."""
        with self._transaction() as db:
            db.execute(
                "INSERT INTO phones (id, admitted_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (phone, min(max(round(at, 3), 0.0), LATEST)),
            )

    def is_admitted(self, phone: str) -> bool:
        with self._transaction("BEGIN") as db:
            return db.execute("SELECT 1 FROM phones WHERE id = ?", (phone,)).fetchone() is not None

    def hold(self, match_id: int, colour: str, phone: str | None) -> None:
        """From now on this phone, which is in, plays for the seat; nobody does with None."""
        with self._transaction() as db:
            seats = _record(db, match_id).seats
            if colour not in {seat.colour for seat in seats}:
                raise StoreError(
                    Text("Match {match} has no seat {seat}.", match=match_id, seat=colour)
                )
            db.execute("DELETE FROM holders WHERE match = ? AND colour = ?", (match_id, colour))
            if phone is not None:
                db.execute("INSERT INTO holders VALUES (?, ?, ?)", (match_id, colour, phone))

    def holders(self, match_id: int) -> dict[str, str]:
        """Which phone plays for which colour, in the order of the seats."""
        with self._transaction("BEGIN") as db:
            rows = db.execute(
                "SELECT colour, phone FROM holders JOIN seats USING (match, colour)"
                ' WHERE match = ? ORDER BY "index"',
                (match_id,),
            )
            return dict(rows.fetchall())

    def export_match(self, match_id: int) -> str:
        """The whole match as a readable file."""
        return write_match(*self._whole(match_id))

    def import_match(self, text: str, at: float) -> int:
        """Store a match from such a file, or from a bare journal of the rules; its new id.

        An unfinished one is paused until `resume`.
        """
        try:
            record, entries = read_match(text, round(at, 3))
            replay(record, entries)
        except StoreError as error:
            raise StoreError(
                Text(
                    "This match cannot be imported, and nothing was stored. {why}",
                    why=error.reason,
                )
            ) from error
        with self._transaction() as db:
            match_id = _insert(db, record)
            _insert_rows(db, match_id, 0, entries)
            return match_id

    def _whole(self, match_id: int) -> tuple[Record, list[Entry]]:
        with self._transaction("BEGIN") as db:
            return _record(db, match_id), _entries(db, match_id, 0)

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[sqlite3.Connection]:
        with self._lock, explained(self.path), transaction(self._db, begin):
            yield self._db


def _record(db: sqlite3.Connection, match_id: int) -> Record:
    row = None
    if abs(match_id) <= _LARGEST:
        row = db.execute(f"{_RECORD} WHERE id = ?", (match_id,)).fetchone()
    if row is None:
        raise StoreError(Text("There is no match {match} in the store.", match=match_id))
    return _as_record(db, row)


def _as_record(db: sqlite3.Connection, row: tuple[Any, ...]) -> Record:
    match_id, game, settings, state, created_at, finished_at, imported_at, rows = row
    seats = db.execute(
        'SELECT "index", colour, name FROM seats WHERE match = ? ORDER BY "index"', (match_id,)
    )
    return Record(
        match_id,
        game,
        tuple(Seat(*seat) for seat in seats),
        json.loads(settings),
        state,
        created_at,
        finished_at,
        imported_at,
        rows,
    )


def _entries(db: sqlite3.Connection, match_id: int, after: int) -> list[Entry]:
    rows = db.execute(
        "SELECT kind, key, by, at FROM journal WHERE match = ? AND number > ? ORDER BY number",
        (match_id, after),
    )
    entries = []
    for number, row in enumerate(rows, start=after + 1):
        try:
            entries.append(Entry(*row))
        except ValueError as error:
            raise StoreError(
                Text(
                    "Row {number} of match {match} is damaged on the disk: {what}. Begin a new "
                    "match, or put a copy of the database in its place.",
                    number=number,
                    match=match_id,
                    what=error,
                )
            ) from error
    return entries


def _insert(db: sqlite3.Connection, record: Record) -> int:
    match_id = db.execute(
        "INSERT INTO matches (game, settings, state, created_at, finished_at, imported_at)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (
            record.game,
            json.dumps(dict(record.settings), ensure_ascii=False),
            record.state,
            record.created_at,
            record.finished_at,
            record.imported_at,
        ),
    ).lastrowid
    assert match_id is not None
    db.executemany(
        'INSERT INTO seats (match, "index", colour, name) VALUES (?, ?, ?, ?)',
        [(match_id, seat.index, seat.colour, seat.name) for seat in record.seats],
    )
    return match_id


def _insert_rows(
    db: sqlite3.Connection, match_id: int, last: int, entries: Sequence[Entry]
) -> None:
    db.executemany(
        "INSERT INTO journal (match, number, kind, key, by, at) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (match_id, number, entry.kind, entry.key, entry.by, entry.at)
            for number, entry in enumerate(entries, start=last + 1)
        ],
    )
