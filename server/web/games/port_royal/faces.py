"""The faces of Port Royal's cards. What a card costs or brings in coins is part of its name."""

from __future__ import annotations

from collections.abc import Iterator

from rules.port_royal.names import ITEMS
from rules.port_royal.pieces import (
    Card,
    Character,
    Contract,
    Event,
    Expedition,
    Marker,
    Mission,
    Page,
    Person,
    Ship,
    Tax,
    all_cards,
)
from rules.text import Plural, Text
from server.web.parts.cards import Face, Mark

_SHIPS = {
    "yellow": Text("Yellow ships"),
    "blue": Text("Blue ships"),
    "green": Text("Green ships"),
    "red": Text("Red ships"),
    "black": Text("Black ships"),
    "ares": Text("Ares' pirates"),
}


_COLOURED = {
    "trader": Text("Traders"),
    "wholesaler": Text("Wholesalers"),
    "clerk": Text("Clerks"),
}


def _face(card: Card) -> Face:
    match card:
        case Ship():
            gift = Plural("{n} coin for another", "{n} coins for another", card.gift)
            marks = (Mark("coin", f"+{card.gift}", gift),) if card.gift else ()
            marks = (_repelled_by(card), *marks, *_aboard(card))
            return Face("ship", card.colour, marks, _SHIPS[card.colour])
        case Person():
            family = _COLOURED.get(card.role) or Text("Other persons")
            return Face("person", card.colour or "person", tuple(_gains(card)), family)
        case Expedition():
            return Face("expedition", "expedition", tuple(_gains(card)), Text("Expeditions"))
        case Mission():
            mark = Mark("privilege", card.number, Text("Mission {number}", number=card.number))
            return Face("privilege", "expedition", (mark,), Text("Missions"))
        case Event():
            mark = Mark("tax", str(card.number), Text("number {number}", number=card.number))
            return Face("tax", "privilege", (mark,), Text("Events"))
        case Character():
            return Face("person", "person", family=Text("Characters"))
        case Page():
            return Face("card", "plain", family=Text("Story cards"))
        case Contract():
            seal = Text("seal {seal}{letter}", seal=card.seal, letter=card.letter)
            mark = Mark("influence", f"{card.seal}{card.letter}", seal)
            return Face("privilege", "expedition", (mark,), Text("Contracts"))
        case Marker():
            return Face("marker", card.colour, family=Text("Markers"))
        case Tax():
            return Face("tax", "tax", family=Text("Tax increases"))


def _aboard(ship: Ship) -> Iterator[Mark]:
    if ship.crowns:
        yield Mark("crown", str(ship.crowns), Plural("{n} crown", "{n} crowns", ship.crowns))
    if ship.item:
        yield Mark(ship.item, "", ITEMS[ship.item])


def _repelled_by(ship: Ship) -> Mark:
    if ship.swords is None:
        return Mark("skull", "", Text("a skull"))
    return _swords(ship.swords)


def _gains(card: Person | Expedition) -> Iterator[Mark]:
    if isinstance(card, Person) and card.swords:
        yield _swords(card.swords)
    if isinstance(card, Expedition):
        coins = Plural("{n} coin", "{n} coins", card.coins)
        yield Mark("coin", str(card.coins), coins)
    if card.influence:
        influence = Text("influence: {n}", n=card.influence)
        yield Mark("influence", str(card.influence), influence)


def _swords(number: int) -> Mark:
    return Mark("sword", str(number), Plural("{n} sword", "{n} swords", number))


FACES = {card.kind: _face(card) for card in all_cards()}
