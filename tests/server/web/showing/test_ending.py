"""The end of a match is told as people would: by how much, by what, and what will be remembered."""

from __future__ import annotations

from typing import Any

import pytest

from rules.games import GAMES
from rules.match import Match
from rules.simulation import Simulation
from server.web.parts.points import Courses
from server.web.showing.ending import Ending, ending
from tests.server.web.evenings import golden_match


def told(match: Match[Any]) -> Ending:
    found = ending(match, Courses().course(1, match))
    assert found is not None
    return found


def test_who_is_ahead_wins_by_so_many_points_and_by_what() -> None:
    end = told(golden_match(5))
    assert (str(end.headline), str(end.because)) == ("Dora wins!", "3 points ahead of Bob")
    assert [(str(each.kind), each.winner, each.other) for each in end.decided] == [
        ("Expeditions", 9, 4)
    ]


def test_among_equals_it_says_what_decided() -> None:
    end = told(golden_match(2))
    assert str(end.because) == "12 influence, tied; most coins: 9"
    assert str(end.moments[-1].text) == "Ann had no fewer points"


def test_three_moments_are_remembered_each_with_its_step() -> None:
    match = golden_match(5)
    end = told(match)
    assert {str(each.title): str(each.text) for each in end.moments} == {
        "The largest turn": "Emil made 5 points in turn 43: "
        "Send: Expedition (2 priests), for 2 coins",
        "The boldest turn": "Ann turned up 8 cards and went bust",
        "The closest miss": "Bob was ahead until turn 65 of 70",
    }
    largest = end.moments[0]
    before, after = (match.fork(step).table for step in (largest.step - 1, largest.step))
    points = match.game.scoring.points
    assert after.ledger.balance(largest.seat, points) > before.ledger.balance(largest.seat, points)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_something_to_be_remembered(game: str) -> None:
    end = told(golden_match(2, game=game))
    assert len(end.moments) == 3
    assert all(each.step for each in end.moments)


def test_while_it_is_played_there_is_no_end() -> None:
    match = golden_match(2, 40)
    assert ending(match, Courses().course(1, match)) is None


def test_together_all_win_or_lose_and_nobody_misses_by_a_little() -> None:
    simulation = Simulation(GAMES["port_royal"], ["Ann", "Bob"], {"mode": "contracts_together"}, 1)
    while simulation.step():
        pass
    end = told(simulation.match)
    assert str(end.headline) == "Lost this time"
    assert end.winners == ()
    assert "The closest miss" not in {str(each.title) for each in end.moments}
