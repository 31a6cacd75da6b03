"""Takes in what tables tell: every row once and in order, whatever happens to broker or club.

Rows are numbered by their table. What comes again is passed over; what comes after a gap is left
until the table sends what is missing, which it does as long as the club has not said that it has
it. Only what is in the database is acknowledged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, select, update

from server.club.database import matches, rows, tables
from server.club.people import Sat, forget_unseen, sit
from server.club.results import await_result, drop_result
from server.wire.messages import Ack, Begun, Changed, Deleted, Event, Row, Rows, Status


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

    def store(self, told: Iterable[tuple[str, Rows]]) -> dict[str, Ack]:
        """Store what these tables tell, in one transaction; what each may forget afterwards.

        Tables that nobody has invited are passed over.
        """
        try:
            with self._engine.begin() as db:
                heard = [table for table, each in told if self._take(db, table, each)]
        except BaseException:
            self._told.clear()  # What was not stored is not known either.
            raise
        return {table: self._ack(table) for table in heard}

    def acks(self) -> dict[str, Ack]:
        """How far every table has told, for those who have not heard it."""
        with self._engine.connect() as db:
            return {
                row.key: Ack(row.epoch, row.last)
                for row in db.execute(select(tables.c.key, tables.c.epoch, tables.c.last))
                if row.epoch
            }

    def is_here(self, table: str, status: Status) -> None:
        with self._engine.begin() as db:
            db.execute(
                update(tables)
                .where(tables.c.key == table)
                .values(here=status.state == "here", name=status.name)
            )

    def stands(self, table: str, summary: Mapping[str, Any]) -> None:
        with self._engine.begin() as db:
            db.execute(update(tables).where(tables.c.key == table).values(summary=dict(summary)))

    def _ack(self, table: str) -> Ack:
        told = self._told[table]
        return Ack(told.epoch, told.last)

    def _take(self, db: Connection, table: str, told: Rows) -> bool:
        known = self._known(db, table)
        if known is None:
            return False
        if told.epoch != known.epoch:
            if told.first != 1:
                return False
            known = self._told[table] = Told(told.epoch, 0, {})
        new = [
            event
            for number, event in enumerate(told.events, start=told.first)
            if number > known.last
        ]
        if told.first > known.last + 1 or not new:
            return True
        for event in new:
            self._keep(db, table, known, event)
        known.last = told.first + len(told.events) - 1
        db.execute(
            update(tables).where(tables.c.key == table).values(epoch=known.epoch, last=known.last)
        )
        return True

    def _known(self, db: Connection, table: str) -> Told | None:
        if table not in self._told:
            found = db.execute(select(tables).where(tables.c.key == table)).first()
            if found is None:
                return None
            numbers = db.execute(
                select(matches.c.number, matches.c.id).where(
                    matches.c.table == table,
                    matches.c.epoch == found.epoch,
                    matches.c.state.in_(("running", "paused")),
                )
            )
            self._told[table] = Told(
                found.epoch, found.last, {row.number: row.id for row in numbers}
            )
        return self._told[table]

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
                    {"colour": p.colour, "name": p.name, "player": p.player} for p in event.players
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
            db.execute(
                insert(rows).values(
                    match=match,
                    number=event.number,
                    kind=event.kind,
                    key=event.key,
                    by=event.by,
                    at=event.at,
                )
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
