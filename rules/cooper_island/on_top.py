"""What lies on top, in sight of a camera: tiles of the peninsulas, and workers on each other."""

from __future__ import annotations

from rules.cooper_island.places import SHAPES
from rules.cooper_island.table import Table
from rules.pieces import Piece


def tops(table: Table) -> dict[Piece, Piece | None]:
    """Every piece of an open stack whose tag is in sight, with the one whose tag it covers.

    The tag of a tile is on the half of its first terrain; a piece that stands there may hide it.
    """
    found: dict[Piece, Piece | None] = {}
    where = table.places.where
    for player in table.players:
        for space, plot in player.land.items():
            if plot.tiles and not plot.stands:
                tile = plot.tiles[-1]
                if tag_on(where(tile)) == space:
                    below = plot.tiles[-2] if len(plot.tiles) > 1 else None
                    found[tile] = below if below and tag_on(where(below)) == space else None
    for sector in table.board.sectors:
        for special in SHAPES:
            workers = table.workers_on(sector, special)
            if workers:
                found[workers[-1]] = workers[-2] if len(workers) > 1 else None
    return found


def tag_on(place: str | None) -> str:
    """The space on which the tag of a tile is: the first of those of its place."""
    return (place or "").rpartition(":")[2].partition("+")[0]
