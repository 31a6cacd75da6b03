"""Maracaibo in the order of play: four rounds of turns, each with a scoring at its end.

What the rulebooks leave open is settled in RULINGS.md.
"""

from __future__ import annotations

from rules.flow import Flow, Seat
from rules.maracaibo import announced
from rules.maracaibo.actions.drawing import phase_c, refill_market
from rules.maracaibo.actions.main_action import phase_b
from rules.maracaibo.actions.sailing import sail
from rules.maracaibo.names import FINAL
from rules.maracaibo.printed.nodes import Score
from rules.maracaibo.scoring import buy_or_points, final_scoring, interim_scoring
from rules.maracaibo.set_up import set_up
from rules.maracaibo.solo.turn import play_jean
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
    first = yield from phase_b(table, seat)
    table.phase = "draw"
    yield from phase_c(table, seat, first)
    yield from refill_market(table)
    end_turn(table, seat)


def jeans_turn(table: Table) -> Flow[None]:
    """She does what her next card says; then the human player is active again."""
    table.phase = "jean"
    yield from play_jean(table)
    end_turn(table, table.jean)


def end_turn(table: Table, seat: Seat) -> None:
    """A ship on the last space of the round ends it for everybody."""
    if ends_round(table, table.player(seat).ship):
        table.ender = seat
        announced.round_ends(table, seat)
        table.phase = "scoring"
        table.movement = table.before = 0
        if table.round == table.board.rounds:
            table.ledger.section = FINAL
        table.to_score = [side for side in table.clockwise(seat) if side in table.seats]
        return
    _, table.active = list(table.clockwise(seat))[:2]
    table.phase = "sail"


def ends_round(table: Table, place_id: str) -> bool:
    """The last space of the way; its scoring follows even if its action is not done."""
    place = table.board.locations.get(place_id)
    return place is not None and any(isinstance(step, Score) for step in place.steps)
