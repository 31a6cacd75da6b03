"""The worker phase: a worker to a space, the toll, and the actions of the sector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from rules.cooper_island.actions.asking import ask, in_vain, pause
from rules.cooper_island.actions.goods import given_by_the_supply
from rules.cooper_island.actions.idle_hands import without_an_action
from rules.cooper_island.actions.sailing import REFUSED, ask_toll, pay_toll, take_anchor
from rules.cooper_island.actions.vocabulary import Source, effects, perform, under_way
from rules.cooper_island.pieces import COOPER, Owned
from rules.cooper_island.places import own, royal, sector_space
from rules.cooper_island.printed.board import Sector
from rules.cooper_island.printed.names import SECTOR_NAMES
from rules.cooper_island.printed.nodes import Effects, TakeCooper
from rules.cooper_island.table import Table
from rules.flow import Flow, Option, Seat
from rules.pieces import Move, Place
from rules.text import Text


class Post(NamedTuple):
    """The sector a worker goes to, to its round or its square space."""

    sector: Sector
    special: bool


def worker_turn(table: Table, seat: Seat) -> Flow[None]:
    """A worker has to be placed; then the toll, then the actions in any order."""
    post = yield from ask(
        table,
        seat,
        Text("Place a worker"),
        lambda: post_menu(table, seat),
        refused=lambda: posts_in_vain(table, seat),
    )
    sector, special = post
    worker = table.available(seat, special)[0]
    below = table.workers_on(sector.key, special)
    table.places.move(worker, own("available", seat), sector_space(sector.key, special))
    with under_way(table, seat, f"sector:{sector.key}:{special}:{bool(below)}"):
        if below:
            yield from settle_toll(table, seat, table.of_colour(below[-1].colour))
        source = source_of(post, alone=not below)
        yield from perform(table, seat, actions_of(post, alone=not below), source)
    yield from pause(
        table,
        seat,
        Text("Anything else this turn?"),
        "end_turn",
        Text("End the turn"),
        lambda: after_the_action(table, seat),
    )


def source_of(post: Post, *, alone: bool) -> Source:
    discount = post.sector.square_discount if post.special and alone else None
    return Source(SECTOR_NAMES[post.sector.key], discount=discount)


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
        blocked = Text("{seat} is already there", seat=seat)
    elif below:
        owner = table.of_colour(below[-1].colour)
        text = Text("{sector}, toll to {seat}", sector=text, seat=owner)
    place = sector_space(sector.key, special)
    move = Move(worker, own("available", seat), place)
    record = Text("Places a worker: {where}", where=text)
    return Option(place.replace("space", "worker"), post, text, (move,), blocked, record=record)


def settle_toll(table: Table, seat: Seat, owner: Seat) -> Flow[None]:
    """One good to the market of whoever lies on top, or an anchor, and the supply pays."""
    because = Text("Worker toll ({seat})", seat=owner)
    paid = yield from ask_toll(table, seat, because)
    if paid != REFUSED:
        pay_toll(table, seat, owner, paid, because)
        return
    yield from take_anchor(table, seat)
    yield from given_by_the_supply(table, owner, because)


@effects.means(TakeCooper)
def take_cooper(table: Table, seat: Seat, _node: TakeCooper, _source: Source) -> None:
    "With Cooper you begin next round."
    holder = table.holder
    if holder is not None and holder is not seat:
        table.places.move(COOPER, own("cooper", holder), own("cooper", seat))


# --------------------------------------------------------------------------------- In vain


def posts_in_vain(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """Workers that cannot come where hands put them, and what those that can cannot do there."""
    for option in post_menu(table, seat):
        if not option.blocked:
            yield from _beside(table, seat, option)
    spaces = [
        (special, sector_space(sector, special))
        for sector in table.board.sectors
        for special in (False, True)
    ]
    why = Text("Special workers: square spaces; others: round")
    for special, place in spaces:
        for worker in table.available(seat, not special)[:1]:
            yield in_vain(Move(worker, own("available", seat), place), why)
    why = Text("Hire it first, with a milestone")
    for worker in table.own("waiting", seat):
        for _, place in spaces:
            yield in_vain(Move(worker, own("waiting", seat), place), why)
    why = Text("Only hiring a special worker sends one there")
    for special in (False, True):
        for worker in table.available(seat, special)[:1]:
            for card in table.royals():
                yield in_vain(Move(worker, own("available", seat), royal(card.number)), why)
    yield from _of_others(table, seat, spaces)
    why = Text("First place a worker")
    yield from without_an_action(table, seat, why)


def _beside(table: Table, seat: Seat, option: Option[Post]) -> Iterator[Option[Any]]:
    """What hands move together with a worker although the sector does not allow it: if nothing else
    is open there, nothing is asked either.
    """
    post = option.value
    alone = not table.workers_on(post.sector.key, post.special)
    source = source_of(post, alone=alone)
    for node in actions_of(post, alone=alone):
        if effects.why_not(table, seat, (node,), source):
            for each in effects.refused(table, seat, (node,), source):
                key = f"{option.key}:{each.key}"
                yield replace(each, key=key, moves=(*option.moves, *each.moves))


def _of_others(
    table: Table, seat: Seat, spaces: Sequence[tuple[bool, Place]]
) -> Iterator[Option[Any]]:
    """Workers of those whose turn it is not."""
    why = Text("{seat} is on turn", seat=seat)
    for other in table.others(seat):
        for special, place in spaces:
            for worker in table.available(other, special)[:1]:
                move = Move(worker, own("available", other), place)
                yield replace(in_vain(move, why), who=other)


def after_the_action(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    why = Text("This turn's actions are done")
    for special in (False, True):
        for worker in table.available(seat, special)[:1]:
            for sector in table.board.sectors:
                place = sector_space(sector, special)
                yield in_vain(Move(worker, own("available", seat), place), why)
    yield from without_an_action(table, seat, why)
