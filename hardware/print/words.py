"""What tells pieces apart, in words: how a person finds the piece that a label belongs on.

A game says it in `games/<game>/words.py`: `printed_values` for pieces of the same name, `PLACES`
for places whose names alone do not say what they are for.
"""

from __future__ import annotations

from rules.games import companion
from rules.pieces import Piece, Place
from rules.text import Text


def printed_values(game: str, piece: Piece) -> tuple[Text, ...]:
    """The values that tell pieces of the same name apart, if there are any."""
    words = companion("hardware.print", game, "words")
    return tuple(words.printed_values(piece)) if words else ()


def name_of(game: str, place: Place) -> Text:
    """What a place beside a zone card is for, in short; whose it is, is printed large on it."""
    words = companion("hardware.print", game, "words")
    kind = place.partition(":")[0]
    named: Text | None = words.PLACES.get(kind) if words else None
    return named or Text("{place}", place=kind.replace("_", " "))
