"""Everybody's thinking time, if the people at this table want to see it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from rules.flow import Seat
from server.live.messages import View
from server.store import StoreError
from server.store.clock import clocks
from server.store.preferences import CLOCKS
from server.web.request.tableside import tableside
from server.web.showing.reports import journals


@dataclass(frozen=True, slots=True)
class ThinkingTime:
    seat: Seat
    seconds: int
    running: bool

    @property
    def text(self) -> str:
        return f"{self.seconds // 60}:{self.seconds % 60:02}"


def thinking_times(view: View) -> list[ThinkingTime]:
    """In the order of the seats; none if nobody wants to know."""
    store = tableside().store
    if view.match is None or view.match_id is None or not store.preferences.has(CLOCKS):
        return []
    try:
        begun, rests = store.record(view.match_id).created_at, store.rests(view.match_id)
    except StoreError:
        return []
    rows = journals().rows(store, view.match_id)
    now = time.time() if view.match.choice is not None else None
    found = clocks(view.match, begun, rows, rests, now)
    return [
        ThinkingTime(seat, round(seconds), seat in found.thinking)
        for seat, seconds in found.seconds.items()
    ]
