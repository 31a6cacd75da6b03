"""What tells Maracaibo's pieces apart, and what the places beside its zone cards are for."""

from __future__ import annotations

from collections.abc import Mapping

from rules.maracaibo.names import GOOD_NAMES, OBJECT_NAMES
from rules.maracaibo.pieces import ProjectCard
from rules.pieces import Piece
from rules.text import Text

PLACES: Mapping[str, Text] = {
    "quests": Text("quest row"),
    "card_quest": Text("quests on cards"),
    "planning": Text("planning area"),
    "career": Text("career"),
    "combat_tokens": Text("combat tokens"),
    "display": Text("display"),
}


def printed_values(piece: Piece) -> tuple[Text, ...]:
    if isinstance(piece, ProjectCard):
        cost = Text("cost {n}", n=piece.price.doubloons)
        return cost, GOOD_NAMES[piece.good], OBJECT_NAMES[piece.object]
    return ()
