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
    helpers = there.persons
    does = [helper.does for helper in helpers]
    crowns = ByColour()
    for helper in helpers:
        if helper.colour:
            crowns[helper.colour] += helper.does.ship_crowns
    items = [(ship.item,) for ship in there.ships if ship.item]
    return Company(
        retinue=there._replace(sails_as=(*there.sails_as, *items)) if items else there,
        helpers=helpers,
        paid=tuple([helper for helper in helpers if _is_paid(helper)]),
        looks=tuple([each.looks for each in does if each.looks]),
        sells=tuple([each.sells for each in does if each.sells]),
        ship_crowns=crowns,
        expedition_crowns=sum([each.expedition_crowns for each in does]),
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


def _is_paid(helper: Person) -> bool:
    does = helper.does
    return bool(does.full_harbour or does.many_ships) or does.ships_beyond is not None
