"""How many words there are to read: in all, and for somebody who plays."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatch
from typing import NamedTuple

from babel.messages import Message

from server.language.catalogues import forms

WITH_A_MATCH = (
    *("rules/*", "vision/games/*", "vision/recognise/*", "vision/watching/*"),
    *("server/advice/*", "server/live/*", "server/robots/*", "server/simulated/*", "server/web/*"),
)
"""Sources whose messages are shown while a match is set up on the table, played and scored."""
WITHOUT = (
    *("rules/edition.py", "rules/games.py", "rules/journal.py"),
    *(
        "rules/typed.py",
        "rules/*/owner/*",
        "rules/*/printed/*checks.py",
        "rules/*/printed/owner.py",
    ),
    *("server/live/albums.py", "server/live/checking/*", "server/live/learning.py"),
    *("server/live/photographs.py", "server/live/spreads.py", "server/web/pages/albums.py"),
    *("server/web/pages/ca*.py", "server/web/pages/check.py", "server/web/pages/edition.py"),
    *("server/web/pages/people/*", "server/web/pages/phones.py", "server/web/pages/printing.py"),
    *("server/web/pages/setup.py", "server/web/pages/spread.py", "server/web/pages/wanted.py"),
    *("server/web/showing/checking.py", "server/web/showing/printed.py"),
    *("server/web/templates/_known_players.html", "server/web/templates/_printed.html"),
    *("server/web/templates/ca*.html", "server/web/templates/check*.html"),
    *("server/web/templates/club.html", "server/web/templates/edition*.html"),
    *("server/web/templates/history.html", "server/web/templates/history_match.html"),
    *("server/web/templates/known_card.html", "server/web/templates/phones.html"),
    *("server/web/templates/player*.html", "server/web/templates/printing.html"),
    *("server/web/templates/setup.html", "server/web/templates/spread*.html"),
)
"""Of these, what an owner reads who sets up, prints, teaches cards or looks back."""


class Count(NamedTuple):
    messages: int
    words: int

    def __str__(self) -> str:
        return f"{self.messages} messages, {self.words} words"


def count(messages: Iterable[Message]) -> Count:
    """Of several forms of a message, somebody reads one."""
    lengths = [len(forms(each.id)[0].split()) for each in messages if each.id]
    return Count(len(lengths), sum(lengths))


def met_in_a_match(message: Message) -> bool:
    """Whether a player can meet it between the set-up of a match and its end."""
    return any(
        _is_of(file, WITH_A_MATCH) and not _is_of(file, WITHOUT)
        for file, _line in message.locations
    )


def _is_of(file: str, sources: Iterable[str]) -> bool:
    return any(fnmatch(file, source) for source in sources)
