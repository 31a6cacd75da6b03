"""Maracaibo: sailing, main actions, free actions and drawing cards."""

from __future__ import annotations

import pytest

from rules.flow import Instruction
from rules.maracaibo.pieces import CITY_TILES
from rules.maracaibo.places import DECK, DISCARD, city_space, hand, planning, quest_at
from rules.maracaibo.printed.nodes import GOODS
from rules.maracaibo.table import Table
from rules.match import Match
from tests.rules.at_the_table import (
    keys,
    play,
    where,
    why_not,
)
from tests.rules.maracaibo.the_table import (
    at_table,
    card_with,
    give,
    goods,
    has,
    hire,
    hold,
    hold_unknown,
    objects,
    own,
    put,
    question,
    reasons,
    sail_to,
)

HARBOUR_CLERK = card_with("assistant = [{ vp = 3 }, { doubloons = 5 }]")
"""An assistant in village 6."""
PILOT = card_with("assistant = [{ vp = 3 }, { sail = [1, 3] }]")
"""An assistant in city 4."""
SHIPMATE = card_with("assistant = [{ doubloons = 2 }, { discs = 1 }, { village_actions = 2 }]")
"""An assistant in village 9."""


def lying_in(place_id: str) -> Match[Table]:
    return at_table(lambda table: sail_to(table, place_id))


def with_clerk(place_id: str) -> Match[Table]:
    def prepare(table: Table) -> None:
        hire(table, HARBOUR_CLERK)
        sail_to(table, place_id)

    return at_table(prepare)


def move_of(match: Match[Table], key: str) -> str:
    assert match.choice is not None
    option = match.choice.find(key)
    assert option is not None
    return str(option.text)


# -------------------------------------------------------------------------------- Phase A: sailing


def test_a_ship_sails_one_to_seven_spaces_along_the_arrows() -> None:
    match = lying_in("5")
    assert keys(match) == {f"sail:{place}" for place in (6, 7, 8, 9, 10, 11, 12, 14)}
    assert "out of reach" in why_not(match, "sail:18")
    assert why_not(match, "sail:3") == "Puerto Plata (3) is not ahead"


def test_where_arrows_fork_the_player_chooses_the_way() -> None:
    """The short way from 3 to 5, or by way of 4: it makes a difference in movement points."""
    match = lying_in("2")
    assert {"sail:3", "sail:4", "sail:5:5", "sail:5:4"} <= keys(match)
    assert "2 movement points" in move_of(match, "sail:5:5")
    assert "3 movement points" in move_of(match, "sail:5:4")
    play(match, "sail:6:4")
    assert match.table.movement == 4


def test_nobody_sails_past_a_stop() -> None:
    match = lying_in("18")
    assert keys(match) == {"sail:19", "sail:20"}


def test_in_the_last_round_the_way_home_has_one_space_more() -> None:
    match = lying_in("20")
    assert keys(match) == {"sail:21a"}

    def last_round(table: Table) -> None:
        table.round = 4
        sail_to(table, "20")

    assert keys(at_table(last_round)) == {"sail:21b"}


def test_ships_may_share_a_location() -> None:
    def prepare(table: Table) -> None:
        sail_to(table, "6", seat=1)

    match = at_table(prepare)
    assert any(key.startswith("sail:6") for key in keys(match))


def test_an_assistant_sailed_past_or_bypassed_brings_2_points() -> None:
    def prepare(table: Table) -> None:
        hire(table, HARBOUR_CLERK)
        hire(table, PILOT)
        sail_to(table, "3")

    match = at_table(prepare)
    play(match, "sail:7:5")
    assert has(match, "vp") == 4
    assert reasons(match, "vp") == [
        (2, f"Unused assistant: {card.name}") for card in (HARBOUR_CLERK, PILOT)
    ]


def test_an_assistant_still_ahead_brings_nothing_yet() -> None:
    match = with_clerk("2")
    play(match, "sail:3")
    assert has(match, "vp") == 0


def test_another_main_action_beside_an_assistant_brings_2_points() -> None:
    match = with_clerk("5")
    play(match, "sail:6 village village:doubloon")
    assert reasons(match, "vp") == [(2, f"Unused assistant: {HARBOUR_CLERK.name}")]


