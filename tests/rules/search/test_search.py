"""Players who look ahead: what they may know, and that it helps them."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from rules.flow import TABLE, Option, Seat
from rules.games import GAMES
from rules.search.players import Easy, Strong
from rules.search.worlds import Worlds
from rules.simulation import Simulation

Answered = list[tuple[Seat, Option[Any]]]


def simulate(name: str, seed: int, seats: int = 2, **settings: str) -> Simulation:
    simulation = Simulation(GAMES[name], ["Ann", "Bob", "Cid"][:seats], settings, seed)
    simulation.sensible = True
    return simulation


def patient(worlds: int) -> Strong:
    """Has all the time it wants for so many worlds."""
    return Strong(1.0, lambda: 0.0, worlds)


def play(simulation: Simulation, answers: int) -> None:
    while len(simulation.match.journal) < answers and simulation.step():
        pass


def ask_a_player(simulation: Simulation) -> Seat:
    while simulation.match.choice and len(simulation.options()) < 2:
        simulation.step()
    assert simulation.match.choice
    assert simulation.match.choice.who is not TABLE
    return simulation.match.choice.who


def test_in_every_world_a_seat_holds_its_own_cards_and_the_others_any() -> None:
    simulation = simulate("maracaibo", 3)
    play(simulation, 60)
    seat = ask_a_player(simulation)
    other = next(each for each in simulation.match.seats if each != seat)
    own, worlds = simulation.hand(seat), Worlds(simulation.match)
    dealt = [worlds.world(number, own) for number in range(4)]
    for world in dealt:
        assert {place: {*pile} for place, pile in world.hand(seat).items()} == {
            place: {*pile} for place, pile in own.items()
        }
        pieces = [piece for pile in world.dealer.piles.values() for piece in pile]
        assert len(pieces) == len({*pieces})
    hands = {frozenset(piece for pile in w.hand(other).values() for piece in pile) for w in dealt}
    assert len(hands) == len(dealt)


def answer_of(strong: Strong, simulation: Simulation, seat: Seat) -> Option[Any]:
    """What a strong player answers who sits there."""
    assert simulation.match.choice is not None
    question = simulation.match.choice.of(seat)
    assert question is not None
    options = simulation.options_of(question)
    return strong(simulation.match, question, options, simulation.hand(seat))


@pytest.mark.parametrize("name", GAMES)
def test_what_lies_face_down_changes_no_answer(name: str) -> None:
    simulation = simulate(name, 5)
    play(simulation, 40)
    seat = ask_a_player(simulation)
    answer = answer_of(patient(2), simulation, seat)
    simulation.dealer = simulation.dealer.imagined(99, simulation.hand(seat))
    assert answer_of(patient(2), simulation, seat) == answer


def test_worlds_follow_a_match_that_is_taken_back_and_goes_another_way() -> None:
    simulation = simulate("port_royal", 7)
    play(simulation, 50)
    worlds = Worlds(simulation.match)
    for _ in range(5):
        simulation.match.undo()
    other = simulation.match.fork()
    worlds.follow(other)
    assert worlds.match.journal == other.journal


def test_it_answers_in_time_with_what_a_sensible_player_would_if_there_is_none() -> None:
    simulation = simulate("navegador", 1)
    play(simulation, 40)
    seat = ask_a_player(simulation)
    seconds = count()
    hurried = Strong(3.0, lambda: float(next(seconds)))
    answer = answer_of(hurried, simulation, seat)
    assert answer.key == getattr(simulation.pick(), "key", "")
    assert hurried.shares == [pytest.approx(4 / 3, abs=0.7)]


def test_what_a_single_world_says_is_not_trusted() -> None:
    simulation = simulate("navegador", 1)
    play(simulation, 40)
    seat = ask_a_player(simulation)
    answer = answer_of(patient(1), simulation, seat)
    assert answer.key == getattr(simulation.pick(), "key", "")


def test_in_a_match_that_should_have_ended_long_ago_it_does_what_a_sensible_player_does() -> None:
    simulation = simulate("navegador", 1)
    play(simulation, 40)
    seat = ask_a_player(simulation)
    simulation.match.table.turns = 2 * 100
    strong = patient(2)
    assert answer_of(strong, simulation, seat).key == getattr(simulation.pick(), "key", "")
    assert strong.shares == []


def test_of_many_answers_those_are_tried_that_a_sensible_player_likes_best() -> None:
    simulation = simulate("maracaibo", 3)
    while len(simulation.options()) < 8:
        simulation.step()
    question = simulation.match.choice
    assert question is not None
    options = simulation.options_of(question)
    found = patient(2).weigh(simulation.match, question, options, simulation.hand(question.who))
    assert 2 < len(found) < 8
    assert getattr(simulation.pick(), "key", "") in [weighed.option.key for weighed in found]
    assert found[0].leads


def test_whoever_looks_ahead_wins_and_who_is_careless_loses() -> None:
    simulation = simulate("port_royal", 2)
    strong, easy = simulation.match.seats
    simulation.players = {strong: patient(4), easy: Easy("2")}
    play(simulation, 10_000)
    outcome = simulation.match.outcome()
    assert outcome
    assert outcome.winners == (strong,)


@pytest.mark.parametrize(
    ("name", "seats", "settings"),
    [
        ("maracaibo", 1, {}),
        ("port_royal", 3, {"mode": "contracts_together"}),
        ("port_royal", 3, {"mode": "contracts"}),
        ("cooper_island", 2, {}),
    ],
)
def test_every_way_to_play_can_be_thought_about(
    name: str, seats: int, settings: dict[str, str]
) -> None:
    simulation = simulate(name, 4, seats, **settings)
    play(simulation, 30)
    seat = ask_a_player(simulation)
    answer = answer_of(patient(1), simulation, seat)
    assert answer.blocked is None
