"""Maracaibo: every kind of the catalogue has a test that does it, and no rule names a card.

Most kinds are cases of one test, listed where that test stands. The others are named here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import rules.maracaibo
from rules.maracaibo.pieces import PIECES
from rules.maracaibo.printed.board import board
from rules.maracaibo.printed.catalogue import catalogue
from tests.rules.maracaibo import test_cards as cards
from tests.rules.maracaibo import test_combat as combat
from tests.rules.maracaibo import test_effects as effects
from tests.rules.maracaibo import test_legacy as legacy
from tests.rules.maracaibo import test_scoring as scoring
from tests.rules.maracaibo import test_stories as stories
from tests.rules.maracaibo import test_tracks as tracks
from tests.rules.maracaibo import test_turn as turn

CASES: Mapping[str, Iterable[str]] = {
    **effects.CASES,
    "income": tracks.INCOMES,
    "explorer_space": tracks.SPACES,
    "combat_token_part": combat.TOKEN_PARTS,
    "quest_cost": cards.QUEST_COSTS,
    "career_task": [f"career_{kind}" for kind in [*cards.REACH, "barrier"]],
    "building_scoring": scoring.BUILDING_POINTS,
}
"""Kinds that are cases of one test."""
TESTS: Mapping[str, Mapping[str, Callable[..., None]]] = {
    "permanent": {
        "permanent_object": effects.test_permanent_objects_stand_in_for_cards_and_are_not_discarded,
        "permanent_purchase_discount": cards.test_discounts_add_up_and_never_go_below_nothing,
        "permanent_combat_start_point": (
            combat.test_cards_add_a_combat_point_before_each_combat_up_to_8
        ),
        "permanent_compass": cards.test_compasses_multiply_the_rewards_of_quests,
        "permanent_explore_plus": tracks.test_cards_add_steps_to_every_exploration,
        "permanent_steal_on_jump": (
            tracks.test_cards_steal_a_point_from_everyone_jumped_over_who_has_one
        ),
        "permanent_assistant_visit_vp": (
            turn.test_cards_pay_once_when_any_ship_comes_to_an_assistant
        ),
        "permanent_assistant_visit_doubloons": (
            turn.test_cards_pay_once_when_any_ship_comes_to_an_assistant
        ),
        "permanent_figure_to_combat": (
            turn.test_figures_become_combat_points_at_any_moment_with_the_right_card
        ),
        "permanent_nation_combat_bonus": (
            combat.test_cards_for_a_nation_add_two_combat_points_when_fighting_for_it
        ),
        "permanent_displace_vp": combat.test_a_card_brings_points_for_every_marker_displaced,
    },
    "free_action": {
        "free_plan_card": (
            turn.test_a_card_of_the_hand_can_be_planned_before_and_after_the_main_action
        ),
        "free_career_task": cards.test_a_task_is_claimed_when_its_goal_is_reached,
    },
    "draw_option": {
        "draw_deck": turn.test_the_hand_is_filled_up_to_four_cards,
        "draw_planning": turn.test_a_planned_card_comes_back_for_nothing,
        "draw_market": turn.test_cards_of_the_market_cost_a_doubloon_each_and_are_known,
    },
    "village_action": {
        "village_quest_on_card": (
            effects.test_a_quest_tile_waits_on_its_card_and_is_fulfilled_once_as_the_last_village_action
        ),
    },
    "combat_action": {
        "combat_influence": combat.test_influence_costs_2_for_one_step_or_5_for_two,
        "combat_take_city": combat.test_an_empty_flag_costs_4_and_brings_influence_and_its_bonus,
        "combat_take_village": (
            combat.test_the_upgrade_lets_take_villages_and_pays_for_assistants_there
        ),
        "combat_influence_vp": (
            combat.test_a_card_sells_influence_and_points_for_2_once_for_each_card
        ),
        "combat_synergy_pay": (
            combat.test_a_card_pays_3_doubloons_and_2_points_for_1_with_its_synergy_token
        ),
        "legacy_combat_silver_fleet": (
            legacy.test_the_silver_fleet_costs_10_or_11_and_brings_influence_and_doubloons
        ),
        "legacy_combat_gold_mine": (
            legacy.test_the_gold_mine_costs_8_and_needs_the_explorer_on_space_5
        ),
    },
    "immediate": {
        "now_quest_on_card": (
            effects.test_a_quest_tile_waits_on_its_card_and_is_fulfilled_once_as_the_last_village_action
        ),
    },
    "purchase_requirement": {
        "buy_doubloons": cards.test_a_card_costs_its_doubloons_and_comes_into_the_display,
        "buy_figure_to_location": (cards.test_a_figure_for_a_location_becomes_an_assistant_there),
        "buy_figure_to_supply": (
            cards.test_a_figure_for_the_supply_goes_back_to_the_general_supply
        ),
        "buy_figure_on_card": cards.test_a_figure_for_the_card_stays_there,
        "buy_three_herbs": cards.test_three_herbs_are_discarded_for_a_card_that_asks_for_them,
        "buy_three_same_goods": (
            cards.test_three_equal_goods_are_discarded_for_a_card_that_asks_for_them
        ),
        "buy_nation_markers_min": (
            cards.test_a_nation_must_own_three_places_for_a_card_that_asks_for_it
        ),
        "buy_pay_combat_points": cards.test_combat_points_are_paid_for_a_card_that_asks_for_them,
    },
    "quest_reward": {
        "qrew_story_tile": stories.test_the_worked_example_the_story_quest_at_location_15,
        "qrew_remove_skull": (
            legacy.test_a_skull_can_be_removed_and_after_the_plague_a_new_city_tile_comes
        ),
    },
    "city_action": {
        "city_quest_here": legacy.test_a_village_becomes_a_city_with_a_quest_that_is_replaced,
    },
    "homeward_action": {
        "home_20": turn.test_homeward_spaces_have_their_own_actions_and_no_village_actions,
        "home_21a": (
            turn.test_the_last_space_brings_3_points_and_ends_the_round_even_without_the_action
        ),
        "home_21b": turn.test_in_the_last_round_21b_brings_3_and_22_brings_5_points,
        "home_22": turn.test_in_the_last_round_21b_brings_3_and_22_brings_5_points,
    },
}
"""Kinds with tests of their own."""
ELSEWHERE = {"legacy_rule", "story_instruction", "automa_action"}
"""Groups that the tests of legacy tiles and of Jean see to themselves."""
EXCEPTIONS = {
    "set_up.py": {"city/maracaibo"},  # The set-up for two players lays this very tile.
    "checks.py": {"city/maracaibo"},  # It is counted apart from the other city tiles.
}
"""What is named by a module all the same."""


def test_every_kind_of_the_catalogue_has_a_test_that_does_it() -> None:
    for group, kinds in catalogue().items():
        if group not in ELSEWHERE:
            tested = [*CASES.get(group, ()), *TESTS.get(group, {})]
            assert sorted(tested) == sorted(kinds), group


def test_no_rule_names_a_card_a_tile_or_an_upgrade() -> None:
    printed = {*PIECES, *(piece.split("/")[1] for piece in PIECES), *board().upgrades}
    ordinary = {word for word in printed if len(word) < 3 and word not in board().upgrades}
    ordinary |= {"red", "blue", "green", "yellow", "maracaibo", "cathedral"}  # Game and setting.
    for path in sorted(Path(rules.maracaibo.__file__).parent.rglob("*.py")):
        if path.name == "names.py":
            continue
        allowed = ordinary | EXCEPTIONS.get(path.name, set())
        named = {word for word in words(path) if word in printed and word not in allowed}
        assert not named, path.name


def words(path: Path) -> Iterator[str]:
    """All constant strings of a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