def test_leaving_out_the_main_action_beside_an_assistant_brings_2_points() -> None:
    match = with_clerk("5")
    play(match, "sail:6 none")
    assert reasons(match, "vp") == [(2, f"Unused assistant: {HARBOUR_CLERK.name}")]


def test_an_assistant_brings_its_2_points_once_in_a_round() -> None:
    match = with_clerk("5")
    play(match, "sail:7 none rest sail:1 none rest sail:8 none")
    assert has(match, "vp") == 2


def test_an_assistant_that_was_used_brings_no_points_for_not_being_used() -> None:
    match = with_clerk("5")
    play(match, f"sail:6 assistant:{HARBOUR_CLERK.id}")
    assert reasons(match, "vp") == [(3, str(HARBOUR_CLERK.name))]


def test_of_several_assistants_at_a_location_one_is_used_and_the_others_pay() -> None:
    def prepare(table: Table) -> None:
        hire(table, HARBOUR_CLERK)
        hire(table, SHIPMATE)
        table.player(table.seats[0]).assistants[SHIPMATE] = "6"
        sail_to(table, "5")

    match = at_table(prepare)
    play(match, f"sail:6 assistant:{HARBOUR_CLERK.id}")
    assert has(match, "vp") == 5


@pytest.mark.parametrize(
    ("kind", "what", "n"), [("visit_vp", "vp", 1), ("visit_doubloons", "doubloons", 2)]
)
def test_cards_pay_once_when_any_ship_comes_to_an_assistant(kind: str, what: str, n: int) -> None:
    written = f'permanent = "{kind}"' + (", n = 2" if n == 2 else "")

    def prepare(table: Table) -> None:
        own(table, card_with(written), seat=1)
        hire(table, HARBOUR_CLERK, seat=1)
        hire(table, SHIPMATE, seat=1)
        table.player(table.seats[1]).assistants[SHIPMATE] = "6"
        sail_to(table, "5")

    match = at_table(prepare)
    before = has(match, what, seat=1)
    play(match, "sail:6")
    assert has(match, what, seat=1) == before + n


def test_ones_own_ship_counts_as_a_visit_too_but_not_one_that_sails_past() -> None:
    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "visit_vp"'))
        hire(table, HARBOUR_CLERK)
        sail_to(table, "5")

    match = at_table(prepare)
    play(match, f"sail:6 assistant:{HARBOUR_CLERK.id}")
    assert has(match, "vp") == 1 + 3
    match = at_table(prepare)
    play(match, "sail:7")
    assert reasons(match, "vp") == [(2, f"Unused assistant: {HARBOUR_CLERK.name}")]


# ------------------------------------------------------------------------------- Phase B: villages


@pytest.mark.parametrize(
    ("points", "actions", "improved"),
    [(1, 1, 1), (2, 1, 2), (3, 1, 2), (4, 2, 2), (5, 2, 3), (6, 2, 3), (7, 3, 3)],
)
def test_movement_points_decide_how_many_village_actions_there_are(
    points: int, actions: int, improved: int
) -> None:
    """Sailing so that the last space is always village 8."""
    start = {1: "7", 2: "6", 3: "5", 4: "3", 5: "2", 6: "1", 7: "0"}[points]

    def with_upgrade(table: Table) -> None:
        sail_to(table, start)
        table.player(table.seats[0]).powers["village_actions_improved"] = 1

    for match, expected in ((lying_in(start), actions), (at_table(with_upgrade), improved)):
        play(match, "sail:8:5" if "sail:8:5" in keys(match) else "sail:8")
        assert match.table.movement == points
        play(match, "village")
        assert match.table.village_left == expected


def test_village_actions_can_be_repeated_and_left_out() -> None:
    match = lying_in("0")
    play(match, "sail:8 village village:doubloon village:doubloon")
    assert has(match, "doubloons") == 10
    play(match, "done")
    assert "village:doubloon" not in keys(match)


def test_a_last_village_action_ends_those_of_this_turn_only() -> None:
    """Free actions may still follow it, and the next player has all village actions."""
    printer = card_with(
        'village = [{ pay = { objects = ["book", "book"] }, '
        "then = [{ doubloons = 3 }, { vp = 3 }] }], last = true"
    )
    one, two, three = objects("book", 3)

    def prepare(table: Table) -> None:
        own(table, printer)
        hold(table, one, two, three)

    match = at_table(prepare)
    play(match, f"sail:8 village village:{printer.id} discard:{one} discard:{two}")
    assert question(match) == "Draw 3 cards"
    play(match, f"plan:{three} rest")
    play(match, "sail:8 village village:doubloon village:doubloon")
    assert has(match, "doubloons", seat=1) == 9 + 2


