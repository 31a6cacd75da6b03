"""Maracaibo's house cards and tiles as stand-ins for printed ones: face with its tag, and back."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.print.both_sides import sheets_of
from hardware.print.games.maracaibo.faces import card_back, card_face, tile_back, tile_face
from hardware.print.page import Paper
from hardware.print.sheet import Sheet
from rules.maracaibo.pieces import PIECES
from rules.pieces import Piece
from rules.text import Text
from vision.registry import Registry

_CARDS = ("project", "career", "building", "jean")
_TILES = ("city", "quest", "story", "legacy", "combat", "ship", "explorer")


def house_sheets(registry: Registry, paper: Paper) -> Iterator[tuple[Text, int, list[Sheet]]]:
    """What there is, how many pieces, and the sheets with their faces and backs."""
    for what, families, face, back in (
        (Text("house cards, instead of printed ones"), _CARDS, card_face, card_back),
        (Text("house tiles, tokens, ships and explorers"), _TILES, tile_face, tile_back),
    ):
        pieces = [p for name in families for p in PIECES.values() if _family(p) == name]
        yield what, len(pieces), list(sheets_of(pieces, registry, paper, face, back))


def _family(piece: Piece) -> str:
    return piece.id.partition("/")[0]
