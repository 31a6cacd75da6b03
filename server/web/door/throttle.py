"""How often an address, and all of them together, may try something that people do by hand."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable

from rules.text import Text
from server.live.messages import Refused

WINDOW = 60.0
MOST_CLAIMS = 6
"""Attempts of one address in so many seconds; no hand at a table is faster."""
MOST_CLAIMS_OF_ALL = 40
"""Attempts of all of them; an address that has made none yet may make one even then."""
MOST_ADDRESSES = 64
"""With attempts in so many seconds; so many are not guests."""
NEW_ADDRESS_EVERY = 2.0
"""Seconds after which one more may try even then: it may be a guest's."""
MOST_KNOWN = 256
"""Who is known and has tried lately; so many are remembered."""


_REASON = Text("Too many attempts. Wait a minute.")


class TooManyClaims(Refused):
    """So many attempts are not people at a table."""


class Throttle:
    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, reason: Text = _REASON
    ) -> None:
        self._reason = reason
        self._monotonic = monotonic
        self._tries: deque[tuple[float, str]] = deque()
        self._tries_of_known: deque[tuple[float, str]] = deque(maxlen=MOST_KNOWN)
        self._new_at = -NEW_ADDRESS_EVERY
        """When an address last tried that had not before."""

    def count(self, address: str, known_as: str | None = None) -> None:
        """One more attempt from this address; raises TooManyClaims if it is one too many.

        Who is known, by whatever name, is counted by that alone: strangers leave them their room.
        """
        now = self._monotonic()
        for tries in (self._tries, self._tries_of_known):
            while tries and now - tries[0][0] >= WINDOW:
                tries.popleft()
        if known_as is not None:
            if sum(name == known_as for _, name in self._tries_of_known) >= MOST_CLAIMS:
                raise TooManyClaims(self._reason)
            self._tries_of_known.append((now, known_as))
            return
        made = Counter(other for _, other in self._tries)
        here = made[address]
        if here:
            full = len(self._tries) >= MOST_CLAIMS_OF_ALL
        else:
            full = len(made) >= MOST_ADDRESSES and now - self._new_at < NEW_ADDRESS_EVERY
        if full or here >= MOST_CLAIMS:
            raise TooManyClaims(self._reason)
        if not here:
            self._new_at = now
        self._tries.append((now, address))
