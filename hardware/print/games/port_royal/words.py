"""What tells Port Royal's cards apart."""

from __future__ import annotations

from collections.abc import Mapping

from rules.pieces import Piece
from rules.port_royal.pieces import Expedition, Person, Ship
from rules.text import Plural, Text

PLACES: Mapping[str, Text] = {}


def printed_values(piece: Piece) -> tuple[Text, ...]:
    if isinstance(piece, Ship):
        return _coins(piece.coins), _swords(piece.swords)
    if isinstance(piece, Person):
        return Text("cost {n}", n=piece.cost), _influence(piece.influence)
    if isinstance(piece, Expedition):
        return _coins(piece.coins), _influence(piece.influence)
    return ()


def _coins(number: int) -> Text:
    return Plural("{n} coin", "{n} coins", number)


def _swords(number: int | None) -> Text:
    return Text("skull") if number is None else Plural("{n} sword", "{n} swords", number)


def _influence(number: int) -> Text:
    return Plural("{n} influence", "{n} influence", number)
