"""What the organiser says of a table of a round: where it is, and how it ended if nobody can tell
by a match alone. Every correction has its reason.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Engine, select, update

from rules.text import Text
from server.club.assigning import assign_matches
from server.club.database import seatings, tables
from server.club.tournaments import ByHand, Seating, open_one, seatings_of
from server.store.errors import StoreError


def put_at(engine: Engine, seating: int, table: str | None) -> None:
    """Where these people play; None if any table will do."""
    with engine.begin() as db:
        _seating(db, seating)
        if (
            table is not None
            and not db.execute(select(tables.c.key).where(tables.c.key == table)).first()
        ):
            raise StoreError(Text("The club has no such table."))
        db.execute(update(seatings).where(seatings.c.id == seating).values(table=table))
    assign_matches(engine)


def correct(engine: Engine, seating: int, said: ByHand, reason: str) -> None:
    """The organiser says how a table ended, whatever was played there."""
    with engine.begin() as db:
        own = _seating(db, seating)
        reason = _reason(reason)
        if len(said.places) != len(own.people) or sorted(said.places) != _ranked(said.places):
            raise StoreError(
                Text(
                    "Places must run like 1, 2, 2, 4: equals share a place, and the "
                    "next is left out."
                )
            )
        values = {"by_hand": said._asdict(), "void": False, "reason": reason}
        db.execute(update(seatings).where(seatings.c.id == seating).values(**values))


def count_match(engine: Engine, seating: int, match: int, reason: str) -> None:
    """This match counts for a table, although nobody would have known by themselves."""
    with engine.begin() as db:
        _seating(db, seating)
        values = {"match": match, "by_hand": None, "void": False, "reason": _reason(reason)}
        db.execute(update(seatings).where(seatings.c.id == seating).values(**values))


def leave_out(engine: Engine, seating: int, reason: str) -> None:
    """What is played there does not count."""
    with engine.begin() as db:
        _seating(db, seating)
        values = {"match": None, "by_hand": None, "void": True, "reason": _reason(reason)}
        db.execute(update(seatings).where(seatings.c.id == seating).values(**values))


def as_played(engine: Engine, seating: int) -> None:
    """Whatever the organiser had said of a table does not hold any more."""
    with engine.begin() as db:
        _seating(db, seating)
        values = {"match": None, "by_hand": None, "void": False, "reason": ""}
        db.execute(update(seatings).where(seatings.c.id == seating).values(**values))
    assign_matches(engine)


def _seating(db: Connection, seating: int) -> Seating:
    own = select(seatings.c.tournament).where(seatings.c.id == seating)
    tournament = db.execute(own).scalar()
    if tournament is None:
        raise StoreError(Text("The tournament no longer has this table."))
    open_one(db, tournament)
    return next(each for each in seatings_of(db, tournament) if each.id == seating)


def _ranked(places: Sequence[int]) -> list[int]:
    """What places there must be, if these are to be shared where they are equal."""
    return sorted(1 + sum(other < place for other in places) for place in places)


def _reason(reason: str) -> str:
    reason = " ".join(reason.split())[:200]
    if not reason:
        raise StoreError(Text("Give a reason. Nothing has changed."))
    return reason
