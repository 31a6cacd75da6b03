"""The worker phase: a worker to a space, the toll, and the actions of the sector."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.cooper_island.actions.asking import ask, pause
from rules.cooper_island.actions.goods import given_by_the_supply
from rules.cooper_island.actions.sailing import REFUSED, ask_toll, pay_toll, take_anchor
from rules.cooper_island.actions.vocabulary import Source, effects, perform, under_way
from rules.cooper_island.pieces import COOPER, Owned
from rules.cooper_island.places import own, sector_space
from rules.cooper_island.printed.board import Sector
from rules.cooper_island.printed.names import SECTOR_NAMES
from rules.cooper_island.printed.nodes import Effects, TakeCooper
from rules.cooper_island.table import Table
from rules.flow import Flow, Option, Seat
from rules.pieces import Move
from rules.text import Text


class Post(NamedTuple):
    """The sector a worker goes to, to its round or its square space."""

    sector: Sector
    special: bool


def worker_turn(table: Table, seat: Seat) -> Flow[None]:
    """A worker has to be placed; then the toll, then the actions in any order."""
    post = yield from ask(table, seat, Text("Place a worker"), lambda: post_menu(table, seat))
    sector, special = post
    worker = table.available(seat, special)[0]
    below = table.workers_on(sector.key, special)
    table.places.move(worker, own("available", seat), sector_space(sector.key, special))
    with under_way(table, seat, f"sector:{sector.key}:{special}:{bool(below)}"):
        if below:
            yield from settle_toll(table, seat, table.of_colour(below[-1].colour))
        discount = sector.square_discount if special and not below else None
        source = Source(SECTOR_NAMES[sector.key], discount=discount)
        yield from perform(table, seat, actions_of(post, alone=not below), source)
    yield from pause(
        table, seat, Text("Anything else before the turn ends?"), "end_turn", Text("End the turn")
    )


def actions_of(post: Post, *, alone: bool) -> Effects:
    """Bonus and other actions of a space only for who comes to it first."""
    sector, special = post
    if not alone:
        return sector.does
    if special:
        return (*(sector.square_instead or sector.does), *sector.square_bonus)
    return (*sector.does, *sector.round_bonus)


def post_menu(table: Table, seat: Seat) -> Iterator[Option[Post]]:
    free = {special: table.available(seat, special) for special in (False, True)}
    for sector in table.board.sectors.values():
        for special, workers in free.items():
            if workers:
                yield post_option(table, seat, Post(sector, special), workers[0])


def post_option(table: Table, seat: Seat, post: Post, worker: Owned) -> Option[Post]:
    sector, special = post
    below = table.workers_on(sector.key, special)
    name = SECTOR_NAMES[sector.key]
    text = Text("{sector}, square space", sector=name) if special else name
    blocked = None
    if any(worker.colour == seat.colour for worker in below):
        blocked = Text("{seat} has a worker there already", seat=seat)
    elif below:
        owner = table.of_colour(below[-1].colour)
        text = Text("{sector}, with a toll to {seat}", sector=text, seat=owner)
    place = sector_space(sector.key, special)
    move = Move(worker, own("available", seat), place)
    record = Text("Places a worker: {where}", where=text)
    return Option(place.replace("space", "worker"), post, text, (move,), blocked, record=record)


def settle_toll(table: Table, seat: Seat, owner: Seat) -> Flow[None]:
    """One good to the market of whoever lies on top, or an anchor, and the supply pays."""
    because = Text("Toll for a space with a worker of {seat}", seat=owner)
    paid = yield from ask_toll(table, seat, because)
    if paid != REFUSED:
        pay_toll(table, seat, owner, paid, because)
        return
    yield from take_anchor(table, seat)
    yield from given_by_the_supply(table, owner, because)


@effects.means(TakeCooper)
def take_cooper(table: Table, seat: Seat, _node: TakeCooper, _source: Source) -> None:
    """Whoever has Cooper begins the next round."""
    holder = table.holder
    if holder is not None and holder is not seat:
        table.places.move(COOPER, own("cooper", holder), own("cooper", seat))