def test_discarding_the_hand_takes_at_least_one_card() -> None:
    match = lying_in("8")
    play(match, "sail:9 village")
    assert why_not(match, "village:discard_hand") == "Red has no card in hand"


def test_in_a_city_there_are_no_village_actions_and_in_a_village_no_city_action() -> None:
    assert keys(at_city(ARSENAL.id)) == {"city", "none"}
    match = lying_in("8")
    play(match, "sail:9")
    assert keys(match) == {"village", "none"}


def test_discarding_the_hand_leaves_planned_cards_where_they_are() -> None:
    first, second, planned = goods("rum", 3)

    def prepare(table: Table) -> None:
        hold(table, first, second)
        put(table, planned, planning(table.seats[0]))
        sail_to(table, "8")

    match = at_table(prepare)
    play(match, "sail:9 village village:discard_hand")
    assert has(match, "doubloons") == 10
    assert [where(match, card) for card in (first, second, planned)] == [
        DISCARD,
        DISCARD,
        "planning:red",
    ]


def test_a_location_has_only_one_main_action_in_a_turn() -> None:
    def prepare(table: Table) -> None:
        hire(table, SHIPMATE)
        put(table, "quest/11", quest_at("9"))
        sail_to(table, "8")

    match = at_table(prepare)
    play(match, "sail:9")
    assert {"village", "quest:quest/11", f"assistant:{SHIPMATE.id}", "none"} <= keys(match)
    play(match, "quest:quest/11")
    assert "draw" in question(match).lower() or "free" in question(match).lower()


def test_the_main_action_may_be_left_out() -> None:
    match = lying_in("8")
    play(match, "sail:9 none")
    assert question(match) == "Draw 4 cards"


# --------------------------------------------------------------------------------- Phase B: cities


def at_city(
    tile: str, *cards: str, seats: int = 2, questions: str = "needed", **given: int
) -> Match[Table]:
    """The ship has come to Puerto Plata with this tile."""

    def prepare(table: Table) -> None:
        for lying in list(table.places[city_space("3")]):
            table.places.move(lying, city_space("3"), "box")
        put(table, tile, city_space("3"))
        hold(table, *cards)
        for what, n in given.items():
            give(table, what, n)
        sail_to(table, "2")

    match = at_table(prepare, seats, questions=questions)
    play(match, "sail:3")
    return match


ARSENAL = CITY_TILES["city/arsenal-2"]
"""Cotton, two spaces, three combat points."""
PRIVATEERS = CITY_TILES["city/privateers"]
"""Cocoa; two combat points for influence and six doubloons, with three or four players."""


def test_in_a_city_a_good_is_delivered_with_a_disc_and_then_the_city_acts() -> None:
    cotton, other = goods("cotton", 2)
    match = at_city(ARSENAL.id, cotton, other)
    play(match, f"deliver:{cotton}")
    assert where(match, cotton) == DISCARD
    play(match, "disc:u01")
    assert match.table.player(match.seats[0]).discs["U01"] == 1
    assert match.table.delivered == {"3": 1}
    assert has(match, "combat_points") == 4


def test_only_one_good_is_delivered_though_there_are_more() -> None:
    cotton, other = goods("cotton", 2)
    match = at_city(ARSENAL.id, cotton, other)
    play(match, f"deliver:{cotton} disc:u01")
    assert f"deliver:{other}" not in keys(match)


def test_both_parts_of_a_city_action_may_be_left_out() -> None:
    (cotton,) = goods("cotton", 1)
    match = at_city(ARSENAL.id, cotton)
    play(match, "city")
    assert has(match, "combat_points") == 4
    match = at_city(ARSENAL.id, cotton)
    play(match, f"deliver:{cotton} disc:u01")
    assert has(match, "combat_points") == 4, "it can only help: nobody is asked"
    match = at_city(ARSENAL.id, cotton, questions="all")
    play(match, f"deliver:{cotton} disc:u01 none")
    assert has(match, "combat_points") == 1


