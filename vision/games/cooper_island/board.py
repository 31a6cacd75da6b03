"""The boards of Cooper Island as the layout has them: charts of our own with the same places."""

from __future__ import annotations

from collections.abc import Sequence

from vision.coasts import coast
from vision.games.cooper_island.signs import TERRAIN
from vision.layout import Mat, PlaceShape
from vision.pen import INK, WHITE, Colour, Pen, mixed, rgb, standing_out
from vision.reading import Picture
from vision.simulator.canvas import (
    Canvas,
    draw_coast,
    draw_frame,
    draw_rhumbs,
    draw_rose,
    paint_of,
)

SEA: Colour = mixed(TERRAIN["water"], INK, 0.25)
LAND: Colour = rgb(0xEFE5CB)
PAPER: Colour = rgb(0xEAE2D6)
_SAND: Colour = mixed(LAND, rgb(0xC9B27A), 0.6)
_FIELDS = ("space", "cargo", "pier", "crate", "slot", "carto", "cell")
"""Where something is printed on the board, and pieces are laid."""
_ROSE = 12.0
_AFLOAT = 34.0
"""Millimetres that a rose needs."""


def board(mat: Mat, places: Sequence[PlaceShape], px_per_mm: float) -> Picture:
    """A peninsula with its hexes in the sea, or a board with its spaces."""
    canvas = Canvas(mat.width, mat.height, px_per_mm, PAPER if is_plain(mat) else SEA)
    draw_board(canvas, mat, places)
    picture = canvas.picture
    picture.flags.writeable = False
    return picture


def is_plain(mat: Mat) -> bool:
    """Whether it is a player's board, and no chart."""
    return mat.seat is not None and not is_peninsula(mat)


def is_peninsula(mat: Mat) -> bool:
    return mat.key.startswith("peninsula:")


def draw_board(
    pen: Pen, mat: Mat, places: Sequence[PlaceShape], water: Colour = SEA, ground: Colour = PAPER
) -> None:
    """On its ground, which is there already: the same for cameras and on paper."""
    if is_peninsula(mat):
        _chart(pen, mat, places, "on", water)
    elif mat.seat is None:
        _chart(pen, mat, places, "space", water)
    else:
        _plank(pen, mat)
    own = standing_out(paint_of(mat.seat), ground if is_plain(mat) else water)
    shore = standing_out(SEA, water)
    for place in places:
        kind, outline = place.name.partition(":")[0], place.shape.outline
        if kind == "on":
            pen.polygon(outline, LAND)
        elif kind in _FIELDS:
            pen.polygon(outline, WHITE)
        pen.line([*outline, outline[0]], shore if kind == "sea" else own, 0.6)


def _plank(pen: Pen, mat: Mat) -> None:
    """A border in the player's colour, which tells whose board it is."""
    paint = paint_of(mat.seat)
    for inset, wide in ((0.6, 1.2), (2.0, 0.4)):
        right, below = mat.width - inset, mat.height - inset
        around = [(inset, inset), (right, inset), (right, below), (inset, below), (inset, inset)]
        pen.line(around, paint, wide)


def _chart(pen: Pen, mat: Mat, places: Sequence[PlaceShape], ashore: str, water: Colour) -> None:
    """Lines of courses, the coast around the land, and a compass rose where no space is."""
    size = (mat.width, mat.height)
    land = [p for p in places if p.name.startswith(f"{ashore}:")]
    rose = _free_corner(mat, places)
    draw_rhumbs(pen, *rose, size, mixed(water, SEA if water == WHITE else WHITE, 0.2))
    shores = coast([place.shape.outline for place in land], size, 3.0, 2.0, (1.6, 3.4, 5.6))
    line = mixed(SEA, WHITE, 0.4) if water == SEA else SEA
    draw_coast(pen, shores, _SAND, mixed(INK, LAND, 0.25), line)
    draw_rose(pen, *rose, _ROSE)
    if is_peninsula(mat):
        draw_frame(pen, mat.width, mat.height)


def _free_corner(mat: Mat, places: Sequence[PlaceShape]) -> tuple[float, float]:
    """As far from all spaces and tags as there is."""
    taken = [place.shape.centre for place in places] + [(tag.x, tag.y) for tag in mat.tags]
    steps = [part / 12 for part in range(13)]
    free = [
        (_AFLOAT / 2 + (mat.width - _AFLOAT) * a, _AFLOAT / 2 + (mat.height - _AFLOAT) * b)
        for a in steps
        for b in steps
    ]
    return max(free, key=lambda at: min((at[0] - x) ** 2 + (at[1] - y) ** 2 for x, y in taken))
