"""Phase 0 of a turn in the adventure: an event is turned up. The last of them ends the month."""

from __future__ import annotations

from functools import partial
from typing import Any

from rules.flow import Flow, Option, Seat, choose, reveal
from rules.pieces import Move, Place
from rules.port_royal import announced
from rules.port_royal.adventure.by_hand import settle
from rules.port_royal.adventure.happenings import Toll
from rules.port_royal.adventure.set_up import why_not_dealt
from rules.port_royal.adventure.story import conditions, following, read_page, tell
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.coins import earn, pay
from rules.port_royal.contracts import decide_now, deciding
from rules.port_royal.pieces import Event
from rules.port_royal.places import (
    BOX,
    DECK,
    DISCARD,
    EVENT_DISCARD,
    EVENT_STOCK,
    EVENTS,
    MONTH_END,
    area,
)
from rules.port_royal.table import Table
from rules.text import Plural, Text

NO_BUYOUT, SETTLE = "no_buyout", "settle"
WHICH_EVENT = Text("Which event was turned up?")


def turn_up_event(table: AdventureTable, active: Seat) -> Flow[None]:
    """The first thing of every turn. What it does holds at once or in the phases to come."""
    table.phase = "event"
    event = table.event = yield from next_event(table)
    kind = announced.MONTH_END if event.month_end else announced.HAPPENED
    table.ledger.announce(kind, event.name, active, (event,))
    if event.month_end:
        yield from end_of_month(table, active)
    else:
        yield from happen(table, active, event)


def next_event(table: AdventureTable) -> Flow[Event]:
    """A new one on top, then those that are known in their order; the month's end lies below.

    In the first month nobody knows what is in the deck.
    """
    if table.new_event:
        table.new_event = False
        return (yield from _unknown_event(table, EVENT_STOCK))
    if table.order:
        event, *later = table.order
        table.order = tuple(later)
        table.places.move(event, EVENTS, EVENT_DISCARD)
        return event
    if table.places.count(EVENTS):
        return (yield from _unknown_event(table, EVENTS))
    (end,) = (card for card in table.places[MONTH_END] if isinstance(card, Event))
    table.places.move(end, MONTH_END, EVENT_DISCARD)
    return end


def _unknown_event(table: AdventureTable, source: Place) -> Flow[Event]:
    event = yield from reveal(
        WHICH_EVENT,
        source,
        EVENT_DISCARD,
        table.tale.events,
        partial(why_not_dealt, table),
    )
    table.places.turn_up(event, source, EVENT_DISCARD)
    return event


def happen(table: AdventureTable, active: Seat, event: Event) -> Flow[None]:
    """What an event does at once."""
    now, name = event.now, event.name
    earn(table, active, now.coins, name)
    table.gain_crowns(active, now.crowns, name)
    if now.all_coins:
        for seat in table.clockwise(active):
            earn(table, seat, now.all_coins, name)
    if now.fewest_coins:
        least = min(map(table.influence, table.seats))
        for seat in table.clockwise(active):
            if table.influence(seat) == least:
                earn(table, seat, now.fewest_coins, name)
    if now.toll and now.toll.coins:
        yield from collect(table, active, event, now.toll)
    if now.reshuffles and table.places.count(DISCARD):
        table.places.shuffle_into(DISCARD, DECK)
    if now.offer and now.offer.crowns and table.coins(active) >= now.offer.coins:
        wanted = yield from choose(
            active,
            Text("{event}: pay for crowns?", event=name),
            lambda: offer_options(event),
            next_key="offer:no",
        )
        if wanted:
            pay(table, active, now.offer.coins, name)
            table.gain_crowns(active, now.offer.crowns, name)
    if now.by_hand:
        prompt = Text("{event}: read it aloud. What changes at once?", event=name)
        yield from settle_event(table, active, prompt)


def look_back(table: AdventureTable, active: Seat) -> Flow[None]:
    """Before a turn ends, what an owner's event has changed in it is asked once more."""
    event = table.event
    if event is not None and event.now.by_hand:
        prompt = Text("The turn ends. Does {event} change anything else?", event=event.name)
        yield from settle_event(table, active, prompt)


