"""Every way to play: it keeps every law, has golden matches and as many ways to go on as ever, and
its turns are understood when seen.
"""

from __future__ import annotations

import pytest

from rules.audit import LONGEST, faults, replay_faults
from rules.port_royal import GAME
from rules.simulation import Simulation, perft
from tests.rules.kernel.explaining import turns_are_found
from tests.rules.kernel.test_golden import JOURNALS

ALL_CARDS = {"gambler": "yes", "set_sail_cards": "yes", "contract_cards": "yes"}
SAIL, COMPETE = {"mode": "set_sail"}, {"mode": "contracts"}
ADVENTURE, QUEST = {"mode": "adventure"}, {"mode": "adventure_together"}
LONE_QUEST = {"mode": "adventure_alone"}
TOGETHER = {"mode": "contracts_together", "time_aside": "0"}
ALONE = {"mode": "contracts_alone", "time_aside": "0"}


SETS: dict[str, dict[str, str]] = {
    "gambler": {"gambler": "yes"},
    "set_sail_cards": {"set_sail_cards": "yes"},
    "contract_cards": {"contract_cards": "yes"},
    "all_cards": ALL_CARDS,
    "set_sail": SAIL,
    "contracts": COMPETE,
    "together": {"mode": "contracts_together"},
    "alone": {"mode": "contracts_alone"},
    "adventure": ADVENTURE,
    "adventure_together": QUEST,
    "adventure_alone": LONE_QUEST,
}
"""By the names of their golden matches."""
EVERY_TABLE = [
    (name, seats)
    for name, settings in SETS.items()
    for seats in GAME.for_match(GAME.settle(settings)).seats
]


@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_every_set_keeps_every_law_and_comes_to_an_end(name: str, seats: int) -> None:
    chapter = {"chapter": str(1 + seats), "characters": "chosen"}
    settings = SETS[name] | (chapter if name.startswith("adventure") else {})
    simulation = Simulation(GAME, [str(seat) for seat in range(seats)], settings, seats)
    while simulation.step():
        assert list(faults(simulation)) == []
        assert len(simulation.match.journal) < LONGEST
    assert list(replay_faults(simulation.match)) == []
    assert simulation.match.outcome() is not None


def test_every_set_has_golden_matches_for_every_number_of_players() -> None:
    names = {path.stem for path in JOURNALS}
    assert {f"port_royal-{name}-{seats}" for name, seats in EVERY_TABLE} <= names


@pytest.mark.parametrize(
    ("settings", "seats", "seed", "played", "depth", "ways"),
    [
        ({"gambler": "yes"}, 2, 1, 150, 12, 89),
        ({"gambler": "yes"}, 3, 3, 180, 10, 35),
        ({"gambler": "yes"}, 4, 4, 220, 8, 64),
        ({"gambler": "yes"}, 5, 5, 260, 8, 55),
        ({"set_sail_cards": "yes"}, 2, 2, 140, 8, 37),
        ({"set_sail_cards": "yes"}, 3, 3, 180, 13, 48),
        ({"set_sail_cards": "yes"}, 4, 4, 220, 8, 63),
        ({"set_sail_cards": "yes"}, 5, 5, 260, 8, 65),
        ({"contract_cards": "yes"}, 2, 2, 140, 9, 34),
        ({"contract_cards": "yes"}, 3, 3, 180, 8, 40),
        ({"contract_cards": "yes"}, 4, 4, 220, 12, 34),
        ({"contract_cards": "yes"}, 5, 5, 260, 8, 92),
        (ALL_CARDS, 2, 2, 140, 13, 34),
        (ALL_CARDS, 3, 4, 200, 10, 54),
        (ALL_CARDS, 4, 4, 220, 10, 42),
        (ALL_CARDS, 5, 5, 260, 8, 76),
        (SAIL, 2, 1, 0, 17, 357),
        (SAIL, 3, 2, 100, 11, 124),
        (SAIL, 4, 3, 100, 11, 80),
        (COMPETE, 2, 1, 150, 11, 71),
        (COMPETE, 3, 2, 150, 10, 64),
        (COMPETE, 4, 3, 200, 9, 124),
        (COMPETE, 5, 4, 250, 8, 9),
        (TOGETHER, 2, 1, 80, 10, 12),
        (TOGETHER, 3, 2, 90, 10, 33),
        (TOGETHER, 4, 3, 100, 9, 48),
        (TOGETHER, 5, 4, 110, 9, 40),
        (ALONE, 1, 5, 60, 11, 54),
        (ADVENTURE, 2, 1, 100, 10, 537),
        ({**ADVENTURE, "chapter": "3"}, 3, 2, 150, 9, 22),
        ({**ADVENTURE, "chapter": "after"}, 4, 3, 200, 9, 48),
        (QUEST, 2, 1, 80, 9, 17),
        ({**QUEST, "chapter": "5"}, 3, 2, 90, 9, 456),
        ({**QUEST, "chapter": "4", "failures": "2"}, 4, 3, 100, 9, 14),
        ({**LONE_QUEST, "chapter": "2"}, 1, 5, 60, 10, 23),
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
