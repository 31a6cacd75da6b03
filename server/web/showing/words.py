"""Words that pages of tables and clubs put things into: colours, moments, whole sentences."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_date, format_time
from flask import Flask

from rules.text import Text
from server.web.games import topic_path
from server.web.parts.cards import rules_at
from server.web.request.language import spoken

_COLOURS = {
    "red": Text("Red"),
    "blue": Text("Blue"),
    "green": Text("Green"),
    "yellow": Text("Yellow"),
    "black": Text("Black"),
    "white": Text("White"),
    "orange": Text("Orange"),
    "purple": Text("Purple"),
    "brown": Text("Brown"),
}


def give_words(app: Flask) -> None:
    """To the templates."""
    app.jinja_env.globals.update(colour_name=colour_name, topic_path=topic_path, rules_at=rules_at)
    app.jinja_env.filters.update(sentence=sentence, moment=moment, clock=clock)


def colour_name(colour: str) -> Text:
    return _COLOURS.get(colour) or Text("{colour}", colour=colour)


def sentence(words: str) -> str:
    """Words that stand by themselves begin with a capital letter."""
    return words[:1].upper() + words[1:]


def _here(at: float) -> datetime:
    """In the time of this place, which the last hours of the year 9999 have none of."""
    when = datetime.fromtimestamp(at, UTC)
    try:
        return when.astimezone()
    except (OverflowError, ValueError):
        return when


def moment(at: float) -> str:
    """Seconds since 1970 as a day and a time of this place."""
    when, locale = _here(at), spoken().locale
    day, time = format_date(when, "medium", locale), format_time(when, "short", locale=locale)
    return f"{day}, {time}"


def clock(at: float) -> str:
    """The same, but of today the time only."""
    when = _here(at)
    if when.date() != datetime.now().astimezone().date():
        return moment(at)
    return format_time(when, "short", locale=spoken().locale)
