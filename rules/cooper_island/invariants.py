"""What holds for every table of Cooper Island."""

from __future__ import annotations

from collections.abc import Iterator

from rules.cooper_island.actions.warehouse import room
from rules.cooper_island.names import IN_MARKET, STEPS
from rules.cooper_island.pieces import DoubleTile, Islet, SingleTile
from rules.cooper_island.places import LAND, LOGBOOK_PILE, TURNED, own, station
from rules.cooper_island.printed.nodes import GOODS
from rules.cooper_island.scoring import beyond_the_last_stop
from rules.cooper_island.table import MASTS, Table
from rules.flow import Seat


def faults(table: Table) -> Iterator[str]:
    """Slots, tracks, stacks of tiles and the way of the ships agree with each other."""
    for seat in table.seats:
        yield from _faults_of(table, seat)
    if table.over and table.round != table.rule("rounds"):
        yield f"the match is over in round {table.round}"


def _faults_of(table: Table, seat: Seat) -> Iterator[str]:
    player, places = table.player(seat), table.places
    for good in GOODS:
        if table.has(seat, good) < 0 or table.has(seat, IN_MARKET[good]) < 0:
            yield f"{seat} has less than no {good}"
    if any(room(table, seat, good) < 0 for good in GOODS):
        yield f"{seat} has more goods than slots"
    if places.where(table.box.figures[f"cartographer/{seat.colour}.1"]) != (
        f"carto:{seat.colour}:{player.cartographer}"
    ):
        yield f"the cartographer of {seat} is elsewhere"
    for mast in MASTS:
        ship = table.box.figures[f"ship/{seat.colour}/{mast}"]
        if places.where(ship) != station(table.seats, player.ships[mast]):
            yield f"{ship.id} is elsewhere"
        way = player.steps[mast] if mast == "one" else -player.steps[mast]
        if (10 * seat.index + way) % table.ring != player.ships[mast]:
            yield f"{ship.id} has not come from its harbour"
    if table.has(seat, STEPS) != sum(player.steps.values()):
        yield f"the steps of {seat} do not add up"
    logbooks = places.count(own("logbooks", seat))
    beyond = table.has(seat, STEPS) - 5 * logbooks
    settled = not any(player.under_way for player in table.players) and places.count(LOGBOOK_PILE)
    if settled and beyond != beyond_the_last_stop(table, seat):
        yield f"{seat} has {logbooks} logbook tiles after {table.has(seat, STEPS)} steps"
    yield from _land_faults(table, seat)


def _land_faults(table: Table, seat: Seat) -> Iterator[str]:
    """As many tiles lie on a space as it is high; only one piece stands on it."""
    land = table.player(seat).land
    heights = dict.fromkeys(land, 0)
    prefixes = tuple(f"{kind}:{seat.colour}:" for kind in (LAND, TURNED))
    for place, pile in table.places.piles.items():
        if not pile.known or not place.startswith(prefixes):
            continue
        for space in place.rpartition(":")[2].split("+"):
            if space in heights:
                heights[space] += len(pile.known)
                if not {*pile.known} <= {*land[space].tiles}:
                    yield f"{place} has tiles that are not among those of {space}"
        if not all(isinstance(tile, DoubleTile | SingleTile | Islet) for tile in pile.known):
            yield f"{place} holds something that is no tile"
    for space, plot in land.items():
        if not heights[space] == len(plot.tiles) == plot.level:
            yield f"{space} of {seat} is {heights[space]} high, not {plot.level}"
        if plot.cube and plot.stands:
            yield f"a cube lies below a piece at {space} of {seat}"
        standing = table.places[f"on:{seat.colour}:{space}"]
        if len(standing) != bool(plot.stands):
            yield f"{len(standing)} pieces stand at {space} of {seat}"
