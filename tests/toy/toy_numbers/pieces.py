"""The cards of Numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.edition import Edition, EditionError
from rules.pieces import Piece
from rules.text import Text

COLOURS = ("red", "blue")


@dataclass(frozen=True, slots=True, eq=False)
class Card(Piece):
    number: int


@cache
def edition() -> Edition:
    return Edition.load(Path(__file__).with_name("edition.toml"))


def _cards() -> dict[str, Card]:
    numbers = [row["number"] for row in edition().rows("cards")]
    if len(numbers) != edition().number("counts.cards"):
        raise EditionError(f"counts.cards is not {len(numbers)}.")
    return {f"card/{n}": Card(f"card/{n}", f"card/{n}", Text("Card {n}", n=n), n) for n in numbers}


PIECES = _cards()
