"""Which answers the table can tell of, so that runs are looked for only among those.

Most answers of Cooper Island open something: a tile is chosen, then its place. If nothing is seen
of what it opens, nobody has chosen it with their hands; and what was opened is not left at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.at_once import SeatOption
from rules.cooper_island.actions.asking import SKIP
from rules.cooper_island.pieces import (
    COOPER,
    HARBOURMASTER,
    Boat,
    DoubleTile,
    Islet,
    Owned,
    SingleTile,
)
from rules.cooper_island.places import ON_LAND, numbered
from rules.cooper_island.printed.nodes import (
    Advance,
    BuildBoat,
    BuildStructure,
    Draw,
    Effects,
    ErectStatue,
    Excavate,
    FlipBoat,
    LidOnLand,
    Navigate,
    OneOf,
    PlaceTile,
    Relocate,
    SupplyShip,
    TakeCooper,
    UpTo,
)
from rules.cooper_island.table import MASTS, Table
from rules.flow import Option, Seat
from rules.pieces import Piece, Place

Moved = Mapping[Piece, Place | None]

_BUILDINGS = ("small_building", "large_building", "fortress")
_OF_TYPE = {"small": ("small_building",), "large": ("large_building",), "fortress": ("fortress",)}


def in_order(
    table: Table, given: Sequence[Option[Any]], option: Option[Any], moved: Moved, _faces: bool
) -> bool:
    """Whether an answer is seen to have opened something; and nothing is left as soon as opened.

    While all play at once, hands tell of those only whose pieces have moved.
    """
    seat = table.active
    if isinstance(option, SeatOption):
        seat, moved = option.seat, _own(table, option.seat, moved)
        if not moved:
            return False
        given = [each.plain for each in given if isinstance(each, SeatOption) and each.seat == seat]
        option = option.plain
    if option.moves or seat is None:
        return True
    word, _, rest = option.key.partition(":")
    if word == SKIP:
        return not (given and given[-1].key != SKIP and not given[-1].moves)
    shows = _SHOWS.get(word)
    return shows is None or shows(table, seat, option.value, rest, moved)


def _own(table: Table, seat: Seat, moved: Moved) -> Moved:
    """What this player may have moved: nothing of another's colour or on another's boards."""
    others = {other.colour for other in table.seats if other != seat}
    return {piece: place for piece, place in moved.items() if _whose(piece, place) not in others}


def _whose(piece: Piece, place: Place | None) -> str:
    """The colour of a piece, or that of the board on which it lies; empty if it is nobody's."""
    if isinstance(piece, Owned):
        return piece.colour
    return (place or "").partition(":")[2].partition(":")[0]


# ------------------------------------------------------------------------ What has come where


def _came(moved: Moved, kind: str, *types: str) -> bool:
    """Whether a piece of a player, of one of these types, has come to a place of a kind."""
    return any(
        isinstance(piece, Owned) and piece.type in types and (place or "").startswith(kind)
        for piece, place in moved.items()
    )


def _laid(moved: Moved, *kinds: type[Piece]) -> bool:
    """Whether a tile of these kinds has come to a peninsula."""
    return any(
        isinstance(piece, kinds) and (place or "").startswith(ON_LAND)
        for piece, place in moved.items()
    )


def _supplied(moved: Moved) -> bool:
    """A lid was taken off a cargo ship, or the harbourmaster has given the discount."""
    return HARBOURMASTER in moved or _came(moved, "lids:", "lid")


def _sails(table: Table, seat: Seat, mast: str, moved: Moved) -> bool:
    """A ship has moved, or has lost an anchor."""
    ship = table.box.figures[f"ship/{seat.colour}/{mast}"]
    return ship in moved or table.player(seat).anchors[mast] > 0


def _some_sail(table: Table, seat: Seat, moved: Moved) -> bool:
    return any(_sails(table, seat, mast, moved) for mast in MASTS)


def _charts(table: Table, seat: Seat, moved: Moved) -> bool:
    piece = table.box.figures[f"cartographer/{seat.colour}.1"]
    at_end = table.player(seat).cartographer == table.rule("cartographer_most")
    return piece in moved or at_end


