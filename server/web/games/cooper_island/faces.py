"""The faces of Cooper Island's pieces; what they do is part of their names."""

from __future__ import annotations

from rules.cooper_island.pieces import PIECES, Owned
from rules.pieces import Piece
from rules.text import Text
from server.web.parts.cards import Face

_SYMBOLS = {
    "worker": "person",
    "special": "person",
    "ship": "ship",
    "boat": "ship",
    "cartographer": "explorer",
    "milestone": "privilege",
    "harbourmaster": "person",
    "logbook": "expedition",
    "royal": "influence",
    "double": "marker",
    "single": "marker",
    "islet": "marker",
}
_FAMILIES = {
    "double": Text("Double tiles"),
    "single": Text("Single tiles"),
    "logbook": Text("Logbook tiles"),
    "small": Text("Small buildings"),
    "large": Text("Large buildings"),
    "royal": Text("Royal cards"),
}


def _face(piece: Piece) -> Face:
    what = piece.kind.partition("/")[0]
    symbol = _SYMBOLS.get(what, "card")
    if isinstance(piece, Owned):
        return Face(symbol, piece.colour)
    return Face(symbol, "plain", family=_FAMILIES.get(what))


FACES = {piece.kind: _face(piece) for piece in PIECES.values()}
