"""Supply boats: building them at piers, and using and copying what they show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from rules.cooper_island.actions.asking import ask_or_skip, in_vain
from rules.cooper_island.actions.milestones import turn_milestones
from rules.cooper_island.actions.payment import (
    discounts,
    pay,
    price_text,
    why_dear,
    why_not_pay,
)
from rules.cooper_island.actions.sailing import navigate
from rules.cooper_island.actions.vocabulary import Source, effects, perform, react, under_way
from rules.cooper_island.pieces import Boat
from rules.cooper_island.places import numbered, own
from rules.cooper_island.printed.board import Pier
from rules.cooper_island.printed.nodes import BUILD_BOAT, BuildBoat, FlipBoat, UseBoats
from rules.cooper_island.table import Table
from rules.flow import Flow, Option, Seat, choose
from rules.pieces import Move
from rules.text import Plural, Text


@effects.means(BuildBoat)
def build_boat(table: Table, seat: Seat, node: BuildBoat, source: Source) -> Flow[None]:
    """Pay a free pier, put a boat there, sail, and use the boat once."""
    pier = yield from ask_or_skip(
        table,
        seat,
        Text("Build a boat at which pier?"),
        lambda: pier_menu(table, seat, source),
        lambda: effects.refused(table, seat, (node,), source),
    )
    if pier is None:
        return
    because = Text("Supply boat at pier {number}", number=pier.number)
    less = discounts(table, seat, BUILD_BOAT, (source.discount,))
    yield from pay(
        table, seat, pier.cost, less, because, lambda: mooring(table, seat, (pier.number,))
    )
    boat = yield from choose(
        seat,
        Text("Which boat?"),
        lambda: boat_menu(table, seat, pier),
        refused=lambda: at_other_piers(table, seat, pier),
    )
    table.places.move(boat, own("boats", seat), numbered("pier", seat, pier.number))
    turn_milestones(table, seat)
    with under_way(table, seat, f"new {boat.id}"):
        yield from navigate(table, seat, pier.np, because)
        yield from use_boat(table, seat, boat)
        yield from react(table, seat, BUILD_BOAT)


def free_piers(table: Table, seat: Seat) -> list[Pier]:
    taken = {**table.boats(seat), **table.boats(seat, flipped=True)}
    return [pier for number, pier in table.board.piers.items() if number not in taken]


def pier_menu(table: Table, seat: Seat, source: Source) -> Iterator[Option[Pier]]:
    less = discounts(table, seat, BUILD_BOAT, (source.discount,))
    for pier in free_piers(table, seat):
        text = Plural(
            "Pier {number}: {cost} for {n} navigation point",
            "Pier {number}: {cost} for {n} navigation points",
            pier.np,
            number=pier.number,
            cost=price_text(table, seat, pier.cost, less),
        )
        blocked = why_not_pay(table, seat, pier.cost, less)
        yield Option(f"pier:{pier.number}", pier, text, (), blocked)


def boat_menu(table: Table, seat: Seat, pier: Pier) -> Iterator[Option[Boat]]:
    for boat in table.own("boats", seat):
        assert isinstance(boat, Boat)
        move = Move(boat, own("boats", seat), numbered("pier", seat, pier.number))
        record = Text("Builds {boat} at pier {number}", boat=boat.name, number=pier.number)
        yield Option(f"boat:{boat.type}", boat, boat.name, (move,), record=record)


def mooring(table: Table, seat: Seat, piers: Iterable[int]) -> Iterator[Move]:
    """What hands do with a new boat, at any of these piers."""
    for boat in table.own("boats", seat):
        for number in piers:
            yield Move(boat, own("boats", seat), numbered("pier", seat, number))


@effects.refuses(BuildBoat)
def piers_in_vain(table: Table, seat: Seat, _: BuildBoat, source: Source) -> Iterator[Option[Any]]:
    """Piers that are taken, and those for which something is missing."""
    reasons = {
        option.value.number: why_dear(option.text, option.blocked)
        for option in pier_menu(table, seat, source)
        if option.blocked
    }
    free = {pier.number for pier in free_piers(table, seat)}
    for number in table.board.piers:
        if number not in free:
            reasons[number] = Text("Pier {number} is taken", number=number)
    for number, why in reasons.items():
        for move in mooring(table, seat, (number,)):
            yield in_vain(move, why)


def at_other_piers(table: Table, seat: Seat, paid: Pier) -> Iterator[Option[Any]]:
    why = Text("Pier {number} was paid", number=paid.number)
    others = [number for number in table.board.piers if number != paid.number]
    for move in mooring(table, seat, others):
        yield in_vain(move, why)


@effects.blocks(BuildBoat)
def why_not_build_boat(table: Table, seat: Seat, _: BuildBoat, source: Source) -> Text | None:
    blocked = [option.blocked for option in pier_menu(table, seat, source)]
    if not blocked:
        return Text("{seat}: all piers taken", seat=seat)
    return blocked[0] if all(blocked) else None


def use_boat(table: Table, seat: Seat, boat: Boat) -> Flow[None]:
    """What a boat shows beside the hand; what is not wanted is lost."""
    with under_way(table, seat, boat.id):
        yield from perform(table, seat, boat.does, Source(boat.name, optional=True))


# ------------------------------------------------------------------------- Boats of anybody


def usable(table: Table, node: UseBoats) -> list[Boat]:
    """Built boats of all players that are not turned over; a copy of a copy is nothing."""
    built = (boat for seat in table.seats for boat in table.boats(seat).values())
    return [boat for boat in built if not (node.but_copies and copies(boat))]


def copies(boat: Boat) -> bool:
    return any(isinstance(node, UseBoats) for node in boat.does)


@effects.means(UseBoats)
def use_boats(table: Table, seat: Seat, node: UseBoats, _source: Source) -> Flow[None]:
    used: list[Boat] = []
    for _ in range(node.n):
        with under_way(table, seat, f"boats:{[boat.id for boat in used]}"):
            boat = yield from ask_or_skip(
                table, seat, Text("Use which boat?"), lambda: use_menu(table, node, used)
            )
        if boat is None:
            return
        used.append(boat)
        yield from use_boat(table, seat, boat)


def use_menu(table: Table, node: UseBoats, used: list[Boat]) -> Iterator[Option[Boat]]:
    for boat in usable(table, node):
        if boat not in used:
            yield Option(f"use:{boat.id}", boat, boat.name)


@effects.blocks(UseBoats)
def why_not_use_boats(table: Table, _seat: Seat, node: UseBoats, _: Source) -> Text | None:
    return None if usable(table, node) else Text("No such boat yet")


# ------------------------------------------------------------------------- Turning one over


class Berth(NamedTuple):
    pier: int
    boat: Boat


@effects.means(FlipBoat)
def flip_boat(table: Table, seat: Seat, _node: FlipBoat, _source: Source) -> Flow[None]:
    """An own boat is turned over for its action, and brings no income any more."""
    berth = yield from ask_or_skip(
        table, seat, Text("Turn over which boat?"), lambda: flip_menu(table, seat)
    )
    if berth is None:
        return
    pier, boat = berth
    table.places.move(boat, numbered("pier", seat, pier), numbered("flipped", seat, pier))
    yield from use_boat(table, seat, boat)


def flip_menu(table: Table, seat: Seat) -> Iterator[Option[Berth]]:
    for pier, boat in table.boats(seat).items():
        move = Move(boat, numbered("pier", seat, pier), numbered("flipped", seat, pier))
        yield Option(f"flip:{boat.type}", Berth(pier, boat), boat.name, (move,))


@effects.blocks(FlipBoat)
def why_not_flip(table: Table, seat: Seat, _node: FlipBoat, _: Source) -> Text | None:
    return None if table.boats(seat) else Text("{seat}: no boat to turn over", seat=seat)
