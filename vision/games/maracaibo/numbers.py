"""Which numbers are printed on Maracaibo's pieces, where `[forms]` of tags.toml says."""

from __future__ import annotations

from rules.maracaibo.pieces import Career, LegacyTile, ProjectCard, Quest, StoryTile
from rules.pieces import Piece


def printed_numbers(piece: Piece) -> tuple[str | None, ...]:
    """One for every field of its form; None where a piece has nothing in the field."""
    if isinstance(piece, ProjectCard):
        return (None if piece.number is None else str(piece.number),)
    if isinstance(piece, LegacyTile):
        return (piece.id.rpartition("/")[2].upper(),)
    if isinstance(piece, StoryTile):
        return (str(piece.number),)
    if isinstance(piece, Career | Quest):
        return (str(int(piece.id.rpartition("/")[2])),)
    return ()


def picture(piece: Piece) -> str:
    """What pieces with the same picture have in common."""
    parts = piece.id.split("/")
    return "/".join(parts[:2]) if parts[0] in ("project", "city", "building") else parts[0]
