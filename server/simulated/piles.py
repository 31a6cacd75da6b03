"""What lies face down on a simulated table; only the dealer knows which pieces those are."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from typing import Any

from rules.dealer import Dealer
from rules.match import Match
from rules.pieces import Piece, Place
from vision.layout import Pose
from vision.simulator.placing import Tabletop

_NEAR_PILE = 0.6
"""In widths of a piece: what is let go so near to a pile was meant for it."""


def face_down(table: Tabletop, dealer: Dealer, place: Place) -> list[Piece]:
    """The face-down pieces of a pile, without those that somebody has turned up."""
    pile = dealer.piles.get(place, [])
    return [piece for piece in pile if table.placed(piece.id) is None]


def pile_up(table: Tabletop, dealer: Dealer, place: Place, coming: Collection[Piece] = ()) -> None:
    """Lay down what lies face down in a place, but for pieces that are about to be shown."""
    pile = [piece.id for piece in face_down(table, dealer, place) if piece not in coming]
    table.pile(place, len(pile), pile[-1] if pile else None)


def pile_at(table: Tabletop, piles: Iterable[Place], piece: Piece, pose: Pose) -> Place | None:
    """The pile that a piece lies on if it is put down here."""
    reach = _NEAR_PILE * table.registry.form_of(piece.id).width
    spots = ((place, table.pile_spot(place)) for place in piles)
    near = (p for p, at in spots if at and math.hypot(at.x - pose.x, at.y - pose.y) < reach)
    return next(near, None)


def draws(match: Match[Any], table: Tabletop, piles: Iterable[Place]) -> list[Place]:
    """Of these piles those off which hands turn up pieces: decks, and what lies in a place."""
    decks = match.game.piles.face_down(match.table)
    return [place for place in piles if place in decks or spreads(match, table, place)]


def spreads(match: Match[Any], table: Tabletop, place: Place) -> bool:
    """Whether what lies face down there is turned up where it lies."""
    return table.is_open(place) and place not in match.game.piles.stacks
