"""The coach: a strong player in a process of its own, and what it suggests."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.flow import TABLE
from rules.games import GAMES
from rules.simulation import Simulation
from server.advice.adviser import Adviser, Question
from server.advice.coach import Coach, question


@pytest.fixture
def adviser() -> Iterator[Adviser]:
    adviser = Adviser()
    yield adviser
    adviser.close()


def quick(asked: Question) -> Question:
    return replace(asked, seconds=0.05)


def some_match(name: str, answers: int) -> Simulation:
    simulation = Simulation(GAMES[name], ["Ann", "Bob"], {}, 3)
    simulation.sensible = True
    while len(simulation.match.journal) < answers or len(simulation.options()) < 2:
        assert simulation.step()
    return simulation


def test_it_knows_the_seat_and_what_it_holds_and_survives_the_end_of_its_process(
    adviser: Adviser,
) -> None:
    simulation = some_match("maracaibo", 79)
    match, choice = simulation.match, simulation.match.choice
    assert choice
    assert choice.who is not TABLE
    asked = question(match, choice.who, lambda place: simulation.dealer.piles[place])
    assert {*asked.hand} == {*match.game.piles.hands(choice.who)}
    legal = {option.key for option in simulation.options()}
    first = adviser.ask(quick(asked)).result()
    tried = {advice.key for advice in first}
    assert tried
    assert tried <= legal
    assert adviser.pid
    os.kill(adviser.pid, signal.SIGKILL)
    again = adviser.ask(quick(asked)).result()
    assert {advice.key for advice in again} == tried


def test_the_coach_suggests_what_can_be_done_and_says_why(adviser: Adviser) -> None:
    match = some_match("port_royal", 30).match
    assert match.choice
    seat, heard = match.choice.who, list[bool]()
    coach = Coach(adviser, lambda: heard.append(True))
    assert coach.says(1, match, seat) is None
    coach.ask(1, match, seat, None)
    adviser.ask(quick(question(match, seat, None))).result()  # it is done one after another
    said = coach.says(1, match, seat)
    assert said
    assert heard == [True]
    assert 1 <= len(said.suggestions) <= 3
    assert all(each.option.blocked is None and str(each.why) for each in said.suggestions)
    assert coach.says(2, match, seat) is None
    match.take(said.suggestions[0].option)
    assert coach.says(1, match, seat) is None
