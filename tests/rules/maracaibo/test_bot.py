"""Maracaibo: players who know the game score what real groups report."""

from __future__ import annotations

from statistics import mean

import pytest

from rules.maracaibo import GAME
from rules.maracaibo.names import VP
from rules.maracaibo.table import Table
from rules.simulation import Simulation


def played(seats: int, seed: int) -> Table:
    simulation = Simulation(GAME, [str(seat) for seat in range(seats)], {}, seed)
    simulation.sensible = True
    while simulation.step():
        assert len(simulation.match.journal) < 3_000
    table: Table = simulation.match.table
    return table


@pytest.mark.parametrize("seats", GAME.seats)
def test_sensible_players_reach_100_to_200_points(seats: int) -> None:
    points = []
    for seed in range(3):
        table = played(seats, seed)
        points += [table.has(seat, VP) for seat in table.seats]
    assert 110 <= mean(points) <= 200
