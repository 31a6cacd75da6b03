"""Drawings of cards and tiles for phones, painted when the first of a game is asked for.

What is called by a name that no drawing has costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import cv2

from rules.games import GAMES
from server.web.parts.painter import PAINTER
from vision.looks import looks_of
from vision.printed_copy import PrintedCopy, one_of
from vision.registry import load_registry

_PX_PER_MM = 4.0
_COPIES = 4
"""Of owners, of which drawings can be asked for."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A kind of card or tile as phones show it: without a label, and hardly a word on it."""

    game: str
    kind: str
    width: int
    height: int
    copy: PrintedCopy | None = None

    @property
    def url(self) -> str:
        printed = f"?copy={self.copy.name}" if self.copy else ""
        return f"/cards/drawn/{self.game}/{self.kind}.webp{printed}"

    def paint(self) -> bytes:
        drawings = looks_of(self.game).drawings
        assert drawings is not None
        picture = drawings.drawing(*one_of(self.game, self.kind, self.copy), _PX_PER_MM)
        return cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, 85])[1].tobytes()


_copies: dict[str, PrintedCopy] = {}


def drawing(game: str, kind: str, copy: PrintedCopy | None = None) -> Drawing | None:
    """How a card looks; None if it is no card, or the game has no drawings."""
    return _drawings(game, copy).get(kind)


def show(drawings: Iterable[Drawing]) -> None:
    """Have these painted next: they are on a page that everybody may see."""
    PAINTER.put_first(drawings)


def drawn(game: str, kind: str, copy: str | None = None) -> bytes | None:
    """What nobody has seen yet is painted in an order that tells nothing about hands."""
    known = _copies.get(copy) if copy else None
    wanted = drawing(game, kind, known) if known or not copy else None
    if wanted is None:
        return None
    if not PAINTER.knows(wanted):
        PAINTER.plan(_drawings(game, known).values())
    return PAINTER.painted(wanted)


@lru_cache(maxsize=8)
def _drawings(game: str, copy: PrintedCopy | None) -> dict[str, Drawing]:
    """The kinds that are worth a picture."""
    drawings = looks_of(game).drawings
    if drawings is None or game not in GAMES:
        return {}
    if copy:
        _copies[copy.name] = copy
        for name in [*_copies][:-_COPIES]:
            del _copies[name]
    form_of, found = load_registry(game).form_by_piece, dict[str, Drawing]()
    for piece in GAMES[game].pieces.values():
        if piece.kind not in found and piece.id in form_of and drawings.is_drawn(piece):
            width, height = (round(side * _PX_PER_MM) for side in form_of[piece.id].size)
            found[piece.kind] = Drawing(game, piece.kind, width, height, copy)
    return found
