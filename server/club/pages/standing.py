"""How things stand at every table, by its journal; only what has changed is worked out anew."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Engine, Row, case, select

from rules.flow import Seat
from rules.match import Match
from rules.score_sheet import score_sheets
from rules.text import Text
from server.club.database import matches, tables
from server.club.replays import Replayed, Replays
from server.live.messages import View
from server.live.session import final_after
from server.live.status import Condition, Status
from server.store import StoreError
from server.store.wording import as_name
from server.web.showing.happened import Happening, Latest
from server.wire.fields import shortened

log = logging.getLogger(__name__)

_NO_MATCH = View()
_NUMBERS = re.compile(r"(\d{1,9})")


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
    """The match that is played there, or else the last one."""
    view: View = _NO_MATCH
    happened: Happening | None = None
    scores: tuple[Score, ...] = ()
    trouble: Text | None = None
    """Why its match cannot be shown."""

    def without_match(self, error: Exception) -> Standing:
        """The same table, if what is known of its match cannot be shown."""
        log.error("Table %s cannot be shown.", self.key, exc_info=error)
        return Standing(
            self.key,
            as_name(self.name),
            self.here,
            self.since,
            self.version,
            trouble=Text("This table cannot be shown: {why}", why=shortened(repr(error))),
        )

    @property
    def is_playing(self) -> bool:
        return self.replayed is not None and self.replayed.record.state == "running"

    @property
    def moved_at(self) -> float | None:
        """When something happened last in its match."""
        if self.replayed is None:
            return None
        entries = self.replayed.entries
        return entries[-1].at if entries else self.replayed.record.created_at


class Standings:
    """May be used from several threads."""

    def __init__(self, engine: Engine, replays: Replays) -> None:
        self._engine = engine
        self._replays = replays
        self._known: dict[str, Standing] = {}
        self._latest: dict[str, Latest] = {}

    def all(self) -> list[Standing]:
        """In the order of their names."""
        with self._engine.connect() as db:
            found = db.execute(select(tables).where(tables.c.expelled.is_(False))).all()
        return sorted(map(self._of, found), key=lambda each: (_in_order(each.name), each.key))

    def of(self, key: str) -> Standing | None:
        """None if there is no such table."""
        with self._engine.connect() as db:
            row = db.execute(select(tables).where(tables.c.key == key)).first()
        return None if row is None else self._of(row)

    def _of(self, row: Row[Any]) -> Standing:
        # All that a table tells is numbered, so the last number says whether there is more.
        version = (row.epoch, row.last, row.here, row.since, row.name)
        known = self._known.get(row.key)
        if known is None or known.version != version:
            bare = Standing(row.key, row.name or row.key, row.here, row.since, version)
            known = self._known[row.key] = self._with_match(bare)
        return known

    def _with_match(self, bare: Standing) -> Standing:
        with self._engine.connect() as db:
            match_id = _newest(db, bare.key)
        try:
            replayed = None if match_id is None else self._replays.of(match_id)
            if replayed is None:
                return bare
            view = view_of(replayed)
            happened = self._latest.setdefault(bare.key, Latest()).of(view)
            scores = tuple(_scores(replayed.match))
        except StoreError as error:
            return replace(bare, trouble=error.reason)
        except Exception as error:  # Whatever is stored of one table, all others are shown.
            return bare.without_match(error)
        return replace(bare, replayed=replayed, view=view, happened=happened, scores=scores)


def view_of(replayed: Replayed) -> View:
    """What the table's own phones were shown, as far as a journal knows it."""
    match, record = replayed.match, replayed.record
    final = final_after(match, replayed.entries)
    provisional = match.choice is not None and len(match.journal) > final
    status = Status(Condition.PROVISIONAL if provisional else Condition.FINE)
    # It grows with every row, and from one match of a table to the next.
    number = (record.id << 32) + len(replayed.entries)
    return View(number, record.id, match, provisional, status=status, final=final)


def _newest(db: Connection, key: str) -> int | None:
    """The match that is played at a table, or else the last one that was."""
    found: int | None = db.execute(
        select(matches.c.id)
        .where(matches.c.table == key, matches.c.state != "abandoned")
        .order_by(case((matches.c.state == "running", 0), else_=1), matches.c.id.desc())
        .limit(1)
    ).scalar()
    return found


def _scores(match: Match[Any]) -> Iterator[Score]:
    """In the order of the seats; after the match in that of its outcome."""
    outcome, turn = match.outcome(), match.on_turn
    places = outcome.ranks if outcome else {}
    for sheet in sorted(score_sheets(match), key=lambda sheet: places.get(sheet.seat, 0)):
        won = outcome is not None and sheet.seat in outcome.winners
        yield Score(sheet.seat, sheet.total, sheet.seat in turn, won)


def _in_order(name: str) -> list[tuple[int, str]]:
    """Table 2 comes before table 10."""
    parts = _NUMBERS.split(name.casefold())
    return [(int(part) if part.isdecimal() else -1, part) for part in parts]
