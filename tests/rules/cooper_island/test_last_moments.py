"""Income and cleanup stay open as long as something can still be done in them."""

from __future__ import annotations

import json

import pytest

from rules.cooper_island import GAME
from rules.cooper_island.actions.goods import move_cartographer
from rules.cooper_island.pieces import COOPER
from rules.cooper_island.places import own
from rules.cooper_island.table import CLEANUP, INCOME, WORK, Table
from rules.journal import read_journal, write_journal
from rules.match import Match
from tests.rules.at_the_table import asked, keys, play
from tests.rules.cooper_island.the_table import (
    EVA,
    GIVEN,
    KARL,
    MIKE,
    RIGHT_OF_IT,
    START,
    Given,
    at_table,
    has,
    plot,
    ships,
)

CLOSED = {"phases": "closed"}
"""As in matches of versions without last moments."""


def only_eva(given: Given) -> None:
    """Nobody else is asked, her land is bare, and her cartographer stands at the start."""
    given.land(EVA, START, 1, "meadow")
    given.table.to_act = [given.seat(EVA)]
    chart(given, 0)
    given.goods(EVA, coin=0)


def without_tiles(given: Given) -> None:
    """No tile and no islet can be placed: only boats bring an income."""
    only_eva(given)
    seat, places = given.seat(EVA), given.table.places
    for tile in places[own("supply", seat)]:
        places.move(tile, own("supply", seat), "box")
    for space in given.table.board.land:
        given.land(EVA, space, 1, "meadow")


def boats(given: Given, *kinds: str) -> None:
    for pier, kind in enumerate(kinds, start=1):
        piece = given.table.box.boats[f"boat/yellow/{kind}"]
        given.table.places.move(piece, "boats:yellow", f"pier:yellow:{pier}")


def chart(given: Given, steps: int) -> None:
    """The cartographer stands there."""
    seat = given.seat(EVA)
    move_cartographer(given.table, seat, steps - given.table.player(seat).cartographer)


def until(match: Match[Table], key: str) -> None:
    """Leave everything else, up to the moment at which this can be answered."""
    while key not in keys(match):
        play(match, next(each for each in ("skip", "feed", "end_turn") if each in keys(match)))


def is_over(match: Match[Table], phase: str) -> bool:
    return match.table.phase != phase


# ------------------------------------------------------------------------------------ Income


def with_card_14(given: Given) -> None:
    without_tiles(given)
    boats(given, "coin", "gold_or_cloth")
    given.card(EVA, "large/14")


def test_a_boat_that_is_turned_over_brings_no_income_any_more() -> None:
    match = at_table(with_card_14, phase=INCOME)
    play(match, "card:14 flip:coin take:coin")
    assert {key for key in keys(match) if key.startswith("boat:")} == {"boat:gold_or_cloth"}
    play(match, "boat:gold_or_cloth good:gold")
    assert is_over(match, INCOME)
    assert has(match, EVA) == {"coin": 1, "gold": 1}


def test_a_boat_that_has_brought_its_income_can_be_turned_over_after_it() -> None:
    match = at_table(with_card_14, phase=INCOME)
    play(match, "boat:coin take:coin card:14 flip:coin take:coin boat:gold_or_cloth good:gold")
    assert has(match, EVA) == {"coin": 2, "gold": 1}


def test_a_boat_that_is_built_during_the_income_lies_at_its_pier_and_brings_it() -> None:
    def card_8(given: Given) -> None:
        without_tiles(given)
        given.card(EVA, "large/8")
        given.goods(EVA, coin=1, wood=2)

    match = at_table(card_8, phase=INCOME)
    play(match, "card:8 pier:1 boat:coin ship:one take:coin")
    assert "boat:coin" in keys(match)
    play(match, "boat:coin take:coin")
    assert is_over(match, INCOME)
    assert has(match, EVA) == {"coin": 2}


def test_the_cartographer_can_act_after_the_last_step_of_the_income() -> None:
    def cartographer(given: Given) -> None:
        only_eva(given)
        chart(given, 2)

    match = at_table(cartographer, phase=INCOME)
    islet = f"income:islet islet:coin shore:{RIGHT_OF_IT}+right_1a take:coin"
    play(match, f"{islet} income:tile tile:fx_ms:fx lay:-3,5+-3,4")
    assert (asked(match), "chart:explore" in keys(match)) == (EVA, True)
    play(match, "chart:explore single:-2,3:meadow skip")
    assert plot(match, EVA, "-2,3")[:3] == (1, "meadow", "food")
    assert match.table.phase == WORK


