"""The slots of a warehouse, and what fits into them."""

from __future__ import annotations

from collections.abc import Mapping

from rules.cooper_island.printed.nodes import GOODS
from rules.cooper_island.table import Table
from rules.flow import Seat


def slots(table: Table, seat: Seat) -> int:
    """The slots for anything: those of the board, those uncovered by small buildings, a boat's."""
    uncovered = table.rule("small_buildings") - len(table.structures_left(seat, "small"))
    boats = (table.box.boats[f"boat/{seat.colour}/{key}"] for key in table.box.roomy_boats)
    brought = sum(boat.slots for boat in boats if boat not in table.own("boats", seat))
    return table.rule("warehouse") + uncovered + brought


def room(table: Table, seat: Seat, good: str) -> int:
    """How many more of a good fit in."""
    return rooms(table, seat)[good]


def rooms(table: Table, seat: Seat) -> dict[str, int]:
    """How many more of each good fit in; goods may be moved between slots at any time."""
    held = _held(table, seat)
    free = slots(table, seat) - sum(held.values())
    reserved = dict.fromkeys(GOODS, 0)
    for card in table.cards(seat):
        if card.slots:
            within = sum(held[each] for each in card.slots.holds)
            free += min(card.slots.n, within)
            for good in card.slots.holds:
                reserved[good] += max(0, card.slots.n - within)
    return {good: free + more for good, more in reserved.items()}


def fits(table: Table, seat: Seat, more: Mapping[str, int]) -> bool:
    """Whether all of these find a slot together."""
    held = {good: n + more.get(good, 0) for good, n in _held(table, seat).items()}
    free = slots(table, seat) - sum(held.values())
    for card in table.cards(seat):
        if card.slots:
            free += min(card.slots.n, sum(held[good] for good in card.slots.holds))
    return free >= 0


def _held(table: Table, seat: Seat) -> dict[str, int]:
    return {good: table.ledger.balance(seat, good) for good in GOODS}
