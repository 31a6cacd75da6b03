"""Coins of Port Royal: cards of the deck, laid face down in front of a player.

The ledger says why they came or went.
"""

from __future__ import annotations

from rules.flow import Seat
from rules.ledger import Payment
from rules.port_royal import announced
from rules.port_royal.names import COINS
from rules.port_royal.places import DECK, DISCARD, purse
from rules.port_royal.table import Table
from rules.text import Plural, Text


def earn(table: Table, seat: Seat, amount: int, because: Text) -> None:
    """Coins come from the deck, unseen; when deck and discard pile are used up, there are none."""
    got = 0
    while got < amount and refill_deck(table):
        number = min(amount - got, table.places.count(DECK))
        table.places.pass_on(DECK, purse(seat), number)
        got += number
        refill_deck(table)
    if got < amount:
        because = Plural(
            "{because} (only {got} of {n} coin left)",
            "{because} (only {got} of {n} coins left)",
            amount,
            because=because,
            got=got,
        )
    table.ledger.gain(seat, COINS, got, because)


def pay(table: Table, seat: Seat, amount: int, because: Text) -> None:
    """Coins are paid to the discard pile."""
    if amount:
        table.places.pass_on(purse(seat), DISCARD, amount)
        table.ledger.gain(seat, COINS, -amount, because)


def hand_over(table: Table, giver: Seat, taker: Seat, amount: int, because: Text) -> None:
    """Coins go from one player to another."""
    table.places.pass_on(purse(giver), purse(taker), amount)
    table.ledger.hand_over(giver, taker, COINS, amount, because)


def payment_text(payment: Payment) -> Text:
    """What hands do with cards that are coins."""
    giver, taker, amount = payment
    if giver is None:
        return Plural(
            "{seat} takes {n} coin from the deck",
            "{seat} takes {n} coins from the deck",
            amount,
            seat=taker,
        )
    if taker is None:
        return Plural(
            "{seat} discards {n} coin face up",
            "{seat} discards {n} coins face up",
            amount,
            seat=giver,
        )
    return Plural(
        "{seat} gives {n} coin to {taker}",
        "{seat} gives {n} coins to {taker}",
        amount,
        seat=giver,
        taker=taker,
    )


def cards_left(table: Table) -> int:
    """How many cards there are to be taken as coins."""
    return table.places.count(DECK) + table.places.count(DISCARD)


def refill_deck(table: Table) -> bool:
    """When the deck runs out, the discard pile is shuffled and becomes the deck.

    False if there is no card in either.
    """
    if table.places.count(DECK):
        return True
    if table.places.count(DISCARD):
        table.places.shuffle_into(DISCARD, DECK)
        words = Text("The discard pile becomes the deck")
        table.ledger.announce(announced.SHUFFLED, words)
        return True
    return False
