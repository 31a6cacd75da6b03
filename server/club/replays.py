"""Matches of the club, played again from what tables have told: once, then row by row.

A new row costs that row only. Journals come from outside, so every row is checked against the
rules; if one does not fit, that is said instead of what came before it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, Engine, Row, select

from rules.flow import Seat
from rules.match import Match
from rules.text import Text
from server.club.database import matches, rows
from server.store import Entry, Record, StoreError
from server.store.rows import LATEST, STATES, begun, follow
from server.store.wording import as_name

_KEPT = 64
"""Matches that are kept loaded: those of fifty tables, and some that people look back at. Each
takes half a megabyte to five."""


@dataclass(frozen=True, slots=True)
class Replayed:
    table: str
    epoch: str
    """Of its table; in another one all rows may be others."""
    record: Record
    entries: tuple[Entry, ...]
    match: Match[Any]
    """To be forked or looked at only: all pages share it."""


@dataclass(slots=True)
class _Followed:
    """One match; whoever follows it keeps out others who want the same."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    known: Replayed | None = None
    trouble: tuple[str, int, StoreError] | None = None
    """In which epoch and after how many rows it could not be played on, and why."""


def _nameless(robot: str | None) -> str:
    return "Guest" if robot is None else "Robot"


class Replays:
    """May be used from several threads."""

    def __init__(self, engine: Engine, nameless: Callable[[str | None], str] = _nameless) -> None:
        """`nameless` is what a seat is called whose player has no name in the club: a guest, or a
        robot that plays so well.
        """
        self._engine = engine
        self._nameless = nameless
        self._followed: dict[int, _Followed] = {}
        self._lock = threading.Lock()

    def record(self, match_id: int) -> Record | None:
        """The match without its journal, None if there is none; raises StoreError."""
        with self._engine.connect() as db:
            found = _found(db, match_id)
        return None if found is None else self._record(found)

    def of(self, match_id: int) -> Replayed | None:
        """The match with all its rows, None if there is none; raises StoreError if one is wrong."""
        with self._lock:
            followed = self._followed.pop(match_id, None) or _Followed()
            self._followed[match_id] = followed
            while len(self._followed) > _KEPT:
                del self._followed[next(iter(self._followed))]
        with followed.lock:
            with self._engine.connect() as db:
                found = _found(db, match_id)
                if found is None:
                    return None
                record = self._record(found)
                known = followed.known
                if known is not None and known.epoch != found.epoch:
                    known = None  # It was told anew.
                if known is not None and known.record.seats != record.seats:
                    known = None  # Somebody is called otherwise now.
                new = _entries(db, match_id, len(known.entries) if known else 0)
            followed.known = _follow(followed, known, found, record, new)
            return followed.known

    def _record(self, found: Row[Any]) -> Record:
        try:
            return Record(
                id=found.id,
                game=found.game,
                seats=tuple(
                    Seat(
                        index,
                        str(each["colour"]),
                        as_name(each["name"])
                        if each["name"]
                        else self._nameless(each.get("robot")),
                    )
                    for index, each in enumerate(found.players)
                ),
                settings=found.settings,
                state=STATES[STATES.index(found.state)],
                created_at=_time(found.created_at),
                finished_at=None if found.finished_at is None else _time(found.finished_at),
                winners=None if found.winners is None else tuple(found.winners),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise _unreadable(error) from error


def _follow(
    followed: _Followed,
    known: Replayed | None,
    found: Row[Any],
    record: Record,
    new: Sequence[Entry],
) -> Replayed:
    """What is known of a match, and the new rows. One that failed is not tried again in vain."""
    before = known.entries if known else ()
    entries = (*before, *new)
    if followed.trouble is not None and followed.trouble[:2] == (found.epoch, len(entries)):
        raise followed.trouble[2]
    try:
        match = known.match if known else begun(record)
        if new:
            match = match.fork() if known else match
            follow(match, new, len(before))
    except StoreError as error:
        followed.trouble = (found.epoch, len(entries), error)
        raise
    return Replayed(found.table, found.epoch, replace(record, rows=len(entries)), entries, match)


def _found(db: Connection, match_id: int) -> Row[Any] | None:
    return db.execute(select(matches).where(matches.c.id == match_id)).first()


def _entries(db: Connection, match_id: int, after: int) -> list[Entry]:
    found = db.execute(
        select(rows.c.kind, rows.c.key, rows.c.by, rows.c.at)
        .where(rows.c.match == match_id, rows.c.number > after)
        .order_by(rows.c.number)
    )
    try:
        return [Entry(*row) for row in found]
    except ValueError as error:
        raise _unreadable(error) from error


def _time(at: float) -> float:
    """Older versions have stored whatever was told."""
    return min(max(0.0, at), LATEST)


def _unreadable(error: Exception) -> StoreError:
    return StoreError(Text("The data of this match cannot be read: {why}", why=str(error)))
