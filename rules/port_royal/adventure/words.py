"""What events and characters of the adventure do, in words for phones and paper."""

from __future__ import annotations

from collections.abc import Iterator

from rules.port_royal.abilities import sentences
from rules.port_royal.pieces import Event, Mission, Person
from rules.text import Plural, Text, listing


def ability_text(helper: Person) -> Text:
    """All that a person, a character or an event does, in a line."""
    swords = Plural("{n} sword more", "{n} swords more", helper.swords)
    does = sentences(helper.does, helper.colour)
    return listing((*((swords,) if helper.swords else ()), *does))


def hourglass_text(mission: Mission) -> Text:
    """Where the month's end leads."""
    text = Text("Month's end: together or alone card 9.")
    if mission.asks is not None:
        text = Text(
            "Month's end: mission {asked} fulfilled? Yes: {yes}, no: {no}.",
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
        return Text("follow the last mission's hourglass")
    found = list(_now(event))
    if event.helps:
        who = (
            Text("this turn, everybody: {what}", what=ability_text(event.helps))
            if event.for_all
            else Text("this turn, active player: {what}", what=ability_text(event.helps))
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
        yield Text("active player: {what}", what=listing(active))
    if now.all_coins:
        yield Plural("everybody: {n} coin", "everybody: {n} coins", now.all_coins)
    if now.fewest_coins:
        yield Plural(
            "least influence: {n} coin",
            "least influence: {n} coins",
            now.fewest_coins,
        )
    if now.toll and now.toll.coins:
        yield Plural(
            "with {n} or more coin, pay: {coins}",
            "with {n} or more coins, pay: {coins}",
            now.toll.from_,
            coins=now.toll.coins,
        )
    if now.offer and now.offer.crowns:
        yield Plural(
            "active player may pay {n} coin for crowns: {crowns}",
            "active player may pay {n} coins for crowns: {crowns}",
            now.offer.coins,
            crowns=now.offer.crowns,
        )
    if now.reshuffles:
        yield Text("shuffle the discard pile into the deck")
    if now.by_hand:
        yield Text("do what the card says")
