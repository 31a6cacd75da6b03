"""Every card of the small and the large buildings does what the appendix says."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from rules.cooper_island.actions.feeding import food_needed
from rules.cooper_island.pieces import Owned
from rules.cooper_island.places import own, standing_on
from rules.cooper_island.scoring import counted, points_of
from rules.cooper_island.table import CLEANUP, END, STATUE, Table
from rules.match import Match
from tests.rules.at_the_table import keys, play, where, why_not
from tests.rules.cooper_island.the_table import (
    EVA,
    MIKE,
    START,
    Given,
    at_table,
    has,
    market,
    plot,
    ships,
)

Prepare = Callable[[Given], None]


def owning(card: str, prepare: Prepare = lambda _: None, **goods: int) -> Prepare:
    """Eva has this card, these goods, and bare land on her start space."""

    def prepared(given: Given) -> None:
        given.land(EVA, START, 1, "meadow")
        given.card(EVA, card)
        given.goods(EVA, **{"coin": 0, **goods})
        prepare(given)

    return prepared


def beside_a_ruin(given: Given) -> None:
    given.land(EVA, "-3,4", 1, "forest")


def with_a_lid(given: Given) -> None:
    lid = next(lid for lid in given.table.places["cargo:1"] if lid.id.startswith("lid/yellow"))
    given.table.places.move(lid, "cargo:1", "lids:yellow")


def with_a_small_building(given: Given) -> None:
    stand(given, "-3,5", "small")


def stand(given: Given, space: str, kind: str) -> None:
    """A structure, or the next statue of those that are still ruins."""
    seat = given.seat(EVA)
    given.land(EVA, space, 1, "forest")
    if kind != STATUE:
        piece = given.table.structures_left(seat, kind)[0]
        given.standing(EVA, space, piece, own("structures", seat), kind)
        return
    land = given.table.player(seat).land
    ruin = next(where for where, plot in land.items() if plot.stands == "ruin")
    (piece,) = cast("tuple[Owned]", given.table.places[standing_on(seat, ruin)])
    given.standing(EVA, space, piece, standing_on(seat, ruin), STATUE)
    land[ruin] = land[ruin]._replace(stands="")


def cartographer(match: Match[Table]) -> int:
    return match.table.player(match.seats[0]).cartographer


def points(match: Match[Table], card: str) -> int:
    lines = points_of(match.table, match.seats[0])
    return sum(line.amount for line in lines if str(line.because).startswith(f"{card}:"))


# ---------------------------------------------------------------------------- Small buildings


def test_small_1_a_step_of_the_cartographer_for_every_boat() -> None:
    match = at_table(owning("small/1", coin=1, wood=2))
    play(match, "worker:b:round pier:1 boat:coin ship:one take:coin")
    assert cartographer(match) == 4


def test_small_2_one_wood_less_for_boats_buildings_and_statues() -> None:
    match = at_table(owning("small/2", coin=1, wood=1, stone=2))
    play(match, "worker:b:round")
    assert "pier:1" in keys(match)
    match = at_table(owning("small/2", coin=1, wood=1, stone=2))
    play(match, f"worker:d:round structure:small site:{START} ship:one")
    assert has(match, EVA) == {}

    def statue(given: Given) -> None:
        given.table.places.move(
            given.table.box.figures["ruin/yellow.1"], "on:yellow:-2,4", "slot:yellow:1"
        )
        given.land(EVA, "-2,4", 0, "")

    match = at_table(owning("small/2", statue, wood=2, stone=3))
    play(match, f"worker:f:round option:2 statue:stone site:{START} ship:one")
    assert has(match, EVA) == {}


@pytest.mark.parametrize(("ruling", "wood"), [("yes", 5), ("no", 6)])
def test_small_2_and_the_fortress_are_a_matter_of_agreement(ruling: str, wood: int) -> None:
    for n, possible in ((wood, True), (wood - 1, False)):
        match = at_table(
            owning("small/2", wood=n, stone=3, gold=3, cloth=3),
            settings={"wood_for_fortress": ruling},
        )
        play(match, "worker:d:round")
        assert ("structure:fortress" in keys(match)) is possible


def test_small_3_a_coin_for_every_logbook_tile() -> None:
    match = at_table(owning("small/3", lambda given: given.ship(EVA, "one", 4), coin=1, wood=2))
    play(match, "worker:b:round pier:1 boat:carto ship:one turn:logbook/nr.30")
    assert has(match, EVA) == {"coin": 1}


def test_small_4_one_more_crate_that_costs_a_good_and_brings_a_point() -> None:
    match = at_table(owning("small/4", with_a_lid, wood=1))
    play(match, "crate:card toll:wood ship:one")
    assert has(match, EVA) == {}
    assert ships(match, EVA)["one"] == 1
    assert not match.table.own("lids", match.seats[0])


def test_small_5_one_more_statue_slot_with_gold_and_a_point() -> None:
    match = at_table(owning("small/5", beside_a_ruin))
    play(match, "worker:f:round option:1 ruin:-2,4 slot:card do:1 ship:one")
    assert has(match, EVA) == {"gold": 1}
    assert ships(match, EVA)["one"] == 1


def test_small_6_and_7_a_step_or_a_coin_for_every_ruin() -> None:
    match = at_table(owning("small/6", beside_a_ruin))
    play(match, "worker:f:round option:1 ruin:-2,4 slot:1")
    assert cartographer(match) == 4
    match = at_table(owning("small/7", beside_a_ruin))
    play(match, "worker:f:round option:1 ruin:-2,4 slot:1")
    assert has(match, EVA) == {"coin": 1}


def test_small_8_a_double_tile_for_every_cargo_ship() -> None:
    match = at_table(owning("small/8", gold=1, cloth=1))
    play(match, "worker:h:round cargo:1 ship:one tile:fx_ms:fx lay:-3,5+-3,4")
    assert plot(match, EVA, "-3,4")[:3] == (1, "mountain", "stone")


def test_small_10_a_coin_for_every_cargo_ship() -> None:
    match = at_table(owning("small/10", gold=1, cloth=1))
    play(match, "worker:h:round cargo:1 ship:one")
    assert has(match, EVA) == {"coin": 1}


def test_small_11_a_double_tile_for_every_structure_but_the_one_that_brought_it() -> None:
    match = at_table(owning("small/11", coin=1, wood=2, stone=2))
    play(match, f"worker:d:round structure:small site:{START} ship:one keep:small/1")
    assert "tile:fx_ms:fx" in keys(match)
    match = at_table(owning("small/1", coin=1, wood=2, stone=2))
    play(match, f"worker:d:round structure:small site:{START} ship:one keep:small/11")
    assert not any(key.startswith("tile:") for key in keys(match))


def test_small_12_two_food_more_for_a_point() -> None:
    match = at_table(owning("small/12", food=4), phase=CLEANUP)
    play(match, "feed more_food ship:one")
    assert has(match, EVA) == {}
    assert ships(match, EVA)["one"] == 1


def test_what_a_cube_is_worth_too_much_for_the_feeding_does_not_pay_for_small_12() -> None:
    def high(given: Given) -> None:
        given.land(EVA, START, 4, "meadow", "food")

    match = at_table(owning("small/12", high), phase=CLEANUP)
    play(match, "feed@yellow")
    assert plot(match, EVA, START).cube == ""
    assert match.choice is not None
    own = match.choice.of(match.seats[0])
    assert own is None or "more_food" not in {option.key for option in own.legal()}


def test_small_13_one_food_less_for_workers() -> None:
    match = at_table(owning("small/13"))
    assert food_needed(match.table, match.seats[0]) == 1
    assert food_needed(match.table, match.seats[1]) == 2


def test_small_14_and_15_two_slots_and_a_point_if_they_are_full() -> None:
    for full, point in ((2, 1), (1, 0)):
        match = at_table(owning("small/14", cloth=full), phase=END)
        assert points(match, "Small building 14") == point
        match = at_table(owning("small/15", coin=full), phase=END)
        assert points(match, "Small building 15") == point


# ---------------------------------------------------------------------------- Large buildings


def test_a_large_building_is_used_once_and_lies_face_down_then() -> None:
    match = at_table(owning("large/7"))
    play(match, "card:7")
    assert where(match, "large/7") == "used:yellow"
    assert "card:7" not in keys(match)


def test_large_1_a_tile_and_two_resources_to_the_market() -> None:
    match = at_table(owning("large/1"))
    play(match, "card:1 turn:double/nr.60 good:gold good:gold")
    assert market(match, EVA) == {"gold": 2}
    assert len(match.table.own("supply", match.seats[0])) == 3


def test_large_2_two_tiles_are_placed() -> None:
    match = at_table(owning("large/2"))
    play(match, "card:2 tile:fx_ms:fx lay:-3,5+-3,4 tile:fm_xs:fm lay:-2,3+-1,3")
    assert plot(match, EVA, "-1,3")[:3] == (1, "meadow", "food")
    assert not any(key.startswith("tile:") for key in keys(match))


def test_large_3_a_cargo_ship_is_supplied() -> None:
    match = at_table(owning("large/3", gold=1, cloth=1))
    play(match, "card:3 cargo:1 ship:one")
    assert match.table.lids_gained(match.seats[0]) == 1


def test_large_4_a_coin_for_every_structure() -> None:
    match = at_table(owning("large/4", with_a_small_building))
    play(match, "card:4")
    assert market(match, EVA) == {"coin": 1}


def test_large_5_a_ruin_or_a_statue() -> None:
    match = at_table(owning("large/5", beside_a_ruin))
    play(match, "card:5 option:1 ruin:-2,4 slot:1")
    assert where(match, "ruin/yellow.1") == "slot:yellow:1"


def test_large_6_two_tiles() -> None:
    match = at_table(owning("large/6"))
    play(match, "card:6 turn:double/nr.60 turn:double/nr.59")
    assert len(match.table.own("supply", match.seats[0])) == 4


def test_large_7_three_coins_to_the_market() -> None:
    match = at_table(owning("large/7"))
    play(match, "card:7")
    assert market(match, EVA) == {"coin": 3}


def test_large_8_a_boat() -> None:
    match = at_table(owning("large/8", coin=1, wood=2))
    play(match, "card:8 pier:1 boat:carto ship:one")
    assert where(match, "boat/yellow/carto") == "pier:yellow:1"


def test_large_9_three_steps_of_the_cartographer() -> None:
    match = at_table(owning("large/9"))
    play(match, "card:9")
    assert cartographer(match) == 6


def test_large_10_one_more_feeding_for_one_more_point() -> None:
    match = at_table(owning("large/10", food=2))
    play(match, "card:10 ship:one")
    assert has(match, EVA) == {}
    assert ships(match, EVA)["one"] == 1
    match = at_table(owning("large/10", food=1))
    play(match, "card:10 anchor:one")
    assert ships(match, EVA)["one"] == 0


def test_large_11_two_different_islets_of_anybody() -> None:
    def islets(given: Given) -> None:
        given.islet(EVA, "coin", "left_1a")
        given.islet(MIKE, "gold_or_cloth", "left_1a")

    match = at_table(owning("large/11", islets))
    play(match, "card:11 use:islet/yellow/coin take:coin")
    assert "use:islet/yellow/coin" not in keys(match)
    play(match, "use:islet/blue/gold_or_cloth good:cloth")
    assert has(match, EVA) == {"coin": 1, "cloth": 1}


def test_large_12_two_different_boats_of_anybody_but_none_that_copies() -> None:
    def boats(given: Given) -> None:
        for pier, kind in enumerate(("coin", "gold_or_cloth", "copy"), start=1):
            boat = given.table.box.boats[f"boat/blue/{kind}"]
            given.table.places.move(boat, "boats:blue", f"pier:blue:{pier}")

    match = at_table(owning("large/12", boats))
    play(match, "card:12")
    assert "use:boat/blue/copy" not in keys(match)
    play(match, "use:boat/blue/coin take:coin use:boat/blue/gold_or_cloth good:gold")
    assert has(match, EVA) == {"coin": 1, "gold": 1}


def test_large_13_a_lid_on_the_peninsula_one_point_even_in_a_settlement() -> None:
    def settled(given: Given) -> None:
        with_a_lid(given)
        given.land(EVA, START, 2, "settlement")

    match = at_table(owning("large/13", settled))
    play(match, f"card:13 lid site:{START} ship:one")
    assert ships(match, EVA)["one"] == 1
    assert points(match, "Large building 13") == 0
    match.table.places.move(match.game.pieces["large/13"], "used:yellow", "cards:yellow")
    assert points(match, "Large building 13") == 1


def test_large_14_a_boat_is_turned_over_for_its_action() -> None:
    def boat(given: Given) -> None:
        given.table.places.move(
            given.table.box.boats["boat/yellow/coin"], "boats:yellow", "pier:yellow:1"
        )

    match = at_table(owning("large/14", boat))
    play(match, "card:14 flip:coin take:coin")
    assert where(match, "boat/yellow/coin") == "flipped:yellow:1"
    assert not match.table.boats(match.seats[0])
    assert counted(match.table, match.seats[0], "boats") == 1
    match.table.places.move(match.game.pieces["large/14"], "used:yellow", "cards:yellow")
    assert points(match, "Large building 14") == 1


def test_large_15_a_structure_moves_for_nothing() -> None:
    def built(given: Given) -> None:
        with_a_small_building(given)
        given.land(EVA, START, 1, "settlement")

    match = at_table(owning("large/15", built))
    play(match, f"card:15 from:-3,5 site:{START}")
    assert plot(match, EVA, START).stands == "small"
    assert ships(match, EVA) == {"one": 0, "two": 0}


def test_large_15_three_points_with_three_structures_and_three_statues() -> None:
    def built(given: Given) -> None:
        for space, kind in (("-3,5", "small"), ("-3,4", "large"), ("-2,3", "fortress")):
            stand(given, space, kind)
        for space in ("-1,3", "-1,4", "-2,2"):
            stand(given, space, STATUE)

    assert points(at_table(owning("large/15", built), phase=END), "Large building 15") == 3
    fewer = at_table(owning("large/15", with_a_small_building), phase=END)
    assert points(fewer, "Large building 15") == 0


def test_no_structure_is_left_when_all_of_a_kind_are_built() -> None:
    def both(given: Given) -> None:
        stand(given, "-3,5", "small")
        stand(given, "-3,4", "small")

    match = at_table(owning("large/7", both, coin=1, wood=2, stone=2))
    play(match, "worker:d:round")
    assert "already built" in why_not(match, "structure:small")
