"""Stored matches for looking back: loaded once, then shown at any step."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from rules.flow import Seat
from rules.match import Match
from server.store import Entry, Record, Store
from server.web.showing.reports import rows_behind_answers

_KEPT = 4
"""Matches that are kept loaded."""


@dataclass(frozen=True, slots=True)
class Replay:
    record: Record
    entries: tuple[Entry, ...]
    match: Match[Any]
    """To be forked or looked at only: every phone that looks back shares it."""
    reported: tuple[Entry, ...]
    """The row behind every answer of the match."""


class Replays:
    """Loads matches from a store. May be used from several threads."""

    def __init__(self) -> None:
        self._loaded: dict[int, Replay] = {}
        self._lock = threading.Lock()

    def load(self, store: Store, match_id: int) -> Replay:
        """The match with all its rows; one that has no new rows or names is not loaded again."""
        record = store.record(match_id)
        with self._lock:
            replay = self._loaded.get(match_id)
        if (
            replay is None
            or len(replay.entries) != record.rows
            or replay.record.seats != record.seats
        ):
            match, entries = store.load(match_id), tuple(store.entries(match_id))
            replay = Replay(record, entries, match, tuple(rows_behind_answers(entries)))
        elif replay.record != record:
            replay = Replay(record, replay.entries, replay.match, replay.reported)
        with self._lock:
            self._loaded.pop(match_id, None)
            self._loaded[match_id] = replay
            while len(self._loaded) > _KEPT:
                del self._loaded[next(iter(self._loaded))]
        return replay


def winners(store: Store, record: Record) -> tuple[Seat, ...]:
    """Who won a match; nobody, as long as it is not over.

    One that ended before this was kept is played again once.
    """
    colours = record.winners
    if colours is None:
        outcome = store.load(record.id).outcome()
        won = outcome.winners if outcome else ()
        store.keep_winners(record.id, record.rows, won)
        colours = tuple(seat.colour for seat in won)
    return tuple(seat for seat in record.seats if seat.colour in colours)
