"""Gaining and counting: doubloons, points, combat points, figures, and what effects count by."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.flow import Seat
from rules.maracaibo.names import COMBAT_POINTS, FIGURES
from rules.maracaibo.printed.nodes import NATIONS
from rules.maracaibo.table import Table
from rules.text import Text

INFLUENCE_TO_COUNT = 3


def gain(table: Table, seat: Seat, what: str, n: int, because: Text, kind: str) -> None:
    """Doubloons and points as they come; combat points up to the end of their track; figures as
    long as the general supply has some.
    """
    if what == FIGURES:
        take_figures(table, seat, n, because)
    elif what == COMBAT_POINTS:
        room = table.board.combat_points_most - table.has(seat, COMBAT_POINTS)
        table.ledger.gain(seat, COMBAT_POINTS, min(n, room), because)
    else:
        table.ledger.gain(seat, what, n, because, None, kind)


def take_figures(table: Table, seat: Seat, n: int, because: Text) -> None:
    """From the general supply to one's own, as many as are there."""
    player = table.player(seat)
    taken = min(n, player.reserve)
    player.reserve -= taken
    table.ledger.gain(seat, FIGURES, taken, because)


def return_figures(table: Table, seat: Seat, n: int, because: Text) -> None:
    """From one's own supply to the general one."""
    table.player(seat).reserve += n
    table.ledger.gain(seat, FIGURES, -n, because)


def park_figures(table: Table, seat: Seat, n: int, because: Text) -> None:
    """From one's own supply onto a card, for good."""
    table.player(seat).parked += n
    table.ledger.gain(seat, FIGURES, -n, because)


def compasses(table: Table, seat: Seat) -> int:
    """One is printed on the ship board, the others come from cards."""
    return table.board.compasses + table.power(seat, "compass")


def nations_with_influence(table: Table, seat: Seat) -> int:
    return sum(table.has(seat, nation) >= INFLUENCE_TO_COUNT for nation in NATIONS)


_COUNTS: Mapping[str, Callable[[Table, Seat], int]] = {
    "compass": compasses,
    "combat_token": lambda table, seat: table.tokens(seat),
    "quest_tile": lambda table, seat: table.quests(seat),
    "assistant": lambda table, seat: len(table.player(seat).assistants),
    "synergy_token": lambda table, seat: len(table.player(seat).synergies),
    "nation_influence_3": nations_with_influence,
    "barrier": lambda table, seat: len(table.player(seat).barriers),
    "figure": lambda table, seat: table.has(seat, FIGURES),
    "combat_point": lambda table, seat: table.has(seat, COMBAT_POINTS),
    "upgrade": lambda table, seat: table.player(seat).upgrades(),
    "doubloon_track_vp": lambda table, seat: table.board.doubloon_track_vp(
        table.has(seat, "doubloon_income")
    ),
}


def count(table: Table, seat: Seat, unit: str) -> int:
    """How many of something a player has, for rewards that depend on it."""
    return _COUNTS[unit](table, seat)
