"""Port Royal's phase 2, one card: what can be taken, what is paid for it, and what it brings.

Whatever a card costs or brings is said with the offer, to whom it goes included.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.flow import Flow, Option, Seat, choose
from rules.pieces import Move
from rules.port_royal import announced
from rules.port_royal.coins import cards_left, earn, hand_over, pay
from rules.port_royal.contracts import deciding, marker_moves, step, step_text
from rules.port_royal.names import INFLUENCE
from rules.port_royal.pieces import Contract, Person, Ship
from rules.port_royal.places import DISCARD, HARBOUR, area
from rules.port_royal.retinue import Retinue
from rules.port_royal.table import Table
from rules.text import Plural, Text

PASS = "pass"
PASSING = Option(PASS, PASS, Text("Pass"))


@dataclass(frozen=True, slots=True)
class Declined:
    """A ship that is traded without its coins, for a contract."""

    ship: Ship
    contract: Contract


def pay_for_harbour(table: Table, seat: Seat) -> None:
    """Admirals are paid if many cards lie in the harbour, gunners for its ships, jesters if it is
    empty.
    """
    if coins := full_harbour_coins(table, seat):
        because = Plural(
            "Admirals: {n} card in the harbour",
            "Admirals: {n} cards in the harbour",
            len(table.harbour()),
        )
        earn(table, seat, coins, because)
        announced.helped(table, seat, coins, because)
    if coins := ship_coins(table, seat):
        because = Plural(
            "Gunners: {n} ship in the harbour",
            "Gunners: {n} ships in the harbour",
            len(table.ships()),
        )
        earn(table, seat, coins, because)
        announced.helped(table, seat, coins, because)
    for helper in table.retinue(seat).many_ships:
        pay_for_ships(table, seat, helper)
    if coins := empty_harbour_coins(table, seat):
        pay_jesters(table, seat, coins)


def pay_jesters(table: Table, seat: Seat, coins: int) -> None:
    """Nothing is left for those who have jesters."""
    because = Text("Jesters: the harbour is empty")
    earn(table, seat, coins, because)
    announced.helped(table, seat, coins, because)


def pay_for_ships(table: Table, seat: Seat, helper: Person) -> None:
    """Somebody who is paid if the harbour has so many ships."""
    paid, ships = helper.does.many_ships, len(table.ships())
    if paid and ships >= paid.ships:
        because = Plural(
            "{name}: {n} ship in the harbour",
            "{name}: {n} ships in the harbour",
            ships,
            name=helper.name,
        )
        earn(table, seat, paid.coins, because)
        announced.helped(table, seat, paid.coins, because, (helper,))
        table.gain_crowns(seat, paid.crowns, because)


def full_harbour_coins(table: Table, seat: Seat) -> int:
    """What a player's persons bring for the cards in the harbour."""
    paid, cards = table.retinue(seat).full_harbour, len(table.harbour())
    return sum(each.coins for each in paid if each.pays(cards)) if paid else 0


def ship_coins(table: Table, seat: Seat) -> int:
    """What a player's persons bring for the ships in the harbour, never less than nothing."""
    paid = table.retinue(seat).ships_beyond
    return sum(max(0, len(table.ships()) - beyond) for beyond in paid) if paid else 0


def empty_harbour_coins(table: Table, seat: Seat) -> int:
    """What a player's persons bring if the harbour has no card."""
    return 0 if table.harbour() else table.retinue(seat).empty_harbour


