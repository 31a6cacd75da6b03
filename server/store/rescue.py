"""A new database out of a damaged one: from what can still be read of it, and from text files.

Nothing is overwritten. The damaged database is read from a copy, the new one is made beside it, and
only when that is complete it takes its place; the damaged one is kept under another name.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from rules.flow import Seat
from server.store.atomic_file import sync
from server.store.club import tell_anew
from server.store.errors import StoreError, explained
from server.store.file import count_matches, create, open_database, transaction
from server.store.log import Damage, damage_in, log_of, mend
from server.store.match_files import match_files
from server.store.players import link_seats
from server.store.rows import Entry, Record, replay
from server.store.text import read_match
from server.store.wording import as_name

Row = dict[str, Any]


@dataclass(slots=True)
class Report:
    """What became of the matches, by their numbers."""

    from_database: list[int] = field(default_factory=list)
    from_copies: list[int] = field(default_factory=list)
    in_part: dict[int, int] = field(default_factory=dict)
    """So many rows of these matches could be read; what came after them is lost."""
    lost: list[int] = field(default_factory=list)
    spoilt: Damage | None = None
    """What the disk has spoilt of the log: the last choices, which are in no match here."""
    phones: int | None = None
    """Those that are still in; None if they have to join again."""
    kept: Path | None = None
    """The damaged database; None if there was none."""


class _Match(NamedTuple):
    row: Row
    seats: list[Row]
    entries: list[Entry]
    whole: bool
    """Whether nothing said that there was more."""

    def record(self) -> Record:
        seats = tuple(Seat(seat["index"], seat["colour"], seat["name"]) for seat in self.seats)
        settings = json.loads(self.row["settings"])
        row = self.row
        return Record(row["id"], row["game"], seats, settings, row["state"], row["created_at"])

    def replays(self) -> bool:
        try:
            replay(self.record(), self.entries)
        except (StoreError, ValueError, TypeError, RecursionError):
            return False
        return True


def is_sound(path: Path) -> bool:
    """Whether the database has all that a rescue could bring into it."""
    try:
        count_matches(path)
    except StoreError:
        return False
    if damage_in(log_of(path)) is not None:
        return False
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        there = {match_id for (match_id,) in db.execute("SELECT id FROM matches")}
    return match_files(path).keys() <= there


def rescue(path: Path) -> Report:
    """Put a sound database in the place of a damaged one. Nobody else may be using it."""
    report = Report()
    with explained(path), TemporaryDirectory(dir=path.parent, prefix=".rescue-") as name:
        work = Path(name)
        copy = _copied(path, work / "wreck.sqlite")
        report.spoilt = damage_in(log_of(copy)) if copy else None
        wreck = _Wreck(copy)
        new = work / "new.sqlite"
        create(new)
        with closing(wreck), closing(open_database(new).db) as db, transaction(db):
            _fill(db, wreck, match_files(path), report)
        count_matches(new)
        report.kept = _swap(new, path)
    return report


def _fill(db: sqlite3.Connection, wreck: _Wreck, texts: dict[int, Path], report: Report) -> None:
    players, all_players = wreck.rows("SELECT * FROM players")
    people = {each["id"] for each in players if _insert(db, "players", each | _named(each))}
    for match_id in sorted(wreck.match_ids() | texts.keys()):
        found = wreck.match(match_id, people)
        copy = _from_text(match_id, texts.get(match_id))
        if found and found.whole and (found.replays() or copy is None) and _put(db, found):
            report.from_database.append(match_id)
        elif copy is not None and _put(db, copy):
            report.from_copies.append(match_id)
        elif found and (part := _first_rows(found)) and _put(db, part):
            report.in_part[match_id] = len(part.entries)
        else:
            report.lost.append(match_id)
    phones, whole = wreck.rows("SELECT * FROM phones")
    known = sum(_insert(db, "phones", phone) for phone in phones)
    report.phones = known if whole and known == len(phones) else None
    for holder in wreck.rows("SELECT * FROM holders")[0]:
        _insert(db, "holders", holder)
    for table in ("rests", "wanted", "ticked"):
        for row in wreck.rows(f"SELECT * FROM {table}")[0]:
            _insert(db, table, row)
    _stay_in_club(db, wreck)
    named = report.from_copies
    if not all_players:
        named = sorted(report.from_database + report.from_copies + [*report.in_part])
    for match_id in named:
        link_seats(db, match_id, new=not all_players)


def _stay_in_club(db: sqlite3.Connection, wreck: _Wreck) -> None:
    """The club is told everything anew: it may know what is lost here."""
    joined, _ = wreck.rows("SELECT * FROM club")
    if any(_insert(db, "club", row) for row in joined):
        for row in wreck.rows("SELECT * FROM club_matches")[0]:
            _insert(db, "club_matches", row)
        tell_anew(db)


def _from_text(match_id: int, file: Path | None) -> _Match | None:
    """A match from its text file, if that is sound."""
    if file is None:
        return None
    try:
        record, entries = read_match(file.read_text(encoding="utf-8"), 0.0)
    except (OSError, ValueError, StoreError):
        return None
    row: Row = {
        "id": match_id,
        "game": record.game,
        "settings": json.dumps(dict(record.settings), ensure_ascii=False),
        "state": record.state,
        "created_at": record.created_at,
        "finished_at": record.finished_at,
        "campaign": record.campaign,
    }
    seats = [
        {"match": match_id, "index": seat.index, "colour": seat.colour, "name": seat.name}
        for seat in record.seats
    ]
    found = _Match(row, seats, entries, whole=True)
    return found if found.replays() else None


def _first_rows(found: _Match) -> _Match | None:
    """As much of a match as can be played again from its beginning; None if that is nothing."""
    row = found.row | {"state": "paused", "finished_at": None, "winners": None, "ended_after": None}
    part = found._replace(row=row)
    # A row that fits nowhere is most likely the last one that was read.
    while part.entries and not part.replays():
        part = part._replace(entries=part.entries[:-1])
    return part if part.entries else None


def _put(db: sqlite3.Connection, found: _Match) -> bool:
    """Whether the new database has taken a match in; all of it or nothing."""
    db.execute("SAVEPOINT one_match")
    journal = (
        {"match": found.row["id"], "number": number} | _as_row(entry)
        for number, entry in enumerate(found.entries, start=1)
    )
    taken = _insert(db, "matches", found.row) and all(
        _insert(db, table, row)
        for table, rows in (("seats", found.seats), ("journal", journal))
        for row in rows
    )
    if not taken:
        db.execute("ROLLBACK TO one_match")
    db.execute("RELEASE one_match")
    return taken


def _as_row(entry: Entry) -> Row:
    return {"kind": entry.kind, "key": entry.key, "by": entry.by, "at": entry.at}


def _named(row: Row) -> Row:
    """A name that an older version has let in, as it is today."""
    name = row.get("name")
    return {"name": as_name(name)} if isinstance(name, str) else {}


def _insert(db: sqlite3.Connection, table: str, row: Row) -> bool:
    """Whether a row is one that this version of the database takes."""
    known = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})") if name in row]
    names = ", ".join(f'"{name}"' for name in known)
    try:
        db.execute(
            f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(known))})",
            [row[name] for name in known],
        )
    except (sqlite3.Error, UnicodeError):
        return False
    return True


# --------------------------------------------------------------------------- The damaged database


class _Wreck:
    """Reads what can be read; what cannot is left out."""

    def __init__(self, path: Path | None) -> None:
        self._db = sqlite3.connect(path or ":memory:", isolation_level=None)

    def close(self) -> None:
        self._db.close()

    def rows(self, sql: str, *values: object) -> tuple[list[Row], bool]:
        """The rows up to the first that cannot be read, and whether there was none such."""
        found: list[Row] = []
        try:
            found.extend(self._reading(sql, values))  # row by row: those before an error stay
        except (sqlite3.Error, UnicodeError):
            return found, False
        return found, True

    def _reading(self, sql: str, values: tuple[object, ...]) -> Iterator[Row]:
        cursor = self._db.execute(sql, values)
        names = [column[0] for column in cursor.description]
        for row in cursor:
            yield dict(zip(names, row, strict=True))

    def match_ids(self) -> set[int]:
        """Whatever speaks of a match, from either end of every table."""
        found = set()
        for name, table in (("id", "matches"), ("match", "seats"), ("match", "journal")):
            for order in ("ASC", "DESC"):
                sql = f"SELECT DISTINCT {name} AS id FROM {table} ORDER BY {name} {order}"
                found |= {row["id"] for row in self.rows(sql)[0] if isinstance(row["id"], int)}
        return found

    def match(self, match_id: int, players: set[int]) -> _Match | None:
        """None without the row that says what was played, or without who sat where."""
        found, _ = self.rows("SELECT * FROM matches WHERE id = ?", match_id)
        seats, all_seats = self.rows(
            'SELECT * FROM seats WHERE match = ? ORDER BY "index"', match_id
        )
        if not found or not seats or not all_seats:
            return None
        seats = [
            seat | {"player": _among(seat.get("player"), players)} | _named(seat) for seat in seats
        ]
        row = found[0]
        row.setdefault("state", "paused" if row.get("finished_at") is None else "finished")
        journal, whole = self.rows(
            "SELECT * FROM journal WHERE match = ? ORDER BY number", match_id
        )
        entries: list[Entry] = []
        for number, each in enumerate(journal, start=1):
            try:
                entry = Entry(each["kind"], each["key"], each["by"], each["at"])
            except (ValueError, TypeError):
                return _Match(row, seats, entries, whole=False)
            if each["number"] != number:
                return _Match(row, seats, entries, whole=False)
            entries.append(entry)
        return _Match(row, seats, entries, whole)


def _among(player: int | None, known: set[int]) -> int | None:
    return player if player in known else None


def _copied(path: Path, to: Path) -> Path | None:
    """A copy of the database with its log, to be read without touching them."""
    if not path.exists():
        return None
    shutil.copyfile(path, to)
    if log_of(path).exists():
        shutil.copyfile(log_of(path), log_of(to))
        mend(log_of(to))
    return to


def _swap(new: Path, path: Path) -> Path | None:
    """Give the new database its name; where the old one is kept, if there was one.

    At every moment there is a database with this name, and the old one is complete somewhere.
    """
    kept = _free_name(path)
    had = path.exists()
    if log_of(path).exists():
        shutil.copyfile(log_of(path), log_of(kept))
        sync(log_of(kept))
    if had:
        try:
            os.link(path, kept)
        except OSError:  # some file systems of memory cards have no links
            shutil.copyfile(path, kept)
            sync(kept)
        sync(path.parent)
    # A log must never be found beside a database that it does not belong to.
    for rest in (log_of(path), path.with_name(f"{path.name}-shm")):
        rest.unlink(missing_ok=True)
    sync(path.parent)
    sync(new)
    new.replace(path)
    sync(path.parent)
    return kept if had else None


def _free_name(path: Path) -> Path:
    number, kept = 1, path.with_name(f"{path.name}.damaged")
    while kept.exists() or log_of(kept).exists():
        number += 1
        kept = path.with_name(f"{path.name}.damaged-{number}")
    return kept
