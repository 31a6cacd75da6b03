"""What a player's persons, character and the event of the turn do together in the adventure."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.port_royal.pieces import Card, Person, Ship
from rules.port_royal.retinue import ByColour, Retinue, retinue


class Company(NamedTuple):
    """Besides what persons do in every set; see `Abilities` for what it is."""

    retinue: Retinue
    helpers: tuple[Person, ...]
    """Everybody who does something, persons or not."""
    paid: tuple[Person, ...]
    """Those of them who may be paid for what lies in the harbour."""
    looks: tuple[int, ...]
    sells: tuple[int, ...]
    """The best price first."""
    ship_crowns: ByColour
    expedition_crowns: int


@lru_cache(maxsize=256)
def company(cards: tuple[Card, ...], others: tuple[Person, ...], kept: tuple[Ship, ...]) -> Company:
    """Of the cards of an area; `others` are no persons but help, and what ships carry that are
    `kept` there can be sent along.
    """
    own = retinue(cards)
    helpers = (*own.persons, *others)
    does = [helper.does for helper in helpers]
    crowns = ByColour()
    for helper in helpers:
        if helper.colour:
            crowns[helper.colour] += helper.does.ship_crowns
    together = retinue((*cards, *others)) if others else own
    return Company(
        retinue=together._replace(
            persons=own.persons,
            sails_as=(*together.sails_as, *((ship.item,) for ship in kept if ship.item)),
        ),
        helpers=helpers,
        paid=tuple(helper for helper in helpers if _is_paid(helper)),
        looks=tuple(each.looks for each in does if each.looks),
        sells=tuple(sorted((each.sells for each in does if each.sells), reverse=True)),
        ship_crowns=crowns,
        expedition_crowns=sum(each.expedition_crowns for each in does),
    )


def _is_paid(helper: Person) -> bool:
    does = helper.does
    return bool(does.full_harbour or does.many_ships) or does.ships_beyond is not None
