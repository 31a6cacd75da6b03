"""What holds for every table of Port Royal."""

from __future__ import annotations

from collections.abc import Iterator

from rules.flow import Seat
from rules.port_royal.pieces import Marker
from rules.port_royal.places import CONTRACT_DECK, markers_at, purse, shields
from rules.port_royal.table import Table


def faults(table: Table) -> Iterator[str]:
    """Coins are cards, and influence stands on cards."""
    for seat in table.seats:
        coins = table.coins(seat)
        if coins < 0 or coins != table.places.count(purse(seat)):
            yield f"{seat} has {coins} coins, but {table.places.count(purse(seat))} cards"
        shown = printed_influence(table, seat)
        if table.influence(seat) != shown:
            yield f"{seat} has {table.influence(seat)} influence, but cards with {shown}"
        if table.contracts:
            yield from _contracts(table, seat)


def printed_influence(table: Table, seat: Seat) -> int:
    """What a player's persons, expeditions, tucked ships and contracts add up to."""
    hired = sum(person.influence for person in table.persons(seat))
    sent = sum(expedition.influence for expedition in table.fulfilled(seat))
    tucks = table.retinue(seat).tucks
    tucked = sum(tucks[ship.colour] for ship in table.ships_of(seat, kept=False))
    number = len(table.fulfilled_contracts(seat))
    return hired + sent + tucked + sum(table.rules.influence_for_contracts[:number])


def markers_on(table: Table, seat: Seat) -> Iterator[str]:
    """Every contract that a player is at, and no other, has a marker of the player."""
    at = [contract for contract, owner in table.steps if owner is seat]
    for contract in table.contracts:
        slot = table.places.where(contract)
        assert slot is not None
        on_it = [m for m in table.places[markers_at(slot)] if isinstance(m, Marker)]
        number = sum(marker.colour == seat.colour for marker in on_it)
        if number != at.count(contract):
            yield f"{contract.id} has {number} markers of {seat}"
    for contract in table.fulfilled_contracts(seat):
        if table.steps[contract, seat] != contract.needs.times:
            yield f"{contract.id} took {seat} {table.steps[contract, seat]} steps"


def _contracts(table: Table, seat: Seat) -> Iterator[str]:
    """Contracts have their markers, and face-down ones stand for influence."""
    yield from markers_on(table, seat)
    wanted = sum(table.rules.influence_for_contracts[: len(table.fulfilled_contracts(seat))])
    backs = table.places.count(shields(seat))
    if backs > wanted or (backs < wanted and table.places.count(CONTRACT_DECK)):
        yield f"{seat} has {backs} contracts face down, not {wanted}"
