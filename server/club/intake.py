"""Takes in what tables tell: every row once and in order, whatever happens to broker or club.

Rows are numbered by their table. What comes again is passed over; what comes after a gap is left
until the table sends what is missing, which it does as long as the club has not said that it has
it. Only what is in the database is acknowledged.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, case, delete, insert, select, update
from sqlalchemy.exc import DataError, IntegrityError

from server.club.database import matches, rows, tables
from server.club.people import Sat, forget_unseen, sit
from server.club.results import await_result, drop_result
from server.wire.messages import Ack, Begun, Changed, Deleted, Event, Row, Rows, Status

log = logging.getLogger(__name__)

_OF_TABLE = update(tables).where(tables.c.key == bindparam("of"))
"""Each of these is carried out for many tables at a time."""
_TOLD = _OF_TABLE.values(epoch=bindparam("told_epoch"), last=bindparam("told_last"))
_SINCE = case((tables.c.here == bindparam("is_here"), tables.c.since), else_=bindparam("at"))
_HERE = _OF_TABLE.values(here=bindparam("is_here"), name=bindparam("called"), since=_SINCE)
_STANDS = _OF_TABLE.values(summary=bindparam("how", type_=tables.c.summary.type))


@dataclass(slots=True)
class Heard:
    """What tables have said, to be stored together."""

    rows: Sequence[tuple[str, Rows]] = ()
    here: Mapping[str, Status] = field(default_factory=dict)
    stands: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Their summaries."""

    def apart(self) -> Iterator[tuple[str, Heard]]:
        """The same, table by table."""
        for table in {**dict(self.rows), **self.here, **self.stands}:
            yield (
                table,
                Heard(
                    [each for each in self.rows if each[0] == table],
                    {key: each for key, each in self.here.items() if key == table},
                    {key: each for key, each in self.stands.items() if key == table},
                ),
            )


@dataclass(slots=True)
class Told:
    """How far a table has told, and which matches of it are known, by its own numbers."""

    epoch: str
    last: int
    matches: dict[int, int]
    ended: set[int] = field(default_factory=set)
    """Those of them that were finished, by the club's numbers."""


