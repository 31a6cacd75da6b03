"""What each may have of something as time goes by: so much a second, and what was saved up."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable

_FEW = 256
"""Who is worth remembering before anybody looks who is not."""


class Shares:
    """Of each only one number is kept, and only until nothing more is to be said of them."""

    def __init__(
        self, per_second: float, saved: float, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """Nobody has more than `saved` at once."""
        self._per_second = per_second
        self._saved = saved
        self._monotonic = monotonic
        self._full_at: dict[Hashable, float] = {}
        """When each will have saved all again; whoever is not in here has."""
        self._look_at = _FEW

    def left(self, who: Hashable) -> float:
        """What may be taken now; less than nothing if too much was taken before."""
        full_at = self._full_at.get(who)
        if full_at is None:
            return self._saved
        return self._saved - max(0.0, full_at - self._monotonic()) * self._per_second

    def seconds_until(self, who: Hashable, more_than: float) -> float:
        """Until there is."""
        return max(0.0, (more_than - self.left(who)) / self._per_second)

    def take(self, who: Hashable, amount: float) -> None:
        now = self._monotonic()
        self._full_at[who] = max(self._full_at.get(who, now), now) + amount / self._per_second
        if len(self._full_at) > self._look_at:
            self._full_at = {each: at for each, at in self._full_at.items() if at > now}
            self._look_at = max(_FEW, 2 * len(self._full_at))
