"""Where cards can still come in a turn of Port Royal, so that runs are looked for only there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.flow import Option
from rules.pieces import Piece, Place
from rules.port_royal.discover import STOP
from rules.port_royal.pieces import Expedition, Person, Ship, Tax
from rules.port_royal.places import DECK, DISCARD, EXPEDITIONS, HARBOUR, POINTS, area
from rules.port_royal.table import Table

MOST_FROM_DECK = 60
"""More cards than ever leave the deck in one turn, as coins or turned up."""
MOST_COINS = 25
"""More coins than ever leave the deck while cards are turned up."""

Moved = Mapping[Piece, Place | None]


def may_come(table: Table, source: Place | None, target: Place | None, moved: Moved) -> bool:
    """A discard pile that is shuffled brings everything back to the deck."""
    if table.active is None or _goes(table, source, target, moved):
        return True
    shuffled = table.places.count(DECK) < MOST_FROM_DECK
    return (
        shuffled
        and (source == DISCARD or _goes(table, source, DISCARD, moved))
        and (target is None or _goes(table, None, target, moved))
    )


def _goes(table: Table, source: Place | None, target: Place | None, moved: Moved) -> bool:
    """From the deck to the harbour, from there to a player, a crew from there to the discard pile,
    markers to contracts.

    Cards paid as coins may show their faces where they lie.
    """
    assert table.active is not None
    if table.contracts and target is not None and target.startswith("markers:"):
        return source is None or source.startswith("area:")
    discover, home = table.phase == "discover", area(table.active)
    if source is None:
        unseen = target is not None and target.startswith(("coins:", "shields:", POINTS))
        return discover or unseen or (target == DISCARD and _pays(table, moved))
    if source == HARBOUR:
        if target == EXPEDITIONS:
            return discover
        return target in (None, DISCARD, *_areas_of_takers(table))
    if source == EXPEDITIONS:
        return target == home
    if source != home or target not in (None, DISCARD):
        return False
    return bool(table.kept) or _sends(table, home, moved)


def _pays(table: Table, moved: Moved) -> bool:
    """Whether a person of the harbour is seen with a player, or a contract may cost coins."""
    if any(contract.needs.pays for contract in table.contracts):
        return True
    areas = _areas_of_takers(table)
    return any(isinstance(card, Person) and moved.get(card) in areas for card in table.harbour())


def _areas_of_takers(table: Table) -> list[Place]:
    """The areas of those who may still take cards."""
    served = [] if table.phase == "discover" else list(table.shares)[:-1]
    return [area(seat) for seat in table.seats if seat not in served]


def _sends(table: Table, home: Place, moved: Moved) -> bool:
    """Whether the active player may have sent an expedition, or is about to choose its crew."""
    return any(isinstance(card, Expedition) for card in table.places[home]) or any(
        isinstance(card, Expedition) and place == home for card, place in moved.items()
    )


def in_order(
    table: Table,
    taken: Sequence[Option[Any]],
    option: Option[Any],
    moved: Moved,
    faces: bool,
) -> bool:
    """Persons and expeditions change nothing while ships come: they are thought to come first.

    Unless one comes after a ship that could be repelled until then, or the deck may be used up and
    shuffled anew meanwhile. Of those that nobody can have paid as a coin, none is left out, and
    nobody stops before them.
    """
    if table.places.count(DECK) < len(moved) + MOST_COINS:
        return True
    if table.active is None or table.retinue(table.active).gambles:
        # Of what a gambler turns up nothing is repelled, and all of it counts at once.
        return True
    paid = faces or _may_pay(table, moved)
    to_come = [
        card
        for card, place in moved.items()
        if card in table.places.unseen and place and not (paid and place == DISCARD)
    ]
    if option.key == STOP:
        return not to_come
    if not option.key.startswith("turn:"):
        return True
    active, card = table.active, option.value
    turned = [earlier.value for earlier in taken if earlier.key.startswith("turn:")]
    if isinstance(card, Person | Expedition):
        if table.fresh and table.can_repel(active, table.fresh):
            return True
        if any(not isinstance(c, Person | Expedition) or c.id > card.id for c in turned):
            return False
    if any(isinstance(c, Ship) and table.can_repel(active, c) for c in moved):
        return True
    later = card.id if isinstance(card, Person | Expedition) else None
    return not any(
        isinstance(c, Person | Expedition) and (not later or c.id < later) for c in to_come
    )


def _may_pay(table: Table, moved: Moved) -> bool:
    """Whether coins can have come to the discard pile: for a card in an area, or at a tax."""
    if any(
        place and place.startswith(("area:", "markers:", "mission_markers:"))
        for place in moved.values()
    ):
        return True
    taxes = sum(isinstance(card, Tax) for card in moved)
    taxed = table.rules.tax_threshold
    return bool(taxes) and any(table.coins(seat) + taxes >= taxed for seat in table.seats)
