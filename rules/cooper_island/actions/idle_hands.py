"""What hands could do with pieces although no action is open that moves them, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.cooper_island.actions.asking import in_vain
from rules.cooper_island.actions.boats import mooring
from rules.cooper_island.actions.cargo import taking_lids
from rules.cooper_island.actions.landscape import laying, sides
from rules.cooper_island.actions.statues import erecting, unearthing
from rules.cooper_island.actions.structures import setting_up
from rules.cooper_island.pieces import COOPER, HARBOURMASTER
from rules.cooper_island.table import STRUCTURES, Table
from rules.flow import Option, Seat
from rules.pieces import Move, Piece, Place
from rules.text import Text


def without_an_action(table: Table, seat: Seat, why: Text) -> Iterator[Option[Any]]:
    """Every move for which the player needs an action: `why` there is none now."""
    return (in_vain(move, why) for move in _of_actions(table, seat))


def _of_actions(table: Table, seat: Seat) -> Iterator[Move]:
    for side in sides(table, seat):
        yield from (laying(seat, side, *pair) for pair in table.board.pairs)
    yield from mooring(table, seat, table.board.piers)
    for kind in STRUCTURES:
        yield from setting_up(table, seat, kind)
    yield from (move for _, _, move in unearthing(table, seat))
    yield from erecting(table, seat)
    yield from taking_lids(table, seat, table.board.cargo.values())


_ACTION = Text("No action now puts it there")
_OF_FIGURES: Mapping[str, Text] = {
    "ship": Text("Only navigation points move ships"),
    "cartographer": Text("Actions move the cartographer; acting moves him back"),
    COOPER.id: Text("Cooper goes to the first on round space A"),
    HARBOURMASTER.id: Text("It moves when the round ends"),
}
_FROM: Mapping[str, Text] = {
    "supply": _ACTION,
    "boats": _ACTION,
    "structures": _ACTION,
    "lids": _ACTION,
    "islets": Text("One islet per income phase"),
    "available": Text("One worker a turn, when asked"),
    "waiting": Text("Hire it first, with a milestone"),
    "space": Text("Workers stay until the cleanup"),
    "royal": Text("Workers stay on royal cards"),
    "pier": Text("Only large buildings turn boats over"),
    "flipped": Text("A turned boat stays turned"),
    "cargo": Text("Supply the ship to take its lid"),
    "crate": Text("Refresh it in the cleanup"),
    "slot": Text("Erect the statue to move it"),
    "milestones": Text("Milestones move only when reached"),
    "met": Text("Milestone already reached"),
    "cell": Text("Milestones stay in their cells"),
    "cards": Text("Cards turn over when used"),
    "used": Text("Refresh it in the cleanup"),
    "land": Text("Tiles stay where they lie"),
    "turned": Text("Tiles stay where they lie"),
    "on": Text("It stays; only excavating moves ruins"),
}
"""Why a piece stays in its place, by what kind of place that is."""


def why_it_stays(table: Table, piece: Piece, target: Place | None) -> Text | None:
    """Why hands cannot move a piece where no question has a better reason."""
    here = table.places.where(piece) or ""
    owner, host = _owner(table, piece.kind, "/"), _owner(table, target or "", ":")
    if owner and host and owner != host:
        return Text("It belongs to {owner}, the place to {host}", owner=owner, host=host)
    return _OF_FIGURES.get(piece.id.partition("/")[0]) or _FROM.get(here.partition(":")[0])


def _owner(table: Table, name: str, divider: str) -> Seat | None:
    """Whose piece or place it is, by the colour in its name."""
    words = name.split(divider)
    return next((seat for seat in table.seats if seat.colour in words[1:2]), None)
