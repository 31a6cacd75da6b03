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
MOST_ADDRESSES = 40
"""With attempts in so many seconds; so many are not guests."""


_REASON = Text("Too many attempts to join. Wait a minute and try again.")


class TooManyClaims(Refused):
    """So many attempts are not people at a table."""


class Throttle:
    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, reason: Text = _REASON
    ) -> None:
        self._reason = reason
        self._monotonic = monotonic
        self._tries: deque[tuple[float, str]] = deque()

    def count(self, address: str) -> None:
        """One more attempt from this address; raises TooManyClaims if it is one too many."""
        now = self._monotonic()
        while self._tries and now - self._tries[0][0] >= WINDOW:
            self._tries.popleft()
        made = Counter(other for _, other in self._tries)
        here = made[address]
        full = len(self._tries) >= MOST_CLAIMS_OF_ALL if here else len(made) >= MOST_ADDRESSES
        if full or here >= MOST_CLAIMS:
            raise TooManyClaims(self._reason)
        self._tries.append((now, address))
