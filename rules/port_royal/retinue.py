"""What lies before a player, and what all persons there do together."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.port_royal.abilities import FullHarbour
from rules.port_royal.pieces import Card, Expedition, Marker, Person, Ship


class ByColour(dict[str, int]):
    """Numbers by the colour of a ship; none is zero."""

    def __missing__(self, colour: str) -> int:
        return 0

    def plus(self, other: ByColour) -> ByColour:
        if not other:
            return self
        return ByColour({colour: self[colour] + other[colour] for colour in {**self, **other}})


class Retinue(NamedTuple):
    """Persons and what they do together; see `Abilities` for what that is."""

    persons: tuple[Person, ...]
    expeditions: tuple[Expedition, ...]
    """Those that the player has fulfilled."""
    markers: tuple[Marker, ...]
    """Those that the player has left."""
    ships: tuple[Ship, ...]
    """Those that are kept for what they carry or for a contract, or tucked."""
    swords: int
    discount: int
    takes: int
    paid_for_harbour: bool
    """Whether there is anybody who may be paid for how full the harbour is."""
    empty_harbour: int
    bust: int
    ship_coins: ByColour
    takes_after_ship: ByColour
    tucks: ByColour
    """A ship lies under one person only, however many could have it."""
    ships_beyond: tuple[int, ...]
    gambles: tuple[int, ...]
    full_harbour: tuple[FullHarbour, ...]
    sails_as: tuple[tuple[str, ...], ...]
    """For each who can be sent on an expedition, its signs."""

    def worth(self, ship: Ship) -> int:
        """What a ship brings: its coins, and more for each trader of its colour."""
        return ship.coins + self.ship_coins[ship.colour]

    def price(self, person: Person) -> int:
        """What a person costs, never below zero."""
        return max(0, person.cost - self.discount)


@lru_cache(maxsize=256)
def retinue(cards: tuple[Card, ...]) -> Retinue:
    """What these cards are, and do. Areas change much less often than they are asked."""
    persons = tuple([card for card in cards if isinstance(card, Person)])
    does = [person.does for person in persons]
    ship_coins, after_ship, tucks = ByColour(), ByColour(), ByColour()
    for person in persons:
        colour = person.colour
        if colour:
            ship_coins[colour] += person.does.ship_coins
            after_ship[colour] += person.does.takes_after_ship
            tucks[colour] = max(tucks[colour], person.does.tucks)
    full_harbour = tuple([each.full_harbour for each in does if each.full_harbour])
    ships_beyond = tuple([each.ships_beyond for each in does if each.ships_beyond is not None])
    empty_harbour = sum([each.empty_harbour for each in does])
    many_ships = [each.many_ships for each in does if each.many_ships]
    return Retinue(
        persons=persons,
        expeditions=tuple([card for card in cards if isinstance(card, Expedition)]),
        markers=tuple([card for card in cards if isinstance(card, Marker)]),
        ships=tuple([card for card in cards if isinstance(card, Ship)]),
        swords=sum([person.swords for person in persons]),
        discount=sum([each.discount for each in does]),
        takes=sum([each.takes for each in does]),
        paid_for_harbour=bool(full_harbour or ships_beyond or empty_harbour or many_ships),
        empty_harbour=empty_harbour,
        bust=sum([each.bust for each in does]),
        ship_coins=ship_coins,
        takes_after_ship=after_ship,
        tucks=tucks,
        ships_beyond=ships_beyond,
        gambles=tuple([each.gamble for each in does if each.gamble]),
        full_harbour=full_harbour,
        sails_as=tuple([each.sails_as for each in does if each.sails_as]),
    )


def helped(own: Retinue, more: Retinue) -> Retinue:
    """What a player's persons do together with others, who do not lie there."""
    return Retinue(
        persons=own.persons,
        expeditions=own.expeditions,
        markers=own.markers,
        ships=own.ships,
        swords=own.swords + more.swords,
        discount=own.discount + more.discount,
        takes=own.takes + more.takes,
        paid_for_harbour=own.paid_for_harbour or more.paid_for_harbour,
        empty_harbour=own.empty_harbour + more.empty_harbour,
        bust=own.bust + more.bust,
        ship_coins=own.ship_coins.plus(more.ship_coins),
        takes_after_ship=own.takes_after_ship.plus(more.takes_after_ship),
        tucks=own.tucks,
        ships_beyond=own.ships_beyond + more.ships_beyond,
        gambles=own.gambles + more.gambles,
        full_harbour=own.full_harbour + more.full_harbour,
        sails_as=own.sails_as + more.sails_as,
    )
