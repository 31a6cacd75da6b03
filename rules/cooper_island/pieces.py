"""The pieces of Cooper Island that a camera can tell apart: tiles, cards and wood of `printed`.

Cubes, coins and anchors carry no tags: phones say how they move.
"""

from __future__ import annotations

from rules.cooper_island.printed.box import (
    COLOURS,
    COOPER,
    HARBOURMASTER,
    Boat,
    Box,
    DoubleTile,
    Islet,
    LargeCard,
    Logbook,
    Owned,
    RoyalCard,
    SingleTile,
    SmallCard,
    box_of,
    edition,
    house_box,
)
from rules.pieces import Piece

__all__ = [
    "ALIKE",
    "COLOURS",
    "COOPER",
    "HARBOURMASTER",
    "PIECES",
    "Boat",
    "Box",
    "DoubleTile",
    "Islet",
    "LargeCard",
    "Logbook",
    "Owned",
    "RoyalCard",
    "SingleTile",
    "SmallCard",
    "box_of",
    "edition",
    "house_box",
]

PIECES: dict[str, Piece] = dict(house_box().pieces)
_COPIES = ("worker", "special", "small_building", "large_building", "ruin", "lid")
ALIKE = frozenset(
    (
        *(f"{kind}/{colour}" for kind in _COPIES for colour in COLOURS),
        *(f"double/{type_}" for type_ in edition().counts("double_tiles")),
        *(f"single/{type_}" for type_ in edition().counts("single_tiles")),
    )
)
"""Kinds of which nobody needs to know which individual lies where."""
