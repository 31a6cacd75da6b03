"""Matches of the club, played again from what tables have told: once, then row by row.

A new row costs that row only. Journals come from outside, so every row is checked against the rules;
one that does not fit is said, and what came before it is not shown as if it were the whole.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from sqlalchemy import Connection, Engine, select
from sqlalchemy import Row as Found

from rules.flow import Seat
from rules.match import Match
from rules.text import Text
from server.club.database import matches, rows
from server.store import Entry, Record, StoreError
from server.store.rows import STATES, begun, follow

_KEPT = 64
"""Matches that are kept loaded: those of fifty tables, and some that people look back at. Each takes
half a megabyte to five."""


@dataclass(frozen=True, slots=True)
class Replayed:
    table: str
    record: Record
    entries: tuple[Entry, ...]
    match: Match[Any]
    """To be forked or looked at only: all pages share it."""


@dataclass(slots=True)
class _Followed:
    """One match; whoever follows it keeps out others who want the same."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    known: Replayed | None = None
    trouble: tuple[int, StoreError] | None = None
    """After how many rows it could not be played on, and why."""


class Replays:
    """May be used from several threads."""

    def __init__(self, engine: Engine, guest: Callable[[], str] = lambda: "Guest") -> None:
        """`guest` is what somebody is called who wants no name in the club."""
        self._engine = engine
        self._guest = guest
        self._followed: dict[int, _Followed] = {}
        self._lock = threading.Lock()

    def of(self, match_id: int) -> Replayed | None:
        """The match with all its rows, None if there is none; raises StoreError if one is wrong."""
        with self._lock:
            followed = self._followed.pop(match_id, None) or _Followed()
            self._followed[match_id] = followed
            while len(self._followed) > _KEPT:
                del self._followed[next(iter(self._followed))]
        with followed.lock, self._engine.connect() as db:
            found = db.execute(select(matches).where(matches.c.id == match_id)).first()
            if found is None:
                return None
            self._follow(db, followed, found)
            return followed.known

    def _follow(self, db: Connection, followed: _Followed, found: Found[Any]) -> None:
        try:
            seats = self._seats(found.players)
            known = followed.known
            if known is not None and known.record.seats != seats:
                known = None  # Somebody is called otherwise now.
            entries = known.entries if known else ()
            new = _entries(db, found.id, len(entries))
            whole = len(entries) + len(new)
            if followed.trouble is not None and followed.trouble[0] == whole:
                raise followed.trouble[1]
            record = _record(found, seats, whole)
            try:
                match = known.match if known else begun(record)
                if new:
                    match = match.fork() if known else match
                    follow(match, new, len(entries))
            except StoreError as error:
                followed.trouble = (whole, error)
                raise
            followed.known = Replayed(found.table, record, (*entries, *new), match)
        except (KeyError, TypeError, ValueError) as error:
            raise StoreError(
                Text("What the table told of this match cannot be read: {why}", why=str(error))
            ) from error

    def _seats(self, players: Sequence[Mapping[str, str | None]]) -> tuple[Seat, ...]:
        return tuple(
            Seat(index, str(each["colour"]), each["name"] or self._guest())
            for index, each in enumerate(players)
        )


def _record(found: Found[Any], seats: tuple[Seat, ...], number: int) -> Record:
    if found.state not in STATES:
        raise ValueError(found.state)
    return Record(
        id=found.id,
        game=found.game,
        seats=seats,
        settings=found.settings,
        state=found.state,
        created_at=found.created_at,
        finished_at=found.finished_at,
        rows=number,
        winners=None if found.winners is None else tuple(found.winners),
    )


def _entries(db: Connection, match_id: int, after: int) -> list[Entry]:
    found = db.execute(
        select(rows.c.kind, rows.c.key, rows.c.by, rows.c.at)
        .where(rows.c.match == match_id, rows.c.number > after)
        .order_by(rows.c.number)
    )
    return [Entry(cast("Any", row.kind), row.key, row.by, row.at) for row in found]
