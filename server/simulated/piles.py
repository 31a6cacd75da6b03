"""What lies face down on a simulated table; only the dealer knows which pieces those are."""

from __future__ import annotations

from collections.abc import Collection

from rules.dealer import Dealer
from rules.pieces import Piece, Place
from vision.simulator.placing import Tabletop


def face_down(table: Tabletop, dealer: Dealer, place: Place) -> list[Piece]:
    """The face-down pieces of a pile, without those that somebody has turned up."""
    pile = dealer.piles.get(place, [])
    return [piece for piece in pile if table.placed(piece.id) is None]


def pile_up(table: Tabletop, dealer: Dealer, place: Place, coming: Collection[Piece] = ()) -> None:
    """Lay down what lies face down in a place, but for pieces that are about to be shown."""
    pile = [piece.id for piece in face_down(table, dealer, place) if piece not in coming]
    table.pile(place, len(pile), pile[-1] if pile else None)
