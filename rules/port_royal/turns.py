"""Port Royal in the order of play: discover, trade and hire, the end.

Headings are those of the rulebook. What it leaves open is settled in RULINGS.md. Expeditions, which
may come at any moment, have a module of their own, and so has the set-up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.flow import Flow, Option, Seat, reveal
from rules.pieces import Move
from rules.port_royal.coins import earn, pay, refill_deck
from rules.port_royal.expeditions import choose_or_sail, last_expeditions
from rules.port_royal.pieces import Card, Expedition, Ship, Tax
from rules.port_royal.places import BOX, DECK, DISCARD, EXPEDITIONS, HARBOUR, place_name
from rules.port_royal.refusals import hands_off
from rules.port_royal.set_up import set_up
from rules.port_royal.table import Share, Table
from rules.port_royal.taking import (
    PASS,
    empty_harbour_coins,
    full_harbour_coins,
    hire,
    pay_fee,
    pay_for_harbour,
    take_menu,
    trade,
)
from rules.text import Plural, Text

DRAW, STOP, GIVE_UP = "draw", "stop", "give_up"


def script(table: Table) -> Flow[None] | None:
    """First the set-up, then one turn after another until the game is over."""
    if table.over:
        return None
    if table.active is None:
        return set_up(table)
    return turn(table, table.active)


# --------------------------------------------------------------------------------- Course of play


def turn(table: Table, active: Seat) -> Flow[None]:
    """Two phases; a bust skips the second. Then the next player clockwise is active."""
    table.ending = table.ending or cards_used_up(table)
    stopped = yield from discover(table, active)
    if stopped:
        yield from trade_and_hire(table, active)
    else:
        go_bust(table, active)
        yield from last_expeditions(table, active)
    end_turn(table, active)


# -------------------------------------------------------------------------------- 1. Discover


def discover(table: Table, active: Seat) -> Flow[bool]:
    """Turn up at least one card, then as many as one dares. False if it ends in a bust."""
    table.phase = "discover"
    table.turned = 0
    while True:
        answer = yield from choose_or_sail(
            table,
            active,
            Text("Turn up a card, or stop"),
            lambda: discover_menu(table, active),
            next_key=STOP,
            refused=lambda: hands_off(table, active),
        )
        if answer == STOP:
            return True
        if isinstance(answer, Ship):
            repel(table, answer)
            continue
        card = yield from turn_up(table)
        if isinstance(card, Expedition):
            table.places.move(card, HARBOUR, EXPEDITIONS)
        elif isinstance(card, Tax):
            tax_increase(table, card, active)
        elif isinstance(card, Ship) and is_second_of_colour(table, card):
            repelled = yield from repel_or_bust(table, active, card)
            if not repelled:
                return False


def discover_menu(table: Table, active: Seat) -> Iterator[Option[Any]]:
    """Stopping is free after the first card; only the ship just turned up may be repelled."""
    used_up = first = None
    if cards_used_up(table):
        used_up = Text("The deck and the discard pile are used up")
    elif not table.turned:
        first = Text("The first card must be turned up")
    yield Option(DRAW, DRAW, Text("Turn up a card"), (), used_up)
    yield Option(STOP, STOP, stop_text(table, active), (), first)
    if table.fresh:
        yield repel_option(table, active, table.fresh)


def stop_text(table: Table, active: Seat) -> Text:
    """What the player's own admirals or jesters bring at once is part of it."""
    if admirals := full_harbour_coins(table, active):
        return Plural(
            "Stop, and go on to trade and hire: admirals bring you {n} coin",
            "Stop, and go on to trade and hire: admirals bring you {n} coins",
            admirals,
        )
    if jesters := empty_harbour_coins(table, active):
        return Plural(
            "Stop, and go on to trade and hire: jesters bring you {n} coin",
            "Stop, and go on to trade and hire: jesters bring you {n} coins",
            jesters,
        )
    return Text("Stop, and go on to trade and hire")


def cards_used_up(table: Table) -> bool:
    """Neither the deck nor the discard pile has a card; if a turn begins so, the round is the last.

    Otherwise nobody could ever turn up a card again.
    """
    return not table.places.count(DECK) and not table.places.count(DISCARD)


def turn_up(table: Table) -> Flow[Card]:
    """The top card of the deck is laid open in the harbour."""
    refill_deck(table)
    card = yield from reveal(
        Text("Which card was turned up?"),
        DECK,
        HARBOUR,
        table.box.cards,
        lambda card: why_not_in_deck(table, card),
    )
    table.places.turn_up(card, DECK, HARBOUR)
    table.turned += 1
    table.fresh = card if isinstance(card, Ship) else None
    refill_deck(table)
    return card


def why_not_in_deck(table: Table, card: Card) -> Text | None:
    """A card that lies open somewhere cannot be turned up from the deck."""
    place = table.places.where(card)
    if place is None:
        return None
    if place == BOX:
        return Text("{card} is not in this game: it stays in the box", card=card.name)
    return Text(
        "{card} cannot be turned up: it lies in {place}",
        card=card.name,
        place=place_name(table.seats, place),
    )


def is_second_of_colour(table: Table, ship: Ship) -> bool:
    return any(other.colour == ship.colour and other is not ship for other in table.ships())


