"""What is told of a match of Port Royal when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.flow import Option, Seat
from rules.port_royal.discover import STOP
from rules.text import Plural, Text


def risk(seat: Seat, answers: Sequence[Option[Any]]) -> tuple[int, Text] | None:
    """Every card that is turned up may be the second ship of its colour."""
    keys = [answer.key for answer in answers]
    cards = sum(key.startswith("turn:") for key in keys)
    if not cards:
        return None
    if STOP in keys:
        return cards, Plural(
            "{seat} turned up {n} card and stopped",
            "{seat} turned up {n} cards and stopped",
            cards,
            seat=seat,
        )
    return cards, Plural(
        "{seat} turned up {n} card and went bust",
        "{seat} turned up {n} cards and went bust",
        cards,
        seat=seat,
    )
