"""Landscape tiles, islets and the cartographer."""

from __future__ import annotations

from rules.cooper_island import GAME
from rules.cooper_island.actions.goods import move_cartographer
from rules.cooper_island.table import INCOME
from rules.explaining.explain import Unexplained, explain
from tests.rules.at_the_table import keys, play, why_not
from tests.rules.cooper_island.the_table import (
    EVA,
    RIGHT_OF_IT,
    START,
    Given,
    at_table,
    has,
    plot,
)


def spots(match: object) -> set[str]:
    return {key for key in keys(match) if key.startswith("lay:")}  # type: ignore[arg-type]


def test_new_land_borders_on_explored_land_and_has_no_ruin() -> None:
    match = at_table(phase=INCOME)
    play(match, "income:tile tile:fm_xs:fm")
    for key in spots(match):
        one, other = key.removeprefix("lay:").split("+")
        assert not {"-2,4", "-3,3"} & {one, other}
        assert {"-3,5", RIGHT_OF_IT} & {one, other}


def test_a_cube_that_is_in_the_way_goes_to_the_warehouse_if_it_has_room() -> None:
    def two_meadows(given: Given) -> None:
        given.land(EVA, RIGHT_OF_IT, 1, "meadow")

    match = at_table(two_meadows, phase=INCOME)
    play(match, f"income:tile tile:fx_ms:ms lay:{START}+{RIGHT_OF_IT}")
    assert has(match, EVA) == {"coin": 1, "food": 1}
    assert plot(match, EVA, START)[:3] == (2, "meadow", "food")
    record = str(match.answers[-1].option.past_text)
    assert record.endswith("; first stored: 1 food")


def test_nothing_is_laid_on_a_cube_that_has_no_room() -> None:
    def full(given: Given) -> None:
        given.land(EVA, RIGHT_OF_IT, 1, "meadow")
        given.goods(EVA, coin=5)

    match = at_table(full, phase=INCOME)
    play(match, "income:tile tile:fx_ms:ms")
    assert not any(START in key for key in spots(match))
    laid = explain(match, {GAME.pieces["double/nr.21"]: f"turned:yellow:{START}+{RIGHT_OF_IT}"})
    assert isinstance(laid, Unexplained)
    assert [str(why) for why in laid.reasons.values()] == [f"{START}: food cube in the way"]


def test_two_cubes_that_are_in_the_way_need_room_together() -> None:
    def two_cubes(given: Given) -> None:
        given.land(EVA, RIGHT_OF_IT, 1, "meadow", "food")
        given.goods(EVA, coin=4)

    match = at_table(two_cubes, phase=INCOME)
    assert "income:tile" in keys(match)
    play(match, "income:tile tile:fx_ms:ms")
    assert f"lay:{START}+{RIGHT_OF_IT}" not in spots(match)


def test_terrain_covers_only_the_same_but_settlements_cover_anything() -> None:
    def forest_and_meadow(given: Given) -> None:
        given.land(EVA, START, 1, "forest")
        given.land(EVA, RIGHT_OF_IT, 1, "forest")

    match = at_table(forest_and_meadow, phase=INCOME)
    play(match, "income:tile tile:fx_ms:ms")
    assert not {f"lay:{START}+{RIGHT_OF_IT}", f"lay:{RIGHT_OF_IT}+{START}"} & spots(match)


def test_one_level_of_difference_takes_the_cartographer_once() -> None:
    def uneven(given: Given) -> None:
        given.land(EVA, START, 2, "meadow")
        given.land(EVA, RIGHT_OF_IT, 1, "meadow")

    match = at_table(uneven, phase=INCOME)
    play(match, f"income:tile tile:fx_ms:ms lay:{START}+{RIGHT_OF_IT}")
    assert plot(match, EVA, START)[:4] == (3, "meadow", "food", "")
    assert plot(match, EVA, RIGHT_OF_IT)[:4] == (3, "settlement", "cloth", "")
    player = match.table.player(match.seats[0])
    assert (player.cartographer, player.charted) == (2, True)
    assert not any(key.startswith("chart:") for key in keys(match))


def test_old_and_new_land_together_come_to_level_two() -> None:
    def bare(given: Given) -> None:
        given.land(EVA, START, 1, "meadow")

    match = at_table(bare, phase=INCOME)
    play(match, f"income:tile tile:fx_ms:ms lay:{START}+{RIGHT_OF_IT}")
    assert plot(match, EVA, START).level == plot(match, EVA, RIGHT_OF_IT).level == 2


def test_old_land_of_level_two_and_new_land_never_go_together() -> None:
    def high(given: Given) -> None:
        given.land(EVA, START, 2, "meadow")

    match = at_table(high, phase=INCOME)
    play(match, "income:tile tile:fx_ms:ms")
    assert not any(START in key for key in spots(match))


def test_high_mountains_bring_stone_or_gold() -> None:
    def mountains(given: Given) -> None:
        given.land(EVA, START, 2, "mountain")
        given.table.player(given.seat(EVA)).cartographer = 3

    match = at_table(mountains, phase=INCOME)
    play(match, f"chart:raise single:{START}:mountain")
    assert keys(match) == {"cube:stone", "cube:gold"}
    play(match, "cube:gold")
    assert plot(match, EVA, START)[:4] == (3, "mountain", "gold", "")
    assert match.table.player(match.seats[0]).cartographer == 0


def test_raising_land_of_level_four_takes_four_steps() -> None:
    def cliff(given: Given) -> None:
        given.land(EVA, START, 4, "forest")

    match = at_table(cliff, phase=INCOME)
    assert "chart:raise" not in keys(match)

    def with_four_steps(given: Given) -> None:
        cliff(given)
        move_cartographer(given.table, given.seat(EVA), 1)

    match = at_table(with_four_steps, phase=INCOME)
    play(match, f"chart:raise single:{START}:settlement")
    assert plot(match, EVA, START)[:4] == (5, "settlement", "cloth", "")


def test_a_shoal_is_never_covered_completely() -> None:
    def one_islet(given: Given) -> None:
        given.islet(EVA, "draw", "left_1a")

    match = at_table(one_islet, phase=INCOME)
    play(match, "income:islet islet:coin")
    assert not any("left_1" in key for key in keys(match))
    assert any("right_1" in key for key in keys(match))


def test_no_islet_without_a_place_for_it_in_the_first_round() -> None:
    def taken(given: Given) -> None:
        given.land(EVA, RIGHT_OF_IT, 1, "forest")
        given.land(EVA, "-1,4", 1, "forest")

    match = at_table(taken, phase=INCOME, round_=1)
    assert "No place for an islet" in why_not(match, "income:islet")
