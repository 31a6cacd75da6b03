"""Cooper Island in the order of play: five rounds of income, workers and cleanup.

What the rulebook leaves open is settled in RULINGS.md.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.at_once import at_once
from rules.cooper_island import announced
from rules.cooper_island.actions.asking import pause
from rules.cooper_island.actions.cleanup import clean_up, move_harbourmaster
from rules.cooper_island.actions.income import income
from rules.cooper_island.actions.workers import worker_turn
from rules.cooper_island.scoring import score
from rules.cooper_island.set_up import begin_round, set_up
from rules.cooper_island.table import CLEANUP, END, INCOME, WORK, Table
from rules.flow import Flow, Seat
from rules.text import Text


def script(table: Table) -> Flow[None] | None:
    """First the set-up; then an income for all, one turn after another, and a cleanup for all."""
    if table.over:
        return None
    if table.active is None:
        return set_up(table)
    if table.phase == INCOME:
        return play_income(table)
    if table.phase == WORK:
        return play_turn(table, table.active)
    if table.phase == CLEANUP:
        return play_cleanup(table)
    return play_end(table, table.to_act[0])


def all_at_once(table: Table, part: Callable[[Table, Seat], Flow[None]]) -> Flow[None]:
    """A phase that all play at once, each their own part; if anybody says that order matters, in
    the order of turns from whoever has Cooper.
    """

    def own(seat: Seat) -> Flow[None]:
        table.player(seat).charted = False
        yield from part(table, seat)
        table.to_act.remove(seat)

    return at_once({seat: own(seat) for seat in table.to_act})


def play_income(table: Table) -> Flow[None]:
    """All at once; then the workers' turns begin."""
    yield from all_at_once(table, income)
    table.phase = WORK
    announced.work_begins(table)
    for player in table.players:
        player.passed = False


def play_turn(table: Table, seat: Seat) -> Flow[None]:
    """Whoever has no worker left when the turn comes passes for the rest of the phase."""
    player = table.player(seat)
    if table.own("available", seat):
        player.charted = False
        yield from worker_turn(table, seat)
    else:
        player.passed = True
    waiting = [other for other in table.clockwise(seat)[1:] if not table.player(other).passed]
    if waiting:
        table.active = waiting[0]
    elif player.passed:
        table.phase = CLEANUP
        table.to_act = turn_order(table)
        table.active = table.to_act[0]
        announced.cleanup_begins(table)


def turn_order(table: Table) -> list[Seat]:
    """All players, from whoever has Cooper."""
    first = table.holder if table.rulings.phases_open else table.first
    assert first is not None
    return table.clockwise(first)


def play_cleanup(table: Table) -> Flow[None]:
    """All at once, each in the order of the steps; then the harbourmaster moves on or the match
    ends.
    """
    yield from all_at_once(table, clean_up)
    if table.round == table.rule("rounds"):
        table.phase = END
        table.to_act = turn_order(table)
        return
    table.round += 1
    move_harbourmaster(table)
    begin_round(table)
    announced.round_begins(table)


def play_end(table: Table, seat: Seat) -> Flow[None]:
    """A last chance to fill the warehouse, then the final scoring."""
    table.active = seat
    table.player(seat).charted = True
    yield from pause(
        table,
        seat,
        Text("Final scoring next. Anything before?"),
        "finish",
        Text("Final scoring"),
    )
    table.to_act.pop(0)
    if not table.to_act:
        score(table)
        table.over = True
