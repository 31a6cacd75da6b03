"""Every way to play: as many ways to go on as ever, and turns that are understood when seen."""

from __future__ import annotations

import pytest

from rules.port_royal import GAME
from rules.simulation import Simulation, perft
from tests.rules.kernel.explaining import turns_are_found

ALL_CARDS = {"gambler": "yes", "set_sail_cards": "yes", "contract_cards": "yes"}
SAIL, COMPETE = {"mode": "set_sail"}, {"mode": "contracts"}
ADVENTURE, QUEST = {"mode": "adventure"}, {"mode": "adventure_together"}
LONE_QUEST = {"mode": "adventure_alone"}
TOGETHER = {"mode": "contracts_together", "time_aside": "0"}
ALONE = {"mode": "contracts_alone", "time_aside": "0"}


@pytest.mark.parametrize(
    ("settings", "seats", "seed", "played", "depth", "ways"),
    [
        ({"gambler": "yes"}, 2, 1, 150, 12, 89),
        (ALL_CARDS, 3, 4, 200, 10, 54),
        (SAIL, 2, 1, 0, 17, 357),
        (SAIL, 3, 2, 100, 11, 124),
        (SAIL, 4, 3, 100, 11, 80),
        (COMPETE, 2, 1, 150, 11, 71),
        (COMPETE, 3, 2, 150, 10, 64),
        (COMPETE, 4, 3, 200, 9, 124),
        (COMPETE, 5, 4, 250, 8, 9),
        (TOGETHER, 2, 1, 80, 10, 7),
        (TOGETHER, 3, 2, 90, 10, 33),
        (TOGETHER, 4, 3, 100, 9, 48),
        (TOGETHER, 5, 4, 110, 9, 40),
        (ALONE, 1, 5, 60, 11, 54),
        (ADVENTURE, 2, 1, 100, 10, 539),
        ({**ADVENTURE, "chapter": "3"}, 3, 2, 150, 9, 41),
        ({**ADVENTURE, "chapter": "after"}, 4, 3, 200, 9, 162),
        (QUEST, 2, 1, 80, 9, 17),
        ({**QUEST, "chapter": "5"}, 3, 2, 90, 9, 79),
        ({**QUEST, "chapter": "4", "failures": "2"}, 4, 3, 100, 9, 14),
        ({**LONE_QUEST, "chapter": "2"}, 1, 5, 60, 10, 163),
    ],
)
def test_there_are_as_many_ways_to_go_on_as_ever(
    settings: dict[str, str], seats: int, seed: int, played: int, depth: int, ways: int
) -> None:
    simulation = Simulation(GAME, [str(seat) for seat in range(seats)], settings, seed)
    for _ in range(played):
        simulation.step()
    assert perft(simulation, depth) == ways


@pytest.mark.parametrize(
    "settings",
    [
        {**ALL_CARDS},
        {**SAIL},
        {**COMPETE, "markers": "tags"},
        {**TOGETHER, "gambler": "yes"},
        {**ALONE, "markers": "tags"},
        {**ADVENTURE, "chapter": "4", "markers": "tags"},
        {**QUEST, "chapter": "3", "markers": "tags"},
        {**LONE_QUEST, "chapter": "2", "markers": "tags"},
    ],
    ids=lambda settings: settings.get("mode", "all cards"),
)
def test_turns_are_understood_from_what_lies_on_the_table(settings: dict[str, str]) -> None:
    unique, looks = turns_are_found(GAME, settings, seed=7, number=25)
    assert unique > 0.6 * looks
