"""Loud events as a cover over the top of every page, for the seconds in which they are new."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from rules.announcements import Announcement
from rules.match import Match
from server.live.messages import View
from server.web.games import drawn_by
from server.web.parts.card_drawings import Drawing
from server.web.showing.happened import drawn


@dataclass(frozen=True, slots=True)
class Aloud:
    """One event with the pictures of its pieces."""

    event: Announcement
    cards: tuple[Drawing, ...]
    gone: tuple[Drawing, ...]
    sign: str | None
    """What stands for it if no piece of it is drawn."""


@dataclass(frozen=True, slots=True)
class Cover:
    """The events of one moment, the first of them the largest."""

    id: str
    left: float
    """Seconds until it goes."""
    events: tuple[Aloud, ...]


def cover(view: View) -> Cover | None:
    """What covers the pages now, if anything was loud a moment ago."""
    loud, match = view.loud, view.match
    left = loud.left(time.monotonic()) if loud else 0.0
    if loud is None or match is None or not left:
        return None
    return Cover(
        f"loud-{view.match_id}-{loud.answers}-{loud.at * 1000:.0f}",
        left,
        tuple(_aloud(match, each) for each in loud.events),
    )


def _aloud(match: Match[Any], event: Announcement) -> Aloud:
    cards = drawn(match, event.pieces)
    drawings = tuple(card.drawing for card in cards if card.drawing)
    sign = drawn_by(match.game.name).aloud.get(event.kind.key)
    if sign is None and cards and not drawings:
        sign = cards[0].face.symbol
    gone = (card.drawing for card in drawn(match, event.gone) if card.drawing)
    return Aloud(event, drawings, tuple(gone), None if drawings else sign)
