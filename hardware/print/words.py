"""What tells pieces apart, in words: how a person finds the piece that a label belongs on."""

from __future__ import annotations

from collections.abc import Sequence

from rules.maracaibo.cards import ProjectCard
from rules.pieces import Piece
from rules.port_royal.cards import Expedition, Person, Ship


def printed_values(piece: Piece) -> str:
    """The values that tell pieces of the same name apart, if there are any."""
    if isinstance(piece, Ship):
        swords = "skull" if piece.swords is None else _number(piece.swords, "sword")
        return f"{_number(piece.coins, 'coin')}, {swords}"
    if isinstance(piece, Person):
        return f"cost {piece.cost}, {piece.influence} influence"
    if isinstance(piece, Expedition):
        return f"{_number(piece.coins, 'coin')}, {piece.influence} influence"
    if isinstance(piece, ProjectCard):
        return f"cost {piece.price.doubloons}, {piece.good}, {piece.object}"
    return ""


def listing(words: Sequence[str]) -> str:
    """Words as a person lists them: ships, markers and workers."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _number(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
