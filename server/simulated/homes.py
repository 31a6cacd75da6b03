"""Where the pieces of a match belong on a table, and which of those that are alike will do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.alike import as_believed
from rules.dealer import Dealer
from rules.match import Match
from rules.pieces import Move, Piece, Place
from vision.layout import Layout
from vision.registry import load_registry
from vision.simulator.placing import Tabletop


def homes(match: Match[Any], dealer: Dealer) -> dict[Piece, Place]:
    """Where every piece with a tag belongs, in the order in which they came there."""
    found: dict[Piece, Place] = {}
    for place, pieces in dealer.piles.items():
        found.update(dict.fromkeys(pieces, place))
    places = match.table.places
    for place, pile in places.piles.items():
        found.update((piece, place) for piece in pile.known if piece not in places.untagged)
    for piece in match.game.piles.laid(match.table):
        found[piece] = found.pop(piece)
    return found


def nearest_homes(match: Match[Any], dealer: Dealer, table: Tabletop) -> dict[Piece, Place]:
    """The same, but of pieces that are alike as many as can belong where they lie."""
    found = homes(match, dealer)

    def here(piece: Piece) -> Place | None:
        away = table.placed(piece.id) is None and not table.is_open(found[piece])
        return found[piece] if away else table.places.get(piece.id)

    interchangeable = match.table.places.alike | match.table.places.pictured
    alike = {p: place for p, place in found.items() if p.kind in interchangeable}
    shared = as_believed(alike, here, ())
    return found | {piece: place for piece, place in shared.items() if place is not None}


def at_hand(match: Match[Any], table: Tabletop, piece: Piece, source: Place) -> Piece:
    """The piece, or if it is not where it is taken from, another one that is like it."""

    def is_there(one: Piece) -> bool:
        if table.is_open(source):
            return table.places.get(one.id) == source
        return table.placed(one.id) is None

    interchangeable = match.table.places.alike | match.table.places.pictured
    if piece.kind not in interchangeable or is_there(piece):
        return piece
    kin = (one for one in match.game.pieces.values() if one.kind == piece.kind)
    return next((one for one in kin if is_there(one)), piece)


def lies_open(match: Match[Any], table: Tabletop, piece: Piece, place: Place) -> bool:
    """Whether a piece lies face up where it belongs."""
    known = match.table.places.where(piece) is not None
    return table.is_open(place) and (known or place in match.game.piles.face_up)


def waiting(match: Match[Any], dealer: Dealer, table: Tabletop, place: Place) -> Piece | None:
    """What the match has turned up from a pile already, if nobody has laid it open yet."""
    for piece, home in homes(match, dealer).items():
        waits = lies_open(match, table, piece, home) and home not in match.game.piles.stacks
        there = home == place or not table.is_open(place)
        if waits and there and table.placed(piece.id) is None:
            return piece
    return None


def goes_by_itself(match: Match[Any], table: Tabletop, move: Move, was_known: bool) -> bool:
    """Whether no hand has to move a piece whose place in the match has changed."""
    piece, stacks = move.piece, match.game.piles.stacks
    assert piece is not None
    away = table.placed(piece.id) is None
    if not match.game.piles.aside.isdisjoint((move.source, move.target)):
        return True
    if match.table.places.where(piece) is None:
        return not was_known or away or table.places[piece.id] in stacks
    return move.target in stacks and away


def call_alike(
    match: Match[Any], table: Tabletop, dealers: Sequence[Dealer], moves: Iterable[Move]
) -> None:
    """A copy that was turned up is called what the match calls it: nobody can tell them apart."""
    for piece, source, _, _ in moves:
        if piece is None or piece.kind not in match.table.places.pictured:
            continue
        pile = dealers[-1].piles.get(source, [])
        if table.placed(piece.id) is not None or piece not in pile:
            continue
        lying = (one for one in pile if one.kind == piece.kind and table.placed(one.id))
        if (other := next(lying, None)) is not None:
            table.exchange(piece.id, other.id)
            for dealer in dealers:
                dealer.exchange(piece, other)


def laid_out(match: Match[Any], layout: Layout) -> Tabletop:
    """A bare table for a match; pieces that are known by their pictures carry no labels."""
    game, pictured = match.game, match.table.places.pictured
    bare = [key for key, piece in game.pieces.items() if piece.kind in pictured]
    return Tabletop(layout, load_registry(game.name), game.piles.stacks, unlabelled=bare)
