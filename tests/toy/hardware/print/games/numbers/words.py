"""What tells the cards of Numbers apart on paper."""

from __future__ import annotations

from collections.abc import Mapping

from rules.pieces import Piece
from rules.text import Text

PLACES: Mapping[str, Text] = {"row": Text("all cards")}


def printed_values(piece: Piece) -> tuple[Text, ...]:
    return (Text("worth {n}", n=piece.id.partition("/")[2]),)
