"""What an event does at once: the words that an edition can say it with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from rules.port_royal.vocabulary import known_words


class Toll(NamedTuple):
    """Whoever has at least so many coins pays some."""

    least: int
    coins: int


class Offer(NamedTuple):
    """The active player may pay coins for crowns."""

    coins: int
    crowns: int


@dataclass(frozen=True, slots=True)
class Happening:
    """Nothing, but for what the edition says."""

    coins: int = 0
    """For the active player."""
    crowns: int = 0
    """For the active player."""
    all_coins: int = 0
    """For everybody."""
    fewest_coins: int = 0
    """For everybody with the fewest influence."""
    toll: Toll | None = None
    offer: Offer | None = None
    reshuffles: bool = False
    """The discard pile is shuffled into the deck."""

    @classmethod
    def read(cls, words: Mapping[str, Any], what: str) -> Self:
        """From the edition; every other word is refused."""
        happening = known_words(cls, words, what)
        if "toll" in happening:
            happening["toll"] = Toll(happening["toll"]["from"], happening["toll"]["coins"])
        if "offer" in happening:
            happening["offer"] = Offer(**happening["offer"])
        return cls(**happening)
