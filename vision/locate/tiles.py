"""Tiles that fill hexes of a board: which ones, which way round, and which side is up.

A tag is glued off the middle of a tile, always on its first half. So where it lies and how it is
turned tell the hexes that the tile fills, in their order. Land grows in height, and what lies high
seems to lie farther from the point below the camera than it does: whoever looks knows how many
tiles should lie where, and every hex is asked at its own height.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules.pieces import Place
from vision.layout import Layout
from vision.locate.poses import Eye
from vision.reading import FloatArray, Reading
from vision.registry import Form, Registry
from vision.tile_grid import TileGrid, TilePlace

_SURELY_IN = 2 / 3
"""The middle of half a tile is in a hex if it is not farther from its middle than this share of the
way to a side; a half that is no nearer than its reverse is outside."""


@dataclass(slots=True)
class TileSpot:
    """A tile on a board: its place if there can be no doubt, and the hexes it touches."""

    place: Place | None
    touched: frozenset[Place]


class Tiles:
    """Where the tiles of one look lie. `levels` has how many tiles should lie on each hex."""

    def __init__(self, layout: Layout, registry: Registry, levels: Mapping[Place, int]) -> None:
        self._registry = registry
        self._levels = levels
        self._grids = layout.grids

    def spots(
        self, readings: Sequence[Reading], on_mat: FloatArray, mat: str, eye: Eye | None
    ) -> dict[str, TileSpot]:
        """The tiles that lie on the hexes of a mat."""
        grid = self._grids.get(mat)
        if grid is None:
            return {}
        found = {}
        lifts = self._lifts(grid)
        for number, reading in enumerate(readings):
            form = self._registry.form_of(reading.piece)
            if form.cells:
                spot = _spot(grid, form, on_mat[number], reading.face == 1, (lifts, eye))
                if spot is not None:
                    found[reading.piece] = spot
        return found

    def _lifts(self, grid: TileGrid) -> FloatArray:
        """How high the uppermost tile of each hex lies."""
        thick = max((form.thick for form in self._registry.forms if form.cells), default=0.0)
        levels = (self._levels.get(grid.name_of(n) or "", 0) for n in range(len(grid.hexes)))
        return np.array([max(level, 1) * thick for level in levels])


def _spot(
    grid: TileGrid,
    form: Form,
    corners: FloatArray,
    turned: bool,
    height: tuple[FloatArray, Eye | None],
) -> TileSpot | None:
    """None if the tile lies beside the hexes."""
    lifts, eye = height
    on: list[int | None] = []
    near: set[int] = set()
    centres = np.array([hexagon.centre for hexagon in grid.hexes])
    for middle in halves(form, corners):
        seen = np.broadcast_to(middle, centres.shape)
        if eye is not None:
            seen = eye.lowered(seen, lifts)
        off = np.hypot(*(seen - centres).T) / grid.apothem
        nearest = int(off.argmin())
        on.append(nearest if off[nearest] <= _SURELY_IN else None)
        near.update(int(number) for number in np.flatnonzero(off < 2 - _SURELY_IN))
    if not near:
        return None
    touched = frozenset(name for number in near if (name := grid.name_of(number)))
    if None in on:
        return TileSpot(None, touched)
    filled = tuple(number for number in on if number is not None)
    return TileSpot(grid.names.get(TilePlace(filled, turned)), touched)


def halves(form: Form, corners: FloatArray) -> Iterable[FloatArray]:
    """The middle of each hex of a tile, by the corners of its tag in millimetres."""
    right = corners[1] - corners[0] + corners[2] - corners[3]
    right = right / max(float(np.hypot(*right)), 1e-9)
    down = np.array([-right[1], right[0]])
    tag = corners.mean(axis=0)
    for number in range(form.cells):
        across = (number + 0.5) * form.width / form.cells - form.label.x
        yield tag + right * across + down * (form.height / 2 - form.label.y)
