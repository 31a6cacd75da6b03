"""What lies on top, in sight of a camera: tiles of the peninsulas, and workers on each other."""

from __future__ import annotations

from rules.cooper_island.places import SHAPES, standing_on, tile_on
from rules.cooper_island.table import Table
from rules.pieces import Piece, Place


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


def laid(table: Table) -> list[Piece]:
    """All tiles of the peninsulas, each after those it lies on; and workers from the bottom up."""
    found: dict[Piece, None] = {}
    for player in table.players:
        left = [list(plot.tiles) for plot in player.land.values() if plot.tiles]
        while left:
            above = {tile for stack in left for tile in stack[1:]}
            lowest = [stack[0] for stack in left if stack[0] not in above]
            found.update(dict.fromkeys(lowest))
            left = [rest for stack in left if (rest := [t for t in stack if t not in found])]
    for sector in table.board.sectors:
        for special in SHAPES:
            found.update(dict.fromkeys(table.workers_on(sector, special)))
    return list(found)


def levels(table: Table) -> dict[Place, int]:
    """How high the land of every space is, for tiles and for what stands there."""
    found: dict[Place, int] = {}
    for seat in table.seats:
        for space, plot in table.player(seat).land.items():
            found[tile_on(seat, space)] = found[standing_on(seat, space)] = plot.level
    return found
