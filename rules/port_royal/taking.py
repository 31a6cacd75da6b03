"""Port Royal's phase 2, one card: what can be taken, what is paid for it, and what it brings.

Whatever a card costs or brings is said with the offer, to whom it goes included.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.flow import Option, Seat
from rules.pieces import Move
from rules.port_royal.coins import earn, hand_over, pay
from rules.port_royal.names import INFLUENCE
from rules.port_royal.pieces import Card, Person, Ship
from rules.port_royal.places import DISCARD, HARBOUR, area
from rules.port_royal.table import Table
from rules.text import Plural, Text

PASS = "pass"


def pay_for_harbour(table: Table, seat: Seat) -> None:
    """Admirals are paid if many cards lie in the harbour, jesters if none does."""
    if coins := full_harbour_coins(table, seat):
        because = Plural(
            "Admirals: {n} card in the harbour",
            "Admirals: {n} cards in the harbour",
            len(table.harbour()),
        )
        earn(table, seat, coins, because)
    if coins := empty_harbour_coins(table, seat):
        earn(table, seat, coins, Text("Jesters: the harbour is empty"))


def full_harbour_coins(table: Table, seat: Seat) -> int:
    """What a player's persons bring for the cards in the harbour."""
    paid, cards = table.retinue(seat).full_harbour, len(table.harbour())
    return sum(each.coins for each in paid if cards >= each.cards) if paid else 0


def empty_harbour_coins(table: Table, seat: Seat) -> int:
    """What a player's persons bring if the harbour has no card."""
    return 0 if table.harbour() else table.retinue(seat).empty_harbour


def take_menu(table: Table, seat: Seat) -> Iterator[Option[Card | str]]:
    """Ships are traded for coins, persons hired for coins; the others pay a fee as well."""
    for card in table.harbour():
        if isinstance(card, Ship):
            yield trade_option(table, seat, card)
        elif isinstance(card, Person):
            yield hire_option(table, seat, card)
    yield Option(PASS, PASS, Text("Pass"))


def trade_option(table: Table, seat: Seat, ship: Ship) -> Option[Card | str]:
    """The fee can be paid from the coins of the ship, so trading is always possible."""
    worth, fee = table.worth(seat, ship), table.rules.fee
    text: Text = Plural(
        "Trade {ship} for {n} coin", "Trade {ship} for {n} coins", worth, ship=ship.name
    )
    if seat is not table.active:
        text = Text(
            "{trade}: {fee} to {seat}, {left} left",
            trade=text,
            fee=fee,
            seat=table.active,
            left=worth - fee,
        )
    return Option(f"trade:{ship.id}", ship, text, (Move(ship, HARBOUR, DISCARD),))


def hire_option(table: Table, seat: Seat, person: Person) -> Option[Card | str]:
    """Price and fee must be paid from the coins there are."""
    price, coins = table.price(seat, person), table.coins(seat)
    fee = 0 if seat is table.active else table.rules.fee
    blocked = None
    if coins < price + fee:
        costs = Text("{person} costs {price}", person=person.name, price=price)
        if fee:
            costs = Text("{costs} and the fee {fee}", costs=costs, fee=fee)
        blocked = Text("{costs}, {seat} has {coins}", costs=costs, seat=seat, coins=coins)
    text: Text = Plural(
        "Hire {person} for {n} coin", "Hire {person} for {n} coins", price, person=person.name
    )
    if fee:
        text = Text("{hire}, and {fee} to {seat}", hire=text, fee=fee, seat=table.active)
    move = Move(person, HARBOUR, area(seat))
    return Option(f"hire:{person.id}", person, text, (move,), blocked)


def trade(table: Table, seat: Seat, ship: Ship) -> None:
    """The ship is discarded and brings its coins, and more with traders of its colour."""
    worth = table.worth(seat, ship)
    table.places.move(ship, HARBOUR, DISCARD)
    earn(table, seat, worth, Text("Traded {ship}", ship=ship.name))


def hire(table: Table, seat: Seat, person: Person) -> None:
    """The price is paid to the discard pile; the person and the influence go to the player."""
    price = table.price(seat, person)
    pay(table, seat, price, Text("Hired {person}", person=person.name))
    table.places.move(person, HARBOUR, area(seat))
    table.ledger.gain(seat, INFLUENCE, person.influence, person.name)


def pay_fee(table: Table, seat: Seat) -> None:
    """For each card that another player takes, the active player is paid."""
    if table.active is not None and seat is not table.active:
        because = Text("{seat} took a card", seat=seat)
        hand_over(table, seat, table.active, table.rules.fee, because)
