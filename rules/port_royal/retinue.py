"""What all persons of a player do together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.port_royal.abilities import FullHarbour
from rules.port_royal.pieces import Card, Person


class Retinue(NamedTuple):
    """Abilities that add up; see `Abilities` for what they are."""

    swords: int
    discount: int
    takes: int
    empty_harbour: int
    bust: int
    ship_coins: Mapping[str | None, int]
    """By the colour of the ship."""
    takes_after_ship: Mapping[str | None, int]
    tucks: Mapping[str | None, int]
    """A ship lies under one person only, however many could have it."""
    ships_beyond: tuple[int, ...]
    gambles: tuple[int, ...]
    full_harbour: tuple[FullHarbour, ...]
    sails_as: tuple[tuple[str, ...], ...]
    """For each who can be sent on an expedition, its signs."""


@lru_cache(maxsize=4096)
def retinue(cards: tuple[Card, ...]) -> Retinue:
    """What the persons among these cards do. Areas change much less often than they are asked."""
    persons = [card for card in cards if isinstance(card, Person)]
    does = [person.does for person in persons]
    ship_coins: Counter[str | None] = Counter()
    after_ship: Counter[str | None] = Counter()
    tucks: Counter[str | None] = Counter()
    for person in persons:
        ship_coins[person.colour] += person.does.ship_coins
        after_ship[person.colour] += person.does.takes_after_ship
        tucks[person.colour] = max(tucks[person.colour], person.does.tucks)
    return Retinue(
        swords=sum(person.swords for person in persons),
        discount=sum(each.discount for each in does),
        takes=sum(each.takes for each in does),
        empty_harbour=sum(each.empty_harbour for each in does),
        bust=sum(each.bust for each in does),
        ship_coins=ship_coins,
        takes_after_ship=after_ship,
        tucks=tucks,
        ships_beyond=tuple(each.ships_beyond for each in does if each.ships_beyond is not None),
        gambles=tuple(each.gamble for each in does if each.gamble),
        full_harbour=tuple(each.full_harbour for each in does if each.full_harbour),
        sails_as=tuple(each.sails_as for each in does if each.sails_as),
    )
