"""Islets: placing them on the coast, and doing what they show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules.cooper_island import announced
from rules.cooper_island.actions.asking import ask_or_skip, in_vain
from rules.cooper_island.actions.building import why_not_free
from rules.cooper_island.actions.landscape import border, put_cube
from rules.cooper_island.actions.vocabulary import Source, effects, perform, under_way
from rules.cooper_island.pieces import Islet
from rules.cooper_island.places import own, tile_on
from rules.cooper_island.printed.board import Space, Water, shoal_of
from rules.cooper_island.printed.names import TERRAIN_NAMES, water_text
from rules.cooper_island.printed.nodes import UseIslets
from rules.cooper_island.table import Table
from rules.flow import Flow, Option, Seat
from rules.pieces import Move
from rules.text import Text


class Shore(NamedTuple):
    """The space of the land half, and the half of a shoal that is covered."""

    space: Space
    water: Water


def shores(table: Table, seat: Seat) -> Iterator[Shore]:
    """Unexplored land beside explored one, without a ruin, at water whose shoal is still whole.

    In the first round only the first shoal right of the right harbour.
    """
    player = table.player(seat)
    taken = {shoal_of(water) for water in player.islets}
    forced = table.board.first_shoal() if table.round == 1 else None
    beside = border(table, seat)
    for space, plot in player.land.items():
        if plot.level or plot.stands or space not in beside:
            continue
        for water in table.board.coast[space]:
            if shoal_of(water) not in taken and (forced is None or water in forced):
                yield Shore(space, water)


def place_islet(table: Table, seat: Seat) -> Flow[bool]:
    """Which islet, then where; a cube on its land, and its action once. False if it is left out."""
    islet = yield from ask_or_skip(
        table,
        seat,
        Text("Place which islet?"),
        lambda: islet_menu(table, seat),
        lambda: islets_in_vain(table, seat),
    )
    if islet is None:
        return False
    shore = yield from ask_or_skip(
        table,
        seat,
        Text("Place it where? {islet}", islet=islet.name),
        lambda: shore_menu(table, seat, islet),
        lambda: islets_in_vain(table, seat),
    )
    if shore is None:
        return False
    player = table.player(seat)
    table.places.move(islet, own("islets", seat), tile_on(seat, shore.space, shore.water))
    land = player.land[shore.space]
    player.land[shore.space] = land.covered(islet.land, 1, islet)
    player.islets[shore.water] = islet
    announced.islet_placed(table, seat, islet)
    yield from put_cube(table, seat, shore.space)
    yield from use_islet(table, seat, islet)
    return True


def islet_menu(table: Table, seat: Seat) -> Iterator[Option[Islet]]:
    possible = next(shores(table, seat), None)
    blocked = None if possible else Text("No place for an islet")
    for islet in table.own("islets", seat):
        assert isinstance(islet, Islet)
        text = Text("{islet}, {terrain}", islet=islet.name, terrain=TERRAIN_NAMES[islet.land])
        yield Option(f"islet:{islet.type}", islet, text, (), blocked)


def shore_menu(table: Table, seat: Seat, islet: Islet) -> Iterator[Option[Shore]]:
    for shore in shores(table, seat):
        move = Move(islet, own("islets", seat), tile_on(seat, *shore))
        water = water_text(shore.water)
        text = Text("Land at {space}, water at {water}", space=shore.space, water=water)
        yield Option(f"shore:{shore.space}+{shore.water}", shore, text, (move,))


def islets_in_vain(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """Where hands could put islets although they may not lie there."""
    for space, coast in table.board.coast.items():
        for water in coast:
            why = why_not_shore(table, seat, Shore(space, water))
            for islet in table.own("islets", seat) if why else ():
                assert why is not None
                target = tile_on(seat, space, water)
                yield in_vain(Move(islet, own("islets", seat), target), why)


def why_not_shore(table: Table, seat: Seat, shore: Shore) -> Text | None:
    if shore in shores(table, seat):
        return None
    player, (space, water) = table.player(seat), shore
    if table.round == 1 and water not in table.board.first_shoal():
        return Text("First round: islet right of your right harbour")
    if player.land[space].level:
        return Text("{space} is explored; islets need unexplored land", space=space)
    if reason := why_not_free(player.land[space], space):
        return reason
    if space not in border(table, seat):
        return Text("{space} does not border explored land", space=space)
    return Text("One islet per shoal: half stays visible")


def use_islet(table: Table, seat: Seat, islet: Islet) -> Flow[None]:
    """What an islet shows, at once; what is not wanted is lost."""
    with under_way(table, seat, islet.id):
        yield from perform(table, seat, islet.does, Source(islet.name, optional=True))


def placed(table: Table) -> list[Islet]:
    """Every islet on the coasts, whosever it is."""
    return [islet for player in table.players for islet in player.islets.values()]


@effects.means(UseIslets)
def use_islets(table: Table, seat: Seat, node: UseIslets, _source: Source) -> Flow[None]:
    """Different islets of anybody, as if a ship passed them."""
    used: list[Islet] = []
    for _ in range(node.n):
        with under_way(table, seat, f"islets:{[islet.id for islet in used]}"):
            islet = yield from ask_or_skip(
                table, seat, Text("Use which islet?"), lambda: use_menu(table, seat, used)
            )
        if islet is None:
            return
        used.append(islet)
        yield from use_islet(table, seat, islet)


def use_menu(table: Table, seat: Seat, used: list[Islet]) -> Iterator[Option[Islet]]:
    for islet in placed(table):
        if islet not in used:
            blocked = effects.why_not(table, seat, islet.does[:1], Source(islet.name))
            if len(islet.does) > 1:
                blocked = None
            yield Option(f"use:{islet.id}", islet, islet.name, (), blocked)


@effects.blocks(UseIslets)
def why_not_use_islets(table: Table, _seat: Seat, _node: UseIslets, _: Source) -> Text | None:
    return None if placed(table) else Text("No islet placed yet")
