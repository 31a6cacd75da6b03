"""Tiles on the hexes of a simulated board: how they lie, how high, and what stands on them."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from rules.pieces import Place
from vision.layout import Layout, Pose
from vision.lying_flat import from_table, on_table
from vision.registry import Form, Registry
from vision.tile_grid import TileGrid, TilePlace


class TileStacks:
    """Knows the hexes of a layout; `places` has where every piece lies, in the order they came."""

    def __init__(
        self, layout: Layout, registry: Registry, places: Mapping[str, Place | None]
    ) -> None:
        self._layout = layout
        self._registry = registry
        self._places = places
        self.spots = {
            name: (mat, place)
            for mat, grid in layout.grids.items()
            for name, place in grid.places.items()
        }
        """The mat and the hexes of every place of tiles."""
        self._hexes = {
            (mat, round(cell.x), round(cell.y)): (mat, number)
            for mat, grid in layout.grids.items()
            for number, cell in enumerate(grid.hexes)
        }

    def pose(self, name: Place) -> Pose:
        """How a tile lies in a place: from the middle of its first hex towards the second."""
        mat, place = self.spots[name]
        cells = [self._layout.grids[mat].hexes[number] for number in place.on]
        x = sum(cell.x for cell in cells) / len(cells)
        y = sum(cell.y for cell in cells) / len(cells)
        angle = math.degrees(math.atan2(cells[-1].y - cells[0].y, cells[-1].x - cells[0].x))
        frame, at = self._layout.mats[mat], self._layout.suggested[mat]
        (across, down), *_ = on_table(np.array([(x, y)]), at, frame.width, frame.height)
        return Pose(float(across), float(down), at.angle + angle)

    def top(self, name: Place, form: Form) -> float:
        """How high the label of a tile lies that is laid in a place now."""
        mat, place = self.spots[name]
        return max(self._high(mat, number) for number in place.on) + form.thick

    def standing(self, mat: str, at: tuple[float, float], form: Form) -> float:
        """How high the label of a piece is that is put on a hex; beside all of them it is flat."""
        found = self._hexes.get((mat, round(at[0]), round(at[1])))
        return self._high(*found) + form.thick if found else 0.0

    def _high(self, mat: str, number: int) -> float:
        high = 0.0
        for piece, name in self._places.items():
            lies_on, place = self.spots.get(name or "", ("", None))
            if place is not None and lies_on == mat and number in place.on:
                high += self._registry.form_of(piece).thick
        return high

    def place_at(self, pose: Pose, form: Form, face_up: bool) -> Place | None:
        """Where a tile comes that somebody puts down: on the hex below, and on the one beside it
        that is nearest to the spot.
        """
        for mat, grid in self._layout.grids.items() if form.cells else ():
            frame = self._layout.mats[mat]
            at = self._layout.suggested[mat]
            (x, y), *_ = from_table(np.array([(pose.x, pose.y)]), at, frame.width, frame.height)
            found = _nearest(grid, float(x), float(y), form.cells, not face_up)
            if found is not None:
                return found
        return None


def _nearest(grid: TileGrid, x: float, y: float, cells: int, turned: bool) -> Place | None:
    def apart(number: int) -> float:
        return math.hypot(grid.hexes[number].x - x, grid.hexes[number].y - y)

    first, *others = sorted(range(len(grid.hexes)), key=apart)
    if apart(first) > grid.hexes[first].side:
        return None
    if cells > 1:
        ways = [TilePlace((first, other), turned) for other in others]
    else:
        ways = [TilePlace((first,), turned)]
    return next((grid.names[way] for way in ways if way in grid.names), None)
