"""Port Royal's cards as phones show them: as they lie on the table."""

from __future__ import annotations

from rules.pieces import Piece
from rules.port_royal.pieces import PIECES, Marker
from vision.games.port_royal.faces import face as drawing

__all__ = ["drawing", "is_drawn"]


def is_drawn(piece: Piece) -> bool:
    return not isinstance(PIECES[piece.id], Marker)
