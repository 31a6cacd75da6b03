"""What events and characters of the adventure do, in words for phones and paper."""

from __future__ import annotations

from collections.abc import Iterator

from rules.port_royal.names import SHIP_COLOURS
from rules.port_royal.pieces import Event, Mission, Person
from rules.text import Plural, Text, listing


def ability_text(helper: Person) -> Text:
    """All that a person, a character or an event does, in a line."""
    return listing(_abilities(helper))


def _abilities(helper: Person) -> Iterator[Text]:
    does = helper.does
    colour = SHIP_COLOURS.get(helper.colour or "", Text("none"))
    if helper.swords:
        yield Plural("{n} sword more", "{n} swords more", helper.swords)
    if does.discount:
        yield Plural("persons cost {n} coin less", "persons cost {n} coins less", does.discount)
    if does.takes:
        yield Plural("{n} card more to take", "{n} cards more to take", does.takes)
    if does.looks:
        yield Plural(
            "once in a turn, look at the top card of the deck",
            "once in a turn, look at the top {n} cards of the deck; one stays",
            does.looks,
        )
    if does.full_harbour:
        cards = Plural("at least {n} card", "at least {n} cards", does.full_harbour.cards)
        coins = Plural("{n} coin", "{n} coins", does.full_harbour.coins)
        yield Text("{coins}, if the harbour has {cards}", coins=coins, cards=cards)
    if does.bust:
        yield Plural(
            "{n} coin whenever anybody goes bust", "{n} coins whenever anybody goes bust", does.bust
        )
    if does.ship_coins:
        yield Plural(
            "{n} coin more for ships: {colour}",
            "{n} coins more for ships: {colour}",
            does.ship_coins,
            colour=colour,
        )
    if does.ship_crowns:
        yield Plural(
            "{n} crown for ships: {colour}",
            "{n} crowns for ships: {colour}",
            does.ship_crowns,
            colour=colour,
        )
    if does.expedition_crowns:
        yield Plural(
            "{n} crown for every expedition",
            "{n} crowns for every expedition",
            does.expedition_crowns,
        )
    if does.own_bust:
        cards = Plural("at most {n} card", "at most {n} cards", does.own_bust.most)
        coins = Plural("{n} coin", "{n} coins", does.own_bust.coins)
        yield Text("{coins} for going bust with {cards} in the harbour", coins=coins, cards=cards)
    if does.many_ships:
        ships = Plural("at least {n} ship", "at least {n} ships", does.many_ships.ships)
        coins = Plural("{n} coin", "{n} coins", does.many_ships.coins)
        yield Text("{coins}, if the harbour has {cards}", coins=coins, cards=ships)
    if does.once:
        yield Plural("{n} coin, once", "{n} coins, once", does.once)


def hourglass_text(mission: Mission) -> Text:
    """Where the month's end leads."""
    text = Text("Month's end: together or alone card 9.")
    if mission.asks is not None:
        text = Text(
            "Month's end, has anybody fulfilled {asked}? Yes: {yes}. No: {no}.",
            asked=mission.asks,
            yes=mission.yes,
            no=mission.no,
        )
    elif mission.next is not None:
        text = Text("Month's end: {next}.", next=mission.next)
    if mission.against is not None:
        return Text("{end} (Against each other: {number}.)", end=text, number=mission.against)
    return text


def event_text(event: Event) -> Text:
    """What an event does, in a line."""
    if event.month_end:
        return Text("the hourglass of the last mission says what comes")
    found = list(_now(event))
    if event.helps:
        who = (
            Text("in this turn, for everybody: {what}", what=ability_text(event.helps))
            if event.for_all
            else Text("in this turn, for the active player: {what}", what=ability_text(event.helps))
        )
        found.append(who)
    return listing(found)


def _now(event: Event) -> Iterator[Text]:
    now = event.now
    active = [
        *((Plural("{n} coin", "{n} coins", now.coins),) if now.coins else ()),
        *((Plural("{n} crown", "{n} crowns", now.crowns),) if now.crowns else ()),
    ]
    if active:
        yield Text("for the active player: {what}", what=listing(active))
    if now.all_coins:
        yield Plural("for everybody: {n} coin", "for everybody: {n} coins", now.all_coins)
    if now.fewest_coins:
        yield Plural(
            "for the fewest influence: {n} coin",
            "for the fewest influence: {n} coins",
            now.fewest_coins,
        )
    if now.toll:
        yield Plural(
            "whoever has at least {n} coin pays: {coins}",
            "whoever has at least {n} coins pays: {coins}",
            now.toll.least,
            coins=now.toll.coins,
        )
    if now.offer:
        yield Plural(
            "the active player may pay {n} coin for crowns: {crowns}",
            "the active player may pay {n} coins for crowns: {crowns}",
            now.offer.coins,
            crowns=now.offer.crowns,
        )
    if now.reshuffles:
        yield Text("the discard pile is shuffled into the deck")
