"""Where structures, statues and lids may stand: on the highest land that is free."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.cooper_island.actions.asking import ask, in_vain
from rules.cooper_island.actions.warehouse import room
from rules.cooper_island.places import standing_on
from rules.cooper_island.printed.board import Space
from rules.cooper_island.printed.names import GOOD_NAMES, STANDING_NAMES, TERRAIN_NAMES
from rules.cooper_island.table import Plot, Table
from rules.flow import Flow, Option, Seat
from rules.pieces import Move, Piece, Place
from rules.text import Text


def sites(table: Table, seat: Seat) -> list[Space]:
    """The free spaces of the highest level on which any is free.

    If cubes lie on all land and none of them can be stored, the highest ones make room: such a cube
    goes back to the supply.
    """
    land = table.player(seat).land
    unbuilt = [(space, plot) for space, plot in land.items() if plot.level and not plot.stands]
    found = [(space, plot) for space, plot in unbuilt if plot.free]
    if not found and not any(room(table, seat, plot.cube) for _, plot in unbuilt):
        found = unbuilt
    highest = max((plot.level for _, plot in found), default=0)
    return [space for space, plot in found if plot.level == highest]


def why_not_free(plot: Plot, space: Space) -> Text | None:
    """What is in the way on a space."""
    if plot.stands:
        name = STANDING_NAMES[plot.stands]
        return Text("{space}: {thing} in the way", thing=name, space=space)
    if plot.cube:
        good = GOOD_NAMES[plot.cube]
        return Text("{space}: {good} cube in the way", good=good, space=space)
    return None


def why_no_site(table: Table, seat: Seat) -> Text | None:
    """A payment frees a space or a slot: all that is needed is land on which nothing stands."""
    land = table.player(seat).land.values()
    if any(plot.level and not plot.stands for plot in land):
        return None
    return Text("{seat}: no land to build on", seat=seat)


def place_piece(table: Table, seat: Seat, piece: Piece, source: Place, stands: str) -> Flow[Plot]:
    """Ask where a piece is to stand, and put it there; what the space was like."""
    space = yield from ask(
        table,
        seat,
        Text("Put it where?"),
        lambda: site_menu(table, seat, piece, source),
        refused=lambda: sites_in_vain(table, seat, piece, source),
    )
    land = table.player(seat).land
    plot = land[space]
    land[space] = plot._replace(stands=stands, cube="")
    table.places.move(piece, source, standing_on(seat, space))
    return plot


def site_menu(table: Table, seat: Seat, piece: Piece, source: Place) -> Iterator[Option[Space]]:
    land = table.player(seat).land
    for space in sites(table, seat):
        yield site_option(seat, piece, source, space, land[space])


def site_option(seat: Seat, piece: Piece, source: Place, space: Space, plot: Plot) -> Option[Space]:
    text = Text(
        "{space}: {terrain}, level {level}",
        space=space,
        terrain=TERRAIN_NAMES[plot.terrain],
        level=plot.level,
    )
    return Option(f"site:{space}", space, text, (Move(piece, source, standing_on(seat, space)),))


def nowhere(
    table: Table,
    seat: Seat,
    piece: Piece,
    source: Place,
    why: Callable[[Space], Text | None],
) -> Iterator[Option[Any]]:
    """A piece on every space of the peninsula where there is a reason against it."""
    for space in table.player(seat).land:
        reason = why(space)
        if reason is not None:
            yield in_vain(Move(piece, source, standing_on(seat, space)), reason)


def sites_in_vain(table: Table, seat: Seat, piece: Piece, source: Place) -> Iterator[Option[Any]]:
    """Where it may not stand."""
    allowed = sites(table, seat)
    return nowhere(table, seat, piece, source, lambda at: why_not_site(table, seat, at, allowed))


def why_not_site(table: Table, seat: Seat, space: Space, allowed: list[Space]) -> Text | None:
    if space in allowed:
        return None
    land = table.player(seat).land
    plot = land[space]
    if reason := why_not_free(plot, space):
        return reason
    if not plot.level:
        return Text("{space} is not explored", space=space)
    return Text(
        "{space} is level {level}; level {high} is still free",
        space=space,
        level=plot.level,
        high=max(land[site].level for site in allowed),
    )


def np_there(table: Table, plot: Plot, np: int) -> int:
    """What a new structure or statue brings: more in a settlement."""
    return np + (table.rule("settlement_bonus") if plot.terrain == "settlement" else 0)
