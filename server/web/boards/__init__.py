"""What a game draws in its own way: the faces of its pieces, its board, and its questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup

from rules.flow import Option, Seat
from rules.match import Match
from rules.pieces import Piece
from rules.text import Text
from server.web.boards import maracaibo, navegador, port_royal
from server.web.cards import About, Aside, Face, Scenery

FACES: Mapping[str, Mapping[str, Face]] = {
    "port_royal": port_royal.FACES,
    "navegador": navegador.FACES,
    "maracaibo": maracaibo.FACES,
}
"""By game and kind of piece."""

BOARDS: Mapping[str, Callable[[Scenery], Markup]] = {
    "navegador": navegador.board,
    "maracaibo": maracaibo.board,
}
"""By game; the others are drawn place by place."""

ABOUT: Mapping[str, Callable[[Scenery], About | None]] = {
    "navegador": navegador.about,
    "maracaibo": maracaibo.about,
}
"""By game: the part of the board that the open question is about."""

MATS: Mapping[str, Callable[[Scenery, Seat], Markup]] = {
    "navegador": navegador.mat,
    "maracaibo": maracaibo.mat,
}
"""By game: what one player has; the others are listed account by account."""

ASIDES: Mapping[str, Callable[[Match[Any], Option[Any]], Aside]] = {
    "navegador": navegador.aside,
    "maracaibo": maracaibo.aside,
}
"""By game: what is said beside an option of the open question."""

IN_WORDS: Mapping[str, Callable[[Match[Any], Piece], Text | None]] = {
    "maracaibo": lambda match, piece: maracaibo.piece_text(match.table, piece)
}
"""By game: what stands on a piece, for somebody who holds it in hand."""
