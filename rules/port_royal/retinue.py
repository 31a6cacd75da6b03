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
    many_ships: tuple[Person, ...]
    """Those who are paid if the harbour has many ships."""
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
    persons: list[Person] = []
    expeditions: list[Expedition] = []
    markers: list[Marker] = []
    ships: list[Ship] = []
    ship_coins, after_ship, tucks = ByColour(), ByColour(), ByColour()
    full_harbour: list[FullHarbour] = []
    ships_beyond: list[int] = []
    gambles: list[int] = []
    sails_as: list[tuple[str, ...]] = []
    swords = discount = takes = empty_harbour = bust = 0
    many_ships: list[Person] = []
    for card in cards:
        if isinstance(card, Person):
            persons.append(card)
            does, colour = card.does, card.colour
            swords += card.swords
            discount += does.discount
            takes += does.takes
            empty_harbour += does.empty_harbour
            bust += does.bust
            if does.full_harbour:
                full_harbour.append(does.full_harbour)
            if does.ships_beyond is not None:
                ships_beyond.append(does.ships_beyond)
            if does.many_ships:
                many_ships.append(card)
            if does.gamble:
                gambles.append(does.gamble)
            if does.sails_as:
                sails_as.append(does.sails_as)
            if colour:
                if does.ship_coins:
                    ship_coins[colour] += does.ship_coins
                if does.takes_after_ship:
                    after_ship[colour] += does.takes_after_ship
                if does.tucks:
                    tucks[colour] = max(tucks[colour], does.tucks)
        elif isinstance(card, Expedition):
            expeditions.append(card)
        elif isinstance(card, Ship):
            ships.append(card)
        elif isinstance(card, Marker):
            markers.append(card)
    return Retinue(
        persons=tuple(persons),
        expeditions=tuple(expeditions),
        markers=tuple(markers),
        ships=tuple(ships),
        swords=swords,
        discount=discount,
        takes=takes,
        paid_for_harbour=bool(full_harbour or ships_beyond or empty_harbour or many_ships),
        many_ships=tuple(many_ships),
        empty_harbour=empty_harbour,
        bust=bust,
        ship_coins=ship_coins,
        takes_after_ship=after_ship,
        tucks=tucks,
        ships_beyond=tuple(ships_beyond),
        gambles=tuple(gambles),
        full_harbour=tuple(full_harbour),
        sails_as=tuple(sails_as),
    )


def helped(own: Retinue, more: Retinue) -> Retinue:
    """What a player's persons do together with others, who do not lie there: nobody can send those
    on an expedition, or tuck a ship under them.
    """
    return Retinue(
        persons=own.persons,
        expeditions=own.expeditions,
        markers=own.markers,
        ships=own.ships,
        swords=own.swords + more.swords,
        discount=own.discount + more.discount,
        takes=own.takes + more.takes,
        paid_for_harbour=own.paid_for_harbour or more.paid_for_harbour,
        many_ships=own.many_ships + more.many_ships,
        empty_harbour=own.empty_harbour + more.empty_harbour,
        bust=own.bust + more.bust,
        ship_coins=own.ship_coins.plus(more.ship_coins),
        takes_after_ship=own.takes_after_ship.plus(more.takes_after_ship),
        tucks=own.tucks,
        ships_beyond=own.ships_beyond + more.ships_beyond,
        gambles=own.gambles + more.gambles,
        full_harbour=own.full_harbour + more.full_harbour,
        sails_as=own.sails_as,
    )
