"""Takes in what tables tell: every row once and in order, whatever happens to broker or club.

Rows are numbered by their table. What comes again is passed over; what comes after a gap is left
until the table sends what is missing, which it does as long as the club has not said that it has
it. Only what is in the database is acknowledged.

Whatever cannot be taken is refused to its own table, with the reason: everything before it is kept,
and the table goes on without the match that it belongs to. No fault ends the intake, and what a
table tells never keeps others waiting.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, case, delete, func, insert, select, update
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from server.club.anew import all_told, doubt, taken_up
from server.club.checking import check_begun, check_changed, check_row
from server.club.database import matches, rows, tables, tellings
from server.club.heard import Heard, Known, Told
from server.club.people import Sat, forget_unseen, sit
from server.club.results import await_result, drop_result, forget_match
from server.wire.epochs import told_anew
from server.wire.fields import BadMessage, shortened
from server.wire.messages import (
    Ack,
    Begun,
    Changed,
    Deleted,
    Event,
    Refusal,
    Row,
    Rows,
    Unreadable,
)

log = logging.getLogger(__name__)

AWAY = (OperationalError, InterfaceError, NoConnection)
"""The database itself fails, whatever it is told."""
_OF_TABLE = update(tables).where(tables.c.key == bindparam("of"))
"""Each of these is carried out for many tables at a time."""
_TOLD = _OF_TABLE.values(epoch=bindparam("told_epoch"), last=bindparam("told_last"))
_SINCE = case((tables.c.here == bindparam("is_here"), tables.c.since), else_=bindparam("at"))
_HERE = _OF_TABLE.values(here=bindparam("is_here"), name=bindparam("called"), since=_SINCE)
_STANDS = _OF_TABLE.values(summary=bindparam("how", type_=tables.c.summary.type))


class Intake:
    """One thread of one process uses it: the only one that writes what tables tell."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._told: dict[str, Told] = {}
        self._rows: list[dict[str, Any]] = []
        """Of this transaction, to be inserted together."""

    def store(self, heard: Heard) -> dict[str, Ack]:
        """Store what tables tell, in one transaction; what each may forget afterwards, and what of
        it is refused.

        Tables that nobody has invited are passed over. Raises one of AWAY, and then has stored
        nothing.
        """
        try:
            return self._store(heard)
        except AWAY:
            raise
        except Exception:
            # One of them tells what cannot be taken; the others do not suffer from it.
            log.exception("What tables told could not be stored together.")
            return self._store_apart(heard)

    def acks(self) -> dict[str, Ack]:
        """How far every table has told, for those who have not heard it."""
        with self._engine.connect() as db:
            return {
                row.key: Ack(row.epoch, row.last, row.mark or "")
                for row in db.execute(
                    select(tables.c.key, tables.c.epoch, tables.c.last, tellings.c.mark).outerjoin(
                        tellings
                    )
                )
                if row.epoch
            }

    def _store_apart(self, heard: Heard) -> dict[str, Ack]:
        acks: dict[str, Ack] = {}
        for table, said in heard.apart():
            try:
                for piece in said.piece_by_piece():
                    acks |= self._store(piece)
            except AWAY:
                raise
            except Exception as error:
                why = shortened(f"it cannot be stored: {getattr(error, 'orig', None) or error!r}")
                log.warning("What table %s said cannot be stored: %s", table, why)
                what = Refusal("event" if piece.rows else "message", why)
                acks |= self._store(Heard(refused={table: what}))
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
        new: dict[str, Told] = {}
        for table, told in heard.rows:
            known = self._known(db, table)
            if known is None:
                continue
            if told.epoch != known.epoch and told.first == 1:
                known = self._begin(db, table, known, told.epoch)
            try:
                if self._take(db, table, known, told):
                    new[table] = known
            except BadMessage as error:
                new[table] = known
                acks[table] = self._refuse(table, known, Refusal("event", str(error)))
            else:
                before, now = acks.get(table), known.ack()
                if before is None or (before.epoch, before.last) != (now.epoch, now.last):
                    acks[table] = now
        for table, refusal in heard.refused.items():
            known = self._known(db, table)
            if known is not None:
                new[table] = known
                acks[table] = self._refuse(table, known, refusal)
        self._insert_rows(db)
        if new:
            self._put_how_far(db, new)
        return acks

    @staticmethod
    def _refuse(table: str, known: Told, refusal: Refusal) -> Ack:
        log.warning("The club does not take what table %s tells: %s", table, refusal.why)
        known.refusals, known.refused, known.refused_at = (
            known.refusals + 1,
            refusal.why,
            time.time(),
        )
        return known.ack(refusal)

    @staticmethod
    def _put_how_far(db: Connection, new: Mapping[str, Told]) -> None:
        db.execute(
            _TOLD,
            [
                {"of": table, "told_epoch": known.epoch, "told_last": known.last}
                for table, known in new.items()
            ],
        )
        db.execute(delete(tellings).where(tellings.c.table.in_([*new])))
        db.execute(
            insert(tellings),
            [
                {
                    "table": table,
                    "mark": known.mark,
                    "refusals": known.refusals,
                    "refused": known.refused,
                    "refused_at": known.refused_at,
                }
                for table, known in new.items()
            ],
        )

    def _known(self, db: Connection, table: str) -> Told | None:
        """How far a table has told; None if nobody has invited it."""
        if table not in self._told:
            found = db.execute(
                select(tables.c.epoch, tables.c.last, tellings)
                .outerjoin(tellings)
                .where(tables.c.key == table)
            ).first()
            if found is None:
                return None
            self._told[table] = Told(
                found.epoch,
                found.last,
                found.mark or "",
                found.refusals or 0,
                found.refused or "",
                found.refused_at or 0.0,
            )
        return self._told[table]

    def _begin(self, db: Connection, table: str, known: Told, epoch: str) -> Told:
        self._insert_rows(db)
        if told_anew(epoch) is not None:
            doubt(db, table, known.epoch, epoch)
        self._told[table] = Told(epoch, 0)
        return self._told[table]

    def _take(self, db: Connection, table: str, known: Told, told: Rows) -> bool:
        """Whether there is anything new in it. Raises BadMessage for the first event that cannot be
        taken; those before it are.
        """
        end = told.first + len(told.events)
        if (
            told.epoch != known.epoch
            or told.first > known.last + 1
            or end <= known.last + 1
            or known.differs(told)
        ):
            return False
        for event in told.events[known.last + 1 - told.first :]:
            self._keep(db, table, known, event)
            known.last += 1
            known.mark = told.marks[known.last + 1 - told.first] if told.marks else ""
            if known.last == told_anew(known.epoch):
                self._insert_rows(db)
                all_told(db, table)
        return True

    def _keep(self, db: Connection, table: str, known: Told, event: Event) -> None:
        if isinstance(event, Unreadable):
            raise BadMessage(event.why)
        match = self._match(db, table, known, event.match)
        if isinstance(event, Begun):
            self._keep_begun(db, table, known, event, match)
        elif match is not None:
            self._keep_of(db, table, known, event, match)

    def _keep_begun(
        self, db: Connection, table: str, known: Told, event: Begun, match: Known | None
    ) -> None:
        check_begun(event, match.colours if match else None, match.game if match else None)
        players = [
            {"colour": p.colour, "name": p.name, "player": p.player, "robot": p.robot}
            for p in event.players
        ]
        if match is None:
            again = taken_up(db, table, known.epoch, event)
            match = known.matches[event.match] = Known(
                self._insert(db, table, known, event) if again is None else again,
                event.game,
                [player.colour for player in event.players],
                0,
            )
        # Somebody may be called otherwise now.
        db.execute(update(matches).where(matches.c.id == match.id).values(players=players))
        sit(db, Sat(match.id, table, known.epoch, event.game, event.players))

    @staticmethod
    def _insert(db: Connection, table: str, known: Told, event: Begun) -> int:
        values = {
            "table": table,
            "epoch": known.epoch,
            "number": event.match,
            "game": event.game,
            "settings": dict(event.settings),
            "players": [],
            "created_at": event.created_at,
        }
        return int(db.execute(insert(matches).returning(matches.c.id), values).scalar_one())

    def _keep_of(self, db: Connection, table: str, known: Told, event: Event, match: Known) -> None:
        if isinstance(event, Row):
            check_row(event, match.rows, match.colours)
            match.rows = event.number
            if match.ended:  # It goes on after its end.
                drop_result(db, match.id)
                await_result(db, match.id)
            self._rows.append(
                {
                    "match": match.id,
                    "number": event.number,
                    "kind": event.kind,
                    "key": event.key,
                    "by": event.by,
                    "at": event.at,
                }
            )
        elif isinstance(event, Changed):
            check_changed(event, match.colours)
            db.execute(
                update(matches)
                .where(matches.c.id == match.id)
                .values(
                    state=event.state,
                    winners=None if event.winners is None else list(event.winners),
                    finished_at=event.finished_at,
                )
            )
            self._end(db, match, event.state)
        elif isinstance(event, Deleted):
            self._insert_rows(db)
            forget_match(db, match.id)
            known.matches.pop(event.match, None)
            forget_unseen(db, table)

    @staticmethod
    def _end(db: Connection, match: Known, state: str) -> None:
        if match.ended:
            drop_result(db, match.id)
        match.ended = state == "finished"
        if match.ended:
            await_result(db, match.id)

    def _insert_rows(self, db: Connection) -> None:
        if self._rows:
            db.execute(insert(rows), self._rows)
            self._rows.clear()

    def _match(self, db: Connection, table: str, known: Told, number: int) -> Known | None:
        """A table's match by its own number; None if it was not told of, or was deleted."""
        if number not in known.matches:
            last = select(func.max(rows.c.number)).where(rows.c.match == matches.c.id)
            found = db.execute(
                select(matches, last.scalar_subquery().label("rows")).where(
                    matches.c.table == table,
                    matches.c.epoch == known.epoch,
                    matches.c.number == number,
                )
            ).first()
            if found is None:
                return None
            colours = [player["colour"] for player in found.players]
            ended = found.state == "finished"
            known.matches[number] = Known(found.id, found.game, colours, found.rows or 0, ended)
        return known.matches[number]
