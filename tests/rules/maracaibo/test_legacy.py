"""Maracaibo: legacy tiles: new cities, dear routes, sites, the silver fleet, the plague."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.flow import TABLE
from rules.maracaibo.actions.legacy import is_full
from rules.maracaibo.actions.map_now import city_at, is_village
from rules.maracaibo.pieces import CAREERS, CITY_TILES, JEAN_CARDS, LEGACY_TILES
from rules.maracaibo.places import BOX, city_space, quest_at
from rules.maracaibo.places import career as career_of
from rules.maracaibo.solo.combat import first_empty_flag
from rules.maracaibo.solo.turn import destination
from rules.maracaibo.table import Table
from tests.rules.at_the_table import keys, play, where, why_not
from tests.rules.maracaibo.legacy_tables import bring, with_tiles
from tests.rules.maracaibo.the_table import (
    card_with,
    doing,
    explorer_to,
    give,
    goods,
    has,
    hire,
    hold,
    put,
    reasons,
)

# ------------------------------------------------------------------------------ routes and cities


@pytest.mark.parametrize(
    ("tile", "ship", "key", "points"),
    [("l2", "3", "sail:5:5", 3), ("l8", "11", "sail:12", 3), ("l18", "5", "sail:6", 3)],
)
def test_a_dear_route_costs_three_movement_points(
    tile: str, ship: str, key: str, points: int
) -> None:
    match = with_tiles(tile, ship=ship)
    play(match, key)
    assert match.table.movement == points


def test_of_two_ways_that_cost_the_same_nobody_is_asked_which_one_was_sailed() -> None:
    match = with_tiles("l8", ship="11")
    assert "sail:18" in keys(match)


def test_a_village_becomes_a_city_with_a_quest_that_is_replaced() -> None:
    match = with_tiles("l1", ship="16", prepare=lambda table: give(table, "doubloons", 9))
    table = match.table
    assert not is_village(table, "17")
    (first,) = table.places[quest_at("17")]
    put(table, "quest/11", "quests:blue")
    table.places.move(first, quest_at("17"), "box")
    put(table, "quest/11", quest_at("17"))
    play(match, "sail:17 city")
    assert where(match, "quest/11") == "quests:red"
    assert match.choice is not None
    assert match.choice.who is TABLE
    match.take(match.choice.legal()[0])
    assert len(table.places[quest_at("17")]) == 1


def test_in_the_quest_city_a_good_is_delivered_first() -> None:
    (rum,) = goods("rum", 1)
    match = with_tiles("l1", ship="16", prepare=lambda table: hold(table, rum))
    play(match, f"sail:17 deliver:{rum} disc:u01")
    assert match.table.delivered == {"17": 1}


def test_a_new_city_is_closed_until_the_explorer_has_passed_the_fourth_space() -> None:
    match = with_tiles("l4", ship="8", prepare=lambda table: explorer_to(table, "4"))
    assert "sail:9a" not in keys(match)
    match = with_tiles("l4", ship="8", prepare=lambda table: explorer_to(table, "5"))
    assert {"sail:9a", "sail:10:9", "sail:10:9a"} <= keys(match)
    play(match, "sail:9a")
    assert match.table.movement == 3
    play(match, "city village:doubloon village:doubloon pay:yes")
    assert has(match, "vp") == 5
    assert has(match, "figures") == 1


def test_a_new_city_can_be_taken_in_combat_only_by_those_it_is_open_to() -> None:
    def prepare(table: Table) -> None:
        bring(table, "l4")

    match = doing('do = "combat"', prepare)
    play(match, "turn:combat/05 fight:france")
    assert why_not(match, "manoeuvre:city:9a") == ("Needs the explorer on space 5, now on 0")

    def come_far(table: Table) -> None:
        prepare(table)
        explorer_to(table, "6")

    match = doing('do = "combat"', come_far)
    play(match, "turn:combat/05 fight:france manoeuvre:city:9a")
    assert match.table.markers["9a"] == "france"


def test_the_other_new_city_brings_three_combat_points_and_a_combat() -> None:
    match = with_tiles("l7", ship="15", prepare=lambda table: explorer_to(table, "10"))
    assert "sail:16a" not in keys(match)
    match = with_tiles("l7", ship="15", prepare=lambda table: explorer_to(table, "11"))
    play(match, "sail:16a city turn:combat/05")
    assert has(match, "combat_points") == 4


def test_the_plague_leaves_only_quests_and_assistants_in_its_city() -> None:
    clerk = card_with("assistant = [{ vp = 3 }, { doubloons = 5 }]")

    def prepare(table: Table) -> None:
        hire(table, clerk)
        table.player(table.seats[0]).assistants[clerk] = "14"
        put(table, "quest/11", quest_at("14"))

    match = with_tiles("l3", ship="11", prepare=prepare)
    assert not match.table.places[city_space("14")]
    assert city_at(match.table, "14") is None
    play(match, "sail:14")
    assert "only quests and assistants" in why_not(match, "village")
    assert keys(match) == {"none", "quest:quest/11", f"assistant:{clerk.id}"}


@pytest.mark.parametrize(
    ("tile", "ship", "place"),
    [("l20", "6", "7"), ("l21", "7", "8"), ("l22", "14", "15"), ("l23", "17", "18")],
)
def test_some_tiles_forbid_village_actions(tile: str, ship: str, place: str) -> None:
    match = with_tiles(tile, ship=ship, prepare=lambda table: hold(table, *goods("rum", 1)))
    play(match, f"sail:{place}")
    assert "only quests and assistants" in why_not(match, "village")


# --------------------------------------------------------------------------- arriving, sites, toll


def test_a_figure_is_taken_on_arrival_whatever_is_done_then() -> None:
    match = with_tiles("l5", ship="2")
    play(match, "sail:3 none")
    assert has(match, "figures") == 3


def test_six_points_for_sailing_to_a_place() -> None:
    match = with_tiles("l25", ship="18")
    play(match, "sail:19")
    assert reasons(match, "vp") == [(6, "Legacy tile L25")]


def test_a_site_takes_a_cost_gives_a_reward_and_a_disc_of_the_ship() -> None:
    match = with_tiles("l12", ship="15")
    play(match, "sail:16 site:yes")
    assert (has(match, "combat_points"), has(match, "vp")) == (0, 3)
    play(match, "disc:u01")
    assert match.table.sites == {"legacy/l12": 2}
    assert "village" in keys(match), "the main action is done as usual"


def test_a_site_that_cannot_be_paid_is_not_offered() -> None:
    match = with_tiles("l12", ship="15", prepare=lambda table: give(table, "combat_points", 0))
    play(match, "sail:16")
    assert "village" in keys(match)


def test_a_task_of_the_career_may_be_claimed_before_paying_for_a_site() -> None:
    """Free actions are possible at any moment: what a task brings can pay for the site."""
    career, number = next(
        (card, number)
        for card in CAREERS.values()
        for number, task in enumerate(card.tasks, 1)
        if task.easy.kind == "influence_one"
    )

    def prepare(table: Table) -> None:
        for dealt in list(table.places[career_of(table.seats[0])]):
            table.places.move(dealt, career_of(table.seats[0]), BOX)
        put(table, career.id, career_of(table.seats[0]))
        give(table, "spain", career.tasks[number - 1].easy.n)
        give(table, "doubloons", 0)

    match = with_tiles("l17", prepare=prepare)
    play(match, "sail:1")
    assert why_not(match, "site:yes") == "Costs 2 doubloons, Red has 0"
    play(match, f"career:{number}:easy site:yes")
    assert has(match, "doubloons") == career.tasks[number - 1].easy.doubloons - 2
    assert match.table.sites["legacy/l17"] == 2, "one disc of the box, and one of Red"


def test_a_full_site_is_of_no_use_any_more() -> None:
    def prepare(table: Table) -> None:
        table.sites["legacy/l10"] = LEGACY_TILES["legacy/l10"].discs

    match = with_tiles("l10", ship="11", prepare=prepare)
    assert is_full(match.table, LEGACY_TILES["legacy/l10"])
    play(match, "sail:12")
    assert "village" in keys(match)


@pytest.mark.parametrize(("seats", "free", "costly"), [(1, 1, 2), (2, 0, 1), (3, 0, 0), (4, 0, 0)])
def test_with_few_players_discs_lie_on_sites_from_the_start(
    seats: int, free: int, costly: int
) -> None:
    """Two players: one on every site with a cost. Solo: one more, also on the free site."""
    match = with_tiles("l10", "l13", seats=seats)
    assert match.table.sites == {"legacy/l10": free, "legacy/l13": costly}


def test_sailing_past_the_toll_costs_two_doubloons() -> None:
    match = with_tiles("l11", ship="5")
    play(match, "sail:7")
    assert has(match, "doubloons") == 6
    match = with_tiles("l11", ship="5", prepare=lambda table: give(table, "doubloons", 1))
    assert keys(match) == {"sail:6"}, "who cannot pay has to stop there"


# ----------------------------------------------------------------------------------------- combat


def test_the_silver_fleet_costs_10_or_11_and_brings_influence_and_doubloons() -> None:
    def prepare(table: Table) -> None:
        bring(table, "l6")
        give(table, "combat_points", 8)

    match = doing('do = "combat"', prepare)
    play(match, "turn:combat/05 fight:spain " + "add:combat_point " * 6)
    before = has(match, "doubloons")
    play(match, "manoeuvre:legacy/l6:fleet:10")
    assert has(match, "spain") == 3
    assert has(match, "doubloons") == before + 8
    assert match.table.markers["fleet:10"] == "spain"
    assert match.table.owned("spain") == 2


def test_markers_at_the_fleet_cannot_be_displaced() -> None:
    def prepare(table: Table) -> None:
        bring(table, "l6")
        give(table, "combat_points", 8)
        table.markers |= {"fleet:10": "france", "fleet:11": "france"}

    match = doing('do = "combat"', prepare)
    play(match, "turn:combat/05 fight:spain " + "add:combat_point " * 6)
    for space in ("10", "11"):
        assert "cannot be displaced" in why_not(match, f"manoeuvre:legacy/l6:fleet:{space}")


def test_the_gold_mine_costs_8_and_needs_the_explorer_on_space_5() -> None:
    def prepare(table: Table) -> None:
        bring(table, "l9")
        give(table, "combat_points", 8)

    match = doing('do = "combat"', prepare)
    play(match, "turn:combat/05 fight:spain " + "add:combat_point " * 3)
    assert "Needs the explorer on space 5" in why_not(match, "manoeuvre:legacy/l9:mine")

    def come_far(table: Table) -> None:
        prepare(table)
        explorer_to(table, "5b")

    match = doing('do = "combat"', come_far)
    play(match, "turn:combat/05 fight:spain " + "add:combat_point " * 3)
    before = has(match, "doubloons")
    play(match, "manoeuvre:legacy/l9:mine")
    assert has(match, "doubloons") == before + 12
    assert match.table.markers["mine"] == "spain"


# ------------------------------------------------------------------------------------------ skulls


def test_a_skull_can_be_removed_and_after_the_plague_a_new_city_tile_comes() -> None:
    def prepare(table: Table) -> None:
        bring(table, "l3", "l20")

    match = doing('do = "remove_skull"', prepare)
    assert keys(match) == {"skull:legacy/l3", "skull:legacy/l20"}
    play(match, "skull:legacy/l3")
    assert match.choice is not None
    assert match.choice.who is TABLE
    match.take(match.choice.legal()[0])
    tile = match.table.city_tile("14")
    assert tile is not None
    assert 2 in CITY_TILES[tile.id].players
    assert where(match, "legacy/l3") == "box"
    assert [tile.id for tile in match.table.legacy] == ["legacy/l20"]


def test_without_a_skull_nothing_is_removed() -> None:
    assert doing('do = "remove_skull"').choice is None


# -------------------------------------------------------------------------------------------- Jean


def test_jean_sails_to_new_cities_only_when_her_explorer_has_come_far_enough() -> None:
    match = with_tiles("l4", "l2", "l11", seats=1)
    table, card = match.table, JEAN_CARDS["jean/a2"]
    table.player(table.jean).ship = "8"
    assert destination(table, card) == "10"
    table.player(table.jean).explorer = "5"
    assert destination(table, card) == "9a"
    table.markers |= dict.fromkeys(["3", "4", "5"], "spain")
    assert first_empty_flag(table) == "9a"
    table.player(table.jean).explorer = "4"
    assert first_empty_flag(table) == "10"


@pytest.mark.parametrize(
    ("taken", "there", "left"),
    [
        ("quest/11", ("quest/11", "quest/12"), ["quest/12"]),
        ("story/1", ("quest/11", "story/1"), ["quest/11"]),
        ("quest/11", ("quest/11", "story/1"), ["story/1", "another quest"]),
    ],
)
def test_the_quest_city_gets_another_quest_only_when_its_space_is_empty(
    taken: str, there: tuple[str, ...], left: list[str]
) -> None:
    """A story token lies beside that space: it counts as a quest tile, but fills no space."""

    def prepare(table: Table) -> None:
        give(table, "doubloons", 9)
        give(table, "combat_points", 3)
        for tile in list(table.places[quest_at("17")]):
            table.places.move(tile, quest_at("17"), BOX)
        for piece in there:
            put(table, piece, quest_at("17"))
        table.tale = replace(table.tale, tokens=((1, "story/1"),))

    match = with_tiles("l1", ship="16", prepare=prepare)
    play(match, f"sail:17 quest:{taken}")
    assert match.choice is not None
    if len(left) > 1:
        assert "Lay the top quest" in str(match.choice.prompt)
        match.take(match.choice.legal()[0])
    lying = [tile.id for tile in match.table.quests_at(quest_at("17"))]
    assert lying[0] == left[0]
    assert len(lying) == len(left)
    assert match.choice is not None
    assert "Lay the top quest" not in str(match.choice.prompt)


def test_the_quest_of_the_quest_city_is_replaced_also_after_a_quest_action() -> None:
    match = with_tiles("l1", ship="16", prepare=lambda table: give(table, "doubloons", 9))
    table = match.table
    (first,) = table.places[quest_at("17")]
    table.places.move(first, quest_at("17"), "box")
    put(table, "quest/11", quest_at("17"))
    play(match, "sail:17 quest:quest/11")
    assert match.choice is not None
    assert (
        str(match.choice.prompt) == "Lay the top quest on quest space Puerto Cabezas (17): which?"
    )
