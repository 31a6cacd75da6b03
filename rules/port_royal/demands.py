"""What contracts and missions demand: the words that an edition can say it with.

Most demands are about what lies before a player, and can be met at any moment of a turn. Others are
events: whoever is in one decides at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from rules.port_royal.vocabulary import known_words


class Cheap(NamedTuple):
    """So many persons, each with a printed price of no more than so much."""

    persons: int
    cost: int


@dataclass(frozen=True, slots=True)
class Demand:
    """Everything that is said must be met."""

    persons: tuple[str, ...] = ()
    """Persons of these roles, each another one."""
    cheap: Cheap | None = None
    swords: int = 0
    expeditions: int = 0
    influence: int = 0
    pays: int = 0
    """Coins that are paid for it."""
    declines: str | None = None
    """Trading a ship of this colour without taking its coins."""
    ship_colours: int = 0
    """So many different ship colours in the harbour of the player's own turn."""
    pays_tax: bool = False
    """Losing coins to a tax increase."""
    bust: bool = False
    """Going bust."""
    repelled_colours: int = 0
    """Ships of so many colours, repelled and kept."""
    discards: tuple[tuple[str, int], ...] = ()
    """Ships out of the player's area, by what they carry, or Ares' pirates with whatever."""
    returns_crowns: int = 0
    """Crowns that are given back for it."""
    stops_at: int = 0
    """Stopping with so many cards in the harbour."""
    takes_less: int = 0
    """Cards fewer to take in the same turn."""
    times: int = 1
    """How often it has to happen, each time decided at once."""
    any_time: bool = field(init=False)
    """Whether it can be met at any moment of a turn, and need not be decided at once."""

    @classmethod
    def read(cls, words: Mapping[str, Any], what: str) -> Self:
        """From the edition; every other word is refused."""
        demand = known_words(cls, words, what)
        if "persons" in demand:
            demand["persons"] = tuple(demand["persons"])
        if "cheap" in demand:
            demand["cheap"] = Cheap(**demand["cheap"])
        if "discards" in demand:
            demand["discards"] = tuple(demand["discards"].items())
        return cls(**demand)

    def __post_init__(self) -> None:
        events = (self.declines, self.ship_colours, self.pays_tax, self.bust, self.repelled_colours)
        object.__setattr__(self, "any_time", not any(events) and not self.stops_at)


def lacking(wanted: Iterable[str], there: Iterable[str]) -> list[str]:
    """Those of the wanted roles of which nobody is there, or too few."""
    left, missing = list(there), list[str]()
    for role in wanted:
        if role in left:
            left.remove(role)
        else:
            missing.append(role)
    return missing
