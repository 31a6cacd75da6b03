"""Port Royal's phase 1: cards are turned up into the harbour until somebody stops or goes bust.

Turning up, repelling, gambling and tax increases. What the rulebook leaves open is settled in
RULINGS.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from rules.flow import Flow, Option, Seat, choose, reveal, yes_or_no_option
from rules.pieces import Move, Place
from rules.port_royal import announced
from rules.port_royal.coins import earn, pay, refill_deck
from rules.port_royal.contracts import decide_now, deciding, step
from rules.port_royal.expeditions import choose_or_sail
from rules.port_royal.pieces import Card, Expedition, Ship, Tax
from rules.port_royal.places import (
    BOX,
    DECK,
    DISCARD,
    EXPEDITIONS,
    HARBOUR,
    POINTS,
    TIME,
    area,
)
from rules.port_royal.refusals import hands_off
from rules.port_royal.table import Table
from rules.port_royal.taking import empty_harbour_coins, full_harbour_coins, ship_coins
from rules.text import Plural, Text

DRAW, STOP, GIVE_UP, GAMBLE = "draw", "stop", "give_up", "gamble"
DRAW_OR_STOP = Text("Turn up a card, or stop")
WHICH_CARD = Text("Which card was turned up?")
DRAWING = Option(DRAW, DRAW, Text("Turn up a card"), implied=True)
STOPPING = Option(STOP, STOP, Text("Stop: trade and hire"), implied=True)


def discover(table: Table, active: Seat) -> Flow[bool]:
    """Turn up at least one card, then as many as one dares. False if it ends in a bust."""
    table.phase = "discover"
    table.turned = table.gambled = 0
    table.stepped = frozenset()
    menu, refused = partial(discover_menu, table, active), partial(hands_off, table, active)
    while True:
        answer = yield from choose_or_sail(
            table,
            active,
            DRAW_OR_STOP,
            menu,
            next_key=STOP,
            refused=refused,
        )
        if answer == STOP:
            return True
        if answer == GAMBLE:
            survived = yield from gamble(table, active)
        elif answer == DRAW:
            survived = yield from turn_up_one(table, active)
        else:
            drive_off(table, active, answer)
            continue
        if not survived:
            return False


def discover_menu(table: Table, active: Seat) -> Iterator[Option[Any]]:
    """Stopping is free after the first card; only the ship just turned up may be repelled.

    Whoever has gambled can only gamble once more, or stop.
    """
    used_up = first = None
    if cards_used_up(table):
        used_up = Text("Deck and discard pile are empty")
    elif not table.turned:
        first = Text("First turn up a card")
    gambled = used_up
    if table.gambled:
        gambled = Text("No single cards after gambling")
    there = table.retinue(active)
    yield replace(DRAWING, blocked=gambled) if gambled else DRAWING
    if first or there.paid_for_harbour:
        yield Option(STOP, STOP, stop_text(table, active), (), first, implied=True)
    else:
        yield STOPPING
    gambles = there.gambles
    if table.gambled < len(gambles):
        text = Plural(
            "Gamble: turn up {n} card at once, take one more",
            "Gamble: turn up {n} cards at once, take one more",
            gambles[table.gambled],
        )
        yield Option(GAMBLE, GAMBLE, text, (), used_up)
    if table.fresh:
        yield from repel_options(table, active, table.fresh)


def stop_text(table: Table, active: Seat) -> Text:
    """What the player's own admirals, gunners or jesters bring at once is part of it."""
    paid = full_harbour_coins, ship_coins, empty_harbour_coins
    if coins := sum(each(table, active) for each in paid):
        return Plural(
            "Stop: your persons bring {n} coin", "Stop: your persons bring {n} coins", coins
        )
    return STOPPING.text


def cards_used_up(table: Table) -> bool:
    """No card is left to be turned up; if a turn begins so, the round is the last.

    Otherwise nobody could ever turn up a card again.
    """
    places = table.places
    if places.count(DECK) or places.count(DISCARD):
        return False
    return next_card_from(table) == DECK


def next_card_from(table: Table) -> Place:
    """With a time deck the first card of every turn comes from there."""
    return TIME if table.rules.time_deck and not table.turned else DECK


def turn_up_one(table: Table, active: Seat) -> Flow[bool]:
    """One card. False if it is a ship that ends the turn."""
    before = table.ship_colours() if table.contracts else 0
    card = yield from turn_up(table)
    return (yield from judge(table, active, card, before))


