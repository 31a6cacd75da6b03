"""Maracaibo: players who know the game score what real groups report."""

from __future__ import annotations

from statistics import mean

import pytest

from rules.flow import TABLE
from rules.maracaibo import GAME
from rules.maracaibo.player import sensible
from rules.maracaibo.table import VP, Table
from rules.simulation import Simulation


def played(seats: int, seed: int) -> Table:
    simulation = Simulation(GAME, [str(seat) for seat in range(seats)], {}, seed)
    match = simulation.match
    while choice := match.choice:
        options = simulation.options()
        by_chance = choice.who is TABLE
        simulation.take(options[0] if by_chance else sensible(match.table, choice, options))
        assert len(match.journal) < 3_000
    table: Table = match.table
    return table


@pytest.mark.parametrize("seats", GAME.seats)
def test_sensible_players_reach_100_to_200_points(seats: int) -> None:
    points = []
    for seed in range(3):
        table = played(seats, seed)
        points += [table.has(seat, VP) for seat in table.seats]
    assert 80 <= mean(points) <= 220
