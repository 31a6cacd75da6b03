"""Maracaibo: legacy tiles, story cards and the scenarios without a campaign."""

from __future__ import annotations

import pytest

from rules.flow import TABLE, Flow
from rules.maracaibo import GAME
from rules.maracaibo.atlas import city_at, is_village
from rules.maracaibo.cards import JEAN_CARDS, PROJECTS, STORIES
from rules.maracaibo.catalogue import catalogue
from rules.maracaibo.jean import destination, first_empty_flag
from rules.maracaibo.legacy import bring_in, is_full
from rules.maracaibo.places import city_space, quest_at, quest_row
from rules.maracaibo.stories import begin_story, check_stories
from rules.maracaibo.table import Table
from rules.maracaibo.tiles import CITY_TILES, LEGACY_TILES
from rules.match import Match
from rules.simulation import Simulation
from tests.rules.at_the_table import (
    keys,
    play,
    where,
    why_not,
)
from tests.rules.maracaibo_table import (
    Prepare,
    at_table,
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
    sail_to,
)


def with_tiles(
    *tiles: str, prepare: Prepare | None = None, ship: str = "0", seats: int = 2
) -> Match[Table]:
    """A turn of Red with these legacy tiles in play."""

    def ready(table: Table) -> None:
        bring(table, *tiles)
        sail_to(table, ship)
        if prepare:
            prepare(table)

    return at_table(ready, seats)


def bring(table: Table, *tiles: str) -> None:
    for tile in tiles:
        finish(bring_in(table, LEGACY_TILES[f"legacy/{tile}"]))


def finish(flow: Flow[None]) -> None:
    """Run a flow that asks only the table, which always gives the first answer."""
    try:
        choice = next(flow)
        while True:
            assert choice.who is TABLE
            choice = flow.send(choice.legal()[0])
    except StopIteration:
        return


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
    assert why_not(match, "manoeuvre:city:9a") == (
        "The explorer must have reached space 5, it is on space 0"
    )

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
    assert "forbids it" in why_not(match, "village")
    assert keys(match) == {"none", "quest:quest/11", f"assistant:{clerk.id}"}


@pytest.mark.parametrize(
    ("tile", "ship", "place"),
    [("l20", "6", "7"), ("l21", "7", "8"), ("l22", "14", "15"), ("l23", "17", "18")],
)
def test_some_tiles_forbid_village_actions(tile: str, ship: str, place: str) -> None:
    match = with_tiles(tile, ship=ship)
    play(match, f"sail:{place}")
    assert "forbids it" in why_not(match, "village")


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
    assert "must have reached space 5" in why_not(match, "manoeuvre:legacy/l9:mine")

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


# ----------------------------------------------------------------------------------- story cards


def test_the_worked_example_the_story_quest_at_location_15() -> None:
    """1 combat point; 5 doubloons, a point for each compass, and the story tile."""

    def prepare(table: Table) -> None:
        table.player(table.seats[0]).powers["compass"] = 1
        sail_to(table, "14")

    match = at_table(prepare, scenario="1")
    assert where(match, "story/1") == "quest:15"
    play(match, "sail:15 quest:story/1")
    assert (has(match, "combat_points"), has(match, "doubloons"), has(match, "vp")) == (0, 13, 2)
    assert where(match, "story/1") == "quests:red"
    assert match.table.quests(match.seats[0]) == 1, "a story tile counts as a quest tile"


def test_a_story_card_is_done_when_somebody_has_its_tile_and_the_next_one_comes() -> None:
    match = at_table(scenario="1")
    table = match.table
    assert table.stories == [1]
    finish(check_stories(table))
    assert table.stories == [1]
    put(table, "story/1", quest_row(table.seats[1]))
    finish(check_stories(table))
    assert table.stories == [STORIES[1].then]
    assert {tile.id for tile in table.legacy} == set(STORIES[2].legacy)


def test_a_story_card_can_be_done_by_filling_its_sites() -> None:
    match = at_table(scenario="1")
    table = match.table
    table.stories = []
    finish(begin_story(table, 2))
    numbered = {card.number: card.id for card in PROJECTS.values() if card.number}
    assert {where(match, numbered[number]) for number in STORIES[2].to_discard} == {"discard"}
    finish(check_stories(table))
    assert table.stories == [2]
    table.sites["legacy/l10"] = LEGACY_TILES["legacy/l10"].discs
    finish(check_stories(table))
    assert table.stories == [3]
    assert where(match, "story/2") == "quest:9"


def test_in_the_last_scoring_a_new_story_card_is_not_carried_out() -> None:
    match = at_table(scenario="1")
    table = match.table
    table.round = 4
    put(table, "story/1", quest_row(table.seats[1]))
    finish(check_stories(table))
    assert table.legacy == []


@pytest.mark.parametrize(
    ("scenario", "tiles"),
    [
        ("75", ""),
        ("76", "l1 l4 l5 l6"),
        ("77", "l1 l4 l5 l6 l7 l8 l9"),
    ],
)
def test_a_scenario_brings_its_legacy_tiles_and_cards(scenario: str, tiles: str) -> None:
    simulation = Simulation(GAME, ["Ann", "Ben"], {"scenario": scenario}, 3)
    while simulation.match.table.active is None:
        simulation.step()
    table = simulation.match.table
    assert [tile.id for tile in table.legacy] == [f"legacy/{tile}" for tile in tiles.split()]
    cards = len(STORIES[int(scenario)].into_deck)
    assert table.places.count("deck") == 56 - 16 + 40 - 4 + cards
    assert cards == (0 if scenario == "75" else 8)


def test_every_legacy_rule_and_story_instruction_of_the_catalogue_is_tested_here() -> None:
    assert len(catalogue()["legacy_rule"]) == 10
    assert len(catalogue()["story_instruction"]) == 8


def test_the_quest_of_the_quest_city_is_replaced_also_after_a_quest_action() -> None:
    match = with_tiles("l1", ship="16", prepare=lambda table: give(table, "doubloons", 9))
    table = match.table
    (first,) = table.places[quest_at("17")]
    table.places.move(first, quest_at("17"), "box")
    put(table, "quest/11", quest_at("17"))
    play(match, "sail:17 quest:quest/11")
    assert match.choice is not None
    assert (
        str(match.choice.prompt) == "Lay the top quest tile on the quest space of 17. Which is it?"
    )
