"""The places of Navegador: where its pieces can lie, and what people call it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.flow import Seat
from rules.navegador.names import CATEGORY_NAMES, REGION_NAMES, SECTOR_NAMES
from rules.navegador.pieces import CATEGORIES, GOODS, KING
from rules.pieces import Place
from rules.text import Text

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


STACKS = frozenset((BOX, *map(tiles, GOODS), *map(privileges, (*CATEGORIES, KING))))
"""Places where pieces lie on top of each other, out of sight."""


def place_name(seats: Sequence[Seat], place: Place) -> Text:
    """A camera may also see a place of another match, such as the area of an empty seat."""
    kind, _, rest = place.partition(":")
    for seat in seats:
        if place == area(seat):
            return Text("the area beside {seat}'s mat", seat=seat)
        for category in CATEGORIES:
            if place == column(category, seat):
                return Text(
                    "{seat}'s {category} column",
                    category=CATEGORY_NAMES[category],
                    seat=seat,
                )
    if place == BOX:
        return Text("the box")
    if place == CENTRE:
        return Text("the rondel's centre")
    if kind == "sea" and rest in REGION_NAMES:
        return Text("{region} (sea)", region=REGION_NAMES[rest])
    if kind == "colonies" and rest in REGION_NAMES:
        return Text("{region} (colonies)", region=REGION_NAMES[rest])
    if kind == "rondel" and rest in SECTOR_NAMES:
        return Text("the sector {sector}", sector=SECTOR_NAMES[rest])
    if kind == "lisbon":
        return Text("cell {n} in Lisbon", n=rest)
    if kind == "gallery" and rest in CATEGORY_NAMES:
        return Text("the gallery ({category})", category=CATEGORY_NAMES[rest])
    if kind == "privileges":
        return Text("the stock of privileges")
    if kind == "tiles":
        return Text("the tiles left over")
    return Text("{place}", place=place)
