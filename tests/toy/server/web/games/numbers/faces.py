"""Cards of Numbers on a phone."""

from __future__ import annotations

from rules.numbers.pieces import PIECES
from rules.text import Text
from server.web.parts.cards import Face, Mark

FACES = {
    card.kind: Face(marks=(Mark("card", str(card.number), Text("worth {n}", n=card.number)),))
    for card in PIECES.values()
}
