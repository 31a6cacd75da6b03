"""Campaigns: matches that follow each other, under the number of their first one.

Nothing of a campaign is stored but which matches belong to it: how it stands follows from their
journals, also after the end of a match was taken back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.games import GAMES
from rules.match import Match
from rules.plugins import NotLoaded
from rules.text import Text
from server.store.errors import StoreError
from server.store.records import READ, RECORD, Transaction, as_record
from server.store.rows import Record
from server.store.wording import as_name, check_settings, read_json

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a campaign has come."""

    played: tuple[tuple[Record, Match[Any]], ...]
    """Its matches but for those that were given up, the first first."""
    after: tuple[Mapping[str, str] | None, ...]
    """With what the match after each begins; None if it is not over, or no other comes."""
    first_settings: Mapping[str, str]
    """With what the first match began, also if it was given up."""
    finished: bool
    from_other_end: frozenset[int]
    """Matches that began from another end of the one before than it has now."""

    @property
    def next_settings(self) -> Mapping[str, str] | None:
        """With what the next match begins."""
        return self.after[-1] if self.after else self.first_settings


class Campaigns:
    def __init__(
        self,
        transaction: Transaction,
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
            raise StoreError(Text("Campaign {campaign} does not exist.", campaign=campaign))
        return found

    def standing(self, campaign: int) -> Standing:
        """Every match of it is played again, so this may take long."""
        records = self.matches(campaign)
        game = GAMES[records[0].game]
        assert game.campaign is not None
        played = [(each, self._load(each.id)) for each in records if each.state != "abandoned"]
        settings: Mapping[str, str] | None = records[0].settings
        finished, other, after = False, set[int](), list[Mapping[str, str] | None]()
        for number, (record, match) in enumerate(played):
            if number and settings is not None and _named(record, settings) != dict(settings):
                other.add(record.id)
            settings, finished = None, False
            if match.choice is None:
                settings = {**record.settings, **game.campaign.left_behind(match.table)}
                finished = game.campaign.is_finished(match.table)
            after.append(None if finished else settings)
        first = records[0].settings
        return Standing(tuple(played), tuple(after), first, finished, frozenset(other))

    def _records(self, where: str, *values: int) -> list[Record]:
        with self._transaction(READ) as db:
            rows = db.execute(f"{RECORD} {where}", values).fetchall()
            return [as_record(db, row) for row in rows]


def _named(record: Record, before: Mapping[str, str]) -> dict[str, str]:
    """The settings of a match, but for those that came with a version after the match before it."""
    new = {setting.key for setting in GAMES[record.game].settings} - before.keys()
    return {key: value for key, value in record.settings.items() if key not in new}


# --------------------------------------------------------------------------------- as a small file


@dataclass(frozen=True, slots=True)
class Saved:
    """A campaign as it stands between two matches: who plays, and with what the next one begins."""

    game: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    settings: Mapping[str, str]

    @property
    def written(self) -> str:
        head = {
            "quartermaster_campaign": FORMAT,
            "game": self.game,
            "names": self.names,
            "colours": self.colours,
            "settings": dict(self.settings),
        }
        return json.dumps(head, ensure_ascii=False, indent=1) + "\n"


def read_saved(text: str) -> Saved:
    """The campaign in such a file; whether it can be played, the rules say."""
    try:
        head = read_json(text)
    except (ValueError, RecursionError) as error:
        raise StoreError(Text("This is no campaign file: {error}", error=error)) from error
    if not isinstance(head, dict) or head.get("quartermaster_campaign") != FORMAT:
        raise StoreError(Text('This is no campaign file: it must say "quartermaster_campaign": 1.'))
    game, settings = head.get("game"), _settings(head.get("settings"))
    names, colours = _words(head.get("names")), _words(head.get("colours"))
    if not isinstance(game, str) or names is None or colours is None or settings is None:
        raise StoreError(
            Text("It needs a game, lists of names and colours, and settings as texts.")
        )
    try:
        known = GAMES[game]
    except NotLoaded as error:
        raise StoreError(error.reason) from error
    if known.campaign is None:
        raise StoreError(Text("{game} has no campaign here.", game=game))
    return Saved(game, tuple(map(as_name, names)), colours, settings)


def _words(value: object) -> tuple[str, ...] | None:
    """The texts of a list, if it is one and there is nothing else in it."""
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        return None
    return tuple(value)


def _settings(value: object) -> dict[str, str] | None:
    """The same of settings."""
    if not isinstance(value, dict):
        return None
    try:
        check_settings(value)
    except (TypeError, ValueError):
        return None
    return dict(value)