def judge(table: Table, active: Seat, card: Card, before: int) -> Flow[bool]:
    """What a card means that was turned up with `before` ship colours in the harbour."""
    if not isinstance(card, Ship):
        yield from place_card(table, active, card)
        return True
    if is_second_of_colour(table, card):
        return (yield from repel_or_bust(table, active, card))
    if table.contracts:
        placed = yield from decide_now(table, active, new_colours(table, active, before))
        if placed:
            table.fresh = None
    return True


def new_colours(table: Table, active: Seat, before: int) -> list[Any]:
    """The contracts about as many ship colours as the harbour has just come to."""
    return deciding(table, active, colours=range(before + 1, table.ship_colours() + 1))


def turn_up(table: Table) -> Flow[Card]:
    """The top card of a deck is laid open in the harbour."""
    refill_deck(table)
    source = next_card_from(table)
    card = yield from reveal(
        WHICH_CARD,
        source,
        HARBOUR,
        table.box.cards,
        partial(why_not_in_deck, table),
    )
    table.places.turn_up(card, source, HARBOUR)
    table.turned += 1
    table.fresh = card if isinstance(card, Ship) else None
    refill_deck(table)
    return card


def place_card(table: Table, active: Seat, card: Card) -> Flow[None]:
    """Expeditions go to their row, tax increases hold at once; all others stay in the harbour."""
    if isinstance(card, Expedition):
        table.places.move(card, HARBOUR, EXPEDITIONS)
    elif isinstance(card, Tax):
        yield from tax_increase(table, card, active)


def why_not_in_deck(table: Table, card: Card) -> Text | None:
    """A card that lies open somewhere cannot be turned up from the deck."""
    place = table.places.where(card)
    if place is None:
        return None
    if place == BOX:
        return Text("{card} stays in the box", card=card.name)
    return table.elsewhere(card, place)


# ------------------------------------------------------------------------------------ Gambling


def gamble(table: Table, active: Seat) -> Flow[bool]:
    """Several cards at once, judged only when all of them lie there. False if it is a bust.

    No ship of them can be repelled; tax increases hold. Whoever survives has one card more to take.
    """
    before, number = table.ship_colours(), table.retinue(active).gambles[table.gambled]
    table.gambled += 1
    for _ in range(number):
        if cards_used_up(table):
            break
        card = yield from turn_up(table)
        table.fresh = None
        if not isinstance(card, Ship):
            yield from place_card(table, active, card)
    if table.ship_colours() < len(table.ships()):
        return False
    yield from decide_now(table, active, new_colours(table, active, before))
    return True


# ----------------------------------------------------------------------------------- Repelling


def is_second_of_colour(table: Table, ship: Ship) -> bool:
    return any(other.colour == ship.colour and other is not ship for other in table.ships())


def repel_option(table: Table, active: Seat, ship: Ship) -> Option[Ship]:
    """The swords of sailors and pirates must reach those of the ship; a skull is never repelled.

    Swords are not used up.
    """
    blocked = None
    if ship.swords is None:
        blocked = Text("{ship} has a skull: never repelled", ship=ship.name)
    elif not table.can_repel(active, ship):
        blocked = Plural(
            "{ship} needs {n} sword, {seat} has {swords}",
            "{ship} needs {n} swords, {seat} has {swords}",
            ship.swords,
            ship=ship.name,
            seat=active,
            swords=table.swords(active),
        )
    move = Move(ship, HARBOUR, DISCARD)
    return Option(f"repel:{ship.id}", ship, repel_text(ship), (move,), blocked)


@lru_cache(maxsize=128)
def repel_text(ship: Ship) -> Text:
    return Text("Repel {ship}", ship=ship.name)


def repel_options(table: Table, active: Seat, ship: Ship) -> Iterator[Option[Any]]:
    """A repelled ship is discarded, or kept where a contract counts its colour."""
    repelling = repel_option(table, active, ship)
    yield repelling
    if repelling.blocked or ship.colour in {s.colour for s in table.ships_of(active, kept=True)}:
        return
    for contract in deciding(table, active, repelled=True):
        yield Option(
            f"keep:{ship.id}",
            (ship, contract),
            Text("Repel {ship} and keep it for {contract}", ship=ship.name, contract=contract.name),
            (Move(ship, HARBOUR, area(active)),),
        )


