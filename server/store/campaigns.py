"""Campaigns: matches that follow each other, under the number of their first one.

Nothing of a campaign is stored but which matches belong to it: how it stands follows from their
journals, also after the end of a match was taken back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from rules.games import GAMES
from rules.match import Match
from rules.text import Text
from server.store.errors import StoreError
from server.store.records import RECORD, as_record
from server.store.rows import Record


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a campaign has come."""

    played: tuple[tuple[Record, Match[Any]], ...]
    """Its matches but for those that were given up, the first first."""
    next_settings: Mapping[str, str] | None
    """With what the next match begins; None while one is not over, or if no other comes."""
    finished: bool
    from_other_end: frozenset[int]
    """Matches that began from another end of the one before than it has now."""


class Campaigns:
    def __init__(
        self,
        transaction: Callable[[str], AbstractContextManager[sqlite3.Connection]],
        load: Callable[[int], Match[Any]],
    ) -> None:
        self._transaction = transaction
        self._load = load

    def newest(self, most: int) -> list[Record]:
        """The last match of every campaign, the newest first."""
        return self._records(
            "WHERE id IN (SELECT max(id) FROM matches WHERE campaign IS NOT NULL"
            " GROUP BY campaign) ORDER BY id DESC LIMIT ?",
            most,
        )

    def matches(self, campaign: int) -> list[Record]:
        """All matches of a campaign, the first first."""
        found = self._records("WHERE campaign = ? ORDER BY id", campaign)
        if not found:
            raise StoreError(
                Text("There is no campaign {campaign} in the store.", campaign=campaign)
            )
        return found

    def standing(self, campaign: int) -> Standing:
        """Every match of it is played again, so this may take long."""
        records = self.matches(campaign)
        game = GAMES[records[0].game]
        assert game.campaign is not None
        played = [(each, self._load(each.id)) for each in records if each.state != "abandoned"]
        settings: Mapping[str, str] | None = records[0].settings
        finished, other = False, set()
        for number, (record, match) in enumerate(played):
            if number and settings is not None and dict(record.settings) != dict(settings):
                other.add(record.id)
            settings, finished = None, False
            if match.choice is None:
                settings = {**record.settings, **game.campaign.left_behind(match.table)}
                finished = game.campaign.is_finished(match.table)
        return Standing(tuple(played), None if finished else settings, finished, frozenset(other))

    def _records(self, where: str, *values: int) -> list[Record]:
        with self._transaction("BEGIN") as db:
            rows = db.execute(f"{RECORD} {where}", values).fetchall()
            return [as_record(db, row) for row in rows]
