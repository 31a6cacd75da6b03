"""Islets and boats in the income, milestones, and what counts at the end."""

from __future__ import annotations

import pytest

from rules.cooper_island.actions.warehouse import room
from rules.cooper_island.places import own
from rules.cooper_island.scoring import assets, counted, royal_points
from rules.cooper_island.table import END, INCOME
from tests.rules.at_the_table import keys, play, where
from tests.rules.cooper_island.the_table import (
    EVA,
    MIKE,
    RIGHT_OF_IT,
    START,
    Given,
    at_table,
    has,
    plot,
    ships,
)


def boat(given: Given, colour: str, kind: str, pier: int = 1) -> None:
    piece = given.table.box.boats[f"boat/{colour}/{kind}"]
    given.table.places.move(piece, f"boats:{colour}", f"pier:{colour}:{pier}")


# ------------------------------------------------------------------------------------- Income


def test_later_islets_go_to_any_coast_beside_explored_land_without_a_ruin() -> None:
    match = at_table(phase=INCOME)
    play(match, "income:islet islet:coin")
    shores = {key for key in keys(match) if key.startswith("shore:")}
    board = match.table.board
    beside = board.around[START]
    expected = {f"shore:{space}+{water}" for space in beside for water in board.coast[space]}
    assert shores == expected
    assert {key.removeprefix("shore:").partition("+")[0] for key in shores} == {"-3,5", RIGHT_OF_IT}


def test_the_action_of_an_islet_may_be_left_out_but_its_cube_may_not() -> None:
    match = at_table(phase=INCOME)
    play(match, f"income:islet islet:coin shore:{RIGHT_OF_IT}+right_1a skip")
    assert plot(match, EVA, RIGHT_OF_IT)[:3] == (1, "meadow", "food")
    assert has(match, EVA) == {"coin": 1}


def test_each_boat_brings_its_income_once_in_a_round_in_any_order() -> None:
    def two_boats(given: Given) -> None:
        boat(given, EVA, "coin")
        boat(given, EVA, "gold_or_cloth", 2)

    match = at_table(two_boats, phase=INCOME)
    play(match, "boat:gold_or_cloth good:cloth")
    assert "boat:gold_or_cloth" not in keys(match)
    play(match, "boat:coin take:coin")
    assert has(match, EVA) == {"coin": 2, "cloth": 1}


def test_boats_that_leave_no_choice_bring_their_income_with_one_answer() -> None:
    def three_boats(given: Given) -> None:
        boat(given, EVA, "coin")
        boat(given, EVA, "carto", 2)
        boat(given, EVA, "gold_or_cloth", 3)

    match = at_table(three_boats, phase=INCOME)
    step = match.table.player(match.seats[0]).cartographer
    play(match, "boats:all boats:gold_or_cloth.gold")
    assert has(match, EVA) == {"coin": 2, "gold": 1}
    assert match.table.player(match.seats[0]).cartographer == step + 1
    assert not any(key.startswith("boat") for key in keys(match))
    match.undo()
    assert has(match, EVA) == {"coin": 2}
    play(match, "boat:gold_or_cloth good:cloth")
    assert has(match, EVA) == {"coin": 2, "cloth": 1}


def test_a_boat_whose_good_finds_no_slot_is_not_among_those_that_bring_something() -> None:
    def full(given: Given) -> None:
        boat(given, EVA, "coin")
        given.goods(EVA, coin=5)

    assert "boats:all" not in keys(at_table(full, phase=INCOME))


def test_the_boat_that_copies_does_what_a_boat_of_anybody_does() -> None:
    def copying(given: Given) -> None:
        boat(given, EVA, "copy")
        boat(given, MIKE, "coin")

    match = at_table(copying, phase=INCOME)
    play(match, "boat:copy")
    assert {key for key in keys(match) if key.startswith("use:")} >= {"use:boat/blue/coin"}
    play(match, "use:boat/blue/coin take:coin")
    assert has(match, EVA) == {"coin": 2}


def test_next_takes_what_a_boat_brings_and_it_may_still_be_left() -> None:
    match = at_table(lambda given: boat(given, EVA, "coin"), phase=INCOME)
    play(match, "boat:coin")
    assert match.choice is not None
    assert match.choice.questions[0].next_key == "take:coin"
    play(match, "skip")
    assert has(match, EVA) == {"coin": 1}


