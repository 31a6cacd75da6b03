"""Maracaibo: every kind of effect in the catalogue is done by the interpreter as it is described.

A case names the tree as the edition writes it, what the player has, the answers given, and all that
changes by it. Kinds that work over time (permanent effects, combat, legacy tiles, Jean) have tests
of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.maracaibo.actions.meanings import Source, can_be_seen, effects
from rules.maracaibo.actions.upgrades import acquire
from rules.maracaibo.pieces import PROJECTS, QUESTS
from rules.maracaibo.places import combat_tokens, quest_row
from rules.maracaibo.printed import nodes as trees
from rules.maracaibo.printed.catalogue import Use, catalogue, kind_of
from rules.maracaibo.printed.nodes import Explore
from rules.maracaibo.table import Table
from tests.rules.at_the_table import (
    keys,
    play,
    where,
    why_not,
)
from tests.rules.maracaibo.the_table import (
    Prepare,
    card_with,
    difference,
    doing,
    explorer_to,
    give,
    goods,
    has,
    hold,
    hold_unknown,
    income_card,
    objects,
    own,
    put,
    rows,
    sail_to,
    state,
)

MILL, MILL_INCOME = income_card()


@dataclass(frozen=True)
class Case:
    """Steps, what is there before, the answers, and what is different afterwards."""

    steps: str
    answers: str = ""
    change: dict[str, Any] = field(default_factory=dict)
    given: str = ""


def three_rum(table: Table) -> None:
    hold(table, *goods("rum", 3))


def two_assistants(table: Table) -> None:
    player = table.player(table.seats[0])
    one = card_with("assistant = [{ vp = 3 }, { doubloons = 5 }]")
    other = card_with("assistant = [{ doubloons = 2 }, { explore = 3 }]")
    player.assistants = {one: "6", other: "8"}


def two_tokens(table: Table) -> None:
    for token in ("combat/01", "combat/02"):
        put(table, token, combat_tokens(table.seats[0]))


def three_quests(table: Table) -> None:
    for quest in ("quest/20", "quest/21", "quest/22"):
        put(table, quest, quest_row(table.seats[0]))


def a_compass_more(table: Table) -> None:
    own(table, card_with('permanent = "compass"'))


def two_synergies(table: Table) -> None:
    table.player(table.seats[0]).synergies += ["anchor", "crown"]


def combat_points(table: Table) -> None:
    give(table, "combat_points", 3)


def in_a_village(table: Table) -> None:
    sail_to(table, "9")


def influential(table: Table) -> None:
    give(table, "france", 3)
    give(table, "spain", 5)


def three_rum_and_two_tokens(table: Table) -> None:
    three_rum(table)
    two_tokens(table)


def a_card_to_buy(table: Table) -> None:
    hold(table, MILL.id)
    give(table, "doubloons", 20)


PREPARED: dict[str, Prepare] = {
    "three rum": three_rum,
    "three rum and two tokens": three_rum_and_two_tokens,
    "a card to buy": a_card_to_buy,
    "two assistants": two_assistants,
    "two tokens": two_tokens,
    "three quests": three_quests,
    "a compass more": a_compass_more,
    "two synergies": two_synergies,
    "combat points": combat_points,
    "in a village": in_a_village,
    "influential": influential,
    "two treasures": lambda table: hold(table, *objects("treasure", 2)),
    "two adventures": lambda table: hold(table, *objects("adventure", 2)),
    "two books": lambda table: hold(table, *objects("book", 2)),
    "two rum": lambda table: hold(table, *goods("rum", 2)),
    "six upgrades": lambda table: six_upgrades(table),
}


def six_upgrades(table: Table) -> None:
    discs = table.player(table.seats[0]).discs
    discs.update(dict.fromkeys(("U01", "U02", "U03", "U04", "U05", "U08"), 0))


RUM = " ".join(f"discard:{card}" for card in goods("rum", 3))
TWO_RUM = " ".join(f"discard:{card}" for card in goods("rum", 2))
TREASURES, ADVENTURES, BOOKS = (
    " ".join(f"discard:{card}" for card in objects(kind, 2))
    for kind in ("treasure", "adventure", "book")
)
VILLAGE = "village:doubloon"

CASES: dict[str, dict[str, Case]] = {
    "immediate": {
        "now_influence_nation": Case('influence = 2, with = "england"', "", {"england": 2}),
        "now_synergy": Case('synergy = "tools"', "", {"synergies": ["tools"]}),
        "now_place_marker_village": Case(
            'marker = "empty_village", of = "any"',
            "village:12 nation:spain",
            {"markers": {"12": "spain"}},
        ),
        "now_remove_disc": Case("discs = 1", "disc:u04", {"discs": {"U04": 1}}),
        "now_influence_any": Case('influence = 1, with = "any"', "nation:france", {"france": 1}),
        "now_vp_per_combat_token": Case(
            'vp = 1, per = "combat_token"', "", {"vp": 2}, "two tokens"
        ),
        "now_vp_per_assistant": Case('vp = 2, per = "assistant"', "", {"vp": 4}, "two assistants"),
        "now_vp_per_quest": Case('vp = 1, per = "quest_tile"', "", {"vp": 3}, "three quests"),
        "now_vp_per_compass": Case('vp = 2, per = "compass"', "", {"vp": 4}, "a compass more"),
        "now_figures": Case("figures = 2", "", {"figures": 2, "reserve": -2}),
        "now_synergy_any_new": Case(
            'synergy = "any_new"', "synergy:lantern", {"synergies": ["lantern"]}, "two synergies"
        ),
        "now_place_marker_and_rank": Case(
            'marker = "empty_village", of = "any"; rank = "same"',
            "village:9 nation:england",
            {"markers": {"9": "england"}, "england": 2},
        ),
        "now_figures_for_income": Case(
            "figures_on_card = 2", "amount:2", {"figures": -2, "parked": 2, "doubloon_income": 4}
        ),
        "now_combat_points": Case("combat_points = 3", "", {"combat_points": 3}),
        "now_vp_per_synergy": Case('vp = 2, per = "synergy_token"', "", {"vp": 4}, "two synergies"),
        "now_vp_per_nation_influence3": Case(
            'vp = 3, per = "nation_influence_3"', "", {"vp": 6}, "influential"
        ),
    },
    "assistant": {
        "assist_vp3_d5": Case("vp = 3; doubloons = 5", "", {"vp": 3, "doubloons": 5}),
        "assist_figure_disc_v1": Case(
            "figures = 1; discs = 1; village_actions = 1",
            f"disc:u01 {VILLAGE}",
            {"figures": 1, "reserve": -1, "discs": {"U01": 1}, "doubloons": 1},
        ),
        "assist_influence_v2": Case(
            'influence = 1, with = "any"; village_actions = 2',
            f"nation:spain {VILLAGE} {VILLAGE}",
            {"spain": 1, "doubloons": 2},
        ),
        "assist_combat2_sail": Case(
            "combat_points = 2; sail = [1, 3]", "stay", {"combat_points": 2}
        ),
        "assist_goods3_d5_v2": Case(
            "pay = { same_goods = 3 }, then = [{ doubloons = 5 }, { village_actions = 2 }]",
            f"{RUM} {VILLAGE} {VILLAGE}",
            {"hand": -3, "doubloons": 7},
            "three rum",
        ),
        "assist_combat1_disc_v2": Case(
            "combat_points = 1; discs = 1; village_actions = 2",
            f"disc:u02 {VILLAGE} done",
            {"combat_points": 1, "discs": {"U02": 1}, "doubloons": 1},
        ),
        "assist_d2_disc_v2": Case(
            "doubloons = 2; discs = 1; village_actions = 2",
            "disc:u03 done",
            {"doubloons": 2, "discs": {"U03": 1}},
        ),
        "assist_goods3_d5_vp2_combat1": Case(
            "pay = { same_goods = 3 }, then = [{ doubloons = 5 }, { vp = 2 }, "
            "{ combat_points = 1 }]",
            RUM,
            {"hand": -3, "doubloons": 5, "vp": 2, "combat_points": 1},
            "three rum",
        ),
        "assist_goods3_d5_vp2_influence": Case(
            "pay = { same_goods = 3 }, then = [{ doubloons = 5 }, { vp = 2 }, "
            '{ influence = 1, with = "any" }]',
            f"{RUM} nation:france",
            {"hand": -3, "doubloons": 5, "vp": 2, "france": 1},
            "three rum",
        ),
        "assist_d2_explore3": Case(
            "doubloons = 2; explore = 3",
            "explore:2",
            {"doubloons": 2, "explorer": "2", "combat_points": 1},
        ),
        "assist_vp4_explore2": Case(
            "vp = 4; explore = 2", "explore:1", {"vp": 4, "explorer": "1", "doubloons": 2}
        ),
        "assist_d3_vp_per_assistant": Case(
            'doubloons = 3; vp = 2, per = "assistant"',
            "",
            {"doubloons": 3, "vp": 4},
            "two assistants",
        ),
        "assist_vp_per_combat_v3": Case(
            'vp = 1, per = "combat_token"; village_actions = 3',
            f"{VILLAGE} {VILLAGE} {VILLAGE}",
            {"vp": 2, "doubloons": 3},
            "two tokens",
        ),
        "assist_vp3_sail": Case(
            "vp = 3; sail = [1, 3]",
            f"sail:2 village {VILLAGE}",
            {"vp": 3, "doubloons": 1, "ship": "2"},
        ),
        "assist_pay2combat_d5_v3": Case(
            "pay = { combat_points = 2 }, then = [{ doubloons = 5 }, { village_actions = 3 }]",
            "done",
            {"combat_points": -2, "doubloons": 5},
            "combat points",
        ),
        "assist_pay2combat_d7_v2": Case(
            "pay = { combat_points = 2 }, then = [{ doubloons = 7 }, { village_actions = 2 }]",
            f"{VILLAGE} done",
            {"combat_points": -2, "doubloons": 8},
            "combat points",
        ),
        "assist_goods3_d4_vp4": Case(
            "pay = { same_goods = 3 }, then = [{ doubloons = 4 }, { vp = 4 }]",
            RUM,
            {"hand": -3, "doubloons": 4, "vp": 4},
            "three rum",
        ),
    },
    "city_action": {
        "city_combat": Case(
            'do = "combat"', "turn:combat/05 fight:france end_combat", {"tokens": 1}
        ),
        "city_explore": Case("explore = 2", "explore:1", {"explorer": "1", "doubloons": 2}),
        "city_influence_v1": Case(
            'influence = 1, with = "any"; village_actions = 1',
            f"nation:england {VILLAGE}",
            {"england": 1, "doubloons": 1},
        ),
        "city_combat1_disc": Case(
            "combat_points = 1; discs = 1",
            "disc:u07",
            {"combat_points": 1, "discs": {"U07": 1}},
        ),
        "city_combat3": Case("combat_points = 3", "", {"combat_points": 3}),
        "city_d2_v1": Case("doubloons = 2; village_actions = 1", VILLAGE, {"doubloons": 3}),
        "city_combat1_influence": Case(
            'combat_points = 1; influence = 1, with = "any"',
            "nation:france",
            {"combat_points": 1, "france": 1},
        ),
        "city_discard_hand_d4_vp_per_combat_token": Case(
            'pay = { hand = 1 }, then = [{ doubloons = 4 }]; vp = 1, per = "combat_token"',
            "pay:yes",
            {"doubloons": 4, "hand": -3, "vp": 2},
            "three rum and two tokens",
        ),
        "city_d4_or_vp_per_assistant": Case(
            'one_of = [[{ doubloons = 4 }], [{ vp = 2, per = "assistant" }]]',
            "option:2",
            {"vp": 4},
            "two assistants",
        ),
        "city_pay2combat_influence_d6": Case(
            'pay = { combat_points = 2 }, then = [{ influence = 1, with = "any" }, '
            "{ doubloons = 6 }]",
            "nation:spain",
            {"combat_points": -2, "spain": 1, "doubloons": 6},
            "combat points",
        ),
        "city_village_per_compass": Case(
            'village_actions = 1, per = "compass"',
            f"{VILLAGE} {VILLAGE}",
            {"doubloons": 2},
            "a compass more",
        ),
        "city_v2_figure_vp5": Case(
            "village_actions = 2; pay = { figures = 1 }, then = [{ vp = 5 }]",
            f"{VILLAGE} {VILLAGE} pay:yes",
            {"doubloons": 2, "figures": -1, "reserve": 1, "vp": 5},
        ),
        "city_combat3_then_combat": Case(
            'combat_points = 3; do = "combat"',
            "turn:combat/05 fight:france end_combat",
            {"combat_points": 3, "tokens": 1},
        ),
    },
    "village_action": {
        "village_buy_card": Case(
            'do = "buy_card"',
            f"buy:{MILL.id}",
            {"hand": -1, "doubloons": -MILL.price.doubloons, "doubloon_income": MILL_INCOME},
            "a card to buy",
        ),
        "village_doubloon": Case("doubloons = 1", "", {"doubloons": 1}),
        "village_discard_hand": Case(
            "pay = { hand = 1 }, then = [{ doubloons = 2 }]",
            "",
            {"hand": -3, "doubloons": 2},
            "three rum",
        ),
        "village_combat_and_doubloon": Case(
            "combat_points = 1; doubloons = 1", "", {"combat_points": 1, "doubloons": 1}
        ),
        "village_three_goods_d2_vp2": Case(
            "pay = { same_goods = 3 }, then = [{ doubloons = 2 }, { vp = 2 }]",
            RUM,
            {"hand": -3, "doubloons": 2, "vp": 2},
            "three rum",
        ),
        "village_place_marker_here": Case(
            'marker = "this_village", of = "any"; influence = 1, with = "same"; doubloons = 1',
            "nation:spain",
            {"markers": {"9": "spain"}, "spain": 1, "doubloons": 1},
            "in a village",
        ),
        "village_treasures_explore": Case(
            'pay = { objects = ["treasure", "treasure"] }, then = [{ vp = 2 }, { explore = 2 }]',
            f"{TREASURES} explore:1",
            {"hand": -2, "vp": 2, "explorer": "1", "doubloons": 2},
            "two treasures",
        ),
        "village_adventures_explore": Case(
            'pay = { objects = ["adventure", "adventure"] }, then = [{ reading = "adventure_reward"'
            ", doubloons = [{ doubloons = 3 }], vp = [{ vp = 2 }] }, { explore = 2 }]",
            f"{ADVENTURES} stay",
            {"hand": -2, "doubloons": 3},
            "two adventures",
        ),
        "village_books": Case(
            'pay = { objects = ["book", "book"] }, then = [{ doubloons = 3 }, { vp = 3 }]',
            BOOKS,
            {"hand": -2, "doubloons": 3, "vp": 3},
            "two books",
        ),
        "village_two_goods_d4": Case(
            "pay = { same_goods = 2 }, then = [{ doubloons = 4 }]",
            TWO_RUM,
            {"hand": -2, "doubloons": 4},
            "two rum",
        ),
    },
    "quest_reward": {
        "qrew_doubloons": Case("doubloons = 4", "", {"doubloons": 4}),
        "qrew_vp_per_compass": Case('vp = 2, per = "compass"', "", {"vp": 4}, "a compass more"),
        "qrew_doubloons_per_compass": Case(
            'doubloons = 2, per = "compass"', "", {"doubloons": 4}, "a compass more"
        ),
        "qrew_influence_any": Case('influence = 1, with = "any"', "nation:spain", {"spain": 1}),
        "qrew_figure": Case("figures = 1", "", {"figures": 1, "reserve": -1}),
        "qrew_combat_points": Case("combat_points = 2", "", {"combat_points": 2}),
        "qrew_influence_nation": Case('influence = 2, with = "spain"', "", {"spain": 2}),
        "qrew_remove_discs": Case(
            "discs = 2", "disc:u04 disc:u04", {"discs": {"U04": 2}, "doubloons": 5}
        ),
        "qrew_vp": Case("vp = 3", "", {"vp": 3}),
        "qrew_combat_action": Case(
            'do = "combat"', "turn:combat/05 fight:france end_combat", {"tokens": 1}
        ),
        "qrew_explore": Case("explore = 2", "explore:1", {"explorer": "1", "doubloons": 2}),
    },
    "ship_upgrade": {
        "ship_village_actions_improved": Case(
            "discs = 2", "disc:u01 disc:u01", {"discs": {"U01": 2}, "village_actions_improved": 1}
        ),
        "ship_hand_limit_6": Case(
            "discs = 2", "disc:u02 disc:u02", {"discs": {"U02": 2}, "hand_limit": 6}
        ),
        "ship_vp3_and_free_market_cards": Case(
            "discs = 2", "disc:u03 disc:u03", {"discs": {"U03": 2}, "vp": 3, "free_market": 1}
        ),
        "ship_doubloons_5": Case(
            "discs = 2", "disc:u04 disc:u04", {"discs": {"U04": 2}, "doubloons": 5}
        ),
        "ship_vp_3": Case("discs = 2", "disc:u05 disc:u05", {"discs": {"U05": 2}, "vp": 3}),
        "ship_vp_6": Case(
            "discs = 2", "disc:u06 disc:u06", {"discs": {"U06": 2}, "vp": 6}, "six upgrades"
        ),
        "ship_choice_explore_or_44_or_rank": Case(
            "discs = 2",
            "disc:u11 disc:u11 option:2",
            {"discs": {"U11": 2}, "doubloons": 4, "vp": 4},
            "six upgrades",
        ),
        "ship_vp_10": Case(
            "discs = 2", "disc:u12 disc:u12", {"discs": {"U12": 2}, "vp": 10}, "six upgrades"
        ),
    },
}


EVERY_CASE = [(group, kind) for group, kinds in CASES.items() for kind in kinds]
ELSEWHERE = {
    "now_quest_on_card",
    "village_quest_on_card",
    "city_quest_here",
    "qrew_story_tile",
    "qrew_remove_skull",
}
"""They need more than steps: a card, a legacy tile or a story card. Their tests are further on."""


@pytest.mark.parametrize(("group", "kind"), EVERY_CASE, ids=[kind for _, kind in EVERY_CASE])
def test_an_effect_does_what_it_says(group: str, kind: str) -> None:
    case = CASES[group][kind]
    prepare = PREPARED[case.given] if case.given else None
    before = state(doing("vp = 0", prepare))
    match = doing(case.steps, prepare)
    play(match, case.answers)
    assert match.choice is None
    assert difference(before, state(match)) == case.change


@pytest.mark.parametrize("group", [group for group in CASES if group != "ship_upgrade"])
def test_every_kind_of_the_catalogue_has_its_case(group: str) -> None:
    """The tree of a case is of the kind it is listed for."""
    village = group == "village_action"
    for kind, case in CASES[group].items():
        tree: Any = rows(case.steps)
        if village:
            last = catalogue()[group][kind].get("last", False)
            tree = {"village": tree} | ({"last": True} if last else {})
        elif group == "quest_reward":
            (tree,) = tree
        assert kind_of(Use(group, tree, "test")) == kind
    assert {*CASES[group], *ELSEWHERE} >= {*catalogue()[group]}


def test_every_upgrade_of_the_ship_has_its_case() -> None:
    assert {*CASES["ship_upgrade"]} == {*catalogue()["ship_upgrade"]}


def test_the_interpreter_knows_every_word_of_the_trees() -> None:
    assert effects.nodes() == {*trees.Node.kinds()}


def test_only_what_can_move_pieces_is_seen_wherever_it_stands_in_a_tree() -> None:
    money, explore = (trees.Gain("doubloons", 2),), (trees.Explore(1),)
    for tree in (
        lambda steps: steps,
        lambda steps: (trees.Pay(trees.Cost(doubloons=1), steps),),
        lambda steps: (trees.OneOf((money, steps)),),
        lambda steps: (trees.RulingChoice("sail_range", (("3", money), ("2", steps))),),
    ):
        assert can_be_seen(tree(explore))
        assert not can_be_seen(tree(money))
    assert can_be_seen((trees.Pay(trees.Cost(goods=("rum",)), money),))


def test_a_cost_that_cannot_be_paid_blocks_what_depends_on_it() -> None:
    """Three equal goods: neither two nor three different ones are enough."""
    card = card_with("village = [{ pay = { same_goods = 2 }, then = [{ doubloons = 4 }] }]")

    def prepare(table: Table) -> None:
        own(table, card)
        hold(table, *goods("rum", 1), *goods("sugar", 1))

    match = doing("village_actions = 1", prepare)
    assert why_not(match, f"village:{card.id}") == ("Red cannot have 2 cards with the same good")


def test_who_lacks_the_cards_after_all_takes_back_those_laid_down() -> None:
    """The assistant cannot know a hidden hand, so a cost may turn out to be too high."""
    card = card_with("village = [{ pay = { same_goods = 2 }, then = [{ doubloons = 4 }] }]")
    (rum,) = goods("rum", 1)

    def prepare(table: Table) -> None:
        own(table, card)
        hold(table, rum)
        hold_unknown(table, 1)

    match = doing("village_actions = 1", prepare)
    play(match, f"village:{card.id} discard:{rum}")
    assert where(match, rum) == "discard"
    play(match, "give_up")
    assert where(match, rum) == "hand:red"
    assert match.table.village_left == 1
    assert has(match, "doubloons") == 8


def test_any_unseen_card_may_be_played_from_an_unknown_hand() -> None:
    card, seen = goods("rum", 2)

    def prepare(table: Table) -> None:
        hold_unknown(table, 2)
        put(table, seen, "discard")

    steps = 'pay = { goods = ["rum"] }, then = [{ vp = 1 }]'
    match = doing(steps, prepare)
    assert why_not(match, f"discard:{seen}").endswith("is elsewhere: the discard pile")
    (sugar,) = goods("sugar", 1)
    assert "not rum" in why_not(match, f"discard:{sugar}")
    play(match, f"discard:{card}")
    assert where(match, card) == "discard"
    assert match.table.places.count("hand:red") == 1


def test_permanent_objects_stand_in_for_cards_and_are_not_discarded() -> None:
    card = card_with('permanent = "object", of = "treasure"')
    (treasure,) = objects("treasure", 1)

    def prepare(table: Table) -> None:
        own(table, card)
        hold(table, treasure)

    steps = 'pay = { objects = ["treasure", "treasure"] }, then = [{ vp = 2 }]'
    match = doing(steps, prepare)
    play(match, f"discard:{treasure}")
    assert match.choice is None
    assert has(match, "vp") == 2
    assert where(match, card.id) == "display:red"


def test_the_same_effects_of_several_cards_add_up() -> None:
    first, second = [card for card in PROJECTS.values() if card.id.startswith("project/navigator")]

    def prepare(table: Table) -> None:
        own(table, first)
        own(table, second)

    match = doing('vp = 2, per = "compass"', prepare)
    assert has(match, "vp") == 6


def test_a_quest_tile_waits_on_its_card_and_is_fulfilled_once_as_the_last_village_action() -> None:
    card = card_with('now = [{ do = "quest_onto_card" }]')

    def prepare(table: Table) -> None:
        hold(table, card.id)
        give(table, "doubloons", 20)
        sail_to(table, "9")

    match = doing("village_actions = 3", prepare)
    play(match, f"buy:{card.id} turn:quest/11")
    assert where(match, "quest/11") == "card_quest:red"
    before = has(match, "doubloons")
    play(match, f"village:{card.id}")
    assert match.choice is None, "the last village action ends the phase"
    assert has(match, "doubloons") == before - 2
    assert has(match, "vp") == 3
    assert where(match, "quest/11") == "quests:red"
    assert match.table.player(match.seats[0]).quest_on == {}


def test_a_last_village_action_ends_all_that_was_still_to_do() -> None:
    card = card_with(
        'village = [{ pay = { objects = ["book", "book"] }, '
        "then = [{ doubloons = 3 }, { vp = 3 }] }], last = true"
    )

    def prepare(table: Table) -> None:
        own(table, card)
        hold(table, *objects("book", 2))

    match = doing("village_actions = 2; doubloons = 9", prepare)
    play(match, f"village:{card.id} {BOOKS}")
    assert match.choice is None
    assert has(match, "doubloons") == 11


def test_a_quest_on_a_card_that_is_given_up_waits_there_and_costs_no_action() -> None:
    card = card_with('now = [{ do = "quest_onto_card" }]')

    def prepare(table: Table) -> None:
        hold(table, card.id)
        hold_unknown(table, 2)
        give(table, "doubloons", 20)

    match = doing("village_actions = 2", prepare)
    play(match, f"buy:{card.id} turn:quest/19 village:{card.id} give_up")
    assert where(match, "quest/19") == "card_quest:red"
    assert match.table.village_left == 1
    assert match.table.player(match.seats[0]).quest_on == {card: QUESTS["quest/19"]}
    assert why_not(match, f"village:{card.id}") == "Red lacked those cards just now"


def test_the_reward_of_a_quest_on_a_card_cannot_fulfil_it_once_more() -> None:
    """It lets explore to the end of the track, which brings a village action in between."""
    card = card_with('now = [{ do = "quest_onto_card" }]')
    quest = next(
        tile.id for tile in QUESTS.values() if tile.cost.objects and Explore(2) in tile.reward
    )

    def prepare(table: Table) -> None:
        red = table.seats[0]
        put(table, card.id, "display:red")
        assert list(acquire(table, red, card.effects, card.id, Source(card.name, "card", card)))
        put(table, quest, "card_quest:red")
        table.player(red).quest_on[card] = QUESTS[quest]
        table.player(red).powers |= {f"object/{kind}": 2 for kind in QUESTS[quest].cost.objects}
        explorer_to(table, "20")

    match = doing("village_actions = 1", prepare)
    play(match, f"village:{card.id} explore:21")
    assert why_not(match, f"village:{card.id}") == "No quest tile here"
    play(match, "village:doubloon")
    assert where(match, quest) == "quests:red"


def test_without_an_empty_village_no_marker_is_placed_and_no_rank_is_gained() -> None:
    def prepare(table: Table) -> None:
        table.markers |= dict.fromkeys(map(str, range(1, 20)), "spain")

    match = doing('marker = "empty_village", of = "any"; rank = "same"', prepare)
    assert match.choice is None
    assert [has(match, nation) for nation in ("france", "england", "spain")] == [0, 0, 0]


def test_a_marker_in_a_village_may_be_declined() -> None:
    """All that could be unwelcome may be left out; the rank goes with the marker."""
    match = doing('marker = "empty_village", of = "any"; rank = "same"')
    markers, rows_before = dict(match.table.markers), dict(match.table.rows)
    play(match, "none")
    assert match.choice is None
    assert (match.table.markers, match.table.rows) == (markers, rows_before)
    assert [has(match, nation) for nation in ("france", "england", "spain")] == [0, 0, 0]


def test_a_marker_comes_from_the_row_of_its_nation() -> None:
    match = doing('marker = "empty_village", of = "any"')
    before = match.table.rows["spain"]
    assert "village:7" not in keys(match), "there is a marker already"
    assert "village:10" not in keys(match), "it is a city"
    play(match, "village:12 nation:spain")
    assert match.table.rows["spain"] == before - 1


def test_who_has_every_synergy_token_takes_no_new_one() -> None:
    def prepare(table: Table) -> None:
        table.player(table.seats[0]).synergies += trees.SYNERGIES

    match = doing('synergy = "any_new"', prepare)
    assert match.choice is None
    assert match.table.player(match.seats[0]).synergies == list(trees.SYNERGIES)


def test_combat_points_past_8_are_lost() -> None:
    match = doing("combat_points = 3", lambda table: give(table, "combat_points", 6))
    assert has(match, "combat_points") == 8


def test_any_number_of_figures_may_stay_on_a_card_none_too() -> None:
    match = doing("figures_on_card = 2")
    assert keys(match) == {"amount:0", "amount:1", "amount:2"}
    play(match, "amount:0")
    assert (has(match, "figures"), has(match, "doubloon_income")) == (2, 8)


def test_the_hand_need_not_be_discarded_for_the_rest_of_a_city_action() -> None:
    steps = 'pay = { hand = 1 }, then = [{ doubloons = 4 }]; vp = 1, per = "combat_token"'
    match = doing(steps, three_rum_and_two_tokens)
    play(match, "pay:no")
    assert (has(match, "doubloons"), has(match, "vp")) == (8, 2)
    match = doing(steps, two_tokens)
    assert match.choice is None, "nobody is asked without a card in hand"
    assert has(match, "vp") == 2
