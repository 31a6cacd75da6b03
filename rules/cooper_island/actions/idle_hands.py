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


_ACTION = Text("No action that is open now brings it there")
_OF_FIGURES: Mapping[str, Text] = {
    "ship": Text("A ship sails for navigation points only"),
    "cartographer": Text("The cartographer moves by actions, and back when he acts"),
    COOPER.id: Text("Cooper goes to whoever comes first to the round space of sector A"),
    HARBOURMASTER.id: Text("The harbourmaster moves on at the end of the round"),
}
_FROM: Mapping[str, Text] = {
    "supply": _ACTION,
    "boats": _ACTION,
    "structures": _ACTION,
    "lids": _ACTION,
    "islets": Text("An islet is placed once in the income"),
    "available": Text("A worker is placed once in a turn, when you are asked to place one"),
    "waiting": Text("That worker has to be hired first, with a milestone"),
    "space": Text("That worker stays there until the cleanup"),
    "royal": Text("A worker on a royal card stays there"),
    "pier": Text("A boat stays at its pier; only large buildings turn one over"),
    "flipped": Text("A boat that is turned over stays so"),
    "cargo": Text("A lid lies on a cargo ship until you supply it"),
    "crate": Text("A lid leaves its crate when it is refreshed in the cleanup"),
    "slot": Text("A statue leaves its slot when it is erected"),
    "milestones": Text("A milestone goes to a recruitment cell when what it shows is reached"),
    "met": Text("That milestone has been reached already"),
    "cell": Text("A milestone stays in its cell"),
    "cards": Text("A card is turned over when it is used"),
    "used": Text("A used card is refreshed in the cleanup"),
    "land": Text("A tile stays where it lies"),
    "turned": Text("A tile stays where it lies"),
    "on": Text("What stands on the peninsula stays; a ruin leaves it when it is excavated"),
}
"""Why a piece stays in its place, by what kind of place that is."""


def why_it_stays(table: Table, piece: Piece, target: Place | None) -> Text | None:
    """Why hands cannot move a piece where no question has a better reason."""
    here = table.places.where(piece) or ""
    owner, host = _owner(table, piece.kind, "/"), _owner(table, target or "", ":")
    if owner and host and owner != host:
        return Text("It belongs to {owner}, and that is a place of {host}", owner=owner, host=host)
    return _OF_FIGURES.get(piece.id.partition("/")[0]) or _FROM.get(here.partition(":")[0])


def _owner(table: Table, name: str, divider: str) -> Seat | None:
    """Whose piece or place it is, by the colour in its name."""
    words = name.split(divider)
    return next((seat for seat in table.seats if seat.colour in words[1:2]), None)
