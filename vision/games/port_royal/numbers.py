"""Which numbers are printed on Port Royal's cards, where `[forms]` of tags.toml says."""

from __future__ import annotations

from rules.pieces import Piece
from rules.port_royal.pieces import PIECES, Expedition, Person, Ship, Tax


def printed_numbers(piece: Piece) -> tuple[str | None, ...]:
    """In the upper corners, left and right; None where a card has a sign or nothing."""
    card = PIECES[piece.id]
    if isinstance(card, Ship):
        return str(card.coins), None if card.swords is None else str(card.swords)
    if isinstance(card, Person):
        return str(card.cost), str(card.influence)
    if isinstance(card, Expedition):
        return str(card.coins), str(card.influence)
    return ("1", None) if isinstance(card, Tax) else ()


def picture(piece: Piece) -> str:
    """What cards with the same picture have in common: their role, or a ship's colour."""
    return "/".join(piece.id.split("/")[: 2 if piece.id.startswith("ship/") else 1])
