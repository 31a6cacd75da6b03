"""Navegador's sensible player: the same wherever it sits, and aware of what ends the match."""

from __future__ import annotations

from typing import Any

import pytest

from rules.match import Match
from rules.navegador import GAME
from rules.navegador.bot import sensible
from rules.simulation import Simulation
from tests.rules.at_the_table import play
from tests.rules.navegador.test_end import ALL_BUT_ONE, NAGASAKI
from tests.rules.navegador.test_sailing import CHINA
from tests.rules.navegador.the_table import at_table

NAMES = ("Ann", "Bob", "Cy", "Di")


def played(seed: int, first: str | None = None) -> Match[Any]:
    """A whole match of four; the first player is drawn unless it is said who begins."""
    simulation = Simulation(GAME, NAMES, {}, seed)
    simulation.sensible = True
    if first:
        simulation.take(simulation.match.option(f"first:{first}"))
    while simulation.step():
        pass
    return simulation.match


def answer(match: Match[Any]) -> str:
    assert match.choice is not None
    return sensible(match.table, match.choice, match.choice.legal(), ()).key


def test_whoever_begins_the_same_tiles_lead_to_the_same_match() -> None:
    """Nobody is after other things because of the seat, and no tie is broken by it."""
    matches = {colour: played(5, colour) for colour in ("red", "blue", "yellow")}
    assert len({tuple(match.journal[1:]) for match in matches.values()}) == 1
    winners = []
    for match in matches.values():
        outcome = match.outcome()
        assert outcome is not None
        winners.append(outcome.winners[0].index)
    assert [(index - winners[0]) % 4 for index in winners] == [0, 1, 3]


def test_most_matches_of_four_end_with_the_last_building() -> None:
    ends = []
    for seed in range(1, 7):
        outcome = played(seed).outcome()
        assert outcome is not None
        ends.append(str(outcome.ended_by))
    assert ends.count("The last building was built") >= 4


@pytest.mark.parametrize(("points", "built"), [(30, True), (0, False)])
def test_the_last_building_is_built_by_whoever_is_ahead_and_left_by_others(
    points: int, built: bool
) -> None:
    match = at_table(
        money={"red": 1000 + 200 * points},
        workers={"red": 9},
        buildings={"red": "church " * 8, "blue": ALL_BUT_ONE.replace("church", "")},
    )
    play(match, "sector:buildings")
    assert (answer(match) == "build:spice_factory") == built


@pytest.mark.parametrize(("ahead", "explores"), [("red", True), ("blue", False)])
def test_nagasaki_is_explored_by_whoever_is_ahead_and_left_by_others(
    ahead: str, explores: bool
) -> None:
    match = at_table({"red": "macau macau macau"}, open_tiles=CHINA, explorers={ahead: 9}, phase=3)
    play(match, "sector:sailing")
    assert (answer(match) == NAGASAKI.split()[0]) == explores
