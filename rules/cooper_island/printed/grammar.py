"""How effects are written in the edition.

A node is a table whose first key names it: `{ gain = "coin", n = 2 }`. A word that is not in the
vocabulary is refused with the place it stands in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from rules.cooper_island.printed.nodes import (
    END_KINDS,
    EVENTS,
    GOODS,
    MARKET,
    PAID,
    WAREHOUSE,
    Advance,
    BuildBoat,
    BuildStructure,
    Discount,
    Draw,
    Effect,
    Effects,
    EndPoints,
    ErectStatue,
    Excavate,
    ExtraFeeding,
    FlipBoat,
    Gain,
    GainChoice,
    LidOnLand,
    Navigate,
    OneOf,
    PayFood,
    PlaceTile,
    Relocate,
    Slots,
    SupplyShip,
    TakeCooper,
    UpTo,
    UseBoats,
    UseIslets,
)
from rules.edition import EditionError

Table = Mapping[str, Any]

_BESIDE = {
    "gain": ("n", "to", "per"),
    "choose": ("n", "to"),
    "up_to": ("of",),
    "use_boats": ("but_copies",),
    "pay_food": ("then",),
}
"""The keys that may stand beside the one that names a node."""

_ACTS: Mapping[str, Effect] = {
    "place": PlaceTile(),
    "build_boat": BuildBoat(),
    "build_structure": BuildStructure(),
    "excavate": Excavate(),
    "erect_statue": ErectStatue(),
    "supply": SupplyShip(),
    "take_cooper": TakeCooper(),
    "flip_boat": FlipBoat(),
    "relocate": Relocate(),
    "copy_boat": UseBoats(1, but_copies=True),
}
"""Effects with no number: `{ do = "place" }`."""


def read_effects(rows: Sequence[Table], where: str) -> Effects:
    return tuple(_effect(row, where) for row in rows)


def read_discount(row: Table, where: str) -> Discount:
    """`{ n = 1, on = ["wood"], for = ["build_boat"] }`; without `for` it is for what is at hand."""
    try:
        on = tuple(one_of(good, GOODS, where) for good in row["on"])
        actions = tuple(one_of(action, PAID, where) for action in row.get("for", PAID))
        return Discount(int(row["n"]), on, actions)
    except (KeyError, TypeError, ValueError) as error:
        _refuse(row, where, error)


def read_slots(row: Table, where: str) -> Slots:
    try:
        return Slots(int(row["n"]), tuple(one_of(good, GOODS, where) for good in row["holds"]))
    except (KeyError, TypeError, ValueError) as error:
        _refuse(row, where, error)


def read_end(row: Table, where: str) -> EndPoints:
    ((kind, points),) = row.items()
    return EndPoints(one_of(kind, END_KINDS, where), int(points))


def read_event(word: str, where: str) -> str:
    return one_of(word, EVENTS, where)


def one_of(word: Any, words: Sequence[str], where: str) -> str:
    """The word itself, if it is one of the vocabulary."""
    if word not in words:
        raise EditionError(f"{where}: {word!r} is not one of {', '.join(words)}.")
    return str(word)


def _refuse(row: Table, where: str, error: Exception) -> NoReturn:
    if isinstance(error, EditionError):
        raise error
    raise EditionError(f"{where}: {dict(row)!r} has not the form it needs ({error}).") from error


def _effect(row: Table, where: str) -> Effect:
    name = next(iter(row), None) if isinstance(row, Mapping) else None
    for other in list(row)[1:] if name else ():
        if other not in _BESIDE.get(name or "", ()):
            raise EditionError(f"{where}: {other!r} means nothing in {dict(row)!r}.")
    match dict(row) if name else {}:
        case {"draw": int(n)}:
            return Draw(n)
        case {"advance": int(n)}:
            return Advance(n)
        case {"np": int(n)}:
            return Navigate(n)
        case {"gain": str(good)}:
            per = row.get("per")
            per = per and one_of(per, ("structure",), where)
            return Gain(one_of(good, GOODS, where), _number(row, where), _to(row, where), per)
        case {"choose": [*goods]}:
            chosen = tuple(one_of(good, GOODS, where) for good in goods)
            return GainChoice(chosen, _number(row, where), _to(row, where))
        case {"one": [*ways]}:
            return OneOf(tuple(read_effects(way, where) for way in ways))
        case {"up_to": int(times), "of": of}:
            return UpTo(times, _effect(of, where))
        case {"use_islets": int(n)}:
            return UseIslets(n)
        case {"use_boats": int(n)}:
            return UseBoats(n, row.get("but_copies") is True)
        case {"feed": int(n)}:
            return ExtraFeeding(n)
        case {"lid_on_land": int(n)}:
            return LidOnLand(n)
        case {"pay_food": int(n), "then": [*then]}:
            return PayFood(n, read_effects(then, where))
        case {"do": str(act)} if act in _ACTS:
            return _ACTS[act]
    raise EditionError(f"{where}: {row!r} is no effect that exists.")


def _number(row: Table, where: str) -> int:
    n = row.get("n", 1)
    if type(n) is not int or n < 1:
        raise EditionError(f"{where}: n must be a number from 1 on, not {n!r}.")
    return n


def _to(row: Table, where: str) -> str:
    return one_of(row.get("to", WAREHOUSE), (WAREHOUSE, MARKET), where)
