"""How things stand at every table, from the journals; what has not changed is not worked out again."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, select
from sqlalchemy import Row as Found

from rules.flow import Seat
from rules.match import Match
from rules.sheet import sheets
from rules.text import Text
from server.club.database import matches, tables
from server.club.replays import Replayed, Replays
from server.live.messages import View
from server.live.status import Condition, Status
from server.store import Entry, Record, StoreError
from server.web.showing.happened import Happening, Latest

_ANSWERS = {"choice": 1, "undo": -1}
"""By how many a kind of row changes the number of answers."""


@dataclass(frozen=True, slots=True)
class Score:
    seat: Seat
    points: int
    on_turn: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """One table. Without a match there is nothing but its name and whether it is here."""

    key: str
    name: str
    here: bool
    since: float
    """When it came or went."""
    version: tuple[object, ...]
    """Another one whenever anything of it is new."""
    replayed: Replayed | None = None
    view: View = View()
    happened: Happening | None = None
    trouble: Text | None = None
    """Why its match cannot be shown."""

    @property
    def record(self) -> Record | None:
        return self.replayed.record if self.replayed else None

    @property
    def match(self) -> Match[Any] | None:
        return self.view.match

    @property
    def is_playing(self) -> bool:
        return self.record is not None and self.record.state == "running"

    @property
    def moved_at(self) -> float | None:
        """When something happened last."""
        entries: Sequence[Entry] = self.replayed.entries if self.replayed else ()
        return entries[-1].at if entries else self.record.created_at if self.record else None

    @property
    def scores(self) -> list[Score]:
        """In the order of the seats; after the match in that of its outcome."""
        match = self.match
        if match is None:
            return []
        outcome, turn = match.outcome(), match.on_turn
        listed = [
            Score(
                sheet.seat,
                sheet.total,
                sheet.seat in turn,
                outcome is not None and sheet.seat in outcome.winners,
            )
            for sheet in sheets(match)
        ]
        if outcome is not None:
            listed.sort(key=lambda score: outcome.ranks.get(score.seat, len(listed)))
        return listed


class Standings:
    """May be used from several threads."""

    def __init__(self, engine: Engine, replays: Replays) -> None:
        self._engine = engine
        self._replays = replays
        self._lock = threading.Lock()
        self._known: dict[str, Standing] = {}
        self._latest: dict[str, Latest] = {}

    def all(self) -> list[Standing]:
        """In the order of their names."""
        with self._engine.connect() as db:
            found = db.execute(select(tables)).all()
        with self._lock:
            listed = [self._of(row) for row in found]
            self._known = {each.key: each for each in listed}
            self._latest = {key: self._latest[key] for key in self._known if key in self._latest}
        return sorted(listed, key=lambda each: (_in_order(each.name), each.key))

    def of(self, key: str) -> Standing | None:
        with self._engine.connect() as db:
            row = db.execute(select(tables).where(tables.c.key == key)).first()
        if row is None:
            return None
        with self._lock:
            self._known[key] = standing = self._of(row)
        return standing

    def _of(self, row: Found[Any]) -> Standing:
        """Every event that a table tells has a number, so the last one says whether any is new."""
        version = (row.epoch, row.last, row.here, row.name, row.since)
        known = self._known.get(row.key)
        if known is not None and known.version == version:
            return known
        name = row.name or row.key
        plain = Standing(row.key, name, row.here, row.since, version)
        with self._engine.connect() as db:
            match_id = _newest(db, row.key)
        try:
            replayed = self._replays.of(match_id) if match_id is not None else None
        except StoreError as error:
            return Standing(row.key, name, row.here, row.since, version, trouble=error.reason)
        if replayed is None:
            return plain
        view = view_of(replayed)
        happened = self._latest.setdefault(row.key, Latest()).of(view)
        return Standing(row.key, name, row.here, row.since, version, replayed, view, happened)


def view_of(replayed: Replayed) -> View:
    """What the table's own phones were shown, as far as a journal knows it."""
    match = replayed.match
    answered = final = 0
    for entry in replayed.entries:
        answered += _ANSWERS.get(entry.kind, 0)
        final = answered if entry.kind == "final" else min(final, answered)
    turns = match.checkpoints
    final = max(final, turns[-2].answered if len(turns) > 1 else 0)
    provisional = match.choice is not None and len(match.journal) > final
    status = Status(Condition.PROVISIONAL if provisional else Condition.FINE)
    # Matches follow each other at a table, so later ones have greater numbers too.
    number = (replayed.record.id << 32) + len(replayed.entries)
    return View(
        number, replayed.record.id, match, provisional=provisional, status=status, final=final
    )


def _newest(db: Connection, key: str) -> int | None:
    """The match that is played at a table, or else the last one that was."""
    going_on = matches.c.state.in_(("running", "paused"))
    found = db.execute(
        select(matches.c.id)
        .where(matches.c.table == key, matches.c.state != "abandoned")
        .order_by(matches.c.state == "running", going_on, matches.c.id)
    ).scalars()
    return max(found, default=None)


def _in_order(name: str) -> list[tuple[bool, int, str]]:
    """Table 2 comes before table 10."""
    import re

    parts = re.split(r"(\d{1,9})", name.casefold())
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]


_NOTHING: Mapping[str, Any] = {}