def test_the_income_is_over_where_nothing_can_be_done_any_more() -> None:
    def one_boat(given: Given) -> None:
        without_tiles(given)
        boats(given, "coin")

    match = at_table(one_boat, phase=INCOME)
    play(match, "boat:coin take:coin")
    assert is_over(match, INCOME)


def test_it_is_over_as_well_once_the_last_thing_is_done() -> None:
    """Not even "leave it" is asked when the last cube is stored."""

    def one_cube(given: Given) -> None:
        without_tiles(given)
        given.land(EVA, START, 1, "meadow", "food")

    match = at_table(one_cube, phase=INCOME)
    assert keys(match) == {f"store:{START}", "skip"}
    play(match, f"store:{START}")
    assert is_over(match, INCOME)


# ----------------------------------------------------------------------------------- Cleanup


def all_but_one(given: Given) -> None:
    """Of the isthmus one space is left, and the cartographer could explore it."""
    only_eva(given)
    for space in given.table.board.isthmus[1:]:
        given.land(EVA, space, 1, "meadow")
    given.goods(EVA, food=2)
    chart(given, 2)


def test_the_last_space_of_the_isthmus_can_be_explored_after_the_points_of_the_statues() -> None:
    def sailing(given: Given) -> None:
        """The islet that the ship passes brings the step that the cartographer lacks."""
        all_but_one(given)
        chart(given, 1)
        given.land(EVA, "-3,5", 1, "forest")
        figures = given.table.box.figures
        given.standing(EVA, "-3,5", figures["ruin/yellow.2"], "on:yellow:-3,3", "statue")
        given.islet(EVA, "carto", "left_1a")

    match = at_table(sailing, phase=CLEANUP)
    until(match, "ship:one")
    play(match, "ship:one")
    last = match.table.board.isthmus[0]
    assert {"chart:explore", "isthmus"} <= keys(match)
    play(match, f"chart:explore single:{last}:meadow ship:one")
    assert ships(match, EVA)["one"] == 2


def test_nobody_is_asked_about_the_isthmus_who_cannot_reach_the_rest_of_it() -> None:
    def far(given: Given) -> None:
        only_eva(given)
        chart(given, 2)
        given.goods(EVA, food=2)

    match = at_table(far, phase=CLEANUP)
    until(match, "clear")
    assert "isthmus" not in match.journal


def test_a_card_that_is_refreshed_erects_a_statue_that_counts() -> None:
    def card_5(given: Given) -> None:
        only_eva(given)
        given.goods(EVA, coin=2, food=2)
        given.card(EVA, "large/5")
        given.table.places.move(
            given.table.box.large_cards["large/5"], "cards:yellow", "used:yellow"
        )
        ruin = given.table.box.figures["ruin/yellow.1"]
        given.table.places.move(ruin, "on:yellow:-2,4", "slot:yellow:1")
        given.land(EVA, "-2,4", 0, "")
        given.land(EVA, "-3,5", 3, "forest", "wood")
        given.land(EVA, "-3,4", 3, "mountain", "stone")
        given.land(EVA, "-2,5", 3, "meadow")

    match = at_table(card_5, phase=CLEANUP)
    play(match, "feed refresh:large/5")
    assert {"statues", "card:5"} <= keys(match)
    play(match, "card:5 option:2 statue:stone")
    play(match, "site:-3,5 ship:one ship:one")
    assert ships(match, EVA)["one"] == 2


def test_a_statue_that_an_islet_still_excavates_can_be_erected_before_statues_count() -> None:
    def cards_5_and_11(given: Given) -> None:
        only_eva(given)
        given.goods(EVA, food=2)
        given.land(EVA, "-3,5", 1, "forest")
        given.card(EVA, "large/5")
        given.card(EVA, "large/11")
        given.islet(EVA, "excavate", "r1")

    match = at_table(cards_5_and_11, phase=CLEANUP)
    play(match, "feed")
    assert {"statues", "card:11"} <= keys(match)


