"""What holds for every table of The Adventure Begins."""

from __future__ import annotations

from collections.abc import Iterator

from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.invariants import markers_on, printed_influence
from rules.port_royal.places import BOX, area, purse
from rules.port_royal.table import Table


def faults(table: Table) -> Iterator[str]:
    """Coins are cards, influence stands on cards and on the crown track, markers are not lost."""
    assert isinstance(table, AdventureTable)
    for seat in table.seats:
        coins, crowns = table.coins(seat), table.crowns(seat)
        if coins < 0 or coins != table.places.count(purse(seat)):
            yield f"{seat} has {coins} coins, but {table.places.count(purse(seat))} cards"
        if not 0 <= crowns <= table.tale.track:
            yield f"{seat} has {crowns} crowns"
        shown = printed_influence(table, seat) + table.tale.shields_at(crowns)
        if table.influence(seat) != shown:
            yield f"{seat} has {table.influence(seat)} influence, but cards with {shown}"
        yield from markers_on(table, seat)
        begun = sum(owner is seat for _, owner in table.steps)
        spent = begun + table.bought(seat)
        if len(table.markers(seat)) + spent != table.tale.markers_on_character:
            yield f"{seat} has {len(table.markers(seat))} markers left and {spent} spent"
    kept = {ship for seat in table.seats for ship in table.ships_of(seat, kept=True)}
    if kept != table.kept:
        yield "a ship is kept that lies before nobody"
    if any(table.places.where(marker) is None for marker in table.box.markers):
        yield f"a marker is neither in {BOX} nor in {area(table.seats[0])} nor on a mission"