def take_menu(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """Trading a ship or hiring a person; the others pay a fee as well."""
    there = table.retinue(seat)
    for card in table.harbour():
        if isinstance(card, Ship):
            yield trade_option(table, seat, card, there)
            if table.contracts:
                yield from decline_options(table, seat, card)
        elif isinstance(card, Person):
            yield hire_option(table, seat, card, there)
    yield PASSING


def fee_of(table: Table, seat: Seat) -> int:
    """What a player pays the active one for each card: whoever is active pays nothing."""
    return 0 if seat is table.active else table.rules.fee


def trade_option(table: Table, seat: Seat, ship: Ship, there: Retinue) -> Option[Any]:
    """The fee can be paid from the coins of the ship, if there are cards left for them."""
    worth, fee = there.worth(ship), fee_of(table, seat)
    text = trade_text(ship, worth)
    place, blocked = DISCARD, None
    if influence := there.tucks[ship.colour]:
        place = area(seat)
        text = Plural(
            "{trade}; tuck it: {n} influence",
            "{trade}; tuck it: {n} influence",
            influence,
            trade=text,
        )
    if ship.gift and len(table.seats) > 1:
        text = Plural(
            "{trade}; {n} coin for another player",
            "{trade}; {n} coins for another player",
            ship.gift,
            trade=text,
        )
    if fee:
        text = Text(
            "{trade}: {fee} to {seat}, {left} left",
            trade=text,
            fee=fee,
            seat=table.active,
            left=worth - fee,
        )
        coins = min(worth, cards_left(table) + (place == DISCARD))
        blocked = unpaid_fee(table, seat, coins)
    return Option(f"trade:{ship.id}", ship, text, (Move(ship, HARBOUR, place),), blocked)


@lru_cache(maxsize=256)
def trade_text(ship: Ship, worth: int) -> Text:
    return Plural("Trade {ship} for {n} coin", "Trade {ship} for {n} coins", worth, ship=ship.name)


def unpaid_fee(table: Table, seat: Seat, to_come: int) -> Text | None:
    """Why a player cannot pay the fee, even from the coins that come with the card."""
    coins, fee = table.coins(seat), fee_of(table, seat)
    if coins + to_come >= fee:
        return None
    return Plural(
        "Fee: {n} coin; {seat} has {coins}",
        "Fee: {n} coins; {seat} has {coins}",
        fee,
        seat=seat,
        coins=coins,
    )


def decline_options(table: Table, seat: Seat, ship: Ship) -> Iterator[Option[Any]]:
    """A ship may be traded without its coins where a contract counts that."""
    for contract in deciding(table, seat, declines=ship.colour):
        moves = marker_moves(table, seat, contract)
        yield Option(
            f"decline:{ship.id}",
            Declined(ship, contract),
            Text(
                "Trade {ship} for nothing: {step}",
                ship=ship.name,
                step=step_text(table, seat, contract),
            ),
            (Move(ship, HARBOUR, DISCARD), *moves),
            unpaid_fee(table, seat, 0),
            by_phone=not moves,
        )


def hire_option(table: Table, seat: Seat, person: Person, there: Retinue) -> Option[Any]:
    """Price and fee must be paid from the coins there are."""
    price, coins = there.price(person), table.coins(seat)
    fee = fee_of(table, seat)
    text, costs = hire_texts(person, price, fee)
    blocked = None
    if coins < price + fee:
        blocked = Text("{costs}, {seat} has {coins}", costs=costs, seat=seat, coins=coins)
    if fee:
        text = Text("{hire}, and {fee} to {seat}", hire=text, fee=fee, seat=table.active)
    if once := person.does.once:
        text = Plural("{hire}; {n} coin at once", "{hire}; {n} coins at once", once, hire=text)
    move = Move(person, HARBOUR, area(seat))
    return Option(f"hire:{person.id}", person, text, (move,), blocked)


@lru_cache(maxsize=256)
def hire_texts(person: Person, price: int, fee: int) -> tuple[Text, Text]:
    """What is done, and what it costs."""
    text = Plural(
        "Hire {person} for {n} coin", "Hire {person} for {n} coins", price, person=person.name
    )
    costs = Text("{person} costs {price}", person=person.name, price=price)
    return text, Text("{costs} and the fee {fee}", costs=costs, fee=fee) if fee else costs


def trade(table: Table, seat: Seat, ship: Ship) -> None:
    """The ship brings its coins, and more with traders of its colour.

    It is discarded, or tucked under a wholesaler of its colour, where it is worth influence.
    """
    there = table.retinue(seat)
    worth, influence = there.worth(ship), there.tucks[ship.colour]
    table.places.move(ship, HARBOUR, area(seat) if influence else DISCARD)
    earn(table, seat, worth, Text("Traded {ship}", ship=ship.name))
    if influence:
        because = Text("Tucked: {ship}", ship=ship.name)
        table.ledger.gain(seat, INFLUENCE, influence, because, kind="ship")


def decline(table: Table, seat: Seat, declined: Declined) -> None:
    """The ship is discarded and brings nothing but a step towards a contract."""
    table.places.move(declined.ship, HARBOUR, DISCARD)
    step(table, seat, declined.contract)


def give_away(table: Table, seat: Seat, ship: Ship) -> Flow[None]:
    """Some ships bring another player a coin too; whoever trades one says whom."""
    others = [other for other in table.clockwise(seat) if other is not seat]
    if not others:
        return
    taker = others[0]
    if len(others) > 1:
        taker = yield from choose(
            seat,
            Text("Who else gets a coin for {ship}?", ship=ship.name),
            lambda: [
                Option(
                    f"gift:{other.colour}",
                    other,
                    Text("{seat}", seat=other),
                    by_phone=True,
                    record=Text("{seat} gets a coin too", seat=other),
                )
                for other in others
            ],
        )
    because = Text("Gift of {seat}: {ship}", seat=seat, ship=ship.name)
    earn(table, taker, ship.gift, because)
    table.ledger.announce(announced.GIFT, because, taker, (ship,))


def hire(table: Table, seat: Seat, person: Person) -> None:
    """The price is paid to the discard pile; the person and the influence go to the player, and
    coins that the person brings once.
    """
    price = table.price(seat, person)
    pay(table, seat, price, Text("Hired {person}", person=person.name))
    table.places.move(person, HARBOUR, area(seat))
    table.ledger.gain(seat, INFLUENCE, person.influence, person.name, kind="person")
    earn(table, seat, person.does.once, person.name)


def pay_fee(table: Table, seat: Seat) -> None:
    """For each card that another player takes, the active player is paid."""
    fee = fee_of(table, seat)
    if table.active is not None and fee:
        hand_over(table, seat, table.active, fee, Text("{seat} took a card", seat=seat))
