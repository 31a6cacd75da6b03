"""Cargo ships: supplying them for crate lids, and the harbourmaster's discount."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.cooper_island.actions.asking import ask_or_skip, in_vain
from rules.cooper_island.actions.building import place_piece, why_no_site
from rules.cooper_island.actions.milestones import turn_milestones
from rules.cooper_island.actions.payment import (
    discounts,
    pay,
    price_text,
    why_dear,
    why_not_pay,
)
from rules.cooper_island.actions.sailing import navigate
from rules.cooper_island.actions.storing import unused_lids
from rules.cooper_island.actions.vocabulary import Source, effects, react, under_way
from rules.cooper_island.pieces import HARBOURMASTER, Owned
from rules.cooper_island.places import cargo, lying, own
from rules.cooper_island.printed.board import CargoShip
from rules.cooper_island.printed.nodes import SUPPLY, Discount, LidOnLand, SupplyShip
from rules.cooper_island.table import LID, Table
from rules.flow import Flow, Option, Seat
from rules.pieces import Move
from rules.text import Plural, Text

HARBOURMASTERS = Discount(1, ("gold", "cloth"))


@effects.means(SupplyShip)
def supply(table: Table, seat: Seat, node: SupplyShip, source: Source) -> Flow[None]:
    """Pay what a cargo ship wants, sail, and take the own lid from it."""
    ship = yield from ask_or_skip(
        table,
        seat,
        Text("Supply which cargo ship?"),
        lambda: cargo_menu(table, seat, source),
        lambda: effects.refused(table, seat, (node,), source),
    )
    if ship is None:
        return
    because = Text("Cargo ship {number}", number=ship.number)
    less = discounts_for(table, seat, ship, source)
    if stands_at(table, ship):
        table.places.move(HARBOURMASTER, cargo(ship.number), lying(ship.number))
    yield from pay(table, seat, ship.cost, less, because, lambda: taking_lids(table, seat, [ship]))
    with under_way(table, seat, f"cargo:{ship.number}"):
        yield from navigate(table, seat, ship.np, because)
        lid = lid_on(table, seat, ship)
        assert lid is not None
        table.places.move(lid, cargo(ship.number), own("lids", seat))
        turn_milestones(table, seat)
        yield from react(table, seat, SUPPLY)


def stands_at(table: Table, ship: CargoShip) -> bool:
    return table.places.where(HARBOURMASTER) == cargo(ship.number)


def discounts_for(table: Table, seat: Seat, ship: CargoShip, source: Source) -> list[Discount]:
    """The first in a round to supply the ship of the harbourmaster pays one gold or cloth less."""
    master = HARBOURMASTERS if stands_at(table, ship) else None
    return discounts(table, seat, SUPPLY, (source.discount, master))


def lid_on(table: Table, seat: Seat, ship: CargoShip) -> Owned | None:
    """The own lid on a cargo ship."""
    for lid in table.places[cargo(ship.number)]:
        if isinstance(lid, Owned) and lid.colour == seat.colour:
            return lid
    return None


def cargo_menu(table: Table, seat: Seat, source: Source) -> Iterator[Option[CargoShip]]:
    for ship in table.board.cargo.values():
        less = discounts_for(table, seat, ship, source)
        text = Plural(
            "Cargo ship {number}: {cost} for {n} navigation point",
            "Cargo ship {number}: {cost} for {n} navigation points",
            ship.np,
            number=ship.number,
            cost=price_text(table, seat, ship.cost, less),
        )
        if lid_on(table, seat, ship) and f"cargo:{ship.number}" not in table.player(seat).under_way:
            blocked = why_not_pay(table, seat, ship.cost, less)
            record = Text("Supplies cargo ship {number}", number=ship.number)
            yield Option(f"cargo:{ship.number}", ship, text, (), blocked, record=record)


def taking_lids(table: Table, seat: Seat, ships: Iterable[CargoShip]) -> Iterator[Move]:
    """What hands do at cargo ships."""
    for ship in ships:
        if lid := lid_on(table, seat, ship):
            yield Move(lid, cargo(ship.number), own("lids", seat))


@effects.refuses(SupplyShip)
def ships_in_vain(table: Table, seat: Seat, _: SupplyShip, source: Source) -> Iterator[Option[Any]]:
    """Cargo ships for which something is missing."""
    for option in cargo_menu(table, seat, source):
        if option.blocked:
            for move in taking_lids(table, seat, [option.value]):
                yield in_vain(move, why_dear(option.text, option.blocked))


@effects.blocks(SupplyShip)
def why_not_supply(table: Table, seat: Seat, _: SupplyShip, source: Source) -> Text | None:
    blocked = [option.blocked for option in cargo_menu(table, seat, source)]
    if not blocked:
        return Text("{seat}: all cargo ships supplied", seat=seat)
    return blocked[0] if all(blocked) else None


# --------------------------------------------------------------------- A lid on the peninsula


@effects.means(LidOnLand)
def lid_on_land(table: Table, seat: Seat, node: LidOnLand, source: Source) -> Flow[None]:
    """An unused lid is placed as structures are; a settlement brings nothing more."""
    wanted = yield from ask_or_skip(
        table,
        seat,
        Text("Put a lid on your peninsula?"),
        lambda: [lid_option(table, seat, node, source)],
    )
    if wanted is None:
        return
    lid = table.own("lids", seat)[-1]
    with under_way(table, seat, LID):
        yield from place_piece(table, seat, lid, own("lids", seat), LID)
    yield from navigate(table, seat, node.np, source.because)


def lid_option(table: Table, seat: Seat, node: LidOnLand, source: Source) -> Option[bool]:
    blocked = why_no_lid(table, seat, node, source)
    return Option("lid", True, Text("Put it there"), (), blocked)


@effects.blocks(LidOnLand)
def why_no_lid(table: Table, seat: Seat, _node: LidOnLand, _: Source) -> Text | None:
    if not unused_lids(table, seat):
        return Text("{seat} has no unused lid", seat=seat)
    return why_no_site(table, seat)