def test_after_a_delivery_a_city_action_that_costs_something_is_asked_for_if_it_is_possible() -> (
    None
):
    (cocoa,) = goods("cocoa", 1)
    match = at_city(PRIVATEERS.id, cocoa, seats=3)
    play(match, f"deliver:{cocoa} disc:u01")
    assert question(match) == "Draw 4 cards", "it costs 2 combat points, and Red has one"
    match = at_city(PRIVATEERS.id, cocoa, seats=3, combat_points=2)
    play(match, f"deliver:{cocoa} disc:u01")
    assert question(match) == "After the delivery"
    assert keys(match) == {"city", "none"}
    play(match, "none")
    assert has(match, "combat_points") == 2


def test_the_good_must_be_that_of_the_market() -> None:
    (rum,) = goods("rum", 1)
    match = at_city(ARSENAL.id, rum)
    assert "shows rum, not cotton" in why_not(match, f"deliver:{rum}")


def test_a_full_market_takes_no_more() -> None:
    (cotton,) = goods("cotton", 1)

    def prepare(table: Table) -> None:
        for lying in list(table.places[city_space("3")]):
            table.places.move(lying, city_space("3"), "box")
        put(table, ARSENAL.id, city_space("3"))
        hold(table, cotton)
        table.delivered["3"] = ARSENAL.spaces
        sail_to(table, "2")

    match = at_table(prepare)
    play(match, "sail:3")
    assert why_not(match, "deliver") == "Puerto Plata (3): market full"
    assert "city" in keys(match)


def test_planned_cards_are_no_goods() -> None:
    (cotton,) = goods("cotton", 1)
    match = at_city(ARSENAL.id, cotton)
    play(match, f"plan:{cotton}")
    assert "is elsewhere: Red's planning area" in why_not(match, f"deliver:{cotton}")


def test_an_upgrade_completed_by_a_delivery_works_at_once() -> None:
    one, two = goods("cotton", 2)
    match = at_city(ARSENAL.id, one)
    match = at_city(ARSENAL.id, one, two)
    match.table.player(match.seats[0]).discs["U05"] = 1
    play(match, f"deliver:{one} disc:u05")
    assert has(match, "vp") == 3


def test_a_disc_in_the_market_is_in_the_way_of_everybody_until_the_round_ends() -> None:
    one, two = goods("tobacco", 2)
    tile = CITY_TILES["city/expedition-2"]
    assert (tile.good, tile.spaces) == ("tobacco", 1)

    def prepare(table: Table) -> None:
        for lying in list(table.places[city_space("3")]):
            table.places.move(lying, city_space("3"), "box")
        put(table, tile.id, city_space("3"))
        hold(table, one)
        hold(table, two, seat=1)
        for seat in (0, 1):
            sail_to(table, "2", seat)

    match = at_table(prepare)
    play(match, f"sail:3 deliver:{one} disc:u01 stay rest sail:3")
    assert why_not(match, "deliver") == "Puerto Plata (3): market full"


def test_who_has_no_disc_to_remove_cannot_deliver() -> None:
    (cotton,) = goods("cotton", 1)

    def prepare(table: Table) -> None:
        for lying in list(table.places[city_space("3")]):
            table.places.move(lying, city_space("3"), "box")
        put(table, ARSENAL.id, city_space("3"))
        hold(table, cotton)
        discs = table.player(table.seats[0]).discs
        discs.update(dict.fromkeys(discs, 0))
        sail_to(table, "2")

    match = at_table(prepare)
    play(match, "sail:3")
    assert why_not(match, "deliver") == "Red has no disc left"


# ------------------------------------------------------------------------------ Phase B: homeward


def test_homeward_spaces_have_their_own_actions_and_no_village_actions() -> None:
    match = lying_in("19")
    play(match, "sail:20")
    assert keys(match) == {"city", "none"}
    play(match, "city")
    assert keys(match) == {"option:1", "option:2"}
    play(match, "option:2 explore:1")
    assert match.table.player(match.seats[0]).explorer == "1"


def test_homeward_cities_take_no_goods() -> None:
    cards = [card for good in GOODS for card in goods(good, 1)]

    def prepare(table: Table) -> None:
        hold(table, *cards[:4])
        sail_to(table, "19")

    match = at_table(prepare)
    play(match, "sail:20")
    assert not [key for key in keys(match) if key.startswith("deliver")]