def test_nobody_is_asked_what_to_refresh_where_nothing_was_used() -> None:
    def with_a_card(given: Given) -> None:
        only_eva(given)
        given.goods(EVA, food=2, coin=3)
        given.card(EVA, "large/7")

    asked_for = []
    for settings in ({}, CLOSED):
        match = at_table(with_a_card, phase=CLEANUP, settings=settings)
        play(match, "feed")
        assert match.choice is not None
        asked_for.append("Refresh" in str(match.choice.questions[0].prompt))
    assert asked_for == [False, True], "matches that began before go on as they were"


def test_the_cleanup_has_a_last_moment_without_anything_in_the_market_too() -> None:
    def some_cloth(given: Given) -> None:
        only_eva(given)
        given.goods(EVA, food=2, cloth=2)

    match = at_table(some_cloth, phase=CLEANUP)
    until(match, "clear")
    play(match, "trade:cloth stow:coin")
    assert is_over(match, CLEANUP)
    assert has(match, EVA) == {"coin": 1}


def test_whoever_has_nothing_left_to_do_is_asked_for_nothing_in_the_cleanup() -> None:
    def bare(given: Given) -> None:
        only_eva(given)
        given.goods(EVA, food=2)

    match = at_table(bare, phase=CLEANUP)
    assert is_over(match, CLEANUP)


# ---------------------------------------------------------------------------- In what order


def mike_took_cooper(given: Given) -> None:
    """Eva began the round, and everybody can still store what lies in the market."""
    given.table.places.move(COOPER, own("cooper", given.seat(EVA)), own("cooper", given.seat(MIKE)))
    for seat in given.table.seats:
        given.table.ledger.gain(seat, "market_wood", 1, GIVEN)
    given.worker(EVA, "b")
    given.worker(EVA, "d")
    given.worker(MIKE, "c")
    given.worker(MIKE, "e")
    given.worker(KARL, "f")


@pytest.mark.parametrize(("settings", "first"), [({}, MIKE), (CLOSED, EVA)])
def test_one_after_another_in_the_cleanup_begins_with_whoever_has_cooper(
    settings: dict[str, str], first: str
) -> None:
    match = at_table(mike_took_cooper, seats=3, settings=settings)
    assert asked(match) == KARL
    play(match, "worker:g:round")
    until(match, "feed")
    assert match.table.phase == CLEANUP
    play(match, f"in_order@{KARL}")
    assert [question.who.colour for question in match.choice.questions] == [first]  # type: ignore[union-attr]


def test_the_last_chance_before_the_final_scoring_comes_in_the_same_order() -> None:
    def last_round(given: Given) -> None:
        mike_took_cooper(given)
        given.table.round = given.table.rule("rounds")
        for seat in given.table.seats:
            given.land(seat.colour, "-3,5", 1, "forest", "wood")

    match = at_table(last_round, seats=3)
    play(match, "worker:g:round")
    until(match, "feed")
    while match.table.phase == CLEANUP:
        assert match.choice is not None
        match.play(match.choice.next_key or match.choice.legal()[0].key)
    assert asked(match) == MIKE


# -------------------------------------------------------------------------- Older matches


def test_a_match_from_before_the_last_moments_closes_its_phases_with_their_last_step() -> None:
    def cartographer(given: Given) -> None:
        only_eva(given)
        chart(given, 2)

    match = at_table(cartographer, phase=INCOME, settings=CLOSED)
    islet = f"income:islet islet:coin shore:{RIGHT_OF_IT}+right_1a take:coin"
    play(match, f"{islet} income:tile tile:fx_ms:fx lay:-3,5+-3,4")
    assert match.table.phase == WORK
    assert plot(match, EVA, "-3,5").level == 1


def test_a_boat_that_is_turned_over_still_brings_its_income_in_such_a_match() -> None:
    match = at_table(with_card_14, phase=INCOME, settings=CLOSED)
    play(match, "card:14 flip:coin take:coin boat:coin take:coin")
    assert has(match, EVA) == {"coin": 2}


def test_a_journal_that_does_not_name_them_is_one_of_such_a_match() -> None:
    match = Match(GAME, GAME.seat(["Ann", "Bob"]), {})
    assert match.table.rulings.phases_open
    older = json.loads(write_journal(match))
    assert older["options"].pop("phases") == "open"
    assert not read_journal(json.dumps(older)).table.rulings.phases_open
