"""Structures and statues that are moved to another space."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cooper_island.actions.asking import ask_or_skip
from rules.cooper_island.actions.building import nowhere, site_option, why_not_site
from rules.cooper_island.actions.vocabulary import Source, effects, under_way
from rules.cooper_island.places import standing_on
from rules.cooper_island.printed.board import Space
from rules.cooper_island.printed.names import STANDING_NAMES
from rules.cooper_island.printed.nodes import Relocate
from rules.cooper_island.table import STATUE, STRUCTURES, Table
from rules.flow import Flow, Option, Seat
from rules.text import Text


@effects.means(Relocate)
def relocate(table: Table, seat: Seat, _node: Relocate, _source: Source) -> Flow[None]:
    """To any free explored space, however high; it brings nothing."""
    before = yield from ask_or_skip(
        table, seat, Text("Move what?"), lambda: standing_menu(table, seat)
    )
    if before is None:
        return
    with under_way(table, seat, f"move:{before}"):
        after = yield from ask_or_skip(
            table,
            seat,
            Text("Move it where?"),
            lambda: free_menu(table, seat, before),
            lambda: unfree(table, seat, before),
        )
    if after is None:
        return
    land = table.player(seat).land
    (piece,) = table.places[standing_on(seat, before)]
    land[after] = land[after]._replace(stands=land[before].stands)
    land[before] = land[before]._replace(stands="")
    table.places.move(piece, standing_on(seat, before), standing_on(seat, after))


def standing_menu(table: Table, seat: Seat) -> Iterator[Option[Space]]:
    for space, plot in table.player(seat).land.items():
        if plot.stands in (*STRUCTURES, STATUE):
            name = STANDING_NAMES[plot.stands]
            text = Text("{what} at {space}", what=name, space=space)
            yield Option(f"from:{space}", space, text)


def free_menu(table: Table, seat: Seat, before: Space) -> Iterator[Option[Space]]:
    (piece,) = table.places[standing_on(seat, before)]
    for space, plot in table.player(seat).land.items():
        if plot.level and plot.free:
            yield site_option(seat, piece, standing_on(seat, before), space, plot)


def unfree(table: Table, seat: Seat, before: Space) -> Iterator[Option[Any]]:
    """Where something lies, or nothing is explored."""
    (piece,) = table.places[standing_on(seat, before)]
    land = table.player(seat).land
    free = [space for space, plot in land.items() if plot.level and plot.free]
    others = [space for space in land if space != before]
    yield from nowhere(
        table,
        seat,
        piece,
        standing_on(seat, before),
        lambda at: why_not_site(table, seat, at, free) if at in others else None,
    )


@effects.blocks(Relocate)
def why_not_relocate(table: Table, seat: Seat, _node: Relocate, _: Source) -> Text | None:
    if table.player(seat).standing(*STRUCTURES, STATUE):
        return None
    return Text("{seat} has nothing to move", seat=seat)
