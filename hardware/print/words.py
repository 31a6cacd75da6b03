"""What tells pieces apart, in words: how a person finds the piece that a label belongs on."""

from __future__ import annotations

from rules.maracaibo.cards import ProjectCard
from rules.maracaibo.names import GOOD_NAMES, OBJECT_NAMES
from rules.pieces import Piece, Place
from rules.port_royal.cards import Expedition, Person, Ship
from rules.text import Plural, Text


def printed_values(piece: Piece) -> tuple[Text, ...]:
    """The values that tell pieces of the same name apart, if there are any."""
    if isinstance(piece, Ship):
        return _coins(piece.coins), _swords(piece.swords)
    if isinstance(piece, Person):
        return _cost(piece.cost), _influence(piece.influence)
    if isinstance(piece, Expedition):
        return _coins(piece.coins), _influence(piece.influence)
    if isinstance(piece, ProjectCard):
        return _cost(piece.price.doubloons), GOOD_NAMES[piece.good], OBJECT_NAMES[piece.object]
    return ()


_PLACES = {
    "quests": Text("quest row"),
    "card_quest": Text("quests on cards"),
    "planning": Text("planning area"),
    "career": Text("career"),
    "combat_tokens": Text("combat tokens"),
    "display": Text("display"),
}


def name_of(place: Place) -> Text:
    """What a place beside a zone card is for, in short; whose it is, is printed large on it."""
    kind = place.partition(":")[0]
    return _PLACES.get(kind, Text("{place}", place=kind.replace("_", " ")))


def _coins(number: int) -> Text:
    return Plural("{n} coin", "{n} coins", number)


def _swords(number: int | None) -> Text:
    return Text("skull") if number is None else Plural("{n} sword", "{n} swords", number)


def _cost(number: int) -> Text:
    return Text("cost {n}", n=number)


def _influence(number: int) -> Text:
    return Text("{n} influence", n=number)
