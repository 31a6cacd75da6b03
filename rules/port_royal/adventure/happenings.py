"""What an event does at once: the words that an edition can say it with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from msgspec import field

from rules.port_royal.vocabulary import Number, known_words
from rules.text import Text
from rules.typed import Table


class Toll(Table, frozen=True):
    """Whoever has at least so many coins pays some."""

    from_: Number = field(name="from")
    coins: Number = field()


class Offer(Table, frozen=True):
    """The active player may pay coins for crowns."""

    coins: Number
    crowns: Number


class Happening(Table, frozen=True):
    """Nothing, but for what the edition says."""

    coins: Number = 0
    """For the active player."""
    crowns: Number = 0
    """For the active player."""
    all_coins: Number = 0
    """For everybody."""
    fewest_coins: Number = 0
    """For everybody with the fewest influence."""
    toll: Toll | None = None
    offer: Offer | None = None
    reshuffles: bool = False
    """The discard pile is shuffled into the deck."""
    by_hand: bool = False
    """More stands on the owner's card than words can say: a phone asks what it changes."""

    @classmethod
    def read(cls, words: Mapping[str, Any], what: str) -> Self:
        """From the edition; every other word is refused."""
        return known_words(cls, words, what)

    def why_not(self) -> Text | None:
        """Why no event can do this, though each of the words is known."""
        if self.toll and self.toll.coins > self.toll.from_:
            return Text("A toll cannot take more coins than from.")
        return None
