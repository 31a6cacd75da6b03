"""Maracaibo: the explorer track, influence, income, synergy tokens and ship upgrades."""

from __future__ import annotations

import pytest

from rules.maracaibo.board import board
from rules.maracaibo.cards import PROJECTS
from rules.maracaibo.income import advance_income, take_synergy
from rules.maracaibo.influence import gain_influence, next_rank
from rules.maracaibo.places import trail_quest
from rules.maracaibo.table import Table
from rules.maracaibo.trees import Income
from rules.match import Match
from tests.rules.at_the_table import (
    keys,
    play,
    where,
    why_not,
)
from tests.rules.maracaibo_table import (
    GIVEN,
    Prepare,
    card_with,
    doing,
    explorer_to,
    give,
    has,
    income_card,
    own,
    put,
    question,
    reasons,
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
        table.player(table.seats[0]).powers["steal_on_jump"] = 1
        explorer_to(table, "1", seat=1)
        explorer_to(table, "2", seat=2)
        table.ledger.gain(table.seats[1], "vp", 5, GIVEN)

    match = exploring(1, prepare, seats=3)
    play(match, "explore:3")
    assert [has(match, "vp", seat) for seat in range(3)] == [4, 4, 0]
    assert (1, "Jumped over the explorer of Blue") in reasons(match, "vp")


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
        assert reasons(match, "vp")[0][0] == points


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
        assert reasons(match, "vp") == [
            (points, f"Explorer at the end of its track, number {number + 1}")
        ]


def test_steps_at_the_end_of_the_track_are_lost() -> None:
    match = exploring(3, lambda table: explorer_to(table, "21"))
    assert match.choice is None


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
    assert reasons(match, "doubloon_income")[-1] == (n, f"{card.name}, now with the synergy token")


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
    assert why_not(match, "disc:u05") == "Both discs of this upgrade are gone already"


@pytest.mark.parametrize(("upgrade", "needed"), [("u06", "U05"), ("u09", "U08")])
def test_some_upgrades_need_the_one_beside_them(upgrade: str, needed: str) -> None:
    match = doing("discs = 1")
    assert why_not(match, f"disc:{upgrade}") == "The upgrade beside it must be open first"
    match = doing("discs = 1", lambda table: table.player(table.seats[0]).discs.update({needed: 0}))
    assert f"disc:{upgrade}" in keys(match)


@pytest.mark.parametrize(("upgrade", "least"), [("u10", 4), ("u11", 4), ("u12", 6)])
def test_some_upgrades_need_four_or_six_others(upgrade: str, least: int) -> None:
    spaces = ["U01", "U02", "U03", "U04", "U05", "U07"]

    def prepare(table: Table, number: int) -> None:
        table.player(table.seats[0]).discs.update(dict.fromkeys(spaces[:number], 0))

    match = doing("discs = 1", lambda table: prepare(table, least - 1))
    assert why_not(match, f"disc:{upgrade}") == (
        f"It needs {least} open upgrades, there are {least - 1}"
    )
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
