"""Every worked example of the rulebook, with its numbers."""

from __future__ import annotations

from rules.cooper_island.table import INCOME
from tests.rules.at_the_table import asked, keys, play, where, why_not
from tests.rules.cooper_island.the_table import (
    EVA,
    KARL,
    MIKE,
    RIGHT_OF_IT,
    START,
    Given,
    at_table,
    has,
    market,
    plot,
    ships,
)


def test_eva_places_an_islet_stores_two_cubes_and_cultivates_both_spaces() -> None:
    match = at_table(phase=INCOME, round_=1)
    assert has(match, EVA) == {"coin": 1}
    play(match, "income:islet islet:coin")
    assert {key for key in keys(match) if key.startswith("shore:")} == {
        f"shore:{RIGHT_OF_IT}+right_1a",
        f"shore:{RIGHT_OF_IT}+right_1b",
    }
    play(match, f"shore:{RIGHT_OF_IT}+right_1a take:coin")
    assert plot(match, EVA, RIGHT_OF_IT)[:4] == (1, "meadow", "food", "")
    assert has(match, EVA) == {"coin": 2}
    play(match, "income:tile")
    play(match, f"store:{START} store:{RIGHT_OF_IT} tile:fx_ms:ms lay:{START}+{RIGHT_OF_IT}")
    assert plot(match, EVA, START)[:4] == (2, "meadow", "food", "")
    assert plot(match, EVA, RIGHT_OF_IT)[:4] == (2, "settlement", "cloth", "")
    assert has(match, EVA) == {"coin": 2, "food": 2}
    assert match.table.player(match.seats[0]).cartographer == 3


def test_mike_expands_first_and_then_places_his_islet() -> None:
    match = at_table(phase=INCOME, round_=1)
    play(match, "skip")
    assert asked(match) == MIKE
    play(match, "income:tile tile:fm_xs:fm lay:-3,5+-3,4")
    assert plot(match, MIKE, "-3,5")[:4] == (1, "forest", "wood", "")
    assert plot(match, MIKE, "-3,4")[:4] == (1, "meadow", "food", "")
    play(match, f"income:islet islet:material_and_food shore:{RIGHT_OF_IT}+right_1b")
    assert plot(match, MIKE, RIGHT_OF_IT)[:4] == (1, "mountain", "stone", "")
    play(match, "do:1 good:wood take:food")
    assert has(match, MIKE) == {"coin": 1, "wood": 1, "food": 1}


def test_where_eva_may_send_her_workers_and_whom_she_pays() -> None:
    def workers(given: Given) -> None:
        given.worker(MIKE, "c")
        given.worker(KARL, "c")
        given.worker(EVA, "d")
        given.worker(MIKE, "d", special=True)
        given.hired(EVA, special=True)
        given.goods(EVA, coin=1)

    match = at_table(workers, seats=3)
    assert "Eva is already there" in why_not(match, "worker:d:round")
    first = match.fork()
    play(first, "worker:c:round toll:coin")
    assert market(first, KARL) == {"coin": 1}
    assert market(first, MIKE) == {}
    second = match.fork()
    play(second, "worker:c:square")
    assert not any(key.startswith("toll:") for key in keys(second))
    third = match.fork()
    play(third, "worker:d:square toll:coin")
    assert market(third, MIKE) == {"coin": 1}


def test_a_bonus_is_only_for_who_comes_first() -> None:
    def islet(given: Given) -> None:
        given.hired(EVA, special=True)
        given.islet(MIKE, "coin", "left_2a")

    match = at_table(islet)
    play(match, "worker:c:square turn:double/nr.60")
    assert "do:2" in keys(match)
    play(match, "do:2 use:islet/blue/coin take:coin")
    assert has(match, EVA)["coin"] == 2

    def taken(given: Given) -> None:
        islet(given)
        given.worker(MIKE, "c", special=True)

    match = at_table(taken)
    play(match, "worker:c:square toll:coin turn:double/nr.60")
    assert "do:2" not in keys(match)


def test_what_is_paid_too_much_is_lost() -> None:
    def rich(given: Given) -> None:
        given.goods(EVA, gold=1)
        given.land(EVA, "-2,3", 4, "mountain", "gold")
        given.land(EVA, "-2,2", 4, "settlement", "cloth")

    match = at_table(rich)
    seat = match.seats[0]
    assert match.table.worth(seat, "gold") == 5
    assert match.table.worth(seat, "cloth") == 4
    play(match, "worker:h:round cargo:5")
    assert (match.table.worth(seat, "gold"), match.table.worth(seat, "cloth")) == (0, 0)
    assert plot(match, EVA, "-2,2").free
    assert has(match, EVA) == {"coin": 1}


def test_a_large_building_stands_on_the_highest_land_that_the_payment_has_freed() -> None:
    def high(given: Given) -> None:
        given.goods(EVA, coin=2)
        given.land(EVA, "-3,4", 4, "forest", "wood")
        given.land(EVA, "-2,3", 4, "mountain", "stone")

    match = at_table(high)
    play(match, "worker:d:round structure:large")
    assert {key for key in keys(match) if key.startswith("site:")} == {"site:-3,4", "site:-2,3"}
    play(match, "site:-2,3 ship:one")
    assert ships(match, EVA)["one"] == 2
    places = match.table.places
    assert (places.count("hand:yellow"), places.count("large_deck")) == (4, 11)
    play(match, "keep:large/7")
    assert where(match, "large/7") == "cards:yellow"
    assert (places.count("hand:yellow"), places.count("large_under")) == (0, 3)
    assert has(match, EVA) == {}


def test_three_points_weigh_an_anchor_pass_two_islets_and_reach_a_bay() -> None:
    def sailing(given: Given) -> None:
        given.goods(EVA, coin=2, wood=5)
        given.land(EVA, "-3,5", 1, "forest", "wood")
        given.ship(EVA, "two", 17, anchors=1)
        given.islet(EVA, "coin", "right_3b")
        given.islet(EVA, "gold_or_cloth", "right_4a")

    match = at_table(sailing)
    play(match, "worker:b:round pier:5 boat:carto ship:two")
    assert match.table.player(match.seats[0]).anchors["two"] == 0
    play(match, "take:coin good:cloth turn:logbook/nr.30")
    assert ships(match, EVA)["two"] == 15
    assert match.table.places.count("logbooks:yellow") == 1
    assert has(match, EVA) == {"coin": 1, "cloth": 1}