def test_the_boat_with_material_has_a_slot_for_its_owner_only() -> None:
    table = at_table(lambda given: boat(given, EVA, "material")).table
    assert [room(table, seat, "wood") for seat in table.seats] == [5, 4]


# --------------------------------------------------------------------------------- Milestones


def test_the_second_boat_turns_its_milestone_over() -> None:
    def one(given: Given) -> None:
        given.goods(EVA, coin=1, wood=4)
        boat(given, EVA, "coin")

    match = at_table(one)
    play(match, "worker:b:round pier:2 boat:carto")
    assert where(match, "milestone/yellow/boats") == "met:yellow"


def test_the_second_lid_turns_its_milestone_over() -> None:
    def one(given: Given) -> None:
        given.goods(EVA, coin=0, gold=1, cloth=1)
        lid = given.table.box.figures["lid/yellow.5"]
        given.table.places.move(lid, "cargo:5", "lids:yellow")

    match = at_table(one)
    play(match, "worker:h:round cargo:1 ship:one")
    assert where(match, "milestone/yellow/lids") == "met:yellow"


def test_a_statue_in_a_settlement_brings_two_points_and_the_second_one_its_milestone() -> None:
    def one(given: Given) -> None:
        given.goods(EVA, coin=0, wood=3, stone=3)
        given.land(EVA, START, 2, "settlement")
        given.land(EVA, "-3,5", 3, "forest")
        figures, places = given.table.box.figures, given.table.places
        given.standing(EVA, "-3,5", figures["ruin/yellow.2"], "on:yellow:-3,3", "statue")
        places.move(figures["ruin/yellow.1"], "on:yellow:-2,4", "slot:yellow:1")

    match = at_table(one)
    play(match, f"worker:f:round option:2 statue:stone site:{START} ship:one")
    assert ships(match, EVA)["one"] == 2
    assert where(match, "milestone/yellow/statues") == "met:yellow"


# ------------------------------------------------------------------------------ Final scoring


def test_cubes_on_land_count_at_the_end_only_if_they_are_stored_before() -> None:
    match = at_table(lambda given: setattr(given.table, "to_act", [given.seat(EVA)]), phase=END)
    seat = match.seats[0]
    before = assets(match.table, seat)
    play(match, f"store:{START}")
    assert assets(match.table, seat) == before + 1


def test_even_before_the_final_scoring_goods_can_be_traded_and_stored() -> None:
    def cloth(given: Given) -> None:
        given.table.to_act = [given.seat(EVA)]
        given.land(EVA, START, 4, "settlement", "cloth")

    match = at_table(cloth, phase=END)
    play(match, "trade:cloth amount:2 stow:coin stow:coin")
    assert has(match, EVA) == {"coin": 3}


@pytest.mark.parametrize("stage", range(4))
def test_of_unexplored_spaces_fewer_are_better(stage: int) -> None:
    def explored(given: Given) -> None:
        card = given.table.box.royal_cards["royal/6"]
        most = (len(given.table.board.land) - 1, *card.stages)[stage]
        given.everything_at(EVA, 1, "forest")
        for space in given.table.board.land[:most]:
            given.land(EVA, space, 0, "")

    table = at_table(explored).table
    assert (
        royal_points(table, table.seats[0], table.box.royal_cards["royal/6"]) == (0, 3, 5, 8)[stage]
    )


def test_lids_count_for_the_king_wherever_they_are() -> None:
    def lids(given: Given) -> None:
        for number, target in ((1, "lids:yellow"), (2, "crate:yellow:coins")):
            lid = given.table.box.figures[f"lid/yellow.{number}"]
            given.table.places.move(lid, f"cargo:{number}", target)

    table = at_table(lids).table
    assert counted(table, table.seats[0], "lids") == 2


def test_a_royal_card_without_an_own_worker_brings_nothing() -> None:
    def high(given: Given) -> None:
        given.everything_at(EVA, 5, "forest")
        king = given.table.available(given.seat(MIKE), special=False)[0]
        given.table.places.move(king, own("available", given.seat(MIKE)), "royal:5")

    match = at_table(high, phase=END, seats=4)
    while match.table.phase == END and not match.table.over:
        play(match, "finish")
    lines = [line for line in match.table.ledger.lines if line.kind == "royal"]
    assert [line.seat.colour for line in lines if line.amount] == []