def _goes_back(table: Table, seat: Seat, moved: Moved) -> bool:
    """The cartographer has: perhaps for a tile on one that looks the same."""
    place = moved.get(table.box.figures[f"cartographer/{seat.colour}.1"])
    before = range(table.player(seat).cartographer)
    return place in {numbered("carto", seat, step) for step in before}


def _done(table: Table, seat: Seat, does: Effects, moved: Moved) -> bool:
    """Whether one of these effects is seen; goods are never seen, so they may always be."""
    return any(_effect_done(table, seat, node, moved) for node in does)


def _effect_done(table: Table, seat: Seat, node: object, moved: Moved) -> bool:
    match node:
        case Draw():
            return any(isinstance(p, DoubleTile) and p in table.places.unseen for p in moved)
        case PlaceTile():
            return _laid(moved, DoubleTile)
        case Advance():
            return _charts(table, seat, moved)
        case Navigate():
            return _some_sail(table, seat, moved)
        case OneOf(ways):
            return any(_done(table, seat, way, moved) for way in ways)
        case UpTo(_, effect):
            return _effect_done(table, seat, effect, moved)
        case BuildBoat():
            return any(isinstance(piece, Boat) for piece in moved)
        case BuildStructure() | Relocate():
            return _came(moved, "on:", *_BUILDINGS, "ruin")
        case Excavate():
            return _came(moved, "slot:", "ruin")
        case ErectStatue():
            return _came(moved, "on:", "ruin")
        case SupplyShip():
            return _supplied(moved)
        case LidOnLand():
            return _came(moved, "on:", "lid")
        case FlipBoat():
            return _came(moved, "flipped:", *_boat_types(table))
        case TakeCooper():
            return COOPER in moved
    return True


def _boat_types(table: Table) -> set[str]:
    return {boat.type for boat in table.box.boats.values()}


# -------------------------------------------------------------------------- What answers open


def _income(_table: Table, _seat: Seat, _value: Any, rest: str, moved: Moved) -> bool:
    return _laid(moved, Islet if rest == "islet" else DoubleTile)


def _tile(_table: Table, _seat: Seat, side: Any, _rest: str, moved: Moved) -> bool:
    return any(
        piece.kind == side.tile.kind and (place or "").startswith(ON_LAND)
        for piece, place in moved.items()
    )


def _thing(_table: Table, _seat: Seat, piece: Any, _rest: str, moved: Moved) -> bool:
    return piece in moved


def _boat(table: Table, seat: Seat, boat: Any, _rest: str, moved: Moved) -> bool:
    return _done(table, seat, boat.does, moved)


def _effects(table: Table, seat: Seat, chosen: Any, _rest: str, moved: Moved) -> bool:
    return _done(table, seat, chosen if isinstance(chosen, tuple) else (chosen,), moved)


_SHOWS: dict[str, Callable[[Table, Seat, Any, str, Moved], bool]] = {
    "income": _income,
    "islet": _thing,
    "tile": _tile,
    "boat": _boat,
    "use": _boat,
    "do": _effects,
    "option": _effects,
    "chart": lambda table, seat, _value, _rest, moved: (
        _laid(moved, SingleTile) or _goes_back(table, seat, moved)
    ),
    "crate": lambda _table, _seat, _value, _rest, moved: _came(moved, "crate:", "lid"),
    "card": lambda _table, _seat, use, _rest, moved: use.card in moved,
    "recruit": lambda _table, _seat, recruit, _rest, moved: recruit.token in moved,
    "ship": lambda table, seat, mast, _rest, moved: _sails(table, seat, mast, moved),
    "ruin": lambda _table, _seat, _value, _rest, moved: _came(moved, "slot:", "ruin"),
    "statue": lambda _table, _seat, _value, _rest, moved: _came(moved, "on:", "ruin"),
    "structure": lambda _table, _seat, _value, kind, moved: _came(moved, "on:", *_OF_TYPE[kind]),
    "cargo": lambda _table, _seat, _value, _rest, moved: _supplied(moved),
    "lid": lambda _table, _seat, _value, _rest, moved: _came(moved, "on:", "lid"),
    "pier": lambda _table, seat, _value, n, moved: numbered("pier", seat, n) in moved.values(),
    "send": lambda _table, _seat, _value, _rest, moved: _came(moved, "royal:", "worker", "special"),
}
"""Answers that move nothing themselves, by their first word: whether what they open is seen."""