def test_an_assistant_in_a_homeward_city_can_be_used_there() -> None:
    def prepare(table: Table) -> None:
        hire(table, HARBOUR_CLERK)
        table.player(table.seats[0]).assistants[HARBOUR_CLERK] = "20"
        sail_to(table, "19")

    match = at_table(prepare)
    play(match, "sail:20")
    assert keys(match) == {"city", "none", f"assistant:{HARBOUR_CLERK.id}"}


def test_the_last_space_brings_3_points_and_ends_the_round_even_without_the_action() -> None:
    match = lying_in("20")
    play(match, "sail:21a city rest")
    assert has(match, "vp") == 3
    assert match.table.phase == "scoring"
    match = lying_in("20")
    play(match, "sail:21a none rest")
    assert has(match, "vp") == 0
    assert match.table.phase == "scoring"


def test_in_the_last_round_21b_brings_3_and_22_brings_5_points() -> None:
    def prepare(table: Table) -> None:
        table.round = 4
        sail_to(table, "20")

    match = at_table(prepare)
    play(match, "sail:21b city rest")
    assert has(match, "vp") == 3
    assert match.table.phase == "sail"

    def nearly_home(table: Table) -> None:
        table.round = 4
        sail_to(table, "21b")

    match = at_table(nearly_home)
    play(match, "sail:22 city rest")
    assert has(match, "vp") == 5
    assert match.table.phase == "scoring"


# ---------------------------------------------------------------------------- Phase B: assistants


def test_an_assistant_may_let_the_ship_sail_on_and_do_another_main_action() -> None:
    """The village actions there count only the movement of this second sailing."""

    def prepare(table: Table) -> None:
        hire(table, PILOT)
        sail_to(table, "0")

    match = at_table(prepare)
    play(match, f"sail:4 assistant:{PILOT.id}")
    assert keys(match) == {"sail:5", "sail:6", "sail:7", "stay"}
    play(match, "sail:6 village")
    assert match.table.village_left == 1
    play(match, "village:doubloon")
    assert match.table.player(match.seats[0]).ship == "6"
    assert question(match) == "Draw 4 cards"


def test_a_ship_that_sails_on_to_the_last_space_ends_the_round() -> None:
    def prepare(table: Table) -> None:
        hire(table, PILOT)
        table.player(table.seats[0]).assistants[PILOT] = "20"
        sail_to(table, "19")

    match = at_table(prepare)
    play(match, f"sail:20 assistant:{PILOT.id}")
    assert keys(match) == {"sail:21a", "stay"}
    play(match, "sail:21a city rest")
    assert has(match, "vp") == 3 + 3
    assert match.table.phase == "scoring"


def test_where_the_ship_sails_on_from_other_assistants_count_as_unused() -> None:
    def prepare(table: Table) -> None:
        for card in (PILOT, HARBOUR_CLERK):
            hire(table, card)
            table.player(table.seats[0]).assistants[card] = "4"
        sail_to(table, "3")

    match = at_table(prepare)
    play(match, f"sail:4 assistant:{PILOT.id} sail:5")
    assert reasons(match, "vp") == [
        (3, str(PILOT.name)),
        (2, f"Unused assistant: {HARBOUR_CLERK.name}"),
    ]


def test_an_assistant_that_costs_something_is_blocked_without_it() -> None:
    fence = card_with(
        "assistant = [{ pay = { combat_points = 2 }, then = [{ doubloons = 5 }, "
        "{ village_actions = 3 }] }]"
    )

    def prepare(table: Table) -> None:
        hire(table, fence)
        assert fence.price.location == "2"
        sail_to(table, "1")

    match = at_table(prepare)
    play(match, "sail:2")
    assert why_not(match, f"assistant:{fence.id}") == "Costs 2 combat points, Red has 1"


def test_an_assistant_whose_cost_is_given_up_was_not_used() -> None:
    trader = card_with(
        "assistant = [{ pay = { same_goods = 3 }, then = [{ doubloons = 5 }, "
        "{ village_actions = 2 }] }]"
    )
    assert trader.price.location == "1"

    def prepare(table: Table) -> None:
        hire(table, trader)
        hold_unknown(table, 3)

    match = at_table(prepare)
    play(match, f"sail:1 assistant:{trader.id} give_up")
    assert match.table.player(match.seats[0]).settled == []
    assert "just now" in why_not(match, f"assistant:{trader.id}")
    play(match, "village village:doubloon")
    assert reasons(match, "vp") == [(2, f"Unused assistant: {trader.name}")]


