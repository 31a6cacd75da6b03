"""The pieces of Navegador that a camera can tell apart, and the places where they can lie.

Tiles and the card carry tags in every match, rondel markers, workers and ships only if the group
has put tags on them. What never carries one (explorers, buildings, price markers, coins) is counted
in the ledger.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.edition import Edition
from rules.flow import Seat
from rules.pieces import Piece, Place
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

_COLONY_NAMES = {
    "sugar": "Sugar colony {price}",
    "gold": "Gold colony {price}",
    "spice": "Spice colony {price}",
}
_PRIVILEGE_NAMES = {
    "colony": Text("Privilege for colonies"),
    "factory": Text("Privilege for factories"),
    "explorer": Text("Privilege for explorers"),
    "shipyard": Text("Privilege for shipyards"),
    "church": Text("Privilege for churches"),
    KING: Text("King's privilege"),
}
_MARKER_NAMES = {
    "red": Text("Red rondel marker"),
    "blue": Text("Blue rondel marker"),
    "green": Text("Green rondel marker"),
    "yellow": Text("Yellow rondel marker"),
    "black": Text("Black rondel marker"),
}
_WORKER_NAMES = {
    "red": Text("Red worker"),
    "blue": Text("Blue worker"),
    "green": Text("Green worker"),
    "yellow": Text("Yellow worker"),
    "black": Text("Black worker"),
}
_SHIP_NAMES = {
    "red": Text("Red ship"),
    "blue": Text("Blue ship"),
    "green": Text("Green ship"),
    "yellow": Text("Yellow ship"),
    "black": Text("Black ship"),
}


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


# -------------------------------------------------------------------------------------- Places

BOX: Place = "box"
"""Pieces that are not in this match."""
CENTRE: Place = "rondel:centre"


def sea(region: str) -> Place:
    """Where ships lie in a region."""
    return f"sea:{region}"


def colonies(region: str) -> Place:
    """The colony tiles of a region: face down until it is explored, then face up."""
    return f"colonies:{region}"


def tiles(good: str) -> Place:
    """Where the tiles of a good are shuffled; one stays there, out of the match."""
    return f"tiles:{good}"


def gallery(category: str) -> Place:
    """An arch of the gallery: the privileges that can be had now."""
    return f"gallery:{category}"


def privileges(category: str) -> Place:
    """The stock of privileges beside the board."""
    return f"privileges:{category}"


def lisbon(workers: int) -> Place:
    """A cell of the track of workers."""
    return f"lisbon:{workers}"


def rondel(sector: str) -> Place:
    return f"rondel:{sector}"


def area(seat: Seat) -> Place:
    """Beside a player's mat: colonies, ships not at sea, king's privilege, Navegador card."""
    return f"area:{seat.colour}"


def column(category: str, seat: Seat) -> Place:
    """A column of a player's mat, with the privileges laid on it."""
    return f"column:{category}:{seat.colour}"


# -------------------------------------------------------------------------------------- Pieces

COLONIES = tuple(
    Colony(
        f"colony/{good}/{price}",
        f"colony/{good}/{price}",
        Text(_COLONY_NAMES[good], price=price),
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
        _PRIVILEGE_NAMES[category],
        category,
    )
    for category in (*CATEGORIES, KING)
    for number in range(1, edition().number(f"components.privileges.{category}") + 1)
)
CARD = Piece("navegador", "navegador", Text("Navegador card"))
ORANGE_SHIP = Piece("ship/orange", "ship/orange", Text("Orange ship"))
MARKERS = {
    colour: Piece(f"rondel_marker/{colour}", f"rondel_marker/{colour}", _MARKER_NAMES[colour])
    for colour in COLOURS
}
WORKERS = {
    colour: Piece(f"worker/{colour}", f"worker/{colour}", _WORKER_NAMES[colour])
    for colour in COLOURS
}
SHIPS = {
    colour: tuple(
        Piece(f"ship/{colour}.{number}", f"ship/{colour}", _SHIP_NAMES[colour])
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
