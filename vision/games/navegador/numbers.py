"""Which numbers are printed on Navegador's tiles, where `[forms]` of tags.toml says."""

from __future__ import annotations

from rules.navegador.pieces import Colony, Privilege
from rules.pieces import Piece


def printed_numbers(piece: Piece) -> tuple[str | None, ...]:
    """The price of a colony."""
    return (str(piece.price),) if isinstance(piece, Colony) else ()


def picture(piece: Piece) -> str:
    """What tiles with the same picture have in common: the good of a colony."""
    if isinstance(piece, Colony):
        return piece.good
    return "privilege" if isinstance(piece, Privilege) else piece.kind
