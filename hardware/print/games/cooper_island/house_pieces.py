"""Cooper Island's pieces as the house has them, to be cut out: tiles, cards and tokens."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from reportlab.lib.colors import HexColor

from hardware.print.both_sides import sheets_of
from hardware.print.page import BOLD, Page, Paper, Point
from hardware.print.pen import PaperPen
from hardware.print.sheet import Sheet
from rules.cooper_island.pieces import (
    Box,
    DoubleTile,
    Islet,
    Owned,
    RoyalCard,
    SingleTile,
)
from rules.cooper_island.printed.names import TERRAIN_NAMES
from rules.pieces import Piece
from rules.text import Text, listing
from vision.games.cooper_island.faces import hexagon
from vision.games.cooper_island.signs import SIGNS, TERRAIN
from vision.pen import INK, WHITE, mixed
from vision.registry import Registry

PAINT = {
    "yellow": HexColor(0xF1CF5A),
    "blue": HexColor(0x8FB6E3),
    "red": HexColor(0xE59A94),
    "black": HexColor(0xB5B5B5),
}
_EDGE = HexColor(0x8A7650)
_TILES = ("double", "single", "islet")
_CARDS = ("small", "large", "royal")


def piece_sheets(
    box: Box, registry: Registry, paper: Paper
) -> Iterator[tuple[Text, int, list[Sheet]]]:
    """What there is, how many pieces, and the sheets with both of their sides."""
    printed = box.pieces.values()
    families = {piece.id: piece.id.partition("/")[0] for piece in printed}
    others = [p for p in printed if families[p.id] not in (*_TILES, *_CARDS)]
    others.sort(key=lambda piece: registry.form_of(piece.id).size, reverse=True)
    for what, pieces in (
        (Text("house tiles"), [p for p in printed if families[p.id] in _TILES]),
        (Text("house cards"), [p for p in printed if families[p.id] in _CARDS]),
        (Text("house tokens, boats and wooden pieces"), others),
    ):
        yield what, len(pieces), list(sheets_of(pieces, registry, paper, face, back))


def face(page: Page, piece: Piece, x: float, y: float, width: float, height: float) -> None:
    terrains = sides_of(piece)
    if terrains:
        tile(page, terrains[0], (x, y), width, height)
        if isinstance(piece, Islet):
            page.paragraph(piece.name, x + width * 0.55, y + height * 0.35, 1.7, width * 0.4)
        return
    _ground(page, piece, x, y, width, height)
    if height > 30:
        _card(page, piece, x, y, width)
    else:
        room = width - 2
        page.text(piece.name, x + width / 2, y + height - 1.2, 2.0, anchor="middle", room=room)


def back(page: Page, piece: Piece, x: float, y: float, width: float, height: float) -> None:
    terrains = sides_of(piece)
    if terrains:
        tile(page, terrains[1], (x, y), width, height)
        return
    _ground(page, piece, x, y, width, height)
    kind = piece.id.partition("/")[0]
    if kind in _FAMILIES:
        room = width - 4
        page.text(_FAMILIES[kind], x + width / 2, y + height / 2, 3, anchor="middle", room=room)


def _ground(page: Page, piece: Piece, x: float, y: float, width: float, height: float) -> None:
    """A frame, which costs little ink; what belongs to a player has that player's colour."""
    line = PAINT[piece.colour] if isinstance(piece, Owned) else _EDGE
    own = isinstance(piece, Owned)
    page.rectangle(
        x + 1, y + 1, width - 2, height - 2, None, line, weight=1.2 if own else 0.4, corner=1
    )


_FAMILIES = {
    "small": Text("Small building"),
    "large": Text("Large building"),
    "royal": Text("Royal card"),
    "logbook": Text("Logbook"),
}


def sides_of(piece: Piece) -> list[tuple[str, ...]]:
    """The terrains of each side of a tile, the half of the tag first."""
    if isinstance(piece, DoubleTile):
        return [*piece.sides.values()]
    if isinstance(piece, SingleTile):
        return [(terrain,) for terrain in piece.terrains]
    if isinstance(piece, Islet):
        return [(piece.land, "water"), ("water", "water")]
    return []


def tile(page: Page, terrains: Sequence[str], at: Point, width: float, height: float) -> None:
    """As on the simulated table, with words besides."""
    pen, wide = PaperPen(page), width / len(terrains)
    for number, terrain in enumerate(terrains):
        x, y = at[0] + (number + 0.5) * wide, at[1] + height / 2
        side = wide / math.sqrt(3)
        corners = hexagon(x, y, side)
        pen.polygon(corners, mixed(TERRAIN[terrain], WHITE, 0.35))
        pen.line([*corners, corners[0]], mixed(TERRAIN[terrain], INK, 0.4), 0.15)
        if terrain in SIGNS:
            SIGNS[terrain](pen, x, y, side)
        if terrain in TERRAIN_NAMES:
            words = TERRAIN_NAMES[terrain]
            page.text(words, x, y + height * 0.2, 2.2, anchor="middle", room=wide * 0.5)


def _card(page: Page, piece: Piece, x: float, y: float, width: float) -> None:
    """The words of a card below its label."""
    page.text(_FAMILIES[piece.id.partition("/")[0]], x + 17, y + 8, 2.6, BOLD, room=width - 19)
    below = page.paragraph(piece.name, x + 4, y + 22, 2.9, width - 8)
    if isinstance(piece, RoyalCard) and piece.stages:
        stages = listing(Text("{n}", n=n) for n in piece.stages)
        page.paragraph(Text("Stages: {stages}", stages=stages), x + 4, below + 2, 2.9, width - 8)
