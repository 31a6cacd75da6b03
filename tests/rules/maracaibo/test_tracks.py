"""Maracaibo: the explorer track, influence, income, synergy tokens and ship upgrades."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from rules.maracaibo.actions.buying import begin_effects, invest
from rules.maracaibo.actions.income import advance_income, take_synergy
from rules.maracaibo.actions.influence import gain_influence, next_rank
from rules.maracaibo.pieces import PROJECTS
from rules.maracaibo.places import career, display, trail_quest
from rules.maracaibo.printed.board import board
from rules.maracaibo.printed.catalogue import Use, kind_of, printed
from rules.maracaibo.printed.nodes import Income, Now, Synergy
from rules.maracaibo.table import Table
from rules.match import Match
from tests.rules.at_the_table import (
    keys,
    play,
    where,
    why_not,
)
from tests.rules.maracaibo.the_table import (
    GIVEN,
    Prepare,
    card_with,
    difference,
    doing,
    effect,
    explorer_to,
    give,
    has,
    income_card,
    own,
    put,
    question,
    reasons,
    rows,
    sail_to,
    state,
)


def exploring(steps: int, prepare: Prepare | None = None, seats: int = 2) -> Match[Table]:
    return doing(f"explore = {steps}", prepare, seats)


def explorer(match: Match[Table], seat: int = 0) -> str:
    return match.table.player(match.seats[seat]).explorer


# ---------------------------------------------------------------------------------- exploring


def test_an_explorer_takes_at_least_one_step_and_may_stop_early() -> None:
    match = exploring(3)
    assert keys(match) == {"explore:1", "explore:2", "explore:3", "stay"}
    play(match, "explore:2")
    assert explorer(match) == "2"
    assert where(match, "explorer/red") == "explorer:2"


def test_only_the_space_where_it_stops_brings_its_reward() -> None:
    match = exploring(3)
    play(match, "explore:3")
    assert (has(match, "vp"), has(match, "doubloons"), has(match, "combat_points")) == (3, 8, 1)


def test_where_the_track_forks_the_player_chooses() -> None:
    match = exploring(2, lambda table: explorer_to(table, "4"))
    assert keys(match) == {"explore:5", "explore:5b", "explore:6", "explore:6b", "stay"}


def test_ways_to_the_same_space_are_only_told_apart_if_one_lets_somebody_steal() -> None:
    def between(table: Table) -> None:
        explorer_to(table, "8")
        explorer_to(table, "9b", seat=1)

    assert "explore:11" in keys(exploring(3, between))
    thief = card_with('permanent = "steal_on_jump"')

    def stealing(table: Table) -> None:
        between(table)
        own(table, thief)

    assert {"explore:9,10,11", "explore:9b,11"} <= keys(exploring(3, stealing))


def test_spaces_with_other_explorers_are_skipped_and_not_counted() -> None:
    match = exploring(2, lambda table: explorer_to(table, "1", seat=1))
    assert keys(match) == {"explore:2", "explore:3", "stay"}


def test_cards_add_steps_to_every_exploration() -> None:
    match = exploring(1, lambda table: own(table, card_with('permanent = "explore_plus"')))
    assert keys(match) == {"explore:1", "explore:2", "stay"}


def test_cards_steal_a_point_from_everyone_jumped_over_who_has_one() -> None:
    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "steal_on_jump"'))
        explorer_to(table, "2", seat=1)
        explorer_to(table, "1", seat=2)
        explorer_to(table, "8", seat=3)
        for seat in (1, 3):
            give(table, "vp", 5, seat)

    match = exploring(1, prepare, seats=4)
    play(match, "explore:3")
    assert [has(match, "vp", seat) for seat in range(4)] == [4, 4, 0, 5]
    assert (1, "Jumped over Blue") in reasons(match, "vp")


def test_the_red_barrier_brings_3_influence_with_one_nation() -> None:
    match = exploring(2, lambda table: explorer_to(table, "6"))
    play(match, "explore:8")
    assert question(match) == "Gain 3 influence with which nation?"
    play(match, "nation:england")
    assert (has(match, "england"), has(match, "combat_points")) == (3, 3)
    assert match.table.player(match.seats[0]).barriers == ["red"]


@pytest.mark.parametrize(
    ("colour", "before", "after"), [("blue", "12", "13"), ("green", "17", "18")]
)
def test_the_first_over_a_barrier_gets_4_points_the_others_2(
    colour: str, before: str, after: str
) -> None:
    def first(table: Table) -> None:
        explorer_to(table, before)

    def second(table: Table) -> None:
        first(table)
        table.crossed[colour] = [table.seats[1]]

    for prepare, points in ((first, 4), (second, 2)):
        match = exploring(1, prepare)
        play(match, f"explore:{after}")
        words = "First to cross" if points == 4 else "Crossed"
        assert reasons(match, "vp")[0] == (points, f"{words} the {colour} barrier")


def test_a_barrier_jumped_together_with_an_explorer_counts_too() -> None:
    def prepare(table: Table) -> None:
        explorer_to(table, "6")
        explorer_to(table, "7", seat=1)

    match = exploring(1, prepare)
    play(match, "explore:8")
    assert question(match) == "Gain 3 influence with which nation?"


def test_a_quest_on_the_track_may_be_fulfilled_and_its_space_is_out_of_the_game_then() -> None:
    def prepare(table: Table) -> None:
        for tile in list(table.places[trail_quest("5")]):
            table.places.move(tile, trail_quest("5"), "box")
        put(table, "quest/11", trail_quest("5"))
        explorer_to(table, "4")

    match = doing("explore = 1; explore = 1", prepare)
    play(match, "explore:5 quest:yes")
    assert (has(match, "vp"), has(match, "doubloons")) == (3, 6)
    assert where(match, "quest/11") == "quests:red"

    def fulfilled(table: Table) -> None:
        prepare(table)
        table.places.move(table.places[trail_quest("5")][0], trail_quest("5"), "quests:blue")

    match = exploring(1, fulfilled)
    assert keys(match) == {"explore:6", "explore:5b", "stay"}


def test_a_quest_on_the_track_may_be_left_for_others() -> None:
    def prepare(table: Table) -> None:
        for tile in list(table.places[trail_quest("5")]):
            table.places.move(tile, trail_quest("5"), "box")
        put(table, "quest/11", trail_quest("5"))
        explorer_to(table, "4")

    match = exploring(1, prepare)
    play(match, "explore:5 quest:no")
    assert where(match, "quest/11") == "quest:explorer:5"


def test_the_end_of_the_track_pays_10_8_6_4_and_a_village_action() -> None:
    for number, points in enumerate((10, 8, 6, 4)):

        def prepare(table: Table, others: int = number) -> None:
            explorer_to(table, "20")
            table.arrived = list(table.seats[1 : others + 1])
            for seat in range(1, others + 1):
                explorer_to(table, "21", seat)

        match = exploring(3, prepare, seats=4)
        play(match, "explore:21 village:doubloon")
        assert match.choice is None
        assert reasons(match, "vp") == [(points, f"Explorer at the end, number {number + 1}")]


def test_steps_at_the_end_of_the_track_are_lost() -> None:
    match = exploring(3, lambda table: explorer_to(table, "21"))
    assert match.choice is None


@dataclass(frozen=True)
class Stop:
    """From one space of the track to another, and all that changes by it."""

    start: str
    end: str
    change: dict[str, Any]
    answers: str = ""


SPACES = {
    "exp_doubloons": Stop("0", "1", {"doubloons": 2}),
    "exp_vp": Stop("2", "3", {"vp": 3}),
    "exp_combat_points": Stop("1", "2", {"combat_points": 1}),
    "exp_figures": Stop("3", "4", {"figures": 2, "reserve": -2}),
    "exp_influence_any": Stop("5", "6", {"spain": 1}, "nation:spain"),
    "exp_remove_disc": Stop("5b", "6b", {"discs": {"U01": 1}}, "disc:u01"),
    "exp_doubloons_vp": Stop("10", "11", {"doubloons": 2, "vp": 2}),
    "exp_quest": Stop("4", "5", {"doubloons": -2, "vp": 3, "quests": 1}, "quest:yes"),
    "exp_barrier_red": Stop("6", "7", {"france": 3, "doubloons": 3}, "nation:france"),
    "exp_barrier_blue": Stop("12", "13", {"vp": 4, "figures": 2, "reserve": -2}),
    "exp_barrier_green": Stop("17", "18", {"vp": 4, "spain": 1}, "nation:spain"),
    "exp_end": Stop("20", "21", {"vp": 10, "doubloons": 1}, "village:doubloon"),
}


@pytest.mark.parametrize("kind", SPACES)
def test_a_space_brings_what_it_shows(kind: str) -> None:
    stop = SPACES[kind]
    owner = f"explorer space {stop.end}"
    assert kind in [kind_of(use) for use in printed() if use.owner == owner]

    def prepare(table: Table) -> None:
        explorer_to(table, stop.start)
        quest_on_track(table, "quest/11")

    match = exploring(1, prepare)
    before = state(match)
    play(match, f"explore:{stop.end} {stop.answers}")
    assert match.choice is None
    assert difference(before, state(match)) == {**stop.change, "explorer": stop.end}


def quest_on_track(table: Table, quest: str) -> None:
    """This quest lies on space 5."""
    for tile in list(table.places[trail_quest("5")]):
        table.places.move(tile, trail_quest("5"), "box")
    put(table, quest, trail_quest("5"))


def test_of_two_figures_only_those_in_the_general_supply_are_taken() -> None:
    def prepare(table: Table) -> None:
        explorer_to(table, "3")
        table.player(table.seats[0]).reserve = 1

    match = exploring(1, prepare)
    play(match, "explore:4")
    assert (has(match, "figures"), match.table.player(match.seats[0]).reserve) == (3, 0)


def test_a_quest_on_the_track_that_cannot_be_paid_is_not_asked_about() -> None:
    def prepare(table: Table) -> None:
        quest_on_track(table, "quest/11")
        explorer_to(table, "4")
        give(table, "doubloons", 1)

    match = exploring(1, prepare)
    play(match, "explore:5")
    assert match.choice is None
    assert where(match, "quest/11") == "quest:explorer:5"


def test_a_task_claimed_on_the_way_can_pay_for_the_quest_on_the_track() -> None:
    def prepare(table: Table) -> None:
        red = table.seats[0]
        quest_on_track(table, "quest/11")
        explorer_to(table, "4")
        for lying in list(table.places[career(red)]):
            table.places.move(lying, career(red), "box")
        put(table, "career/1", career(red))
        give(table, "doubloons", 0)
        give(table, "spain", 5)

    match = exploring(1, prepare)
    play(match, "explore:5")
    assert why_not(match, "quest:yes") == "Costs 2 doubloons, Red has 0"
    play(match, "career:2:easy quest:yes")
    assert (has(match, "doubloons"), has(match, "vp")) == (1, 3)


def test_every_way_says_how_many_steps_it_takes_and_what_it_brings() -> None:
    def texts(space: str) -> list[str]:
        match = exploring(2, lambda table: explorer_to(table, space))
        assert match.choice is not None
        return [str(option.text) for option in match.choice.legal()]

    assert texts("0")[:2] == ["1 step: space 1, 2 doubloons", "2 steps: space 2, 1 combat point"]
    assert texts("4")[0] == "1 step: a quest on space 5"
    assert texts("20")[0].startswith("1 step: end of the track")


def test_several_occupied_spaces_in_a_row_are_skipped_together() -> None:
    def prepare(table: Table) -> None:
        explorer_to(table, "1", seat=1)
        explorer_to(table, "2", seat=2)

    match = exploring(1, prepare, seats=3)
    assert keys(match) == {"explore:3", "stay"}


# ----------------------------------------------------------------------------------- influence


def test_past_the_end_of_an_influence_track_every_step_brings_2_points() -> None:
    match = doing("vp = 0")
    table, red = match.table, match.seats[0]
    give(table, "france", board().influence_length - 1)
    gain_influence(table, red, "france", 3, GIVEN)
    assert (has(match, "france"), has(match, "vp")) == (board().influence_length, 4)


def test_a_rank_is_reached_with_its_red_banner() -> None:
    match = doing("vp = 0")
    table, red = match.table, match.seats[0]
    steps = sorted(board().ranks["spain"])
    for step in steps:
        give(table, "spain", step - 1)
        assert table.rank(red, "spain") == board().ranks["spain"][step] - 1
        give(table, "spain", step)
        assert table.rank(red, "spain") == board().ranks["spain"][step]
    assert next_rank(table, red, "spain") is None


def test_advancing_to_the_next_rank_goes_to_the_next_banner() -> None:
    match = doing('rank = "any"', lambda table: give(table, "england", 3))
    play(match, "nation:england")
    assert has(match, "england") == 5


@pytest.mark.parametrize(
    "steps", ['rank = "any"', 'marker = "empty_village", of = "any"; rank = "same"']
)
def test_past_the_last_banner_there_is_no_next_rank(steps: str) -> None:
    last = max(board().ranks["spain"])

    def prepare(table: Table) -> None:
        give(table, "spain", last)

    match = doing(steps, prepare)
    if "marker" in steps:
        play(match, "village:12 nation:spain")
        assert has(match, "spain") == last
    else:
        assert why_not(match, "nation:spain") == "Red has the highest rank already"


def test_ownership_markers_leave_their_row_from_the_left() -> None:
    """One marker on the first cell, two on all others: cells become empty one by one."""
    match = doing("vp = 0")
    table = match.table
    free = []
    for taken in range(14):
        table.rows["france"] = 13 - taken
        free.append(table.empty_cells("france"))
    assert free == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7]


# -------------------------------------------------------------------------------------- income


INCOMES = {
    "income_doubloons": ('income = "doubloons", n = 4', "", {"doubloon_income": 4}),
    "income_vp": ('income = "vp", n = 2', "", {"vp_income": 2}),
    "income_conditional": (
        'income = "vp", n = 2, synergy = "lantern"',
        "lantern",
        {"vp_income": 2},
    ),
}


@pytest.mark.parametrize("kind", INCOMES)
def test_a_green_effect_moves_the_marker_of_its_track(kind: str) -> None:
    """With a synergy token only for those who have it."""
    written, token, change = INCOMES[kind]
    (row,) = rows(written)
    assert kind_of(Use("income", row, "test")) == kind
    card = next(
        card
        for card in PROJECTS.values()
        if sum(isinstance(each, Income) for each in card.effects) == 1
        and effect(written) in card.effects
    )

    def income(tokens: list[str]) -> dict[str, int]:
        match = doing("vp = 0")
        match.table.player(match.seats[0]).synergies += tokens
        before = state(match)
        own(match.table, card)
        found = difference(before, state(match))
        return {what: n for what, n in found.items() if what.endswith("income")}

    assert income([token] if token else []) == change
    assert income([]) == ({} if token else change)


def test_income_past_the_end_of_the_doubloon_track_goes_to_the_points_track() -> None:
    match = doing("vp = 0")
    table, red = match.table, match.seats[0]
    give(table, "doubloon_income", 32)
    advance_income(table, red, "doubloons", 5, GIVEN)
    assert (has(match, "doubloon_income"), has(match, "vp_income")) == (34, 3)


@pytest.mark.parametrize(("scored", "points"), [(0, 80), (1, 60), (2, 40), (3, 20)])
def test_the_end_of_the_points_track_pays_20_for_every_scoring_to_come(
    scored: int, points: int
) -> None:
    """The marker goes back to 0 and takes the rest of its steps from there."""
    match = doing("vp = 0")
    table, red = match.table, match.seats[0]
    table.scored = scored
    give(table, "vp_income", 18)
    advance_income(table, red, "vp", 5, GIVEN)
    assert (has(match, "vp"), has(match, "vp_income")) == (points, 3)


def test_income_with_a_synergy_token_comes_true_when_the_token_arrives() -> None:
    card, n = income_card("tools")
    match = doing("vp = 0", lambda table: own(table, card))
    table, red = match.table, match.seats[0]
    assert has(match, "doubloon_income") == 8
    take_synergy(table, red, "tools")
    assert has(match, "doubloon_income") == 8 + n
    take_synergy(table, red, "tools")
    assert has(match, "doubloon_income") == 8 + n
    assert reasons(match, "doubloon_income")[-1] == (n, f"{card.name}, with synergy token")


def test_income_with_a_synergy_token_one_has_counts_at_once() -> None:
    card, n = income_card("tools")

    def prepare(table: Table) -> None:
        table.player(table.seats[0]).synergies.append("tools")
        own(table, card)

    assert has(doing("vp = 0", prepare), "doubloon_income") == 8 + n


def test_a_player_has_only_one_synergy_token_of_each_kind() -> None:
    match = doing('synergy = "anchor"; synergy = "anchor"')
    assert match.table.player(match.seats[0]).synergies == ["anchor"]


def test_a_new_synergy_token_is_one_that_is_missing() -> None:
    def prepare(table: Table) -> None:
        table.player(table.seats[0]).synergies += ["anchor", "tools"]

    match = doing('synergy = "any_new"', prepare)
    assert keys(match) == {"synergy:scales", "synergy:crown", "synergy:lantern"}


def test_doubloon_income_is_8_and_what_the_cards_add() -> None:
    """The check of the rulebook: markers agree with the effects of the cards bought."""
    cards = [
        card
        for card in PROJECTS.values()
        if all(isinstance(effect, Income) and not effect.synergy for effect in card.effects)
    ]
    added = sum(
        effect.n
        for card in cards[:4]
        for effect in card.effects
        if isinstance(effect, Income) and effect.track == "doubloons"
    )

    def prepare(table: Table) -> None:
        for card in cards[:4]:
            own(table, card)

    assert has(doing("vp = 0", prepare), "doubloon_income") == 8 + added


def test_the_token_of_a_building_makes_waiting_income_true() -> None:
    match = doing("vp = 0")
    (building,) = match.table.buildings()
    card = next(
        card
        for card in PROJECTS.values()
        if Income("doubloons", 3, building.synergy) in card.effects
        or Income("vp", 2, building.synergy) in card.effects
    )
    put(match.table, card.id, display(match.seats[0]))
    waiting = next(e for e in card.effects if isinstance(e, Income) and e.synergy)
    track = {"doubloons": "doubloon_income", "vp": "vp_income"}[waiting.track]
    before = has(match, track)
    invest(match.table, match.seats[0], building)
    assert has(match, track) == before + waiting.n


@pytest.mark.parametrize("token_first", [True, False])
def test_a_card_whose_own_token_makes_its_income_true_counts_it_once(token_first: bool) -> None:
    token, income = Now((Synergy("anchor"),)), Income("doubloons", 3, "anchor")
    base, _ = income_card()
    card = replace(base, effects=(token, income) if token_first else (income, token))
    match = doing("vp = 0")
    red = match.seats[0]
    match.table.places.lay_out(display(red), [card])
    assert not list(begin_effects(match.table, red, card))
    assert has(match, "doubloon_income") == 8 + 3


def test_the_points_track_can_be_gone_round_with_the_doubloons_of_a_full_track() -> None:
    """From the end of the doubloon track 4 steps bring the points marker from 17 to 20, and on."""
    match = doing("vp = 0")
    table, red = match.table, match.seats[0]
    give(table, "doubloon_income", 33)
    give(table, "vp_income", 17)
    advance_income(table, red, "doubloons", 5, GIVEN)
    assert (has(match, "doubloon_income"), has(match, "vp_income"), has(match, "vp")) == (34, 1, 80)


def test_reaching_the_end_of_the_points_track_exactly_pays_and_goes_back_to_0() -> None:
    match = doing("vp = 0")
    give(match.table, "vp_income", 18)
    advance_income(match.table, match.seats[0], "vp", 2, GIVEN)
    assert (has(match, "vp_income"), has(match, "vp")) == (0, 80)


# ------------------------------------------------------------------------------- ship upgrades


def test_an_upgrade_works_when_both_of_its_discs_are_gone() -> None:
    match = doing("discs = 2")
    play(match, "disc:u05")
    assert has(match, "vp") == 0
    play(match, "disc:u05")
    assert has(match, "vp") == 3


def test_an_upgrade_has_only_two_discs() -> None:
    match = doing("discs = 3")
    play(match, "disc:u05 disc:u05")
    assert why_not(match, "disc:u05") == "Both discs are gone"


@pytest.mark.parametrize(("upgrade", "needed"), [("u06", "U05"), ("u09", "U08")])
def test_some_upgrades_need_the_one_beside_them(upgrade: str, needed: str) -> None:
    match = doing("discs = 1")
    assert why_not(match, f"disc:{upgrade}") == "Open the upgrade beside it first"
    match = doing("discs = 1", lambda table: table.player(table.seats[0]).discs.update({needed: 0}))
    assert f"disc:{upgrade}" in keys(match)


@pytest.mark.parametrize(("upgrade", "least"), [("u10", 4), ("u11", 4), ("u12", 6)])
def test_some_upgrades_need_four_or_six_others(upgrade: str, least: int) -> None:
    spaces = ["U01", "U02", "U03", "U04", "U05", "U07"]

    def prepare(table: Table, number: int) -> None:
        table.player(table.seats[0]).discs.update(dict.fromkeys(spaces[:number], 0))

    match = doing("discs = 1", lambda table: prepare(table, least - 1))
    assert why_not(match, f"disc:{upgrade}") == (f"Needs {least} open upgrades, has {least - 1}")
    match = doing("discs = 1", lambda table: prepare(table, least))
    assert f"disc:{upgrade}" in keys(match)


def test_an_upgrade_can_complete_another_one_in_a_chain() -> None:
    """One of them lets explore, the space there removes a disc, and that opens another."""

    def prepare(table: Table) -> None:
        player = table.player(table.seats[0])
        player.discs.update(dict.fromkeys(("U01", "U02", "U03", "U07"), 0))
        player.discs.update({"U11": 1, "U05": 1})
        explorer_to(table, "5b")

    match = doing("discs = 1", prepare)
    play(match, "disc:u11 option:1 explore:6b disc:u05")
    assert has(match, "vp") == 3
    assert match.choice is None


def test_without_a_disc_to_remove_nothing_is_asked() -> None:
    def prepare(table: Table) -> None:
        discs = table.player(table.seats[0]).discs
        discs.update(dict.fromkeys(discs, 0))

    assert doing("discs = 2", prepare).choice is None


@pytest.mark.parametrize(
    ("option", "answers", "change"),
    [
        ("1", "explore:3", {"explorer": "3", "vp": 3}),
        ("2", "", {"doubloons": 4, "vp": 4}),
        ("3", "nation:spain", {"spain": 2}),
    ],
)
def test_one_upgrade_lets_choose_between_exploring_doubloons_and_points_or_a_rank(
    option: str, answers: str, change: dict[str, Any]
) -> None:
    def prepare(table: Table) -> None:
        player = table.player(table.seats[0])
        player.discs.update(dict.fromkeys(("U01", "U02", "U03", "U07"), 0))
        player.discs["U11"] = 1

    match = doing("discs = 1", prepare)
    before = state(match)
    play(match, f"disc:u11 option:{option} {answers}")
    assert difference(before, state(match)) == {**change, "discs": {"U11": 1}}


def test_a_marker_is_placed_only_in_a_village_without_one_where_the_ship_lies() -> None:
    def blocked(place_id: str) -> str:
        def prepare(table: Table) -> None:
            player = table.player(table.seats[0])
            player.discs.update(dict.fromkeys(("U01", "U02", "U03", "U07"), 0))
            player.discs["U10"] = 1
            sail_to(table, place_id)

        match = doing("discs = 1; village_actions = 1", prepare)
        play(match, "disc:u10")
        option = match.choice.find("village:u10") if match.choice else None
        assert option is not None
        return str(option.blocked)

    assert blocked("10") == "Not in a village"
    assert blocked("7") == "It belongs to England already"
    assert blocked("9") == "None"
