"""The archive: all that is kept from one match of a campaign to the next.

It is written as one line, a setting of the next match: `stories:4+16 waiting:5 tiles:l2+l10
cards:90+92 past:1a+2 results:red-88+blue-71`. Points, markers, influence, quests and city tiles are
not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

EMPTY = "none"
LEFT, UNREAD = "x", "u"
"""In place of a letter: the card made way for another one in the middle, or before it was read."""
_PAST = re.compile(r"([1-9][0-9]?)([a-fux]?)")
_RESULT = re.compile(r"([a-z]+)-(-?[0-9]{1,4})")
_WRITTEN = re.compile(
    r"stories:(?P<stories>(?:[0-9]{1,2}\+)*[0-9]{0,2})"
    r" waiting:(?P<waiting>(?:[0-9]{1,2}\+)*[0-9]{0,2})"
    r" tiles:(?P<tiles>(?:l[0-9]{1,2}\+)*(?:l[0-9]{1,2})?)"
    r" cards:(?P<cards>(?:[0-9]{1,2}\+)*[0-9]{0,2})"
    r" past:(?P<past>(?:[0-9]{1,2}[a-fux]?\+)*(?:[0-9]{1,2}[a-fux]?)?)"
    r" results:(?P<results>[a-z0-9+/-]*)"
)


class Past(NamedTuple):
    """A story card that is out of the game for good, and what was decided with it."""

    number: int
    letter: str = ""
    """The answer that won the vote; nothing if nothing was asked; LEFT or UNREAD."""


Result = tuple[tuple[str, int], ...]
"""The points of each side in one match, by its colour."""


@dataclass(frozen=True, slots=True)
class Archive:
    stories: tuple[int, ...] = ()
    """The story cards in play."""
    waiting: tuple[int, ...] = ()
    """Those that came in the last scoring: they are not carried out yet."""
    tiles: tuple[str, ...] = ()
    """The legacy tiles on the board, `l2`."""
    cards: tuple[int, ...] = ()
    """The project cards with a number that have come into the game: they stay in the deck."""
    past: tuple[Past, ...] = ()
    results: tuple[Result, ...] = ()

    def has(self, number: int) -> bool:
        """Whether this story card is kept in it."""
        return number in self.stories or number in self.waiting

    @property
    def written(self) -> str:
        results = ("+".join(f"{side}-{n}" for side, n in result) for result in self.results)
        return (
            f"stories:{_joined(self.stories)} waiting:{_joined(self.waiting)}"
            f" tiles:{_joined(self.tiles)} cards:{_joined(self.cards)}"
            f" past:{_joined(f'{card.number}{card.letter}' for card in self.past)}"
            f" results:{'/'.join(results)}"
        )


def _joined(things: Iterable[object]) -> str:
    return "+".join(map(str, things))


def read_archive(text: str) -> Archive | None:
    """The archive that is written so; None if it is none."""
    if text == EMPTY:
        return Archive()
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    past = [_PAST.fullmatch(word) for word in _words(found["past"])]
    results = [
        [_RESULT.fullmatch(word) for word in _words(match)]
        for match in found["results"].split("/")
        if match
    ]
    if None in past or any(None in match for match in results):
        return None
    return Archive(
        _numbers(found["stories"]),
        _numbers(found["waiting"]),
        tuple(_words(found["tiles"])),
        _numbers(found["cards"]),
        tuple(Past(int(card[1]), card[2]) for card in past if card),
        tuple(tuple((side[1], int(side[2])) for side in match if side) for match in results),
    )


def _words(text: str) -> list[str]:
    return [word for word in text.split("+") if word]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in _words(text))


NOTHING = Archive()


class Read(NamedTuple):
    """A step of the story in one match: a card came into play, or was done with a letter."""

    number: int
    letter: str | None
    """None if it came; nothing if it was done and nobody was asked."""


@dataclass(frozen=True, slots=True)
class Tale:
    """How the story of a match stands, but for the cards in play; every change makes a new one."""

    archive: Archive = NOTHING
    """What the matches before have left."""
    tokens: tuple[tuple[int, str], ...] = ()
    """Which story tile marks the quest of which card."""
    waiting: tuple[int, ...] = ()
    """The cards in play that are only laid out."""
    cards: tuple[int, ...] = ()
    past: tuple[Past, ...] = ()
    read: tuple[Read, ...] = ()
    """What was told in this match."""

    def token_of(self, number: int) -> str | None:
        return next((token for card, token in self.tokens if card == number), None)

    def card_of(self, token: str) -> int | None:
        return next((card for card, other in self.tokens if other == token), None)

    def is_past(self, number: int) -> bool:
        return any(card.number == number for card in self.past)


NO_TALE = Tale()
"""That of a match before its first story card."""