class Intake:
    """One thread of one process uses it: the only one that writes what tables tell."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._told: dict[str, Told] = {}
        self._rows: list[dict[str, Any]] = []
        """Of this transaction, to be inserted together."""

    def store(self, heard: Heard) -> dict[str, Ack]:
        """Store what tables tell, in one transaction; what each may forget afterwards.

        Tables that nobody has invited are passed over.
        """
        try:
            return self._store(heard)
        except (DataError, IntegrityError):
            # One of them tells what the database does not take; the others do not suffer from it.
            return self._store_apart(heard)

    def acks(self) -> dict[str, Ack]:
        """How far every table has told, for those who have not heard it."""
        with self._engine.connect() as db:
            return {
                row.key: Ack(row.epoch, row.last)
                for row in db.execute(select(tables.c.key, tables.c.epoch, tables.c.last))
                if row.epoch
            }

    def _store_apart(self, heard: Heard) -> dict[str, Ack]:
        acks: dict[str, Ack] = {}
        for table, said in heard.apart():
            try:
                acks |= self._store(said)
            except (DataError, IntegrityError) as error:
                log.warning("What table %s said cannot be stored: %s", table, error.orig)
        return acks

    def _store(self, heard: Heard) -> dict[str, Ack]:
        self._rows.clear()
        try:
            with self._engine.begin() as db:
                return self._put(db, heard)
        except BaseException:
            self._told.clear()  # What was not stored is not known either.
            raise

    def _put(self, db: Connection, heard: Heard) -> dict[str, Ack]:
        if heard.here:
            here = [
                {
                    "of": table,
                    "is_here": status.state == "here",
                    "called": status.name,
                    "at": time.time(),
                }
                for table, status in heard.here.items()
            ]
            db.execute(_HERE, here)
        if heard.stands:
            stands = [{"of": table, "how": dict(how)} for table, how in heard.stands.items()]
            db.execute(_STANDS, stands)
        acks: dict[str, Ack] = {}
        new: dict[str, None] = {}
        for table, told in heard.rows:
            known = self._known(db, table, told)
            if known is None:
                continue
            if self._take(db, table, known, told):
                new[table] = None
            acks[table] = Ack(known.epoch, known.last)
        self._insert_rows(db)
        if new:
            last = [
                {"of": table, "told_epoch": acks[table].epoch, "told_last": acks[table].last}
                for table in new
            ]
            db.execute(_TOLD, last)
        return acks

    def _known(self, db: Connection, table: str, told: Rows) -> Told | None:
        """How far a table has told; None if it is to be passed over."""
        known = self._told.get(table) or self._find(db, table)
        if known is None:
            return None
        if told.epoch != known.epoch:
            if told.first != 1:
                return None
            known = Told(told.epoch, 0, {})
        self._told[table] = known
        return known

    @staticmethod
    def _find(db: Connection, table: str) -> Told | None:
        found = db.execute(
            select(tables.c.epoch, tables.c.last).where(tables.c.key == table)
        ).first()
        if found is None:
            return None
        numbers = db.execute(
            select(matches.c.number, matches.c.id).where(
                matches.c.table == table,
                matches.c.epoch == found.epoch,
                matches.c.state.in_(("running", "paused")),
            )
        )
        return Told(found.epoch, found.last, {row.number: row.id for row in numbers})

    def _take(self, db: Connection, table: str, known: Told, told: Rows) -> bool:
        """Whether there is anything new in it."""
        end = told.first + len(told.events)
        if told.first > known.last + 1 or end <= known.last + 1:
            return False
        for event in told.events[known.last + 1 - told.first :]:
            self._keep(db, table, known, event)
        known.last = end - 1
        return True

    def _keep(self, db: Connection, table: str, known: Told, event: Event) -> None:
        match = self._match(db, table, known, event.match)
        if isinstance(event, Begun):
            values = {
                "table": table,
                "epoch": known.epoch,
                "number": event.match,
                "game": event.game,
                "settings": dict(event.settings),
                "players": [
                    {
                        "colour": p.colour,
                        "name": p.name,
                        "player": p.player,
                        "robot": p.robot,
                    }
                    for p in event.players
                ],
                "created_at": event.created_at,
            }
            if match is None:
                found = db.execute(insert(matches).returning(matches.c.id), values).one()
                match = known.matches[event.match] = found.id
            else:  # Somebody is called otherwise now.
                players = values["players"]
                db.execute(update(matches).where(matches.c.id == match).values(players=players))
            sit(db, Sat(match, table, known.epoch, event.game, event.players))
            return
        if match is None:
            return
        if isinstance(event, Row):
            if match in known.ended:  # It goes on after its end.
                drop_result(db, match)
                await_result(db, match)
            self._rows.append(
                {
                    "match": match,
                    "number": event.number,
                    "kind": event.kind,
                    "key": event.key,
                    "by": event.by,
                    "at": event.at,
                }
            )
        elif isinstance(event, Changed):
            db.execute(
                update(matches)
                .where(matches.c.id == match)
                .values(
                    state=event.state,
                    winners=None if event.winners is None else list(event.winners),
                    finished_at=event.finished_at,
                )
            )
            self._end(db, known, match, event.state)
        elif isinstance(event, Deleted):
            drop_result(db, match)
            self._insert_rows(db)
            db.execute(delete(rows).where(rows.c.match == match))
            db.execute(delete(matches).where(matches.c.id == match))
            known.matches.pop(event.match, None)
            known.ended.discard(match)
            forget_unseen(db, table)

    def _end(self, db: Connection, known: Told, match: int, state: str) -> None:
        if match in known.ended:
            drop_result(db, match)
            known.ended.discard(match)
        if state == "finished":
            await_result(db, match)
            known.ended.add(match)

    def _insert_rows(self, db: Connection) -> None:
        if self._rows:
            db.execute(insert(rows), self._rows)
            self._rows.clear()

    def _match(self, db: Connection, table: str, known: Told, number: int) -> int | None:
        """The club's own number of a table's match; None if it was deleted."""
        if number not in known.matches:
            found = db.execute(
                select(matches.c.id, matches.c.state).where(
                    matches.c.table == table,
                    matches.c.epoch == known.epoch,
                    matches.c.number == number,
                )
            ).first()
            if found is None:
                return None
            known.matches[number] = found.id
            if found.state == "finished":
                known.ended.add(found.id)
        return known.matches[number]
