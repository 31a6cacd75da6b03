"""The boards of Cooper Island as the layout has them: sheets of our own with the same places."""

from __future__ import annotations

from collections.abc import Sequence

from vision.layout import Mat, PlaceShape
from vision.pen import WHITE, Colour, mixed
from vision.reading import Picture
from vision.simulator.canvas import Canvas, paint_of

_SEA: Colour = (120, 80, 40)
_LAND: Colour = (170, 205, 215)
_PAPER: Colour = (214, 226, 234)


def board(mat: Mat, places: Sequence[PlaceShape], px_per_mm: float) -> Picture:
    """A peninsula with its hexes in the sea, or a board with its spaces."""
    peninsula = mat.key.startswith("peninsula:")
    canvas = Canvas(mat.width, mat.height, px_per_mm, _SEA if peninsula else _PAPER)
    for place in places:
        kind = place.name.partition(":")[0]
        outline = place.shape.outline
        if kind == "on":
            canvas.polygon(outline, _LAND)
        line = mixed(_SEA, WHITE, 0.5) if kind == "sea" else mixed(paint_of(mat.seat), WHITE, 0.4)
        canvas.line([*outline, outline[0]], line, 0.5)
    picture = canvas.picture
    picture.flags.writeable = False
    return picture
