"""A match as one readable text: how it was set up, and every answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rules.game import Game, RulesError
from rules.games import GAMES
from rules.match import Match
from rules.plugins import NotLoaded
from rules.text import Text

VERSION = 1


class BadJournal(RulesError):
    """A text that is not the journal of a match."""


def write_journal(match: Match[Any]) -> str:
    head = {
        "quartermaster": VERSION,
        "game": match.game.name,
        "seats": [seat.name for seat in match.seats],
        "colours": [seat.colour for seat in match.seats],
        "options": match.settings,
        "journal": match.journal,
    }
    return json.dumps(head, ensure_ascii=False, indent=1) + "\n"


def read_journal(text: str) -> Match[Any]:
    """The match, replayed. Every answer is checked against the rules again."""
    try:
        head = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadJournal(Text("This is not a journal: {error}.", error=error)) from error
    version = head.get("quartermaster") if isinstance(head, dict) else None
    if version != VERSION:
        raise BadJournal(
            Text(
                'This version cannot read the journal: it must say "quartermaster": {version}.',
                version=VERSION,
            )
        )
    names, options, journal = head.get("seats"), head.get("options"), head.get("journal")
    colours = head.get("colours", [])  # older journals have the game's own order
    if not all(map(_all_strings, (names, colours, journal))) or not isinstance(options, dict):
        raise BadJournal(
            Text("The journal needs lists: names in seats, colours in colours, keys in journal.")
        )
    name = head.get("game")
    name = name if isinstance(name, str) else "\u2013"
    try:
        game = GAMES[name]
    except NotLoaded as error:
        raise BadJournal(error.reason) from error
    options = as_begun(game, options)
    seats = game.for_match(game.settle(options)).seat(names, colours)
    match = Match(game, seats, options)
    for number, key in enumerate(journal, start=1):
        try:
            match.replay(key)
        except RulesError as error:
            raise BadJournal(
                Text(
                    "Answer {number} of the journal, {key}, does not fit: {reason}",
                    number=number,
                    key=key,
                    reason=error.reason,
                )
            ) from error
    return match


def as_begun(game: Game[Any], kept: Mapping[str, str]) -> dict[str, str]:
    """The settings that a match was kept with, and what held where it names none."""
    before = {each.key: each.before for each in game.settings if each.before is not None}
    return before | dict(kept)


def _all_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
