"""Maracaibo in the order of play: four rounds of turns, each with a scoring at its end.

What the rulebooks leave open is settled in RULINGS.md.
"""

from __future__ import annotations

from rules.flow import Flow, Seat
from rules.maracaibo.actions import phase_b
from rules.maracaibo.drawing import phase_c, refill_market
from rules.maracaibo.jean import jeans_turn
from rules.maracaibo.sailing import sail
from rules.maracaibo.scoring import buy_or_points, end_turn, final_scoring, interim_scoring
from rules.maracaibo.set_up import set_up
from rules.maracaibo.table import Table
from rules.text import Plural


def script(table: Table) -> Flow[None] | None:
    """First the set-up, then turn after turn; a scoring begins with a purchase of everybody."""
    if table.over:
        return None
    if table.active is None:
        return set_up(table)
    if table.phase == "scoring":
        if table.to_score:
            return buy_or_points(table, table.to_score[0])
        if table.round == table.board.rounds:
            return final_scoring(table)
        return interim_scoring(table)
    if table.active not in table.seats:
        return jeans_turn(table)
    return turn(table, table.active)


def turn(table: Table, seat: Seat) -> Flow[None]:
    """Sail, act, draw. Then the market is refilled, and the next player is active."""
    table.phase = "sail"
    table.before = 0
    most = table.board.sail_most
    yield from sail(
        table,
        seat,
        most,
        Plural("Sail up to {n} space", "Sail up to {n} spaces", most),
    )
    table.phase = "main"
    yield from phase_b(table, seat)
    table.phase = "draw"
    yield from phase_c(table, seat)
    yield from refill_market(table)
    end_turn(table, seat)
