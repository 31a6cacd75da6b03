"""What tells pieces apart, in words: how a person finds the piece that a label belongs on."""

from __future__ import annotations

from hardware.print.on_paper import on_paper
from rules.pieces import Piece, Place
from rules.text import Text


def printed_values(game: str, piece: Piece) -> tuple[Text, ...]:
    """The values that tell pieces of the same name apart, if there are any."""
    return tuple(on_paper(game).printed_values(piece))


def name_of(game: str, place: Place) -> Text:
    """What a place beside a zone card is for, in short; whose it is, is printed large on it."""
    kind = place.partition(":")[0]
    return on_paper(game).places.get(kind) or Text("{place}", place=kind.replace("_", " "))
