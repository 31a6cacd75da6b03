"""Maracaibo's board as the phones draw it, and what a phone adds to its questions."""

from __future__ import annotations

from server.web.boards.maracaibo.asides import aside, piece_text
from server.web.boards.maracaibo.faces import FACES
from server.web.boards.maracaibo.picture import about, board, mat

__all__ = ["FACES", "about", "aside", "board", "mat", "piece_text"]
