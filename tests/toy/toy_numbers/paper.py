"""What tells the cards of Numbers apart on paper."""

from __future__ import annotations

from hardware.print.on_paper import OnPaper
from rules.pieces import Piece
from rules.text import Text


def printed_values(piece: Piece) -> tuple[Text, ...]:
    return (Text("worth {n}", n=piece.id.partition("/")[2]),)


PAPER = OnPaper(printed_values=printed_values, places={"row": Text("all cards")})