# ------------------------------------------------------------------------------------ free actions


def test_a_card_of_the_hand_can_be_planned_before_and_after_the_main_action() -> None:
    first, second, third = goods("rum", 3)

    def prepare(table: Table) -> None:
        hold(table, first, second, third)
        sail_to(table, "8")

    match = at_table(prepare)
    play(match, f"sail:9 plan:{first} village plan:{second} village:doubloon plan:{third}")
    assert len(match.table.places[planning(match.seats[0])]) == 3
    assert question(match) == "Draw 4 cards"


def test_there_are_three_planning_spaces() -> None:
    cards = goods("rum", 4)

    def prepare(table: Table) -> None:
        hold(table, *cards)
        sail_to(table, "8")

    match = at_table(prepare)
    play(match, "sail:9 " + " ".join(f"plan:{card}" for card in cards[:3]))
    assert why_not(match, f"plan:{cards[3]}") == "Red has 3 planning spaces, none free"


def test_an_unknown_card_of_the_hand_becomes_known_when_it_is_planned() -> None:
    (card,) = goods("rum", 1)

    def prepare(table: Table) -> None:
        hold_unknown(table, 1)
        sail_to(table, "8")

    match = at_table(prepare)
    play(match, f"sail:9 plan:{card}")
    assert where(match, card) == "planning:red"
    assert match.table.places.count(hand(match.seats[0])) == 0


def test_figures_become_combat_points_at_any_moment_with_the_right_card() -> None:
    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "figure_to_combat"'))
        give(table, "figures", 1)
        sail_to(table, "8")

    match = at_table(prepare)
    play(match, "sail:9 muster")
    assert (has(match, "figures"), has(match, "combat_points")) == (0, 2)
    assert why_not(match, "muster") == "Red has no figure left"


def test_a_figure_is_not_returned_for_combat_points_that_would_be_lost() -> None:
    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "figure_to_combat"'))
        give(table, "combat_points", 8)
        sail_to(table, "8")

    match = at_table(prepare)
    play(match, "sail:9")
    assert why_not(match, "muster") == "Red: at most 8 combat points"


def after_the_main_action(*held: str, **settings: str) -> Match[Table]:
    def prepare(table: Table) -> None:
        hold(table, *held)
        sail_to(table, "8")

    match = at_table(prepare, 2, **settings)
    play(match, "sail:9 none")
    return match


def test_after_the_main_action_free_actions_are_offered_until_the_first_card_is_drawn() -> None:
    one, two = goods("rum", 2)
    match = after_the_main_action(one, two)
    assert question(match) == "Draw 2 cards"
    assert keys(match) >= {"rest", "one", f"plan:{one}", f"plan:{two}"}
    play(match, f"plan:{one}")
    assert question(match) == "Draw 3 cards"
    play(match, "one")
    assert question(match) == "Draw 2 cards"
    assert not any(key.startswith("plan:") for key in keys(match))


def test_whose_hand_is_full_is_asked_for_free_actions_alone() -> None:
    one, *others = goods("rum", 4)
    match = after_the_main_action(one, *others)
    assert question(match) == "Free actions, or end the turn"
    assert keys(match) == {"end_phase", *(f"plan:{card}" for card in (one, *others))}
    play(match, f"plan:{one}")
    assert question(match) == "Draw 1 card"
    play(match, "rest")
    assert match.table.active == match.seats[1]


def test_who_can_do_nothing_more_is_asked_nothing_more() -> None:
    def prepare(table: Table) -> None:
        hold_unknown(table, 4)
        for card in goods("rum", 3):
            put(table, card, planning(table.seats[0]))
        sail_to(table, "8")

    match = at_table(prepare)
    play(match, "sail:9 none")
    assert match.table.active == match.seats[1]


def test_as_older_versions_asked_free_actions_came_before_drawing() -> None:
    (card,) = goods("rum", 1)
    match = after_the_main_action(card, questions="all")
    assert question(match) == "Free actions, or draw cards"
    assert keys(match) == {"end_phase", f"plan:{card}"}
    play(match, "end_phase")
    assert question(match) == "Draw 3 cards"