def repel_option(table: Table, active: Seat, ship: Ship) -> Option[Ship]:
    """The swords of sailors and pirates must reach those of the ship; a skull is never repelled.

    Swords are not used up.
    """
    blocked = None
    if ship.swords is None:
        blocked = Text("{ship} shows a skull and can never be repelled", ship=ship.name)
    elif not table.can_repel(active, ship):
        blocked = Plural(
            "{ship} needs {n} sword to be repelled, {seat} has {swords}",
            "{ship} needs {n} swords to be repelled, {seat} has {swords}",
            ship.swords,
            ship=ship.name,
            seat=active,
            swords=table.swords(active),
        )
    move = Move(ship, HARBOUR, DISCARD)
    return Option(f"repel:{ship.id}", ship, Text("Repel {ship}", ship=ship.name), (move,), blocked)


def repel(table: Table, ship: Ship) -> None:
    table.places.move(ship, HARBOUR, DISCARD)
    table.fresh = None


def repel_or_bust(table: Table, active: Seat, ship: Ship) -> Flow[bool]:
    """A second ship of a colour ends the turn, unless it can be and is repelled."""
    option = repel_option(table, active, ship)
    if option.blocked:
        return False
    answer = yield from choose_or_sail(
        table,
        active,
        Text("{ship} is the second of its colour: repel it, or go bust", ship=ship.name),
        lambda: (option, Option(GIVE_UP, GIVE_UP, bust_text(table, active))),
    )
    if answer == GIVE_UP:
        return False
    repel(table, ship)
    return True


def bust_text(table: Table, active: Seat) -> Text:
    jesters = table.retinue(active).bust
    if not jesters:
        return Text("Let it in and go bust")
    return Plural(
        "Let it in and go bust: jesters bring you {n} coin",
        "Let it in and go bust: jesters bring you {n} coins",
        jesters,
    )


def tax_increase(table: Table, tax: Tax, active: Seat) -> None:
    """Who has many coins loses half of them, rounded down; then some get one.

    The card says who: those with the most swords, or those with the least influence. All who are
    tied get it.
    """
    for seat in table.clockwise(active):
        coins = table.coins(seat)
        if coins >= table.rules.tax_threshold:
            because: Text = Plural(
                "Tax increase: half of {n} coin", "Tax increase: half of {n} coins", coins
            )
            pay(table, seat, coins // 2, because)
    if tax.bonus_to == "most_swords":
        most = max(map(table.swords, table.seats))
        favoured = [seat for seat in table.clockwise(active) if table.swords(seat) == most]
        because = Text("Tax increase: most swords ({swords})", swords=most)
    else:
        least = min(map(table.influence, table.seats))
        favoured = [seat for seat in table.clockwise(active) if table.influence(seat) == least]
        because = Text("Tax increase: least influence ({influence})", influence=least)
    for seat in favoured:
        earn(table, seat, table.rules.tax_bonus, because)
    table.places.move(tax, HARBOUR, DISCARD)


def go_bust(table: Table, active: Seat) -> None:
    """The harbour is discarded; phase 2 does not happen, for which jesters are paid."""
    clear_harbour(table)
    for seat in table.clockwise(active):
        coins = table.retinue(seat).bust
        earn(table, seat, coins, Text("Jesters: {seat} went bust", seat=active))


def clear_harbour(table: Table) -> None:
    table.fresh = None
    for card in table.harbour():
        table.places.move(card, HARBOUR, DISCARD)


# ---------------------------------------------------------------------------- 2. Trade and hire


def trade_and_hire(table: Table, active: Seat) -> Flow[None]:
    """The active player takes cards, then each of the others may; the rest is discarded."""
    table.phase = "trade_and_hire"
    table.fresh = None
    colours = len({ship.colour for ship in table.ships()})
    passed = yield from take_cards(table, active, table.rules.takes_by_ship_colours[colours])
    if not passed:
        yield from last_expeditions(table, active)
    if table.others_take or table.shares[active].taken:
        for seat in list(table.clockwise(active))[1:]:
            yield from take_cards(table, seat, table.rules.takes_of_others)
    clear_harbour(table)
    table.shares.clear()


def take_cards(table: Table, seat: Seat, cards: int) -> Flow[bool]:
    """One player's share: cards are taken one by one, so that each helps with the next.

    Admirals, jesters and governors count as they are now; those hired in this share come too late.
    True if the player passed with cards still to take.
    """
    pay_for_harbour(table, seat)
    share = table.shares[seat] = Share(cards + table.retinue(seat).takes)
    while share.taken < share.allowed and table.harbour():
        card = yield from choose_or_sail(
            table,
            seat,
            Plural(
                "Take a card, or pass ({n} card to take)",
                "Take a card, or pass ({n} cards to take)",
                share.allowed - share.taken,
            ),
            lambda: take_menu(table, seat),
            next_key=PASS,
            refused=lambda: hands_off(table, seat),
        )
        if card == PASS:
            return True
        if isinstance(card, Ship):
            trade(table, seat, card)
        else:
            hire(table, seat, card)
        pay_fee(table, seat)
        share.taken += 1
    return False


# ------------------------------------------------------------------------------- End of the game


def end_turn(table: Table, active: Seat) -> None:
    """At so much influence the round is finished: up to the player before the first one."""
    table.ending = table.ending or any(ends_the_game(table, seat) for seat in table.seats)
    table.active = table.seats[(active.index + 1) % len(table.seats)]
    table.over = table.ending and table.active is table.first


def ends_the_game(table: Table, seat: Seat) -> bool:
    return table.influence(seat) >= table.rules.end_influence and may_win(table, seat)


def may_win(table: Table, seat: Seat) -> bool:
    """In the variant, the end and the victory need an expedition as well."""
    return (
        not table.expedition_to_win or len(table.fulfilled(seat)) >= table.rules.variant_expeditions
    )
