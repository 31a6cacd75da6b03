"""The faces of Navegador's pieces. The price of a colony is part of its name."""

from __future__ import annotations

from rules.navegador.pieces import PIECES, Colony, Privilege
from rules.pieces import Piece
from server.web.parts.cards import Face


def _face(piece: Piece) -> Face:
    match piece:
        case Colony():
            return Face(piece.good, piece.good)
        case Privilege():
            return Face("privilege", "privilege")
    what, _, colour = piece.kind.partition("/")
    symbol = {"ship": "ship", "worker": "person", "rondel_marker": "marker"}.get(what, "card")
    return Face(symbol, colour or "expedition")


FACES = {piece.kind: _face(piece) for piece in PIECES.values()}
