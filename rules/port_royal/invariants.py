"""What holds for every table of Port Royal."""

from __future__ import annotations

from collections.abc import Iterator

from rules.port_royal.places import purse
from rules.port_royal.table import Table


def faults(table: Table) -> Iterator[str]:
    """Coins are cards, and influence stands on persons and expeditions."""
    for seat in table.seats:
        coins = table.coins(seat)
        if coins < 0 or coins != table.places.count(purse(seat)):
            yield f"{seat} has {coins} coins, but {table.places.count(purse(seat))} cards"
        hired = sum(person.influence for person in table.persons(seat))
        sent = sum(expedition.influence for expedition in table.fulfilled(seat))
        if table.influence(seat) != hired + sent:
            yield f"{seat} has {table.influence(seat)} influence, but cards with {hired + sent}"