def drive_off(table: Table, active: Seat, answer: Any) -> None:
    """The ship leaves the harbour; with enough colours kept, their contract is fulfilled."""
    if isinstance(answer, Ship):
        repel(table, answer)
        announced.repelled(table, active, answer)
        return
    ship, contract = answer
    announced.repelled(table, active, ship)
    table.places.move(ship, HARBOUR, area(active))
    table.fresh = None
    table.kept |= {ship}
    kept = table.ships_of(active, kept=True)
    if len(kept) >= contract.needs.repelled_colours:
        for each in kept:
            table.places.move(each, area(active), DISCARD)
        table.kept -= {*kept}
        step(table, active, contract)


def repel(table: Table, ship: Ship) -> None:
    table.places.move(ship, HARBOUR, DISCARD)
    table.fresh = None


def repel_or_bust(table: Table, active: Seat, ship: Ship) -> Flow[bool]:
    """A second ship of a colour ends the turn, unless it can be and is repelled."""
    options = list(repel_options(table, active, ship))
    if options[0].blocked:
        return False
    answer = yield from choose_or_sail(
        table,
        active,
        Text("{ship}: second of its colour. Repel it?", ship=ship.name),
        lambda: (*options, Option(GIVE_UP, GIVE_UP, bust_text(table, active))),
    )
    if answer == GIVE_UP:
        return False
    drive_off(table, active, answer)
    return True


def bust_text(table: Table, active: Seat) -> Text:
    jesters = table.retinue(active).bust
    if not jesters:
        return Text("Go bust")
    return Plural(
        "Go bust: jesters bring {n} coin",
        "Go bust: jesters bring {n} coins",
        jesters,
    )


# ------------------------------------------------------------------------------- Tax increase


def tax_increase(table: Table, tax: Tax, active: Seat) -> Flow[None]:
    """Who has many coins loses some; then some get one.

    The card says who: those with the most swords, or those with the least influence. All who are
    tied get it. With a time deck a card of it may become a point first: paying tax may win.
    """
    if table.rules.time_deck and table.places.count(TIME):
        yield from set_aside(table, active)
    threshold = table.rules.tax_threshold if tax.threshold is None else tax.threshold
    paid = list[tuple[Seat, int]]()
    for seat in table.clockwise(active):
        coins = table.coins(seat)
        if coins >= threshold:
            paid.append((seat, tax_on(table, coins)))
            pay(table, seat, tax_on(table, coins), tax_reason(table, coins))
            yield from decide_now(table, seat, deciding(table, seat, pays_tax=True))
    if tax.bonus_to == "most_swords":
        most = max(map(table.swords, table.seats))
        favoured = [seat for seat in table.clockwise(active) if table.swords(seat) == most]
        because = Text("Tax increase: most swords ({swords})", swords=most)
    else:
        least = min(map(table.influence, table.seats))
        favoured = [seat for seat in table.clockwise(active) if table.influence(seat) == least]
        because = Text("Tax increase: least influence ({influence})", influence=least)
    bonus = table.rules.tax_bonus if tax.bonus is None else tax.bonus
    for seat in favoured:
        earn(table, seat, bonus, because)
    announced.taxed(table, tax, paid, favoured, bonus)
    table.places.move(tax, HARBOUR, DISCARD)


def tax_on(table: Table, coins: int) -> int:
    """Half, rounded down; or all beyond a number."""
    keeps = table.rules.tax_keeps
    return coins - keeps if isinstance(keeps, int) else coins // 2


def tax_reason(table: Table, coins: int) -> Text:
    keeps = table.rules.tax_keeps
    if isinstance(keeps, int):
        return Plural("Tax increase: {n} coin left", "Tax increase: {n} coins left", keeps)
    return Plural("Tax increase: half of {n} coin", "Tax increase: half of {n} coins", coins)


def set_aside(table: Table, active: Seat) -> Flow[None]:
    """Whenever a tax increase comes up, a card of the time deck may become a point: less time."""
    prompt = Plural(
        "Set a time deck card aside as a point? {n} card left.",
        "Set a time deck card aside as a point? {n} cards left.",
        table.places.count(TIME),
    )
    yes = yes_or_no_option("point:yes", True, prompt, None)
    yes.by_phone = True  # no camera counts face-down cards
    no = yes_or_no_option("point:no", False, prompt, None)
    wanted = yield from choose(active, prompt, lambda: (yes, no), next_key=no.key)
    if wanted:
        table.places.pass_on(TIME, POINTS, 1)
