"""What was played, in words: a game with its sets, and how long people took."""

from __future__ import annotations

from rules.games import GAMES
from rules.text import Plural, Text, listing
from server.store import Record
from server.store.results import ALONE, TOGETHER
from server.store.statistics import Best

_WAYS = {TOGETHER: Text("together"), ALONE: Text("alone")}


def title_of(game: str) -> str:
    known = GAMES.get(game)
    return known.edition.text("title") if known else game


def sets_text(game: str, sets: str) -> Text:
    """The sets that the base game was played with; empty without any."""
    titles = dict.fromkeys(_set_title(game, name) for name in sets.split() if name not in _WAYS)
    ways = [_WAYS[name] for name in sets.split() if name in _WAYS]
    return listing([*(Text("{name}", name=title) for title in titles), *ways])


def kind_text(game: str, kind: str) -> Text:
    """What points of a kind are called on a score sheet."""
    known = GAMES.get(game)
    return (known.scoring.kinds.get(kind) if known else None) or Text("Points")


def can_be_played_again(record: Record) -> bool:
    """Whether the same people can begin the same game anew; campaigns go on instead."""
    return record.game in GAMES and record.campaign is None


def duration(seconds: float) -> Text:
    """As people say it."""
    if seconds < 100:
        return Plural("{n} second", "{n} seconds", round(seconds))
    return Plural("{n} minute", "{n} minutes", round(seconds / 60))


def points_text(best: Best) -> Text:
    return Plural("{n} point", "{n} points", int(best.value))


def duration_text(best: Best) -> Text:
    return duration(best.value)


def _set_title(game: str, name: str) -> str:
    """Of what comes in one box, the parts are not told apart."""
    known = GAMES.get(game)
    return known.edition.text(f"sets.{name}.title").partition(":")[0] if known else name


WORDS = {
    "title_of": title_of,
    "sets_text": sets_text,
    "kind_text": kind_text,
    "duration": duration,
    "points_text": points_text,
    "duration_text": duration_text,
}
"""For templates."""
