"""Who has signed in as the organiser, each until they sign out, for a month at most.

A cookie alone opens nothing: whoever has copied one is out as soon as its owner signs out. Of what
cookies carry only a digest is kept, so that nobody signs in with what stands in the database.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable

from sqlalchemy import Engine, delete, insert, select

from server.club.database import sign_ins
from server.club.organiser import Organiser

LASTS = 30 * 24 * 3600.0
"""Seconds after which even somebody who never signs out has to sign in again."""
_AHEAD = 24 * 3600.0
"""Seconds by which the clock may be set back; one that was wrong by years ends all sign-ins."""
MOST = 20
"""At once; with one more the oldest ends."""


class SignIns:
    def __init__(
        self, engine: Engine, organiser: Organiser, now: Callable[[], float] = time.time
    ) -> None:
        self._engine = engine
        self._organiser = organiser
        self._now = now

    def begin(self) -> str:
        """Somebody has shown the passphrase; what their cookie carries from now on."""
        token, now = secrets.token_urlsafe(24), self._now()
        stamp = self._organiser.stamp
        with self._engine.begin() as db:
            db.execute(
                delete(sign_ins).where((sign_ins.c.until <= now) | (sign_ins.c.stamp != stamp))
            )
            oldest_first = select(sign_ins.c.digest).order_by(sign_ins.c.until, sign_ins.c.digest)
            here = db.execute(oldest_first).scalars().all()
            db.execute(
                delete(sign_ins).where(sign_ins.c.digest.in_(here[: max(0, len(here) + 1 - MOST)]))
            )
            db.execute(
                insert(sign_ins).values(digest=_digest(token), stamp=stamp, until=now + LASTS)
            )
        return token

    def holds(self, token: str) -> bool:
        """Whether this sign-in has not ended: not by hand, by its age, or with its passphrase."""
        with self._engine.connect() as db:
            found = db.execute(
                select(sign_ins.c.stamp, sign_ins.c.until).where(
                    sign_ins.c.digest == _digest(token)
                )
            ).one_or_none()
        return (
            found is not None
            and 0 < found.until - self._now() <= LASTS + _AHEAD
            and found.stamp == self._organiser.stamp
        )

    def end(self, token: str) -> None:
        """Nobody is the organiser by this any more, whoever has a copy of it."""
        with self._engine.begin() as db:
            db.execute(delete(sign_ins).where(sign_ins.c.digest == _digest(token)))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
