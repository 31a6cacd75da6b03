"""What holds for every table of Navegador."""

from __future__ import annotations

from collections.abc import Iterator

from rules.flow import Seat
from rules.navegador.board import ROWS
from rules.navegador.pieces import CARD, CATEGORIES, GOODS, WORKERS, Colony
from rules.navegador.places import area, colonies, lisbon
from rules.navegador.table import Table

SHIPS, EXPLORERS = 7, 12
"""Of each player, and in the box."""


def faults(table: Table) -> Iterator[str]:
    """What the ledger counts agrees with the pieces, and nobody has more than there is."""
    for seat in table.seats:
        yield from _faults_of(table, seat)
    explored = sum(table.has(seat, "explorers") for seat in table.seats)
    if explored + len(table.unexplored) != EXPLORERS:
        yield f"{explored} explorers are taken, {len(table.unexplored)} lie on the board"
    for region, number in table.board.stacks.items():
        pile = table.places.piles[colonies(region)]
        face_down = not pile.known and pile.unknown == number
        if table.active and region in table.unexplored and not face_down:
            yield f"the colonies of {region} are not all face down"
    for row in ROWS:
        if not 0 <= table.built(row) <= table.sites(row):
            yield f"{table.built(row)} buildings stand in the row {row}"
    if not all(0 <= row <= 9 for row in table.prices):
        yield f"the prices {table.prices} are off the board"
    if table.holder and table.places.where(CARD) != area(table.holder):
        yield f"{table.holder} does not hold the navigator card"


def _faults_of(table: Table, seat: Seat) -> Iterator[str]:
    if table.money(seat) < 0:
        yield f"{seat} has {table.money(seat)} cruzados"
    sailing, waiting = sum(table.fleet(seat).values()), table.ships_at(seat, area(seat))
    if table.has(seat, "ships") != sailing or sailing + len(waiting) != SHIPS:
        yield f"{seat} has {sailing} ships at sea and {len(waiting)} waiting"
    workers = table.workers(seat)
    marker = table.places.where(WORKERS[seat.colour])
    if table.active and not (2 <= workers <= 9 and marker == lisbon(workers)):
        yield f"{seat} has {workers} workers, the marker lies in {marker}"
    founded = [t.good for t in table.places[area(seat)] if isinstance(t, Colony)]
    for good in GOODS:
        if table.has(seat, f"{good}_colony") != founded.count(good):
            yield f"{seat} has {founded.count(good)} colonies with {good}"
    if any(table.laid(seat, category) > 3 for category in CATEGORIES):
        yield f"{seat} has more than three privileges of a kind"
