"""The table's membership in a club: joined and left from a phone, kept over restarts."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import asdict

from rules.text import Text
from server.live.messages import View
from server.member.invitation import Invitation, of_fields, read_code
from server.member.process import Publishing
from server.member.trouble import said
from server.store import Store


class Member:
    """May be used from several threads."""

    def __init__(self, store: Store, changed: Callable[[], None]) -> None:
        """`changed` is called whenever pages have something new to show of it."""
        self._store = store
        self._changed = changed
        self._lock = threading.Lock()
        self._publishing: Publishing | None = None
        self._view = View()

    def start(self) -> None:
        """Go on telling the club that the table joined earlier, if it has."""
        with self._lock:
            self._begin()

    def stop(self) -> None:
        with self._lock:
            self._end()

    @property
    def invitation(self) -> Invitation | None:
        """Of the club that the table has joined."""
        membership = self._store.club.membership()
        return of_fields(dict(membership.invitation)) if membership else None

    @property
    def trouble(self) -> Text | None:
        """Why the club cannot be told anything now; None if it can, or there is none."""
        publishing, invitation = self._publishing, self.invitation
        if publishing is None or publishing.trouble is None or invitation is None:
            return None
        return said(publishing.trouble, invitation.host)

    @property
    def refused(self) -> str | None:
        """Why the club has not taken something, in English."""
        return self._publishing.refused if self._publishing else None

    @property
    def publisher(self) -> int | None:
        """The process that tells the club."""
        return self._publishing.pid if self._publishing else None

    def join(self, code: str, at: float) -> None:
        """Join the club of this code, and leave any other. Raises BadInvitation."""
        invitation = read_code(code)
        fields = {name: str(value) for name, value in asdict(invitation).items()}
        with self._lock:
            self._end(leave=True)
            self._store.club.join(fields, secrets.token_hex(8), at)
            self._begin()
        self._changed()

    def leave(self) -> None:
        """Tell nobody anything any more."""
        with self._lock:
            self._end(leave=True)
            self._store.club.leave()
        self._changed()

    def follow(self, view: View) -> None:
        """Called with every view, once what it shows is stored; must be quick."""
        self._view = view
        publishing = self._publishing
        if publishing is not None:
            publishing.tell(view)

    def _begin(self) -> None:
        if self._store.club.membership() is not None:
            club = self._store.club
            self._publishing = Publishing(
                self._store.path, club.told, club.tell_anew, self._changed
            )
            self._publishing.start()
            self._publishing.tell(self._view)

    def _end(self, leave: bool = False) -> None:
        if self._publishing is not None:
            self._publishing.stop(leave)
            self._publishing = None