def event_options(table: Table) -> list[Option[Any]]:
    """While an owner's event holds, whoever is asked may say that it has changed something."""
    if not isinstance(table, AdventureTable) or not (table.event and table.event.now.by_hand):
        return []
    text = Text("{event}: say what it changes", event=table.event.name)
    return [Option(SETTLE, SETTLE, text, by_phone=True, by_reading=True)]


def settle_event(table: Table, asked: Seat, prompt: Text | None = None) -> Flow[None]:
    """What an owner's event changes is told on a phone. Coins that it takes may be a tax."""
    assert isinstance(table, AdventureTable)
    assert table.event is not None
    payers = yield from settle(table, asked, table.event.name, prompt)
    for seat in table.clockwise(asked):
        if seat in payers:
            yield from decide_now(table, seat, deciding(table, seat, pays_tax=True))


def collect(table: AdventureTable, active: Seat, event: Event, toll: Toll) -> Flow[None]:
    """A toll is a tax too: it counts for a mission that wants one paid."""
    for seat in table.clockwise(active):
        if table.coins(seat) >= toll.from_:
            pay(table, seat, toll.coins, event.name)
            yield from decide_now(table, seat, deciding(table, seat, pays_tax=True))


def offer_options(event: Event) -> list[Option[bool]]:
    """No camera sees coins: whoever pays says so on a phone."""
    offer = event.now.offer
    assert offer is not None
    crowns = Plural("{n} crown", "{n} crowns", offer.crowns)
    text = Plural(
        "Pay {n} coin for {crowns}", "Pay {n} coins for {crowns}", offer.coins, crowns=crowns
    )
    return [
        Option("offer:yes", True, text, by_phone=True),
        Option("offer:no", False, Text("Pay nothing")),
    ]


# ----------------------------------------------------------------------------------- Month's end


def end_of_month(table: AdventureTable, active: Seat) -> Flow[None]:
    """The hourglass of the last mission says how the story goes on.

    Those who play against each other may pay for a marker. Those who play together are at the end
    where it leads to card 9. Else the events are turned over in their order, with a new one on top.
    """
    if not table.together:
        for seat in table.clockwise(active):
            yield from buyout(table, seat)
    mission = None if table.is_after else following(table)
    if mission is not None:
        yield from tell(table, active, mission)
    elif table.together:
        table.ended = table.over = True
        if all(conditions(table)):
            yield from read_page(table, active, table.tale.chapters[table.chapter].end)
        return
    turn_over(table)


def turn_over(table: AdventureTable) -> None:
    """The discarded events become the deck again, not shuffled."""
    order = [card for card in table.places[EVENT_DISCARD] if isinstance(card, Event)]
    for event in order:
        target = MONTH_END if event.month_end else EVENTS
        table.places.move(event, EVENT_DISCARD, target)
    table.order = tuple(event for event in order if not event.month_end)
    table.new_event = table.places.count(EVENT_STOCK) > 0


def buyout(table: AdventureTable, seat: Seat) -> Flow[None]:
    """Whoever pays may return the leftmost marker of their character to the box."""
    price = table.tale.buyout_after if table.is_after else table.tale.buyout
    markers = table.markers(seat)
    if not markers or table.coins(seat) < price:
        return
    moves = table.places.tagged(Move(markers[0], area(seat), BOX))
    wanted = yield from choose(
        seat,
        Text("Month's end: pay to take a marker off?"),
        lambda: [
            Option(
                "buyout",
                True,
                Plural(
                    "Pay {n} coin: leftmost marker to the box",
                    "Pay {n} coins: leftmost marker to the box",
                    price,
                ),
                moves,
                by_phone=not moves,
            ),
            Option(NO_BUYOUT, False, Text("Keep the coins")),
        ],
        next_key=NO_BUYOUT,
    )
    if wanted:
        pay(table, seat, price, Text("Month's end"))
        table.places.move(markers[0], area(seat), BOX)
        table.open_next(seat)
