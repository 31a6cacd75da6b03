"""Land that does not take what a hand lays or puts on it, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cooper_island.actions.asking import in_vain, in_vain_at_any_time
from rules.cooper_island.actions.building import why_not_free
from rules.cooper_island.actions.landscape import (
    Mark,
    Side,
    border,
    can_level,
    covers,
    in_the_way,
    laying,
    price,
    sides,
    single,
    why_not_chart,
)
from rules.cooper_island.actions.vocabulary import Source, effects
from rules.cooper_island.actions.warehouse import fits
from rules.cooper_island.pieces import SingleTile
from rules.cooper_island.places import SINGLES, tile_on
from rules.cooper_island.printed.board import Space
from rules.cooper_island.printed.names import TERRAIN_NAMES
from rules.cooper_island.printed.nodes import PlaceTile
from rules.cooper_island.table import Plot, Table
from rules.flow import Option, Seat
from rules.pieces import Move
from rules.text import Plural, Text


@effects.refuses(PlaceTile)
def tiles_in_vain(table: Table, seat: Seat, _node: PlaceTile, _: Source) -> Iterator[Option[Any]]:
    """Where double tiles do not fit."""
    beside = border(table, seat)
    for side in sides(table, seat):
        for pair in table.board.pairs:
            why = why_not_there(table, seat, side, pair, beside)
            if why is not None:
                yield in_vain(laying(seat, side, *pair), why)


def why_not_there(
    table: Table, seat: Seat, side: Side, pair: tuple[Space, Space], beside: set[Space]
) -> Text | None:
    land = table.player(seat).land
    for space, terrain in zip(pair, side.terrains, strict=True):
        plot = land[space]
        if fits(table, seat, in_the_way(land, *pair)):
            plot = plot._replace(cube="")
        if reason := why_not_cover(terrain, plot, space):
            return reason
    low, high = sorted(pair, key=lambda space: land[space].level)
    if not land[high].level:
        if beside.isdisjoint(pair):
            a, b = pair
            return Text("Neither {a} nor {b} borders explored land", a=a, b=b)
        return None
    difference = land[high].level - land[low].level
    if difference == 0 or (difference == 1 and can_level(table, seat, land[low])):
        return None
    uneven = Plural(
        "{low} is {n} level below {high}",
        "{low} is {n} levels below {high}",
        difference,
        low=low,
        high=high,
    )
    if difference > 1:
        return uneven
    why = why_not_chart(table, seat, table.rule("carto_level"))
    why = why or Text("No such single tile left")
    return Text("{what}. {why}", what=uneven, why=why)


def why_not_cover(terrain: str, plot: Plot, space: Space) -> Text | None:
    """Why nothing, or not this terrain, may be laid on a space, whatever lies around it."""
    if reason := why_not_free(plot, space):
        return reason
    if plot.level and not covers(terrain, plot):
        return Text(
            "{terrain} cannot cover {below} at {space}",
            terrain=TERRAIN_NAMES[terrain],
            below=TERRAIN_NAMES[plot.terrain],
            space=space,
        )
    return None


@in_vain_at_any_time
def marks_in_vain(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """Single tiles where the land or the cartographer does not allow them.

    Of tiles that show the same terrain the match takes the first: who takes another is told which.
    """
    beside = border(table, seat)
    kinds = {tile.kind: tile for tile in table.places[SINGLES] if isinstance(tile, SingleTile)}
    for tile in kinds.values():
        for terrain in tile.terrains:
            counted = single(table, terrain)
            for space, plot in table.player(seat).land.items():
                why = why_not_mark(table, seat, Mark(space, terrain), plot, space in beside)
                if why is None and counted and counted.kind != tile.kind:
                    why = Text("Use this one: {tile}", tile=counted.name)
                if why is not None:
                    target = tile_on(seat, space, turned=tile.is_turned(terrain))
                    yield in_vain(Move(tile, SINGLES, target), why)


def why_not_mark(table: Table, seat: Seat, mark: Mark, plot: Plot, borders: bool) -> Text | None:
    reason = why_not_cover(mark.terrain, plot, mark.space)
    if reason is None and not plot.level and not borders:
        reason = Text("{space} does not border explored land", space=mark.space)
    return reason or why_not_chart(table, seat, price(table, plot))
