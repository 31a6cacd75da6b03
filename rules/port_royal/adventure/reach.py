"""Where cards can still come in a turn of the adventure, so that runs are looked for only there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.flow import Option
from rules.pieces import Piece, Place
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.pieces import PLAYING_CARDS, Marker, Tax
from rules.port_royal.places import (
    DECK,
    DISCARD,
    EVENT_DISCARD,
    EVENT_STOCK,
    EVENTS,
    EXPEDITIONS,
    HARBOUR,
    LOOKOUT,
    MONTH_END,
    STORY,
    area,
)
from rules.port_royal.reach import MOST_FROM_DECK, Moved
from rules.port_royal.reach import in_order as usual_order
from rules.port_royal.table import Table

_PLAYED = (*PLAYING_CARDS, Marker)
_STORY = (EVENTS, EVENT_STOCK, EVENT_DISCARD, MONTH_END, STORY)


def may_come(table: Table, source: Place | None, target: Place | None, _moved: Moved) -> bool:
    """A discard pile that is shuffled brings everything back to the deck; an owner's card that is
    settled by hand may do anything.
    """
    if (
        table.active is None
        or _by_hand(table)
        or table.phase == "event"
        or _goes(table, source, target)
    ):
        return True
    if source in _STORY or target in _STORY or (target or "").startswith("mission:"):
        return True  # with the end of a turn the next event is turned up
    shuffled = table.places.count(DECK) < MOST_FROM_DECK
    return (
        shuffled
        and (source == DISCARD or _goes(table, source, DISCARD))
        and (target is None or _goes(table, None, target))
    )


def _by_hand(table: Table) -> bool:
    assert isinstance(table, AdventureTable)
    event = table.event
    return any(mission.needs.by_hand for mission in table.contracts) or (
        event is not None and event.now.by_hand
    )


def _goes(table: Table, source: Place | None, target: Place | None) -> bool:
    """As ever; besides, everybody may discard kept ships, and a lookout sees cards of the deck."""
    assert table.active is not None
    discover, home = table.phase == "discover", area(table.active)
    takers = [area(seat) for seat in table.seats if seat not in list(table.shares)[:-1]]
    if target is not None and target.startswith("mission_markers:"):
        return source is None or source.startswith("area:")
    if source is None:
        unseen = target is not None and target.startswith("coins:")
        return discover or unseen or target in (None, DISCARD)
    if source == HARBOUR:
        return target in (None, DISCARD, *takers) or (discover and target == EXPEDITIONS)
    if source == LOOKOUT:
        return discover
    if source == EXPEDITIONS:
        return target == home
    return source.startswith("area:") and target in (None, DISCARD)


def in_order(
    table: Table,
    taken: Sequence[Option[Any]],
    option: Option[Any],
    moved: Moved,
    faces: bool,
) -> bool:
    """Any order may matter to a lookout, to what is settled by hand, and after a tax of which the
    bonus is larger.
    """
    assert isinstance(table, AdventureTable)
    looks = table.active is not None and table.company(table.active).looks
    if looks or _by_hand(table) or any(isinstance(card, Tax) for card in moved):
        return True
    if not isinstance(option.value, _PLAYED) and option.key.startswith("turn:"):
        return True
    cards: dict[Piece, Place | None] = {
        card: place for card, place in moved.items() if isinstance(card, _PLAYED)
    }
    turned = [o for o in taken if not o.key.startswith("turn:") or isinstance(o.value, _PLAYED)]
    return usual_order(table, turned, option, cards, faces)
