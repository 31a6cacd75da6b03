"""Notices that the clock was set while a match was played, so that nobody has thought for hours.

A Pi has no battery for its clock: it begins somewhere in the past, and is set as soon as there is a
network. What goes on evenly meanwhile says by how much.
"""

from __future__ import annotations

from collections.abc import Callable

LEAST = 1.0
"""Seconds; a network that keeps a clock right moves it by less at a time."""


class SetClock:
    """Of one thread."""

    def __init__(self, clock: Callable[[], float], monotonic: Callable[[], float]) -> None:
        self._clock = clock
        self._monotonic = monotonic
        self._ahead = clock() - monotonic()

    def seconds(self) -> float:
        """By how much it was set since this was asked last: back, if that is less than nothing."""
        ahead = self._clock() - self._monotonic()
        by = ahead - self._ahead
        if abs(by) < LEAST:
            return 0.0
        self._ahead = ahead
        return by
