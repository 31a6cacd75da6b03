"""What contracts and missions demand: the words that an edition can say it with.

Most demands are about what lies before a player, and can be met at any moment of a turn. Others are
events: whoever is in one decides at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, Self

from msgspec import Meta, field

from rules.port_royal.names import ITEMS, ROLES_OF_PERSONS, SHIP_COLOURS
from rules.port_royal.vocabulary import Number, known_words
from rules.text import Text
from rules.typed import Table, words_of


class Cheap(Table, frozen=True):
    """So many persons, each with a printed price of no more than so much."""

    persons: Number
    cost: Number


_Colours = Annotated[int, Meta(ge=0, le=len(SHIP_COLOURS))]


class Demand(Table, frozen=True, dict=True):
    """Everything that is said must be met."""

    persons: tuple[Annotated[str, words_of(ROLES_OF_PERSONS)], ...] = ()
    """Persons of these roles, each another one."""
    cheap: Cheap | None = None
    swords: Number = 0
    expeditions: Number = 0
    influence: Number = 0
    pays: Number = 0
    """Coins that are paid for it."""
    declines: Annotated[str, words_of(SHIP_COLOURS)] | None = None
    """Trading a ship of this colour without taking its coins."""
    ship_colours: _Colours = 0
    """So many different ship colours in the harbour of the player's own turn."""
    pays_tax: bool = False
    """Losing coins to a tax increase."""
    bust: bool = False
    """Going bust."""
    repelled_colours: _Colours = 0
    """Ships of so many colours, repelled and kept."""
    so_many: dict[Annotated[str, words_of(ITEMS)], Number] = field(
        name="discards", default_factory=dict
    )
    """Ships out of the player's area, by what they carry, or Ares' pirates with whatever."""
    returns_crowns: Number = 0
    """Crowns that are given back for it."""
    stops_at: Number = 0
    """Stopping with so many cards in the harbour."""
    takes_less: Number = 0
    """Cards fewer to take in the same turn."""
    by_hand: bool = False
    """More stands on the owner's card than words can say: whoever has met it says so on a phone."""
    times: Annotated[int, Meta(ge=1, le=3)] = 1
    """How often it has to happen, each time decided at once."""

    @classmethod
    def read(cls, words: Mapping[str, Any], what: str) -> Self:
        """From the edition; every other word is refused."""
        return known_words(cls, words, what)

    @cached_property
    def discards(self) -> tuple[tuple[str, int], ...]:
        return tuple((item, n) for item, n in self.so_many.items() if n)

    @cached_property
    def any_time(self) -> bool:
        """Whether it can be met at any moment of a turn, and need not be decided at once."""
        return not self._events()

    def _events(self) -> tuple[str, ...]:
        """The words about what happens to a player."""
        return tuple(word for word in _EVENTS if getattr(self, word))

    def why_not(self, of_mission: bool) -> Text | None:
        """Why a contract or a mission cannot demand this, though each of the words is known."""
        events = self._events()
        if self == Demand(so_many=self.so_many) and not self.discards:
            return Text("It asks for nothing.")
        if len(events) > 1:
            return _not_together(*events[:2])
        if self.times > 1 and (self.any_time or self.repelled_colours):
            return Text("times needs something that is decided at once.")
        if self.by_hand and {"declines", "repelled_colours"} & {*events}:
            return _not_together("by_hand", *events)
        if self.discards and (self.times > 1 or {"declines", "repelled_colours"} & {*events}):
            return _not_together("discards", *events)
        if of_mission and self.repelled_colours:
            return Text("repelled_colours is only for contracts.")
        if self.takes_less and not {"ship_colours", "stops_at"} & {*events}:
            return Text("takes_less needs ship_colours or stops_at.")
        if not of_mission:
            if words := [word for word in _OF_MISSIONS if getattr(self, word)]:
                return Text("{word} is only for The Adventure Begins.", word=words[0])
            if self.declines == "ares":
                return Text("{word} is only for The Adventure Begins.", word=self.declines)
        return None


_EVENTS = ("declines", "ship_colours", "pays_tax", "bust", "repelled_colours", "stops_at")
_OF_MISSIONS = ("by_hand", "discards", "returns_crowns", "stops_at", "takes_less")


def _not_together(*words: str) -> Text:
    return Text("{one} and {other} exclude each other.", one=words[0], other=words[1])


def lacking(wanted: Iterable[str], there: Iterable[str]) -> list[str]:
    """Those of the wanted roles of which nobody is there, or too few."""
    left, missing = list(there), list[str]()
    for role in wanted:
        if role in left:
            left.remove(role)
        else:
            missing.append(role)
    return missing
