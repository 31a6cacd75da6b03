"""The pieces of Cooper Island, drawn so that a person can read them.

A tile is one hex or two of them; its label takes the left of the first, so that a cube has room in
the middle and what it shows stands along the right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rules.cooper_island.pieces import DoubleTile, Islet, Owned, SingleTile
from rules.pieces import Piece
from vision.games.cooper_island.signs import SIGNS, TERRAIN
from vision.pen import INK, WHITE, mixed
from vision.reading import Picture
from vision.registry import Form
from vision.simulator import plain_faces
from vision.simulator.canvas import DRAWN, Canvas, paint_of

_WOODEN = ("wood",)


def face(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    if form.cells:
        return tile(_terrains(piece, turned=False), form, px_per_mm)
    if form.name in _WOODEN or isinstance(piece, Owned):
        return _painted(piece, form, px_per_mm)
    return plain_faces.face(piece, form, px_per_mm)


def back(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    """The other side of a tile has other terrains; of everything else it is plain."""
    if form.cells:
        return tile(_terrains(piece, turned=True), form, px_per_mm)
    return plain_faces.back(piece, form, px_per_mm)


def back_shows(piece: Piece) -> object:
    return _terrains(piece, turned=True)


def _terrains(piece: Piece, *, turned: bool) -> tuple[str, ...]:
    """What a side of a tile shows, the half with its tag first."""
    if isinstance(piece, DoubleTile):
        return list(piece.sides.values())[turned]
    if isinstance(piece, SingleTile):
        return (piece.terrains[turned],)
    if isinstance(piece, Islet):
        return ("water", "water") if turned else (piece.land, "water")
    return ()


def tile(terrains: Sequence[str], form: Form, px_per_mm: float) -> Picture:
    """Hexes side by side, a corner on top; what is beside them is not covered."""
    canvas = Canvas(form.width, form.height, DRAWN, WHITE)
    cover = Canvas(form.width, form.height, DRAWN, (0, 0, 0))
    wide = form.width / len(terrains)
    for number, terrain in enumerate(terrains):
        middle = (number + 0.5) * wide
        outline = hexagon(middle, form.height / 2, wide / math.sqrt(3))
        canvas.polygon(outline, TERRAIN[terrain])
        canvas.line([*outline, outline[0]], mixed(TERRAIN[terrain], INK, 0.5), 0.6)
        cover.polygon(outline, WHITE)
        if terrain in SIGNS:
            SIGNS[terrain](canvas, middle, form.height / 2, wide / math.sqrt(3))
    shown, solid = canvas.brought_to(px_per_mm), cover.brought_to(px_per_mm)
    return np.dstack([shown, solid[..., 0]])


def hexagon(x: float, y: float, side: float) -> list[tuple[float, float]]:
    angles = (math.pi / 6 + math.pi / 3 * n for n in range(6))
    return [(x + side * math.cos(a), y + side * math.sin(a)) for a in angles]


def _painted(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    """In the colour of its owner."""
    colour = piece.colour if isinstance(piece, Owned) else None
    canvas = Canvas(form.width, form.height, DRAWN, mixed(paint_of(colour), WHITE, 0.15))
    kind = piece.id.partition("/")[0].replace("_", " ")
    canvas.text(kind, form.width / 2, form.height - 1.2, 1.6, WHITE, form.width * 0.9)
    return canvas.brought_to(px_per_mm)
