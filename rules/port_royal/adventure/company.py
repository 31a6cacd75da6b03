"""What a player's persons, character and the event of the turn do together in the adventure."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.port_royal.pieces import Card, Person, Ship
from rules.port_royal.retinue import ByColour, Retinue, helped, retinue


class Company(NamedTuple):
    """Besides what persons do in every set; see `Abilities` for what it is."""

    retinue: Retinue
    helpers: tuple[Person, ...]
    """Everybody who does something, persons or not."""
    paid: tuple[Person, ...]
    """Those of them who may be paid for what lies in the harbour."""
    looks: tuple[int, ...]
    sells: tuple[int, ...]
    ship_crowns: ByColour
    expedition_crowns: int


@lru_cache(maxsize=256)
def company(cards: tuple[Card, ...]) -> Company:
    """Of the cards of an area; what ships carry that lie there can be sent along."""
    there = retinue(cards)
    paid: list[Person] = []
    looks: list[int] = []
    sells: list[int] = []
    ship_crowns, expedition_crowns = ByColour(), 0
    for helper in there.persons:
        does = helper.does
        if does.full_harbour or does.many_ships or does.ships_beyond is not None:
            paid.append(helper)
        if does.looks:
            looks.append(does.looks)
        if does.sells:
            sells.append(does.sells)
        if does.ship_crowns and helper.colour:
            ship_crowns[helper.colour] += does.ship_crowns
        expedition_crowns += does.expedition_crowns
    items = [(ship.item,) for ship in there.ships if ship.item]
    return Company(
        retinue=there._replace(sails_as=(*there.sails_as, *items)) if items else there,
        helpers=there.persons,
        paid=tuple(paid),
        looks=tuple(looks),
        sells=tuple(sells),
        ship_crowns=ship_crowns,
        expedition_crowns=expedition_crowns,
    )


def carrying(own: Company, kept: tuple[Ship, ...]) -> Company:
    """Of ships that may lie under a person, only those that are kept carry something."""
    persons = (person.does.sails_as for person in own.retinue.persons if person.does.sails_as)
    items = ((ship.item,) for ship in kept if ship.item)
    return own._replace(retinue=own.retinue._replace(sails_as=(*persons, *items)))


def joined(own: Company, others: tuple[Person, ...]) -> Company:
    """With `others`, who are no persons but help."""
    if not others:
        return own
    more = company(others)
    return Company(
        retinue=helped(own.retinue, more.retinue),
        helpers=own.helpers + others,
        paid=own.paid + more.paid,
        looks=own.looks + more.looks,
        sells=own.sells + more.sells,
        ship_crowns=own.ship_crowns.plus(more.ship_crowns),
        expedition_crowns=own.expedition_crowns + more.expedition_crowns,
    )
