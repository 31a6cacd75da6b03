"""What a match of Port Royal is played with: the cards of its sets, and the numbers of their rules.

What a set or a way to play changes stands in the edition: rows of cards with `set = "its name"`,
and numbers under `sets.<its name>.rules` or `modes.<its name>.rules` in place of those of the base
game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from msgspec import field

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
from rules.port_royal.vocabulary import Number
from rules.typed import Table, read


class Rules(Table, frozen=True, eq=False):
    """The numbers of the rulebook, as they are in the sets of a match."""

    from_to: tuple[Number, Number] = field(name="seats")
    start_coins: Number
    takes_by_ship_colours: tuple[Number, ...]
    """By how many different ship colours lie in the harbour."""
    takes_of_others: Number
    fee: Number
    tax_threshold: Number
    tax_keeps: Number | Literal["half"]
    """What a tax increase leaves: half of the coins, or so many."""
    tax_bonus: Number
    end_influence: Number
    variant_expeditions: Number
    special_expedition_seats: Number
    open_contracts: tuple[Number, ...]
    """For one player, for two, and so on."""
    influence_for_contracts: tuple[Number, ...]
    """For a player's first, second and third contract."""
    time_deck: Number
    """Cards of the time deck before the seals are counted; 0 if there is none."""
    roles: dict[str, Abilities]
    """What persons do, unless their card says otherwise."""
    ranks: tuple[Number, ...]
    """The least points for every rank of those who play together or alone."""

    @property
    def seats(self) -> range:
        least, most = self.from_to
        return range(least, most + 1)


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
    numbers |= {"roles": edition.table("roles"), "ranks": edition.numbers("ranks.least_points")}
    rules = read(numbers, Rules, f"{edition.source}: the rules of {mode}", EditionError)
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
        rules,
    )
