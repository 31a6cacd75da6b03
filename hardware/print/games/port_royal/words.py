"""What tells Port Royal's cards apart."""

from __future__ import annotations

from collections.abc import Mapping

from rules.pieces import Piece
from rules.port_royal.help_contracts import demand_text
from rules.port_royal.names import ITEMS
from rules.port_royal.pieces import Contract, Event, Expedition, Mission, Person, Ship
from rules.text import Plural, Text

PLACES: Mapping[str, Text] = {
    "discard": Text("discarded cards"),
    "contract": Text("contracts"),
    "markers": Text("markers"),
    "mission": Text("missions"),
    "mission_markers": Text("markers"),
    "event_discard": Text("events turned up"),
    "lookout": Text("what a lookout sees"),
}
_SETS = {
    "gambler": Text("mark II"),
    "set_sail_cards": Text("mark B, and a mark at the left"),
    "set_sail_rest": Text("mark B"),
    "contract_cards": Text("mark K"),
}
"""What a card of a set shows in its lower corners."""


def printed_values(piece: Piece) -> tuple[Text, ...]:
    mark = _SETS.get(piece.id.partition("/")[0])
    return (*_values(piece), *((mark,) if mark else ()))


def _values(piece: Piece) -> tuple[Text, ...]:
    if isinstance(piece, Ship):
        what = (ITEMS[piece.item],) if piece.item else ()
        return _coins(piece.coins), _swords(piece.swords), *what
    if isinstance(piece, Person):
        return Text("cost {n}", n=piece.cost), _influence(piece.influence)
    if isinstance(piece, Expedition):
        return _coins(piece.coins), _influence(piece.influence)
    if isinstance(piece, Mission):
        return (demand_text(piece),)
    if isinstance(piece, Event):
        return (Text("number {number}", number=piece.number),)
    if isinstance(piece, Contract):
        return (Text("seal {seal}{letter}", seal=piece.seal, letter=piece.letter),)
    return ()


def _coins(number: int) -> Text:
    return Plural("{n} coin", "{n} coins", number)


def _swords(number: int | None) -> Text:
    return Text("skull") if number is None else Plural("{n} sword", "{n} swords", number)


def _influence(number: int) -> Text:
    return Plural("{n} influence", "{n} influence", number)
