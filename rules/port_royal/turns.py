"""Port Royal in the order of play: discover, trade and hire, the end.

Headings are those of the rulebook. What it leaves open is settled in RULINGS.md. Phase 1, and what
may come at any moment, expeditions and contracts, have modules of their own, and so has the set-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Generic, TypeVar

from rules.flow import Flow, Option, Seat
from rules.port_royal import announced
from rules.port_royal.coins import earn
from rules.port_royal.contracts import AllFulfilled, decide_now, deciding, within_reach
from rules.port_royal.discover import cards_used_up, discover
from rules.port_royal.expeditions import choose_or_sail, last_chances
from rules.port_royal.pieces import Person, Ship
from rules.port_royal.places import DISCARD, HARBOUR, TIME
from rules.port_royal.refusals import hands_off
from rules.port_royal.set_up import set_up
from rules.port_royal.table import Share, Table
from rules.port_royal.taking import (
    PASS,
    Declined,
    decline,
    give_away,
    hire,
    pay_fee,
    pay_for_harbour,
    take_menu,
    trade,
)
from rules.text import Plural, Text

T = TypeVar("T", bound=Table)


def script(table: Table) -> Flow[None] | None:
    """First the set-up, then one turn after another until the game is over."""
    if table.over:
        return None
    if table.active is None:
        return set_up(table)
    return turn(table, table.active)


# --------------------------------------------------------------------------------- Course of play


def turn(table: Table, active: Seat) -> Flow[None]:
    """Two phases; a bust skips the second. Then the next player clockwise is active.

    Those who play together have lost when a turn begins without a card in the time deck, and have
    won as soon as every contract is fulfilled.
    """
    if table.rules.time_deck:
        time = table.places.count(TIME)
        if not time:
            table.over = True
            return
        if time == 1:
            words = Text("The time deck has one card left")
            table.ledger.announce(announced.LAST_TURN, words, active)
    try:
        yield from phases(table, active)
    except AllFulfilled:
        table.over = True
    else:
        end_turn(table, active)


def phases(table: Table, active: Seat) -> Flow[None]:
    if cards_used_up(table) and not table.rules.time_deck:
        announced.last_round(table, Text("Deck and discard pile are empty"))
    stopped = yield from discover(table, active)
    if stopped:
        yield from trade_and_hire(table, active, TAKING)
    else:
        go_bust(table, active)
        yield from decide_now(table, active, deciding(table, active, bust=True))
        yield from last_chances(table, active)


def go_bust(table: Table, active: Seat) -> None:
    """The harbour is discarded; phase 2 does not happen, for which jesters are paid, and whoever is
    paid for the bust of a small harbour.

    The bust of a gambler has no effects, unless a group reads it otherwise.
    """
    cards = len(table.harbour())
    announced.bust(table, active)
    clear_harbour(table)
    if table.gambled and not table.pays_gambled_bust:
        return
    for seat in table.clockwise(active):
        coins, because = table.retinue(seat).bust, Text("Jesters: {seat} went bust", seat=active)
        earn(table, seat, coins, because)
        announced.helped(table, seat, coins, because)
    for helper in table.helpers(active):
        paid = helper.does.own_bust
        if paid and cards <= paid.most:
            because = Text("{name}: went bust", name=helper.name)
            earn(table, active, paid.coins, because)
            announced.helped(table, active, paid.coins, because, (helper,))


def clear_harbour(table: Table) -> None:
    table.fresh = None
    if table.harbour():
        table.places.move_all(HARBOUR, DISCARD)


# ---------------------------------------------------------------------------- 2. Trade and hire


@dataclass(frozen=True, slots=True)
class Taking(Generic[T]):
    """What taking cards is in a set; all else is as ever."""

    pay: Callable[[T, Seat], None]
    """What the harbour brings a player, before anything is taken."""
    menu: Callable[[T, Seat], Iterable[Option[Any]]]
    take: Callable[[T, Seat, Any], Ship | None]
    """Take what was chosen; the ship, if one was traded."""
    before: Callable[[T, Seat], Flow[None] | None] | None = None
    """What a player may do before the first card, if there is anything."""


def trade_and_hire(table: T, active: Seat, taking: Taking[T], fewer: int = 0) -> Flow[None]:
    """The active player takes cards, then each of the others may; the rest is discarded.

    Every gambler that was used in the turn allows one card more. What the others pay may bring a
    contract within reach of the active player, who may take so many cards `fewer`.
    """
    table.phase = "trade_and_hire"
    table.fresh = None
    colours = table.ship_colours()
    takes = table.rules.takes_by_ship_colours[colours] + table.gambled
    if takes > table.rules.takes_by_ship_colours[0]:
        words = Plural("{n} card to take", "{n} cards to take", takes)
        table.ledger.announce(announced.COLOURS, words, active, table.ships())
    passed = yield from take_cards(table, active, takes - fewer, taking)
    if not passed:
        yield from last_chances(table, active)
    before = within_reach(table, active)
    if table.others_take or table.shares[active].taken:
        for seat in list(table.clockwise(active))[1:]:
            passed = yield from take_cards(table, seat, table.rules.takes_of_others, taking)
            if table.contracts and not passed:
                yield from last_chances(table, seat)
    if any(contract not in before for contract in within_reach(table, active)):
        yield from last_chances(table, active)
    clear_harbour(table)
    table.shares.clear()


def take_cards(table: T, seat: Seat, cards: int, taking: Taking[T]) -> Flow[bool]:
    """One player's share: cards are taken one by one, so that each helps with the next.

    Admirals, jesters, gunners and governors count as they are now; those hired in this share come
    too late. A clerk allows one card more after a ship of its colour. True if the player passed
    with cards still to take.
    """
    there = table.retinue(seat)
    if there.paid_for_harbour:
        taking.pay(table, seat)
    allowed = max(0, cards + there.takes)
    if taking.before and (sale := taking.before(table, seat)):
        yield from sale
    share = table.shares[seat] = Share(allowed)
    menu, refused = partial(taking.menu, table, seat), partial(hands_off, table, seat)
    while share.taken < share.allowed and table.harbour():
        card = yield from choose_or_sail(
            table,
            seat,
            take_or_pass(share.allowed - share.taken),
            menu,
            next_key=PASS,
            refused=refused,
        )
        if card == PASS:
            return True
        ship = taking.take(table, seat, card)
        pay_fee(table, seat)
        share.taken += 1
        if ship is not None:
            share.allowed += table.retinue(seat).takes_after_ship[ship.colour]
            if ship.gift:
                yield from give_away(table, seat, ship)
    return False


def take_one(table: Table, seat: Seat, card: Person | Ship | Declined) -> Ship | None:
    """A person is hired, a ship is traded, perhaps for nothing."""
    if isinstance(card, Person):
        hire(table, seat, card)
        return None
    if isinstance(card, Ship):
        trade(table, seat, card)
        return card
    decline(table, seat, card)
    return card.ship


TAKING = Taking(pay_for_harbour, take_menu, take_one)


@cache
def take_or_pass(cards: int) -> Text:
    return Plural(
        "Take a card, or pass ({n} card to take)",
        "Take a card, or pass ({n} cards to take)",
        cards,
    )


# ------------------------------------------------------------------------------- End of the game


def end_turn(table: Table, active: Seat) -> None:
    """At so much influence the round is finished: up to the player before the first one.

    Those who play together go on as long as they have time.
    """
    ender = next((seat for seat in table.seats if ends_the_game(table, seat)), None)
    table.active = table.seats[(active.index + 1) % len(table.seats)]
    if table.rules.time_deck:
        return
    if ender is not None and table.active is not table.first:
        announced.last_round(table, announced.reached(table, ender), ender)
    table.ending = table.ending or ender is not None
    table.over = table.ending and table.active is table.first


def ends_the_game(table: Table, seat: Seat) -> bool:
    return table.influence(seat) >= table.rules.end_influence and may_win(table, seat)


def may_win(table: Table, seat: Seat) -> bool:
    """In the variant, the end and the victory need an expedition as well."""
    return (
        not table.expedition_to_win or len(table.fulfilled(seat)) >= table.rules.variant_expeditions
    )
