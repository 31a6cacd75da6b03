"""The pieces of Navegador that a camera can tell apart.

Tiles and the card carry tags in every match, rondel markers, workers and ships only if the group
has put tags on them. What never carries one (explorers, buildings, price markers, coins) is counted
in the ledger.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.edition import Edition
from rules.navegador.names import (
    COLONY_NAMES,
    MARKER_NAMES,
    PRIVILEGE_NAMES,
    SHIP_NAMES,
    WORKER_NAMES,
)
from rules.pieces import Piece
from rules.text import Text

GOODS = ("sugar", "gold", "spice")
COLOURS = ("red", "blue", "green", "yellow", "black")
REGIONS = (
    "portugal",
    "bahia",
    "rio_de_janeiro",
    "guine",
    "angola",
    "cabo_da_boa_esperanca",
    "mozambique",
    "zanzibar",
    "goa",
    "malaca",
    "timor",
    "macau",
    "nagasaki",
)
PORTUGAL, NAGASAKI = REGIONS[0], REGIONS[-1]
SECTORS = (
    "sailing",
    "workers",
    "market_1",
    "colony",
    "privilege",
    "ships",
    "market_2",
    "buildings",
)
"""The rondel, clockwise."""
CATEGORIES = ("colony", "factory", "explorer", "shipyard", "church")
"""What privileges are for: the columns of a mat and the arches of the gallery, left to right."""
KING = "king"


@dataclass(frozen=True, slots=True, eq=False)
class Colony(Piece):
    """A colony tile; its back shows only the good."""

    good: str
    price: int


@dataclass(frozen=True, slots=True, eq=False)
class Privilege(Piece):
    """A privilege tile. The king's fits any column."""

    category: str


@cache
def edition() -> Edition:
    return Edition.load(Path(__file__).with_name("edition.toml"))


COLONIES = tuple(
    Colony(
        f"colony/{good}/{price}",
        f"colony/{good}/{price}",
        Text(COLONY_NAMES[good], price=price),
        good,
        price,
    )
    for good in GOODS
    for price in edition().numbers(f"colonies.{good}")
)
PRIVILEGES = tuple(
    Privilege(
        f"privilege/{category}.{number}",
        f"privilege/{category}",
        PRIVILEGE_NAMES[category],
        category,
    )
    for category in (*CATEGORIES, KING)
    for number in range(1, edition().number(f"components.privileges.{category}") + 1)
)
CARD = Piece("navegador", "navegador", Text("Navegador card"))
ORANGE_SHIP = Piece("ship/orange", "ship/orange", Text("Orange ship"))
MARKERS = {
    colour: Piece(f"rondel_marker/{colour}", f"rondel_marker/{colour}", MARKER_NAMES[colour])
    for colour in COLOURS
}
WORKERS = {
    colour: Piece(f"worker/{colour}", f"worker/{colour}", WORKER_NAMES[colour])
    for colour in COLOURS
}
SHIPS = {
    colour: tuple(
        Piece(f"ship/{colour}.{number}", f"ship/{colour}", SHIP_NAMES[colour])
        for number in range(1, edition().number("components.ships") + 1)
    )
    for colour in COLOURS
}

PIECES: dict[str, Piece] = {
    piece.id: piece
    for piece in (
        *COLONIES,
        *PRIVILEGES,
        CARD,
        ORANGE_SHIP,
        *MARKERS.values(),
        *WORKERS.values(),
        *(ship for fleet in SHIPS.values() for ship in fleet),
    )
}
ALIKE = frozenset(
    (*(f"privilege/{category}" for category in (*CATEGORIES, KING)), *(f"ship/{c}" for c in SHIPS))
)
"""Kinds of which nobody needs to know which individual lies where."""

ON_THE_RONDEL = frozenset((ORANGE_SHIP, *MARKERS.values()))
WOODEN = ON_THE_RONDEL | {*WORKERS.values(), *(ship for fleet in SHIPS.values() for ship in fleet)}
UNTAGGED: dict[str, frozenset[Piece]] = {
    "tiles": WOODEN,
    "rondel": WOODEN - ON_THE_RONDEL,
    "all": frozenset(),
}
"""For each value of the setting `tagged`: the pieces that carry no tag."""
