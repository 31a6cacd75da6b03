"""Faces of Navegador's tiles as hard to tell apart as real ones.

All colonies of a good share one picture, and so do privileges but for an emblem's hue. What tells
colonies apart are two or three digits of 4 mm. They are drawn for tiles that carry no tags: nothing
keeps the corner free in which a label would be.
"""

from __future__ import annotations

import zlib
from random import Random

from rules.navegador.pieces import Colony, Privilege
from rules.pieces import Piece
from vision.games.navegador.faces import CATEGORY, GOOD, back, back_shows, draw_good
from vision.games.navegador.faces import face as labelled_face
from vision.pen import INK, WHITE, Colour, mixed
from vision.reading import Picture
from vision.registry import Form
from vision.simulator.canvas import DRAWN, Canvas
from vision.simulator.print_texture import printed

__all__ = ["back", "back_shows", "face"]

_DIGIT = 4.0
"""Millimetres."""
_PAPER: Colour = (205, 228, 238)
_SKY: Colour = (190, 160, 120)


def face(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    if not isinstance(piece, Colony | Privilege):  # wooden pieces keep their labels
        return labelled_face(piece, form, px_per_mm)
    canvas = Canvas(form.width, form.height, DRAWN, _PAPER)
    if isinstance(piece, Colony):
        common = piece.good
        _landscape(canvas, form, common, mixed(GOOD[piece.good], INK, 0.25))
        draw_good(canvas, piece.good, 5.0, 5.2, 3.0)
        words = str(piece.price)
    else:
        common = "privilege"
        _landscape(canvas, form, common, (120, 110, 90))
        canvas.disc(5.0, 5.0, 3.4, INK)
        canvas.disc(5.0, 5.0, 3.0, CATEGORY[piece.category])
        words = piece.category[:4]
    canvas.rectangle(3.5, form.height - 8.0, form.width - 7, 6.5, _PAPER)
    canvas.text(words, form.width / 2, form.height - 4.75, _DIGIT, INK, form.width - 8)
    printed(canvas, zlib.crc32(common.encode()), 0.5)
    return canvas.brought_to(px_per_mm)


def _landscape(canvas: Canvas, form: Form, seed: str, land: Colour) -> None:
    """Hills, palms and roofs, the same on all tiles of a kind."""
    random = Random(seed)
    canvas.rectangle(0.8, 0.8, form.width - 1.6, form.height - 1.6, _SKY)
    for number in range(4):
        y = 8 + 2.2 * number
        hills = [(0.8, form.height - 0.8)]
        hills += [(0.8 + x * (form.width - 1.6) / 6, y + random.uniform(-2, 2)) for x in range(7)]
        canvas.polygon(
            [*hills, (form.width - 0.8, form.height - 0.8)], mixed(land, WHITE, 0.15 * number)
        )
    for _ in range(7):
        x, y = random.uniform(9, form.width - 3), random.uniform(4, 12)
        colour = (random.randint(30, 200), random.randint(30, 200), random.randint(30, 200))
        canvas.line([(x, y), (x + random.uniform(-1, 1), y + 3)], mixed(INK, land, 0.3), 0.4)
        canvas.ellipse(x, y, random.uniform(0.8, 1.6), random.uniform(0.4, 1.0), colour)
