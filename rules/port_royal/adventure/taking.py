"""Phase 2 in the adventure: ships can be kept for what they carry, some bring crowns, and
innkeepers buy bread and rum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.flow import Flow, Option, Seat, choose
from rules.pieces import Move
from rules.port_royal import announced
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.coins import cards_left, earn
from rules.port_royal.pieces import Person, Ship
from rules.port_royal.places import DISCARD, HARBOUR, area
from rules.port_royal.taking import (
    Declined,
    decline,
    empty_harbour_coins,
    fee_of,
    hire,
    pay_for_ships,
    pay_jesters,
    take_menu,
    trade,
    unpaid_fee,
)
from rules.port_royal.turns import Taking
from rules.text import Plural, Text

NO_SALE = "no_sale"
SOLD_AT_INNS = ("bread", "rum")


@dataclass(frozen=True, slots=True)
class Stowed:
    """A ship that is kept for what it carries."""

    ship: Ship


def take_one(
    table: AdventureTable, seat: Seat, card: Person | Ship | Declined | Stowed
) -> Ship | None:
    """As ever, but a ship may be kept for what it carries: then it is not traded."""
    if isinstance(card, Person):
        hire(table, seat, card)
        return None
    if isinstance(card, Stowed):
        stow(table, seat, card.ship)
        return None
    if isinstance(card, Declined):
        decline(table, seat, card)
        return card.ship
    trade_ship(table, seat, card)
    return card


def pay_for_harbour(table: AdventureTable, seat: Seat) -> None:
    """Everybody who is paid for what lies in the harbour, each with a line of their own."""
    cards, ships = len(table.harbour()), len(table.ships())
    for helper in table.company(seat).paid:
        does = helper.does
        if does.full_harbour and does.full_harbour.pays(cards):
            because = Plural(
                "{name}: {n} card in the harbour",
                "{name}: {n} cards in the harbour",
                cards,
                name=helper.name,
            )
            earn(table, seat, does.full_harbour.coins, because)
            announced.helped(table, seat, does.full_harbour.coins, because)
        if does.ships_beyond is not None:
            because = Plural(
                "{name}: {n} ship in the harbour",
                "{name}: {n} ships in the harbour",
                ships,
                name=helper.name,
            )
            earn(table, seat, max(0, ships - does.ships_beyond), because)
            announced.helped(table, seat, max(0, ships - does.ships_beyond), because)
        pay_for_ships(table, seat, helper)
    if coins := empty_harbour_coins(table, seat):
        pay_jesters(table, seat, coins)


# ------------------------------------------------------------------------------------ Innkeepers


def before(table: AdventureTable, seat: Seat) -> Flow[None] | None:
    """Only those with an innkeeper sell anything."""
    prices = table.company(seat).sells
    return sell(table, seat, prices) if prices else None


def sell(table: AdventureTable, seat: Seat, prices: Sequence[int]) -> Flow[None]:
    """Every innkeeper buys bread or rum of one kept ship, at the beginning of the share.

    The best price comes first.
    """
    for price in sorted(prices, reverse=True):
        goods = [ship for ship in table.ships_of(seat, kept=True) if ship.item in SOLD_AT_INNS]
        if not goods:
            return
        ship = yield from choose(
            seat,
            Text("Sell bread or rum to an innkeeper?"),
            lambda price=price, goods=goods: [  # type: ignore[misc]
                *(_sale(seat, ship, price) for ship in goods),
                Option(NO_SALE, None, Text("Sell nothing")),
            ],
            next_key=NO_SALE,
        )
        if ship is None:
            return
        table.places.move(ship, area(seat), DISCARD)
        table.kept -= {ship}
        earn(table, seat, price, Text("Sold: {ship}", ship=ship.name))


def _sale(seat: Seat, ship: Ship, price: int) -> Option[Any]:
    text = Plural("Sell {ship} for {n} coin", "Sell {ship} for {n} coins", price, ship=ship.name)
    return Option(f"sell:{ship.id}", ship, text, (Move(ship, area(seat), DISCARD),))


# ---------------------------------------------------------------------------- Ships with an item


def menu(table: AdventureTable, seat: Seat) -> Iterator[Option[Any]]:
    """What a ship brings, crowns included; one that carries something may be kept instead."""
    company = table.company(seat)
    for option in take_menu(table, seat):
        ship = option.value
        if isinstance(ship, Ship):
            if crowns := ship.crowns + company.ship_crowns[ship.colour]:
                option.text = Plural(
                    "{trade}; {n} crown", "{trade}; {n} crowns", crowns, trade=option.text
                )
            if ship.item:
                yield stow_option(table, seat, ship)
        yield option


def stow_option(table: AdventureTable, seat: Seat, ship: Ship) -> Option[Any]:
    """Traders bring their coin for a kept ship too."""
    coins = table.retinue(seat).ship_coins[ship.colour]
    text, blocked = Text("Keep {ship}", ship=ship.name), None
    if coins:
        text = Plural("{keep}, for {n} coin", "{keep}, for {n} coins", coins, keep=text)
    if fee := fee_of(table, seat):
        text = Text("{keep}: {fee} to {seat}", keep=text, fee=fee, seat=table.active)
        blocked = unpaid_fee(table, seat, min(coins, cards_left(table)))
    return Option(
        f"stow:{ship.id}", Stowed(ship), text, (Move(ship, HARBOUR, area(seat)),), blocked
    )


def stow(table: AdventureTable, seat: Seat, ship: Ship) -> None:
    """The ship comes to the player's area, with what it carries."""
    company = table.company(seat)
    table.places.move(ship, HARBOUR, area(seat))
    table.kept |= {ship}
    because = Text("Kept {ship}", ship=ship.name)
    earn(table, seat, company.retinue.ship_coins[ship.colour], because)
    table.gain_crowns(seat, company.ship_crowns[ship.colour], because)


def trade_ship(table: AdventureTable, seat: Seat, ship: Ship) -> None:
    """Its coins or crowns, and more with traders of its colour."""
    crowns = ship.crowns + table.company(seat).ship_crowns[ship.colour]
    trade(table, seat, ship)
    table.gain_crowns(seat, crowns, Text("Traded {ship}", ship=ship.name))


TAKING = Taking(pay_for_harbour, menu, take_one, before)
