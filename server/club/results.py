"""How matches ended, played again by the rules from what tables have told.

All of it follows from journals: it goes when a journal grows, and can be made anew.
"""

from __future__ import annotations

import logging
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, delete, func, insert, select, true

from rules.flow import Seat
from server.club.counting import changed, revision
from server.club.database import (
    ends,
    identities,
    matches,
    people,
    ratings,
    results,
    rows,
    seats,
    unsettled,
)
from server.club.replays import Replayed, Replays
from server.store.clock import rows_that_hold
from server.store.errors import StoreError
from server.store.results import End, end_of
from server.store.rows import LATEST

log = logging.getLogger(__name__)

ROBOT = "robot"


class Sitting(NamedTuple):
    """How a match ended for one seat."""

    colour: str
    person: int | None
    """None for a guest or a robot."""
    name: str
    robot: bool
    place: int | None
    won: bool
    points: int
    kinds: dict[str, int]
    seconds: float


class Ended(NamedTuple):
    """A match that is over."""

    match: int
    table: str
    game: str
    sets: str
    together: bool
    ended: float
    seconds: float
    trouble: str | None
    """Why it could not be played again, so that it does not count."""
    seats: tuple[Sitting, ...]


def await_result(db: Connection, match: int) -> None:
    """It is finished: somebody has to play it again."""
    # Not left as it is, if it stands there already: whoever settles it now may not know all of it.
    db.execute(delete(unsettled).where(unsettled.c.match == match))
    db.execute(insert(unsettled).values(match=match))


def drop_result(db: Connection, match: int) -> None:
    """The end of a match does not hold any more."""
    ended = db.execute(select(ends.c.ended).where(ends.c.match == match)).scalar()
    db.execute(delete(unsettled).where(unsettled.c.match == match))
    if ended is not None:
        db.execute(delete(ratings).where(ratings.c.match == match))
        db.execute(delete(ends).where(ends.c.match == match))
        changed(db, ended)


def forget_match(db: Connection, match: int) -> None:
    """Nothing is kept of it."""
    drop_result(db, match)
    db.execute(delete(rows).where(rows.c.match == match))
    db.execute(delete(matches).where(matches.c.id == match))


def settle(engine: Engine, replays: Replays) -> bool:
    """Play all matches again that wait for it; whether there were any."""
    with engine.connect() as db:
        waiting = db.execute(select(unsettled.c.match).order_by(unsettled.c.match)).scalars().all()
    for match in waiting:
        _settle(engine, replays, match)
    return bool(waiting)


def settle_again(engine: Engine, only_troubled: bool = False) -> None:
    """Every result is made anew, as soon as it is settled, or only what this version may know."""
    with engine.begin() as db:
        finished = db.execute(
            select(matches.c.id)
            .outerjoin(ends, ends.c.match == matches.c.id)
            .where(matches.c.state == "finished")
            .where(ends.c.trouble.is_not(None) if only_troubled else true())
        )
        for match in finished.scalars().all():
            drop_result(db, match)
            await_result(db, match)


def result_of(db: Connection, match: int) -> Ended | None:
    """How a match ended; None as long as it is not known."""
    return next(iter(ended_matches(db, ends.c.match == match)), None)


def ended_matches(db: Connection, *which: Any) -> list[Ended]:
    """Those of which this holds, in the order in which they ended."""
    chosen = select(ends.c.match).where(*which)
    sitting: dict[int, list[Sitting]] = {}
    for row in db.execute(
        select(results, seats.c.colour, people.c.id.label("person"), people.c.name)
        .join(seats, (seats.c.match == results.c.match) & (seats.c.index == results.c.index))
        .join(matches, matches.c.id == results.c.match)
        .outerjoin(
            identities,
            (identities.c.table == matches.c.table)
            & (identities.c.epoch == matches.c.epoch)
            & (identities.c.player == seats.c.player),
        )
        .outerjoin(people, people.c.id == identities.c.person)
        .where(results.c.match.in_(chosen))
        .order_by(results.c.match, results.c.index)
    ):
        sitting.setdefault(row.match, []).append(
            Sitting(
                colour=row.colour,
                person=None if row.robot else row.person,
                name="" if row.robot else row.name or "",
                robot=row.robot,
                place=row.place,
                won=row.won,
                points=row.points,
                kinds=row.kinds,
                seconds=row.seconds,
            )
        )
    found = db.execute(
        select(ends, matches.c.table, matches.c.game)
        .join(matches, matches.c.id == ends.c.match)
        .where(*which)
        .order_by(ends.c.ended, ends.c.match)
    )
    return [
        Ended(
            match=row.match,
            table=row.table,
            game=row.game,
            sets=row.sets,
            together=row.together,
            ended=row.ended,
            seconds=row.seconds,
            trouble=row.trouble,
            seats=tuple(sitting.get(row.match, ())),
        )
        for row in found
    ]


def _settle(engine: Engine, replays: Replays, match: int) -> None:
    played, end, robots, trouble = None, None, set[Seat](), None
    try:
        played = replays.of(match)
        if played is not None:
            end = end_of(played.match, played.record.created_at, played.entries)
            robots = _played_by_robots(played)
    except StoreError as error:
        trouble = str(error.reason)
    except Exception as error:  # Whatever a table tells, the others are counted all the same.
        log.exception("Match %s could not be played again.", match)
        trouble = repr(error)
    with engine.begin() as db:
        # Locked, so that a row that comes now has to wait, and then has it settled once more.
        own = unsettled.c.match == match
        if not db.execute(select(unsettled).where(own).with_for_update()).first():
            return
        last = db.execute(select(func.max(rows.c.number)).where(rows.c.match == match)).scalar()
        epoch = db.execute(select(matches.c.epoch).where(matches.c.id == match)).scalar()
        if played is not None and (last != played.record.rows or epoch != played.epoch):
            return
        drop_result(db, match)
        if end is not None or trouble is not None:
            _keep(db, match, end or End("", False, 0.0, ()), robots, trouble)


def _keep(db: Connection, match: int, end: End, robots: set[Seat], trouble: str | None) -> None:
    record = db.execute(select(matches).where(matches.c.id == match)).one()
    ended = min(record.finished_at or record.created_at, LATEST)
    changed(db, ended)
    db.execute(
        insert(ends).values(
            match=record.id,
            ended=ended,
            sets=end.sets,
            together=end.together,
            seconds=end.seconds,
            stamp=revision(db),
            trouble=trouble,
        )
    )
    for each in end.seats:
        db.execute(
            insert(results).values(
                match=record.id,
                index=each.seat.index,
                place=None if end.together else each.place,
                won=each.won,
                points=each.points,
                kinds=dict(each.kinds),
                turns=each.turns,
                seconds=each.seconds,
                robot=each.seat in robots,
            )
        )


def _played_by_robots(played: Replayed) -> set[Seat]:
    """The seats for which a robot has answered: nobody has won or lost there."""
    holds, answers = rows_that_hold(played.entries), played.match.answers
    if len(holds) != len(answers):  # an older version asked more
        return set()
    return {
        taken.who
        for row, taken in zip(holds, answers, strict=True)
        if played.entries[row].by == ROBOT
    }
