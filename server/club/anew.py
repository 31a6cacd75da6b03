"""A table that was put back to an older copy of itself tells everything anew: afterwards the club
has exactly what the table has.

What stood there before is doubtful until the table has told it again. A match that comes again is
the same one for whoever looks at it, for people and for tournaments; what does not come again goes.
"""

from __future__ import annotations

from sqlalchemy import Connection, Select, delete, insert, select, update

from server.club.database import doubtful, matches, rows
from server.club.people import forget_unseen
from server.club.results import drop_result, forget_match
from server.wire.epochs import joined
from server.wire.messages import Begun


def doubt(db: Connection, table: str, before: str, epoch: str) -> None:
    """A table begins this epoch in the place of what it has told since it joined as the same, and
    of all that it has told later.
    """
    told = db.execute(select(matches.c.id, matches.c.epoch).where(matches.c.table == table)).all()
    own = [row.id for row in told if row.epoch == before or joined(row.epoch) == joined(epoch)]
    gone = [row.id for row in told if own and row.id >= min(own)]
    db.execute(delete(doubtful).where(doubtful.c.match.in_(_of(table))))
    if gone:
        db.execute(insert(doubtful), [{"match": match} for match in gone])


def taken_up(db: Connection, table: str, epoch: str, begun: Begun) -> int | None:
    """The doubtful match that is told anew, without its rows; None if it is another one."""
    match: int | None = db.execute(
        select(matches.c.id)
        .join(doubtful, doubtful.c.match == matches.c.id)
        .where(
            matches.c.table == table,
            matches.c.number == begun.match,
            matches.c.game == begun.game,
            matches.c.created_at == begun.created_at,
        )
        .order_by(matches.c.id.desc())
        .limit(1)
    ).scalar()
    if match is not None:
        drop_result(db, match)
        db.execute(delete(rows).where(rows.c.match == match))
        db.execute(delete(doubtful).where(doubtful.c.match == match))
        db.execute(
            update(matches)
            .where(matches.c.id == match)
            .values(
                epoch=epoch,
                settings=dict(begun.settings),
                state="running",
                winners=None,
                finished_at=None,
            )
        )
    return match


def all_told(db: Connection, table: str) -> None:
    """What is doubtful still, the table does not have."""
    for match in list(db.execute(_of(table)).scalars()):
        forget_match(db, match)
    forget_unseen(db, table)


def _of(table: str) -> Select[int]:
    return (
        select(doubtful.c.match)
        .join(matches, matches.c.id == doubtful.c.match)
        .where(matches.c.table == table)
    )
