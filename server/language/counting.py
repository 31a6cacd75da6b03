"""How many words there are to read: in all, and for somebody who plays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from babel.messages import Message

_WITH_A_MATCH = re.compile(
    r"rules/|vision/(games|watching|recognise)/|server/(advice|live|robots|simulated|web)/"
)
"""Sources whose messages are shown while a match is set up on the table, played and scored."""
_WITHOUT = re.compile(
    r"rules/(edition|plugins|typed|games|journal)\.py"
    r"|rules/\w+/(printed|owner)/(checks|story_checks|owner)\.py"
    r"|server/live/(checking/|albums|learning|photographs|spreads)"
    r"|server/web/pages/"
    r"(albums|campaigns|camera|cards|check|edition|people/|phones|printing|setup|spread|wanted)"
    r"|server/web/showing/(checking|printed)"
    r"|server/web/templates/"
    r"(_known_players|_printed|camera|campaigns|cards|check|check_step|club|edition|edition_chapters"
    r"|history|history_match|known_card|phones|player|players|printing|setup|spread|spread_card"
    r"|wanted)\.html"
)
"""Of these, what an owner reads who sets up, prints, teaches cards or looks back."""


class Count(NamedTuple):
    messages: int
    words: int

    def __str__(self) -> str:
        return f"{self.messages} messages, {self.words} words"


def count(messages: Iterable[Message]) -> Count:
    """Of several forms of a message, somebody reads one."""
    lengths = [
        len((each.id[0] if isinstance(each.id, tuple | list) else each.id).split())
        for each in messages
        if each.id
    ]
    return Count(len(lengths), sum(lengths))


def met_in_a_match(message: Message) -> bool:
    """Whether a player can meet it between the set-up of a match and its end."""
    return any(
        _WITH_A_MATCH.match(file) and not _WITHOUT.match(file) for file, _line in message.locations
    )
