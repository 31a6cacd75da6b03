"""The table's own Wi-Fi, for where there is no router: when it opens, and when it goes home again.

Whoever plays in a garden has no network that the table knows. If none has been there for a minute,
it opens its own, whose name and passphrase `own_wifi` reads. While it is open the table looks
whether a known network is back, and goes there once that is certain; if it cannot join it after
all, its own is opened again, and it waits longer the next time.

There is no clock and no command in here: `network_manager` sees and does.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

ADDRESS = "10.77.0.1"
"""The table's in its own network."""

LOST = 60.0
"""Seconds without any known network after which the own one opens."""
JOINING = 40.0
"""Seconds in which a network that is back has to be joined."""
CERTAIN = 45.0
"""Seconds for which a known network has to be in sight before the own one closes."""
LOOK_ANYWAY = 300.0
"""Seconds after which the own one closes for a try although nothing is in sight, if nobody is on
it: some radios see no others while they are a network themselves."""
_MOST_DOUBLED = 4


@dataclass(frozen=True, slots=True)
class Seen:
    """How things stand with the networks of this computer."""

    connected: bool
    """To a network of somebody else's, by radio or by wire."""
    own: bool
    """Whether the own one is open."""
    in_sight: bool = False
    """Whether a known network could be joined by radio."""
    guests: bool = False
    """Whether somebody is on the own one."""
    radio: bool = True
    """Whether there is a radio that may send: a new Pi has to be told its country first."""


class Wish(StrEnum):
    WAIT = "wait"
    OPEN = "open"
    CLOSE = "close"


class OwnNetwork:
    """Told every few seconds what is seen, it says what to do."""

    def __init__(self) -> None:
        self._patience = LOST
        self._lost: float | None = None
        self._opened: float | None = None
        self._in_sight: float | None = None
        self._failed = 0
        """How often in a row a network that was in sight could not be joined."""

    def wish(self, seen: Seen, now: float) -> Wish:
        if not seen.radio:
            self._lost = None
            return Wish.WAIT
        return self._while_open(seen, now) if seen.own else self._while_closed(seen, now)

    def _while_closed(self, seen: Seen, now: float) -> Wish:
        self._opened = self._in_sight = None
        if seen.connected:
            self._lost, self._patience, self._failed = None, LOST, 0
            return Wish.WAIT
        if self._lost is None:
            self._lost = now
        if now - self._lost < self._patience:
            return Wish.WAIT
        if self._patience == JOINING:
            self._failed = min(self._failed + 1, _MOST_DOUBLED)
        self._lost, self._patience = None, LOST
        return Wish.OPEN

    def _while_open(self, seen: Seen, now: float) -> Wish:
        if self._opened is None:
            self._opened = now
        if not seen.in_sight:
            self._in_sight = None
        elif self._in_sight is None:
            self._in_sight = now
        back = self._in_sight is not None and now - self._in_sight >= CERTAIN * 2**self._failed
        idle = not seen.guests and now - self._opened >= LOOK_ANYWAY
        if back or idle or (seen.connected and not seen.guests):
            self._lost, self._patience = now, JOINING
            return Wish.CLOSE
        return Wish.WAIT
