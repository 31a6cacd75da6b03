"""Income and cleanup, which all play at once: in any order, unless somebody cares."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from rules.at_once import AtOnce, SeatOption, owners
from rules.cooper_island import GAME
from rules.cooper_island.actions.goods import move_cartographer
from rules.cooper_island.names import ACCOUNTS
from rules.cooper_island.pieces import SingleTile
from rules.cooper_island.places import BAG
from rules.cooper_island.table import CLEANUP, INCOME, WORK, Table
from rules.explaining.explain import Run, explain
from rules.flow import Option, Seat
from rules.match import Match, NotLegal
from rules.simulation import Simulation
from tests.rules.at_the_table import asked, play, where
from tests.rules.cooper_island.the_table import (
    EVA,
    GIVEN,
    MIKE,
    RIGHT_OF_IT,
    START,
    Given,
    at_table,
    has,
    market,
    plot,
)


def open_seats(match: Match[Table]) -> list[str]:
    assert match.choice is not None
    return [question.who.colour for question in match.choice.questions]


# ------------------------------------------------------------------------------------ Income


def test_everybody_is_asked_for_their_income_at_once() -> None:
    match = at_table(phase=INCOME, round_=1)
    assert isinstance(match.choice, AtOnce)
    assert open_seats(match) == [EVA, MIKE]


def test_mike_is_done_before_eva_has_begun() -> None:
    match = at_table(phase=INCOME, round_=1)
    play(match, "income:tile@blue tile:fm_xs:fm@blue skip@blue income:islet@blue skip@blue")
    assert open_seats(match) == [EVA, MIKE]  # he could still store cubes
    play(match, "skip@blue")
    assert open_seats(match) == [EVA]
    play(match, "skip@yellow")
    assert (match.table.phase, asked(match)) == (WORK, EVA)


def test_what_one_has_begun_does_not_hold_up_another() -> None:
    """Eva's cartographer is at work, and so is Mike's."""
    match = at_table(phase=INCOME, round_=1)
    play(match, "income:islet@yellow chart:explore@blue chart:explore@yellow")
    single = f"single:{RIGHT_OF_IT}:meadow"
    play(match, f"{single}@blue {single}@yellow islet:coin@yellow")
    assert plot(match, EVA, RIGHT_OF_IT)[:3] == plot(match, MIKE, RIGHT_OF_IT)[:3]
    assert match.table.player(match.seats[0]).under_way != ()
    assert match.table.player(match.seats[1]).under_way != ()


def test_whoever_cares_has_all_come_in_the_order_of_turns() -> None:
    match = at_table(phase=INCOME, round_=1, seats=3)
    play(match, "income:tile@blue in_order@red")
    assert open_seats(match) == [EVA]
    with pytest.raises(NotLegal, match="Eva is asked"):
        match.play("skip@blue")
    play(match, "skip@yellow")
    assert open_seats(match) == [MIKE]


# ----------------------------------------------------------------------------------- Cleanup


def test_all_clean_up_at_once_and_then_the_harbourmaster_moves_on() -> None:
    def both_have_something(given: Given) -> None:
        given.table.to_act = given.table.clockwise(given.seat(EVA))
        for colour in (EVA, MIKE):
            given.goods(colour, food=2, coin=2)
            given.land(colour, START, 1, "meadow", "food")
            given.table.ledger.gain(given.seat(colour), "market_wood", 1, GIVEN)

    match = at_table(both_have_something, phase=CLEANUP)
    assert open_seats(match) == [EVA, MIKE]
    before = match.table.harbourmaster
    play(match, "stow:wood@blue feed@blue feed@yellow pay_food:store.1+store.2@yellow")
    play(match, "clear@yellow")
    assert open_seats(match) == [MIKE]
    assert (market(match, EVA), has(match, MIKE)["wood"]) == ({}, 1)
    assert match.table.harbourmaster == before
    play(match, "pay_food:store.1+store.2@blue clear@blue")
    assert (match.table.harbourmaster, match.table.phase) == (before + 1, INCOME)


# ---------------------------------------------------------------------------------- Any order


Step = tuple[str, ...]
"""The answer of a player, and what chance has said to it."""


def parts(taken: Sequence[Option[Any]]) -> dict[Seat, list[Step]]:
    """The steps of each player."""
    found: dict[Seat, list[Step]] = {}
    for seat, option in zip(owners(taken), taken, strict=True):
        assert seat is not None
        if isinstance(option, SeatOption):
            found.setdefault(seat, []).append((option.key,))
        else:
            found[seat][-1] = (*found[seat][-1], option.key)
    return found


def phases(seed: int, seats: int) -> Iterator[tuple[Match[Table], dict[Seat, list[Step]]]]:
    """Every phase of a match that all play at once, and what everybody does in it.

    But for those in which one needs another: who wants an order, who comes to a harbour, and who
    draws the last tile of the bag.
    """
    simulation = Simulation(GAME, [str(seat) for seat in range(seats)], {}, seed)
    simulation.sensible = seed % 2 == 0
    match = simulation.match
    while match.choice:
        if not isinstance(match.choice, AtOnce):
            simulation.step()
            continue
        start = match.fork()
        while match.choice and match.script_start == start.script_start:
            simulation.step()
        taken = [each.option for each in match.answers[len(start.answers) :]]
        words = {option.key.partition("@")[0].partition(":")[0] for option in taken}
        if words.isdisjoint({"in_order", "toll", "refuse"}) and match.table.places.count(BAG):
            yield start, parts(taken)


@pytest.mark.parametrize("seed", range(9))
def test_whoever_answers_first_all_come_to_the_same_table(seed: int) -> None:
    dice, tried = random.Random(seed), 0
    for start, each in phases(seed, 2 + seed % 3):
        in_turn = [step for seat in start.table.to_act for step in each.get(seat, [])]
        truth = after(start, in_turn)
        for _ in range(3):
            left = [steps.copy() for steps in each.values()]
            shuffled = []
            while left:
                shuffled.append(dice.choice(left).pop(0))
                left = [steps for steps in left if steps]
            assert after(start, shuffled) == truth
            tried += 1
    assert tried >= 10


def after(start: Match[Table], steps: Sequence[Step]) -> object:
    fork = start.fork()
    for step in steps:
        for key in step:
            fork.play(key)
    return what_counts(fork.table)


def what_counts(table: Table) -> object:
    """All but which single tiles lie where: those that show a terrain are as good as each other."""
    lying = {
        place: (sorted(p.kind for p in pile.known if not isinstance(p, SingleTile)), pile.unknown)
        for place, pile in table.places.piles.items()
    }
    players = [
        ([plot._replace(tiles=()) for plot in player.land.values()], player.key()[1:])  # type: ignore[index]
        for player in table.players
    ]
    accounts = [table.has(seat, what) for what in ACCOUNTS for seat in table.seats]
    return lying, players, accounts, table.phase, table.round, table.first, table.harbourmaster


# ------------------------------------------------------------------------------------- Hands


def test_two_hands_that_lay_tiles_at_the_same_time_are_understood() -> None:
    match = at_table(phase=INCOME, round_=1)
    eva, mike = GAME.pieces["double/nr.21"], GAME.pieces["double/nr.02"]
    assert (where(match, eva.id), where(match, mike.id)) == ("supply:yellow", "supply:blue")
    found = explain(match, {mike: "land:blue:-3,5+-3,4", eva: "land:yellow:-3,5+-3,4"})
    assert isinstance(found, Run)
    assert [key.partition("@")[2] for key in found.keys] == [EVA] * 3 + [MIKE] * 3
    assert found.keys[2] == "lay:-3,5+-3,4@yellow"


def test_the_last_worker_of_a_round_is_seen_where_nothing_is_asked_before_it_goes_home() -> None:
    """Eva pays her food and is done with the cleanup; her workers are still on the island."""

    def bare(given: Given) -> None:
        given.land(EVA, START, 1, "meadow")
        given.goods(EVA, coin=0, food=2)
        move_cartographer(given.table, given.seat(EVA), -3)
        given.worker(EVA, "d")
        given.worker(MIKE, "e")
        given.worker(MIKE, "c")

    match = at_table(bare)
    worker = match.table.own("available", match.seats[0])[0]
    found = explain(match, {worker: "space:h:round"})
    assert isinstance(found, Run)
    assert found.keys == ("worker:h:round",)
    assert [move.target for move in found.pending] == ["available:yellow"] * 2
