"""What a match of Port Royal is played with: the cards of its sets, and the numbers of their rules.

What a set changes stands in the edition: rows of cards with `set = "its name"`, and numbers under
`sets.<its name>.rules` in place of those of the base game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.edition import BASE, Edition, EditionError
from rules.port_royal.abilities import Abilities
from rules.port_royal.pieces import Card, cards_by_set


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The numbers of the rulebook, as they are in the sets of a match."""

    seats: range
    start_coins: int
    takes_by_ship_colours: tuple[int, ...]
    """By how many different ship colours lie in the harbour."""
    takes_of_others: int
    fee: int
    tax_threshold: int
    tax_bonus: int
    end_influence: int
    variant_expeditions: int
    special_expedition_seats: int
    roles: Mapping[str, Abilities]
    """What persons do, unless their card says otherwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    cards: Mapping[str, Card]
    rules: Rules


@cache
def box_of(edition: Edition, sets: tuple[str, ...] = ()) -> Box:
    """The base game and these sets; what a later one changes holds."""
    cards = cards_by_set(edition)
    numbers = edition.table("rules")
    for name in sets:
        changed = edition.table(f"sets.{name}").get("rules", {})
        if unknown := changed.keys() - numbers.keys():
            raise EditionError(f"sets.{name}.rules: there is no {', '.join(sorted(unknown))}.")
        numbers |= changed
    least, most = numbers.pop("seats")
    takes = tuple(numbers.pop("takes_by_ship_colours"))
    roles = {role: Abilities.read(words, role) for role, words in edition.table("roles").items()}
    return Box(
        {card.id: card for name in (BASE, *sets) for card in cards[name]},
        Rules(seats=range(least, most + 1), takes_by_ship_colours=takes, roles=roles, **numbers),
    )
