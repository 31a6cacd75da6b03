"""The Adventure Begins in the order of play: an event, discover, trade and hire, the end.

What the rulebook leaves open is settled in RULINGS.md.
"""

from __future__ import annotations

from rules.flow import Flow, Seat
from rules.port_royal import announced
from rules.port_royal.adventure.discover import discover
from rules.port_royal.adventure.events import look_back, turn_up_event
from rules.port_royal.adventure.set_up import set_up
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.adventure.taking import TAKING
from rules.port_royal.contracts import decide_now, deciding
from rules.port_royal.discover import cards_used_up
from rules.port_royal.expeditions import last_chances
from rules.port_royal.table import Table
from rules.port_royal.turns import go_bust, trade_and_hire
from rules.text import Text


def script(table: Table) -> Flow[None] | None:
    """First the set-up, then one turn after another until the chapter is over."""
    assert isinstance(table, AdventureTable)
    if table.over:
        return None
    if table.active is None:
        return set_up(table)
    return turn(table, table.active)


def turn(table: AdventureTable, active: Seat) -> Flow[None]:
    """Three phases; a bust skips the last. A month's end that leads to card 9 skips them all."""
    yield from turn_up_event(table, active)
    if table.over:
        return
    if cards_used_up(table) and not table.together:
        announced.last_round(table, Text("Deck and discard pile are empty"))
    stopped = yield from discover(table, active)
    if stopped:
        # Six ship colours allow four cards; a mission may cost one of them.
        yield from trade_and_hire(table, active, TAKING, fewer=table.takes_less)
    else:
        go_bust(table, active)
        yield from decide_now(table, active, deciding(table, active, bust=True))
        yield from last_chances(table, active)
    yield from look_back(table, active)
    end_turn(table, active)


def end_turn(table: AdventureTable, active: Seat) -> None:
    """Against each other: once somebody has had enough influence with the trophy, the round is
    finished.

    Those who play together go on until the month's end leads to card 9.
    """
    table.notice_the_end()
    table.active = table.seats[(active.index + 1) % len(table.seats)]
    table.event, table.phase = None, "event"
    table.over = not table.together and table.ending and table.active is table.first
