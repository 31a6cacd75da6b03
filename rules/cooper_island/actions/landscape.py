"""Landscape tiles: expanding, cultivating, both at once, and the cartographer's own tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.cooper_island import announced
from rules.cooper_island.actions.asking import ask_or_skip, at_any_time
from rules.cooper_island.actions.goods import move_cartographer, store_cube
from rules.cooper_island.actions.vocabulary import Source, effects, under_way
from rules.cooper_island.actions.warehouse import fits, rooms
from rules.cooper_island.pieces import DoubleTile, SingleTile
from rules.cooper_island.places import SINGLES, own, tile_on
from rules.cooper_island.printed.board import Space
from rules.cooper_island.printed.names import GOOD_NAMES, TERRAIN_NAMES, goods_text
from rules.cooper_island.printed.nodes import TERRAINS, PlaceTile
from rules.cooper_island.table import Plot, Table
from rules.flow import Anytime, Flow, Option, Seat, choose
from rules.pieces import Move
from rules.text import Plural, Text, listing

SETTLEMENT, MOUNTAIN = "settlement", "mountain"
CUBES = {"forest": "wood", "meadow": "food", MOUNTAIN: "stone", SETTLEMENT: "cloth"}
EXPLORE, RAISE, CHARTING = "explore", "raise", "charting"


# ------------------------------------------------------------------------------- Double tiles


class Side(NamedTuple):
    """A double tile with one of its sides up."""

    tile: DoubleTile
    letters: str

    @property
    def terrains(self) -> tuple[str, str]:
        return self.tile.sides[self.letters]


class Spot(NamedTuple):
    """Where a double tile goes: the space of its first terrain, that of its second, and the lower
    one of both if a single tile has to level them.
    """

    one: Space
    other: Space
    levelled: Space = ""

    @property
    def key(self) -> str:
        return f"{self.one}+{self.other}"


def spots(table: Table, seat: Seat, terrains: tuple[str, str]) -> Iterator[Spot]:
    """Everywhere a side of a double tile can be placed now: on two unexplored spaces beside an
    explored one, on two explored ones of the same level, or on one of each; a difference of one
    level takes the cartographer. Cubes that are in the way go to the warehouse, if they fit in.
    """
    land, free = table.player(seat).land, rooms(table, seat)
    first, second = (holding(land, terrain, free) for terrain in terrains)
    beside = border(table, seat)
    for one, other in table.board.pairs:
        if one not in first or other not in second:
            continue
        difference = first[one] - second[other]
        if abs(difference) > 1:
            continue
        two = land[one].cube and land[other].cube  # there is room for a single one
        if two and not fits(table, seat, in_the_way(land, one, other)):
            continue
        if difference == 0:
            if first[one] or one in beside or other in beside:
                yield Spot(one, other)
        else:
            lower = other if difference == 1 else one
            if can_level(table, seat, land[lower]):
                yield Spot(one, other, lower)


def holding(land: Mapping[Space, Plot], terrain: str, free: Mapping[str, int]) -> dict[Space, int]:
    """The spaces on which a terrain may be laid, with their levels: no ruins, and on explored land
    nothing may be in the way that has no room in the warehouse.
    """
    return {
        space: plot.level
        for space, plot in land.items()
        if not plot.stands
        and (not plot.level or covers(terrain, plot))
        and (not plot.cube or free[plot.cube] > 0)
    }


def in_the_way(land: Mapping[Space, Plot], *spaces: Space) -> Counter[str]:
    """The cubes on these spaces."""
    return Counter(land[space].cube for space in spaces if land[space].cube)


def covers(terrain: str, plot: Plot) -> bool:
    """The same terrain on the same; a settlement on anything."""
    return terrain in (SETTLEMENT, plot.terrain)


def border(table: Table, seat: Seat) -> set[Space]:
    """The spaces that border on an explored one."""
    around, land = table.board.around, table.player(seat).land
    return {other for space, plot in land.items() if plot.level for other in around[space]}


def can_level(table: Table, seat: Seat, plot: Plot) -> bool:
    """A single tile under the double one: with the terrain it covers up, or any on new land."""
    return can_chart(table, seat, table.rule("carto_level")) and (
        single(table, plot.terrain or None) is not None
    )


def can_chart(table: Table, seat: Seat, cost: int) -> bool:
    """Once in each phase of income and cleanup, and in each turn of the worker phase."""
    player = table.player(seat)
    return not player.charted and player.cartographer >= cost


def why_not_chart(table: Table, seat: Seat, cost: int) -> Text | None:
    if can_chart(table, seat, cost):
        return None
    if table.player(seat).charted:
        return Text("{seat}: cartographer already used", seat=seat)
    return Plural(
        "The cartographer needs {n} step; {seat} has {has}",
        "The cartographer needs {n} steps; {seat} has {has}",
        cost,
        seat=seat,
        has=table.player(seat).cartographer,
    )


def single(table: Table, terrain: str | None) -> SingleTile | None:
    """A single tile of the supply that shows a terrain on one side."""
    for tile in table.places[SINGLES]:
        if isinstance(tile, SingleTile) and (terrain is None or terrain in tile.terrains):
            return tile
    return None


def sides(table: Table, seat: Seat) -> Iterator[Side]:
    """Both sides of every kind of double tile that a player has."""
    kinds = {tile.kind: tile for tile in table.places[own("supply", seat)]}
    for tile in kinds.values():
        assert isinstance(tile, DoubleTile)
        yield from (Side(tile, letters) for letters in tile.sides)


@effects.means(PlaceTile)
def place_tile(table: Table, seat: Seat, node: PlaceTile, source: Source) -> Flow[None]:
    """Which tile with which side up, then where; each of its spaces gets a cube."""
    side = yield from ask_or_skip(
        table,
        seat,
        Text("Place which double tile?"),
        lambda: side_menu(table, seat),
        lambda: effects.refused(table, seat, (node,), source),
    )
    if side is None:
        return
    spot = yield from ask_or_skip(
        table,
        seat,
        Text("Place it where? {tile}", tile=side_text(side)),
        lambda: spot_menu(table, seat, side),
        lambda: effects.refused(table, seat, (node,), source),
    )
    if spot is not None:
        yield from lay(table, seat, side, spot)


def tile_of(table: Table, seat: Seat, side: Side) -> DoubleTile | None:
    """One of these tiles that the player still has: others may have been placed in between."""
    for tile in table.places[own("supply", seat)]:
        if isinstance(tile, DoubleTile) and tile.kind == side.tile.kind:
            return tile
    return None


def side_text(side: Side) -> Text:
    one, other = side.terrains
    return Text("{one} and {other}", one=TERRAIN_NAMES[one], other=TERRAIN_NAMES[other])


def side_menu(table: Table, seat: Seat) -> Iterator[Option[Side]]:
    for side in sides(table, seat):
        possible = next(spots(table, seat, side.terrains), None)
        blocked = None if possible else Text("It fits nowhere for {seat}", seat=seat)
        key = f"tile:{side.tile.type}:{side.letters}"
        yield Option(key, side, side_text(side), (), blocked)


def laying(seat: Seat, side: Side, one: Space, other: Space) -> Move:
    """What hands do to lay a tile with this side up."""
    turned = side.tile.is_turned(side.letters)
    return Move(side.tile, own("supply", seat), tile_on(seat, one, other, turned=turned))


def spot_menu(table: Table, seat: Seat, side: Side) -> Iterator[Option[Spot]]:
    names = [TERRAIN_NAMES[terrain] for terrain in side.terrains]
    tile = tile_of(table, seat, side)
    if tile is None:
        return
    for spot in spots(table, seat, side.terrains):
        words = {"one": names[0], "a": spot.one, "other": names[1], "b": spot.other}
        text = Text("{one} at {a}, {other} at {b}", **words)
        if spot.levelled:
            text = Text("{where}, levelled by the cartographer", where=text)
        if cubes := in_the_way(table.player(seat).land, spot.one, spot.other):
            stored = listing(goods_text(good, n) for good, n in cubes.items())
            text = Text("{where}; first stored: {goods}", where=text, goods=stored)
        move = laying(seat, side._replace(tile=tile), spot.one, spot.other)
        record = Text("Lays a double tile: {where}", where=text)
        yield Option(f"lay:{spot.key}", spot, text, (move,), record=record)


def lay(table: Table, seat: Seat, side: Side, spot: Spot) -> Flow[None]:
    land = table.player(seat).land
    level = max(land[spot.one].level, land[spot.other].level) + 1
    for space in (spot.one, spot.other):
        if land[space].cube:
            store_cube(table, seat, space)
    if spot.levelled:
        chart(table, seat, table.rule("carto_level"))
        lower = land[spot.levelled]
        below = single(table, lower.terrain or None)
        assert below is not None
        turned = below.is_turned(lower.terrain or below.terrains[0])
        table.places.move(below, SINGLES, tile_on(seat, spot.levelled, turned=turned))
        land[spot.levelled] = lower.covered(lower.terrain, lower.level + 1, below)
    tile = tile_of(table, seat, side)
    assert tile is not None
    target = tile_on(seat, spot.one, spot.other, turned=tile.is_turned(side.letters))
    table.places.move(tile, own("supply", seat), target)
    for space, terrain in zip((spot.one, spot.other), side.terrains, strict=True):
        land[space] = land[space].covered(terrain, level, tile)
    for space in (spot.one, spot.other):
        yield from put_cube(table, seat, space)


def chart(table: Table, seat: Seat, cost: int) -> None:
    move_cartographer(table, seat, -cost)
    announced.charted(table, seat, cost)
    table.player(seat).charted = True


def put_cube(table: Table, seat: Seat, space: Space) -> Flow[None]:
    """The resource of its terrain; high mountains bring stone or gold."""
    land = table.player(seat).land
    plot = land[space]
    cube = CUBES[plot.terrain]
    if plot.terrain == MOUNTAIN and plot.level >= table.rule("gold_from"):
        cube = yield from choose(
            seat,
            Text("Stone or gold at {space}?", space=space),
            lambda: [
                Option(f"cube:{good}", good, GOOD_NAMES[good], by_phone=True)
                for good in ("stone", "gold")
            ],
        )
    land[space] = land[space]._replace(cube=cube)


@effects.blocks(PlaceTile)
def why_not_place(table: Table, seat: Seat, _node: PlaceTile, _: Source) -> Text | None:
    found = list(sides(table, seat))
    if not found:
        return Text("{seat} has no double tile", seat=seat)
    if not any(next(spots(table, seat, side.terrains), None) for side in found):
        return Text("{seat}: no double tile fits now", seat=seat)
    return None


# ---------------------------------------------------------------------------- Single tiles


@dataclass(frozen=True, slots=True)
class Chart(Anytime):
    """The cartographer places a single tile: on new land, or on top of other tiles."""

    kind: str

    def do(self, table: Table, seat: Seat) -> Flow[None]:
        return place_single(table, seat, self.kind)


class Mark(NamedTuple):
    """A single tile on a space, with this terrain up."""

    space: Space
    terrain: str


@at_any_time
def chart_menu(table: Table, seat: Seat) -> Iterator[Option[Chart]]:
    texts = {
        EXPLORE: Text("Cartographer: explore a space"),
        RAISE: Text("Cartographer: raise a space"),
    }
    for kind, text in texts.items():
        if CHARTING not in table.player(seat).under_way and next(marks(table, seat, kind), None):
            yield Option(f"chart:{kind}", Chart(kind), text)


def marks(table: Table, seat: Seat, kind: str) -> Iterator[Mark]:
    if not can_chart(table, seat, table.rule("carto_explore")):
        return
    beside = border(table, seat)
    for space, plot in table.player(seat).land.items():
        if kind == EXPLORE:
            possible = not plot.level and not plot.stands and space in beside
        else:
            possible = plot.level > 0 and plot.free and can_chart(table, seat, price(table, plot))
        if possible:
            for terrain in TERRAINS:
                fits = kind == EXPLORE or covers(terrain, plot)
                if fits and single(table, terrain):
                    yield Mark(space, terrain)


def price(table: Table, plot: Plot) -> int:
    """Steps back on the track for a single tile there."""
    if not plot.level:
        return table.rule("carto_explore")
    high = plot.level > table.rule("raise_low_most")
    return table.rule("carto_raise_high" if high else "carto_raise_low")


def place_single(table: Table, seat: Seat, kind: str) -> Flow[None]:
    with under_way(table, seat, CHARTING), under_way(table, seat, kind):
        mark = yield from ask_or_skip(
            table, seat, Text("Place a single tile where?"), lambda: mark_menu(table, seat, kind)
        )
    if mark is None:
        return
    land = table.player(seat).land
    plot = land[mark.space]
    chart(table, seat, price(table, plot))
    tile = single(table, mark.terrain)
    assert tile is not None
    target = tile_on(seat, mark.space, turned=tile.is_turned(mark.terrain))
    table.places.move(tile, SINGLES, target)
    land[mark.space] = plot.covered(mark.terrain, plot.level + 1, tile)
    yield from put_cube(table, seat, mark.space)


def mark_menu(table: Table, seat: Seat, kind: str) -> Iterator[Option[Mark]]:
    for mark in marks(table, seat, kind):
        tile = single(table, mark.terrain)
        assert tile is not None
        text = Text("{terrain} at {a}", terrain=TERRAIN_NAMES[mark.terrain], a=mark.space)
        target = tile_on(seat, mark.space, turned=tile.is_turned(mark.terrain))
        move = Move(tile, SINGLES, target)
        record = Text("Lays a single tile: {where}", where=text)
        yield Option(f"single:{mark.space}:{mark.terrain}", mark, text, (move,), record=record)
