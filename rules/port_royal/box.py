"""What a match of Port Royal is played with: the cards of its sets, and the numbers of their rules.

What a set or a way to play changes stands in the edition: rows of cards with `set = "its name"`,
and numbers under `sets.<its name>.rules` or `modes.<its name>.rules` in place of those of the base
game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.edition import BASE, Edition, EditionError
from rules.port_royal.abilities import Abilities
from rules.port_royal.pieces import (
    PLAYING_CARDS,
    Card,
    Contract,
    Marker,
    Mission,
    cards_by_set,
)


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
    tax_keeps: int | str
    """What a tax increase leaves: half of the coins, or so many."""
    tax_bonus: int
    end_influence: int
    variant_expeditions: int
    special_expedition_seats: int
    open_contracts: tuple[int, ...]
    """For one player, for two, and so on."""
    influence_for_contracts: tuple[int, ...]
    """For a player's first, second and third contract."""
    time_deck: int
    """Cards of the time deck before the seals are counted; 0 if there is none."""
    roles: Mapping[str, Abilities]
    """What persons do, unless their card says otherwise."""
    ranks: tuple[int, ...]
    """The least points for every rank of those who play together or alone."""


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    pieces: Mapping[str, Card]
    cards: Mapping[str, Card]
    """What the deck is made of."""
    contracts: Mapping[str, Contract]
    markers: tuple[Marker, ...]
    rules: Rules


@cache
def box_of(edition: Edition, mode: str = BASE, added: tuple[str, ...] = ()) -> Box:
    """One way to play, and the sets that a group adds; what a later one changes holds."""
    cards, way = cards_by_set(edition), edition.table(f"modes.{mode}")
    sets = tuple(dict.fromkeys((*way["sets"], *added)))
    numbers = edition.table("rules")
    for where in (*(f"sets.{name}" for name in sets), f"modes.{mode}"):
        changed = edition.table(where).get("rules", {})
        if unknown := changed.keys() - numbers.keys():
            raise EditionError(f"{where}.rules: there is no {', '.join(sorted(unknown))}.")
        numbers |= changed
    least, most = numbers.pop("seats")
    lists = ("takes_by_ship_colours", "open_contracts", "influence_for_contracts")
    numbers |= {name: tuple(numbers[name]) for name in lists}
    roles = {role: Abilities.read(words, role) for role, words in edition.table("roles").items()}
    used = (*((BASE,) if way.get("base", True) else ()), *sets)
    pieces = {card.id: card for name in used for card in cards[name]}
    return Box(
        pieces,
        {card_id: card for card_id, card in pieces.items() if isinstance(card, PLAYING_CARDS)},
        {
            card_id: card
            for card_id, card in pieces.items()
            if isinstance(card, Contract) and not isinstance(card, Mission)
        },
        tuple(card for card in pieces.values() if isinstance(card, Marker)),
        Rules(
            seats=range(least, most + 1),
            roles=roles,
            ranks=tuple(edition.numbers("ranks.least_points")),
            **numbers,
        ),
    )
