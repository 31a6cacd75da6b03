"""Cooper Island's sensible player: what it goes for, and that it knows the game."""

from __future__ import annotations

import pytest

from rules.cooper_island import GAME
from rules.cooper_island.bot import sensible
from rules.cooper_island.table import CLEANUP, INCOME, STRUCTURES, Table
from rules.match import Match
from rules.simulation import Simulation
from rules.simulation import sensible as sensibly
from tests.rules.at_the_table import play
from tests.rules.cooper_island.the_table import EVA, MIKE, RIGHT_OF_IT, START, Given, at_table


def answer(match: Match[Table]) -> str:
    assert match.choice is not None
    question = match.choice.questions[0]
    return sensible(match.table, question, question.legal(), ()).key


def first(match: Match[Table], *verbs: str) -> list[str]:
    """Its next answers of these kinds, whatever else it does before and in between."""
    found = []
    for verb in verbs:
        while not (key := answer(match)).startswith(f"{verb}:"):
            play(match, key)
        play(match, key)
        found.append(key)
    return found


def test_it_stores_cubes_that_are_in_the_way_of_its_tile() -> None:
    def two_meadows(given: Given) -> None:
        given.land(EVA, RIGHT_OF_IT, 1, "meadow", "food")

    match = at_table(two_meadows, phase=INCOME)
    first(match, "income", "lay")
    assert max(plot.level for plot in match.table.player(match.seats[0]).land.values()) == 2


def test_it_builds_the_second_boat_that_recruits_somebody() -> None:
    def one_boat(given: Given) -> None:
        given.goods(EVA, coin=1, wood=4)
        boat = given.table.box.boats["boat/yellow/coin"]
        given.table.places.move(boat, "boats:yellow", "pier:yellow:1")

    match = at_table(one_boat)
    assert first(match, "worker", "pier", "recruit") == [
        "worker:b:round",
        "pier:2",
        "recruit:boats",
    ]
    assert first(match, "cell", "hire") == ["cell:hire", "hire:normal"]


def test_it_erects_a_statue_early_since_that_brings_a_point_in_every_cleanup() -> None:
    def waiting(given: Given) -> None:
        given.goods(EVA, coin=0, wood=3, stone=3)
        given.land(EVA, START, 1, "meadow")
        ruin = given.table.box.figures["ruin/yellow.1"]
        given.table.places.move(ruin, "on:yellow:-2,4", "slot:yellow:1")
        land = given.table.player(given.seat(EVA)).land
        land["-2,4"] = land["-2,4"]._replace(stands="")

    match = at_table(waiting)
    assert first(match, "worker", "statue") == ["worker:f:round", "statue:stone"]


def test_it_pays_a_toll_with_what_it_needs_the_least() -> None:
    def goods(given: Given) -> None:
        given.worker(MIKE, "g")
        given.goods(EVA, coin=1, wood=2, food=4)

    match = at_table(goods)
    play(match, "worker:g:round")
    assert first(match, "toll") == ["toll:food"]


def test_it_trades_for_food_before_its_workers_starve() -> None:
    def hungry(given: Given) -> None:
        given.land(EVA, START, 4, "settlement", "cloth")
        given.table.to_act = [given.seat(EVA)]
        given.goods(EVA, coin=0, food=1)

    match = at_table(hungry, phase=CLEANUP, round_=5)
    assert first(match, "trade", "good", "stow") == ["trade:any", "good:food", "stow:food"]


@pytest.mark.parametrize("seed", range(2))
def test_it_beats_those_who_play_at_random(seed: int) -> None:
    simulation = Simulation(GAME, ("Ann", "Bob"), {}, seed)
    simulation.players = {simulation.match.seats[seed]: sensibly}
    while simulation.step():
        pass
    outcome = simulation.match.outcome()
    assert outcome is not None
    assert [seat.index for seat in outcome.winners] == [seed]


def test_its_peninsulas_have_a_bit_of_everything_and_its_points_are_those_people_report() -> None:
    tables = []
    for seed in range(3):
        simulation = Simulation(GAME, ("Ann", "Bob", "Cid"), {}, seed)
        simulation.sensible = True
        while simulation.step():
            pass
        tables.append(simulation.match.table)
    players = [(table, seat) for table in tables for seat in table.seats]
    sums = {
        "structures": sum(t.player(s).standing(*STRUCTURES) for t, s in players),
        "statues": sum(t.player(s).standing("statue") for t, s in players),
        "boats": sum(len(t.boats(s)) for t, s in players),
        "lids": sum(t.lids_gained(s) for t, s in players),
        "workers": sum(t.hired(s) for t, s in players),
        "islets": sum(len(t.player(s).islets) for t, s in players),
    }
    assert all(total >= len(players) for total in sums.values()), sums
    points = [table.ledger.balance(seat, "points") for table, seat in players]
    assert 18 <= sum(points) / len(points) <= 32
