"""What somebody who plays for the first time is told when a rule applies for the first time.

Every question has its lesson, folded up; the phone unfolds those that its player has not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from rules.text import Text
from server.live.messages import View
from server.web.games import drawn_by
from server.web.parts.card_drawings import Drawing
from server.web.showing.asking import Ask

_SENTENCES = 3


@dataclass(frozen=True, slots=True)
class Lesson:
    key: str
    """The same for what is told once."""
    title: Text
    sentences: tuple[Text, ...]
    drawing: Drawing | None
    """Of a card that it is about."""
    signs: tuple[str, ...]
    """What it is about, where that is no card."""


def lessons(view: View, asks: Sequence[Ask]) -> list[Lesson]:
    """The rules of what is being played, each part with as many sentences as one reads at once."""
    match = view.match
    if match is None or match.choice is None or view.question is not None:
        return []
    name, guide = match.game.name, match.game.guide
    title, rules = guide.phase(match.table), tuple(guide.rules(match.table))
    parts = [rules[at : at + _SENTENCES] for at in range(0, len(rules), _SENTENCES)]
    drawn = next((offer.drawing for ask in asks for offer in ask.offers if offer.drawing), None)
    pictured = drawn_by(name).pictured
    signs = tuple(pictured(match)) if pictured else ()
    return [Lesson(_key(name, part), title, part, drawn, signs) for part in parts]


def _key(game: str, sentences: tuple[Text, ...]) -> str:
    """By what is told: the same rule in another round is not new."""
    told = "\n".join(map(str, sentences))
    return f"{game}-{crc32(told.encode()):08x}"
