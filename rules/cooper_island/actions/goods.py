"""Coins and cubes: slots of the warehouse, the market, and what comes from the supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

from rules.cooper_island.actions.asking import ask_or_skip
from rules.cooper_island.actions.vocabulary import Source, effects
from rules.cooper_island.actions.warehouse import fits, room, rooms
from rules.cooper_island.names import IN_MARKET
from rules.cooper_island.places import BAG, numbered, own
from rules.cooper_island.printed.board import Space
from rules.cooper_island.printed.names import goods_text
from rules.cooper_island.printed.nodes import (
    GOODS,
    MARKET,
    WAREHOUSE,
    Advance,
    Gain,
    GainChoice,
)
from rules.cooper_island.table import Table
from rules.flow import Flow, Menu, Option, Seat, choose, reveal
from rules.text import Plural, Text, listing

# ---------------------------------------------------------------------------- Coming and going


def take(table: Table, seat: Seat, good: str, n: int, to: str, because: Text) -> int:
    """Goods of the supply; what finds no slot is not gained. How many there were."""
    if to == MARKET:
        table.ledger.gain(seat, IN_MARKET[good], n, because)
        return n
    n = min(n, room(table, seat, good))
    table.ledger.gain(seat, good, n, because)
    return n


def remove_cube(table: Table, seat: Seat, space: Space) -> str:
    """A cube leaves a space of the peninsula."""
    land = table.player(seat).land
    cube = land[space].cube
    land[space] = land[space]._replace(cube="")
    return cube


def store_cube(table: Table, seat: Seat, space: Space) -> None:
    """From the peninsula to a free slot, where it counts for one."""
    cube = remove_cube(table, seat, space)
    table.ledger.gain(seat, cube, 1, Text("Stored from the peninsula"))


# ----------------------------------------------------------------------------------- Effects


@effects.means(Gain)
def do_gain(table: Table, seat: Seat, node: Gain, source: Source) -> Flow[None]:
    """A good that may be declined is asked for, since it takes up a slot; it is proposed to take
    it.
    """
    n = node.n * (table.built(seat) if node.per else 1)
    if source.optional and node.to == WAREHOUSE:

        def menu() -> Iterator[Option[bool]]:
            blocked = None if room(table, seat, node.good) else no_slot(seat)
            text = Text("Take {goods}", goods=goods_text(node.good, n))
            yield Option(f"take:{node.good}", True, text, (), blocked, by_phone=True)

        wanted = yield from ask_or_skip(
            table, seat, source.because, menu, proposed=f"take:{node.good}"
        )
        if wanted is None:
            return
    take(table, seat, node.good, n, node.to, source.because)


@effects.blocks(Gain)
def why_not_gain(table: Table, seat: Seat, node: Gain, _: Source) -> Text | None:
    if node.to == WAREHOUSE and not room(table, seat, node.good):
        return no_slot(seat)
    return None


def no_slot(seat: Seat) -> Text:
    return Text("{seat}: no free warehouse slot", seat=seat)


@effects.means(GainChoice)
def do_gain_choice(table: Table, seat: Seat, node: GainChoice, source: Source) -> Flow[None]:
    """One good after another, or all of them with one answer."""
    left = node.n
    while left:
        goods = yield from ask_or_skip(
            table,
            seat,
            Plural("Take a good: {n} left", "Take a good: {n} left", left),
            partial(_choice_menu, table, seat, node, left),
        )
        if goods is None:
            return
        for good in (goods,) if isinstance(goods, str) else goods:
            take(table, seat, good, 1, node.to, source.because)
            left -= 1


def _choice_menu(table: Table, seat: Seat, node: GainChoice, left: int) -> Iterator[Option[Any]]:
    yield from together_menu(table, seat, node, left)
    yield from goods_menu(table, seat, node)


def together_menu(
    table: Table, seat: Seat, node: GainChoice, left: int
) -> Iterator[Option[tuple[str, ...]]]:
    """All that are left, in any mix that finds room."""
    for goods in combinations_with_replacement(node.goods, left) if left > 1 else ():
        counted = Counter(goods)
        if node.to == MARKET or fits(table, seat, counted):
            text = listing(goods_text(good, n) for good, n in counted.items())
            record = Text("{seat} takes {good}", seat=seat, good=text)
            yield Option(f"goods:{'+'.join(goods)}", goods, text, by_phone=True, record=record)


def goods_menu(table: Table, seat: Seat, node: GainChoice) -> Iterator[Option[str]]:
    free = rooms(table, seat) if node.to == WAREHOUSE else {}
    for good in node.goods:
        full = node.to == WAREHOUSE and not free[good]
        yield good_option(seat, good, no_slot(seat) if full else None)


def good_option(seat: Seat, good: str, blocked: Text | None = None) -> Option[str]:
    text = goods_text(good, 1)
    record = Text("{seat} takes {good}", seat=seat, good=text)
    return Option(f"good:{good}", good, text, (), blocked, by_phone=True, record=record)


@effects.blocks(GainChoice)
def why_not_gain_choice(table: Table, seat: Seat, node: GainChoice, _: Source) -> Text | None:
    if all(option.blocked for option in goods_menu(table, seat, node)):
        return no_slot(seat)
    return None


def given_by_the_supply(table: Table, seat: Seat, because: Text) -> Flow[None]:
    """Somebody refused to pay this player, who takes any good from the supply to the market."""
    good = yield from choose(
        seat,
        Text("Toll refused: which good instead?"),
        lambda: [good_option(seat, good) for good in GOODS],
    )
    take(table, seat, good, 1, MARKET, because)


def draw_tile(table: Table, seat: Seat, refused: Menu[Any] | None = None) -> Flow[None]:
    """`refused` is what hands could do before the tile is turned up."""
    target = own("supply", seat)
    tile = yield from reveal(
        Text("{seat} draws which double tile?", seat=seat),
        BAG,
        target,
        table.box.doubles,
        lambda tile: None if tile in table.places.unseen else Text("That tile is already out"),
        lambda tile: Text("{seat} draws {tile}", seat=seat, tile=tile.name),
        refused,
    )
    table.places.turn_up(tile, BAG, target)


@effects.means(Advance)
def do_advance(table: Table, seat: Seat, node: Advance, _: Source) -> None:
    move_cartographer(table, seat, node.n)


@effects.blocks(Advance)
def why_not_advance(table: Table, seat: Seat, _node: Advance, _: Source) -> Text | None:
    if table.player(seat).cartographer == table.rule("cartographer_most"):
        return Text("{seat}: cartographer at the end", seat=seat)
    return None


def move_cartographer(table: Table, seat: Seat, steps: int) -> None:
    """Forward or back on the track; steps past its end are lost."""
    player = table.player(seat)
    before = player.cartographer
    player.cartographer = min(before + steps, table.rule("cartographer_most"))
    if player.cartographer != before:
        piece = table.box.figures[f"cartographer/{seat.colour}.1"]
        table.places.move(
            piece,
            numbered("carto", seat, before),
            numbered("carto", seat, player.cartographer),
        )
