"""How effects are written in the edition.

A node is a table whose first key names it: `{ gain = "coin", n = 2 }`. A word that is not in the
vocabulary is refused with the place it stands in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from rules.cooper_island.printed.nodes import (
    END_KINDS,
    EVENTS,
    Advance,
    BuildBoat,
    BuildStructure,
    Discount,
    Draw,
    Effects,
    End,
    EndPoints,
    ErectStatue,
    Excavate,
    ExtraFeeding,
    FlipBoat,
    Gain,
    GainChoice,
    LidOnLand,
    Navigate,
    Node,
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
from rules.typed import As, read, words_of

Table = Mapping[str, Any]
_Event = Annotated[str, words_of(EVENTS)]

Node.words |= {
    "draw": Draw,
    "advance": Advance,
    "np": Navigate,
    "gain": Gain,
    "choose": GainChoice,
    "one": OneOf,
    "up_to": UpTo,
    "use_islets": UseIslets,
    "use_boats": UseBoats,
    "feed": ExtraFeeding,
    "lid_on_land": LidOnLand,
    "pay_food": PayFood,
    "do": {
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
    },
}


def _end(row: Table) -> Table:
    ((kind, points),) = row.items()
    return {"kind": kind, "points": points}


End.words |= dict.fromkeys(END_KINDS, As(EndPoints, int, _end))


def read_effects(rows: Sequence[Table], where: str) -> Effects:
    return read(rows, Effects, where, EditionError)


def read_discount(row: Table, where: str) -> Discount:
    """`{ n = 1, on = ["wood"], for = ["build_boat"] }`; without `for` it is for what is at hand."""
    return read(row, Discount, where, EditionError)


def read_slots(row: Table, where: str) -> Slots:
    return read(row, Slots, where, EditionError)


def read_end(row: Table, where: str) -> EndPoints:
    found = read(row, End, where, EditionError)
    assert isinstance(found, EndPoints)
    return found


def read_event(word: str, where: str) -> str:
    return read(word, _Event, where, EditionError)
