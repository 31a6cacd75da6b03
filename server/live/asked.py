"""What is asked at one moment, as a short word that a page carries.

A tap on a page is meant for what the page showed. The number of answers does not tell two moments
apart if the last one was taken back and given otherwise, or if the camera has asked in between.
This word does. While several are asked at once, each has a word of their own: what others answer in
the meantime changes nothing about it.
"""

from __future__ import annotations

import hashlib
from typing import Any

from rules.at_once import AtOnce, owners
from rules.flow import Seat
from rules.match import Match
from server.live.concluded import Asked

_LETTERS = 16


def asked(match: Match[Any], question: Asked | None, seat: Seat | None = None) -> str:
    """Differs for two moments at which another thing is asked; the menu is not looked at.

    With a seat only what this one is asked counts.
    """
    told = [*answers_before(match, seat)]
    if question is not None and (seat is None or question.is_for(match, seat)):
        told += ["?", *question.after]
        told += sorted(" ".join(("?", key, *keys)) for key, keys in question.plays.items())
        told += sorted(f"{piece.id} {place}" for piece, place in question.moved.items())
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:_LETTERS]


def answers_before(match: Match[Any], seat: Seat | None) -> list[str]:
    """The answers that led to what a seat is asked: if several are asked at once, none of others
    since they were.
    """
    if seat is None or not isinstance(match.choice, AtOnce):
        return match.journal
    start = match.script_start
    parts = owners([taken.option for taken in match.answers[start:]])
    since = zip(match.journal[start:], parts, strict=True)
    return [*match.journal[:start], *(key for key, part in since if part in (None, seat))]
