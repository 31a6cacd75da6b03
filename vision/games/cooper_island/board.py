"""The boards of Cooper Island as the layout has them: charts of our own with the same places."""

from __future__ import annotations

from collections.abc import Sequence

from vision.coasts import coast
from vision.games.cooper_island.signs import TERRAIN
from vision.layout import Mat, PlaceShape
from vision.pen import INK, WHITE, Colour, Pen, mixed, rgb
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
_ROSE = 12.0
_AFLOAT = 34.0
"""Millimetres that a rose needs."""


def board(mat: Mat, places: Sequence[PlaceShape], px_per_mm: float) -> Picture:
    """A peninsula with its hexes in the sea, or a board with its spaces."""
    canvas = Canvas(mat.width, mat.height, px_per_mm, SEA if is_peninsula(mat) else PAPER)
    draw_board(canvas, mat, places)
    picture = canvas.picture
    picture.flags.writeable = False
    return picture


def is_peninsula(mat: Mat) -> bool:
    return mat.key.startswith("peninsula:")


def draw_board(pen: Pen, mat: Mat, places: Sequence[PlaceShape]) -> None:
    """On its ground, which is there already: the same for cameras and on paper."""
    if is_peninsula(mat):
        _chart(pen, mat, places)
    own = mixed(paint_of(mat.seat), WHITE, 0.4)
    for place in places:
        kind, outline = place.name.partition(":")[0], place.shape.outline
        if kind == "on":
            pen.polygon(outline, LAND)
        line = mixed(SEA, INK, 0.3) if kind == "sea" else own
        pen.line([*outline, outline[0]], line, 0.5)


def _chart(pen: Pen, mat: Mat, places: Sequence[PlaceShape]) -> None:
    """Lines of courses, the coast around the land, and a compass rose where no space is."""
    size, land = (mat.width, mat.height), [p for p in places if p.name.startswith("on:")]
    rose = _free_corner(mat, places)
    draw_rhumbs(pen, *rose, size, mixed(SEA, WHITE, 0.2))
    shores = coast([place.shape.outline for place in land], size, 3.0, 2.0, (1.6, 3.4, 5.6))
    draw_coast(
        pen, shores, mixed(LAND, rgb(0xC9B27A), 0.6), mixed(INK, LAND, 0.25), mixed(SEA, WHITE, 0.4)
    )
    draw_rose(pen, *rose, _ROSE)
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
