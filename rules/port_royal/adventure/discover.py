"""Phase 1 in the adventure: as ever, and lookouts may look at the cards to come."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rules.flow import Flow, Option, Seat, choose, reveal
from rules.pieces import Move
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.coins import cards_left, refill_deck
from rules.port_royal.contracts import decide_now, deciding
from rules.port_royal.discover import (
    DRAW,
    DRAW_OR_STOP,
    GAMBLE,
    STOP,
    discover_menu,
    drive_off,
    gamble,
    judge,
    turn_up,
    why_not_in_deck,
)
from rules.port_royal.expeditions import choose_or_sail
from rules.port_royal.pieces import Card, Ship
from rules.port_royal.places import DECK, DISCARD, HARBOUR, LOOKOUT
from rules.port_royal.refusals import hands_off
from rules.text import Plural, Text

LOOK = "look"


def discover(table: AdventureTable, active: Seat) -> Flow[bool]:
    """Turn up at least one card, then as many as one dares. False if it ends in a bust.

    Whoever stops with the right number of cards decides at once about a mission that wants it.
    """
    table.phase = "discover"
    table.turned = table.gambled = table.looked = table.takes_less = 0
    table.stepped = frozenset()
    asked, refused = partial(menu, table, active), partial(hands_off, table, active)
    survived = True
    while survived:
        answer = yield from choose_or_sail(
            table, active, DRAW_OR_STOP, asked, next_key=STOP, refused=refused
        )
        if answer == STOP:
            break
        if answer == LOOK:
            yield from look(table, active)
        elif answer == GAMBLE:
            cover_top_card(table)
            survived = yield from gamble(table, active)
        elif answer == DRAW:
            survived = yield from turn_up_one(table, active)
        else:
            drive_off(table, active, answer)
    cover_top_card(table)
    if survived:
        stops_at = len(table.harbour())
        yield from decide_now(table, active, deciding(table, active, stops_at=stops_at))
    return survived


def menu(table: AdventureTable, active: Seat) -> Iterator[Option[Any]]:
    yield from discover_menu(table, active)
    looks = table.company(active).looks
    if table.looked < len(looks) and not table.gambled and cards_left(table) > 1:
        text = Plural(
            "Look at the deck's top card",
            "Look at the deck's top {n} cards",
            looks[table.looked],
        )
        yield Option(LOOK, LOOK, text)


def turn_up_one(table: AdventureTable, active: Seat) -> Flow[bool]:
    """One card: that which a lookout has left on top, or an unknown one."""
    before = table.ship_colours()
    if table.top_card():
        (card,) = table.places[LOOKOUT]
        table.places.move(card, LOOKOUT, HARBOUR)
        table.turned += 1
        table.fresh = card if isinstance(card, Ship) else None
        refill_deck(table)
    else:
        card = yield from turn_up(table)
    return (yield from judge(table, active, card, before))


def look(table: AdventureTable, active: Seat) -> Flow[None]:
    """A lookout: some cards of the deck are laid open. One stays on top, the others are discarded
    and do nothing.
    """
    number = table.company(active).looks[table.looked]
    table.looked += 1
    while table.places.count(LOOKOUT) < number and refill_deck(table):
        card = yield from reveal(
            Text("Which card does the lookout see?"),
            DECK,
            LOOKOUT,
            table.box.cards,
            lambda card: why_not_in_deck(table, card),
        )
        table.places.turn_up(card, DECK, LOOKOUT)
    seen = table.places[LOOKOUT]
    kept = yield from choose(
        active,
        Text("Which card goes back on top? Discard the others."),
        lambda: [_keep(card, seen) for card in seen],
    )
    for card in seen:
        if card is not kept:
            table.places.move(card, LOOKOUT, DISCARD)
    refill_deck(table)


def _keep(card: Card, seen: tuple[Card, ...]) -> Option[Card]:
    moves = tuple(Move(other, LOOKOUT, DISCARD) for other in seen if other is not card)
    return Option(f"on_top:{card.id}", card, card.name, moves, by_phone=not moves)


def cover_top_card(table: AdventureTable) -> None:
    """A card that a lookout has left open, and nobody turned up, goes back onto the deck."""
    if table.top_card():
        table.places.turn_down(table.places[LOOKOUT][0], LOOKOUT, DECK)
