"""Says that results or people have changed: what was derived from them is made anew when needed."""

from __future__ import annotations

from sqlalchemy import Connection, case, or_, select, update

from server.club.database import counting

FROM_THE_START = 0.0


def changed(db: Connection, since: float | None = None) -> None:
    """Results or people are others now; with `since`, so are ratings from that time on."""
    values: dict[str, object] = {"revision": counting.c.revision + 1}
    if since is not None:
        later = or_(counting.c.rate_from.is_(None), counting.c.rate_from > since)
        values["rate_from"] = case((later, since), else_=counting.c.rate_from)
    db.execute(update(counting).values(**values))


def revision(db: Connection) -> int:
    """Another one whenever anything has changed."""
    return int(db.execute(select(counting.c.revision)).scalar_one())
