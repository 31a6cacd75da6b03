"""What somebody who plays for the first time is told when a rule applies for the first time.

Every question has its lesson, folded up; the phone unfolds those that its player has not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from rules.text import Text
from server.live.messages import View
from server.web.parts.table_pictures import Drawing
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


def lesson(view: View, asks: Sequence[Ask]) -> Lesson | None:
    """The rules of what is being played, in as many sentences as one reads."""
    match = view.match
    if match is None or match.choice is None or view.question is not None:
        return None
    guide = match.game.guide
    title, sentences = guide.phase(match.table), tuple(guide.rules(match.table)[:_SENTENCES])
    if not sentences:
        return None
    drawn = (offer.drawing for ask in asks for offer in ask.offers if offer.drawing)
    key = f"{match.game.name}-{crc32(str(title).encode()):08x}"
    return Lesson(key, title, sentences, next(drawn, None))