# -------------------------------------------------------------------------------- Phase C: drawing


def drawing(*held: str, **powers: int) -> Match[Table]:
    def prepare(table: Table) -> None:
        hold(table, *held)
        sail_to(table, "8")
        table.player(table.seats[0]).powers.update(powers)

    match = at_table(prepare)
    play(match, "sail:9 none")
    if "end_phase" in keys(match):
        play(match, "end_phase")
    return match


def market(match: Match[Table]) -> list[str]:
    return [card.id for n in range(1, 5) for card in match.table.places[f"market:{n}"]]


def test_the_hand_is_filled_up_to_four_cards() -> None:
    match = drawing(*goods("rum", 1))
    assert question(match) == "Draw 3 cards"
    play(match, "rest")
    assert match.table.places.count(hand(match.seats[0])) == 4


def test_the_upgrade_makes_the_hand_limit_six() -> None:
    match = drawing(hand_limit=6)
    assert question(match) == "Draw 6 cards"


def test_cards_of_the_market_cost_a_doubloon_each_and_are_known() -> None:
    match = drawing()
    card = market(match)[2]
    play(match, f"market:{card}")
    assert has(match, "doubloons") == 7
    assert where(match, card) == "hand:red"
    assert len(market(match)) == 3, "the market is refilled only after phase C"
    play(match, "one rest")
    assert question(match) == "Lay a deck card on market space 3: which?"


def test_who_has_no_doubloon_takes_nothing_from_the_market() -> None:
    def prepare(table: Table) -> None:
        give(table, "doubloons", 0)
        sail_to(table, "8")

    match = at_table(prepare)
    play(match, "sail:9 none")
    card = market(match)[0]
    assert why_not(match, f"market:{card}") == "Costs 1 doubloon, Red has 0"


def test_who_can_only_draw_from_the_deck_is_told_to_and_asked_for_nothing() -> None:
    def prepare(table: Table) -> None:
        hold(table)
        give(table, "doubloons", 0)
        sail_to(table, "8")
        for card in table.cards("planning:red"):
            table.places.move(card, "planning:red", "discard")

    match = at_table(prepare)
    play(match, "sail:9 none")
    assert isinstance(match.choice, Instruction)
    assert (question(match), keys(match)) == ("Draw 4 cards", {"rest"})
    assert match.choice.next_key == "rest"
    match = at_table(prepare, questions="all")
    play(match, "sail:9 none")
    assert not isinstance(match.choice, Instruction)
    assert keys(match) == {"rest", "one"}


def test_with_the_upgrade_the_market_is_free() -> None:
    match = drawing(free_market=1)
    play(match, f"market:{market(match)[0]}")
    assert has(match, "doubloons") == 8


def test_a_planned_card_comes_back_for_nothing() -> None:
    (card,) = goods("rum", 1)

    def prepare(table: Table) -> None:
        put(table, card, planning(table.seats[0]))
        sail_to(table, "8")

    match = at_table(prepare)
    play(match, f"sail:9 none planned:{card}")
    assert where(match, card) == "hand:red"
    assert has(match, "doubloons") == 8


def test_cards_are_drawn_in_any_order_of_deck_market_and_planning_area() -> None:
    planned, other = goods("rum", 2)

    def prepare(table: Table) -> None:
        put(table, planned, planning(table.seats[0]))
        sail_to(table, "8")

    match = at_table(prepare)
    play(match, "sail:9 none one")
    assert question(match) == "Draw 3 cards"
    play(match, f"market:{market(match)[0]} planned:{planned} market:{market(match)[1]}")
    assert match.table.places.count(hand(match.seats[0])) == 4
    assert has(match, "doubloons") == 6
    assert where(match, other) != "hand:red"


def test_when_the_deck_runs_out_the_discard_pile_is_shuffled() -> None:
    def prepare(table: Table) -> None:
        table.places.pass_on(DECK, DISCARD, table.places.count(DECK) - 1)
        sail_to(table, "8")

    match = at_table(prepare)
    before = match.table.places.count(DISCARD)
    play(match, "sail:9 none rest")
    assert match.table.places.count(DISCARD) == 0
    assert match.table.places.count(DECK) == before - 3


def test_after_the_turn_the_next_player_is_active() -> None:
    match = drawing()
    play(match, "rest")
    assert match.table.active == match.seats[1]
