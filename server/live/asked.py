"""What is asked at one moment, as a short word that a page carries.

A tap on a page is meant for what the page showed. The number of answers does not tell two moments
apart if the last one was taken back and given otherwise, or if the camera has asked in between.
This word does.
"""

from __future__ import annotations

import hashlib
from typing import Any

from rules.match import Match
from server.live.concluded import Asked

_LETTERS = 16


def asked(match: Match[Any], question: Asked | None) -> str:
    """Differs for two moments at which another thing is asked; the menu is not looked at."""
    told = [*match.journal]
    if question is not None:
        told += ["?", *question.after]
        told += sorted(" ".join(("?", key, *keys)) for key, keys in question.plays.items())
        told += sorted(f"{piece.id} {place}" for piece, place in question.moved.items())
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:_LETTERS]
