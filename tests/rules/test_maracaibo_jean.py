"""Maracaibo solo: Jean's turn, told step by step, and her account."""

from __future__ import annotations

import pytest

from rules.maracaibo.atlas import flags
from rules.maracaibo.board import board
from rules.maracaibo.cards import JEAN_CARDS as CARDS
from rules.maracaibo.catalogue import catalogue
from rules.maracaibo.jean import destination, fighting_nation
from rules.maracaibo.jean_account import explorer_lead, income_points, jean_lines, worth
from rules.maracaibo.places import (
    BOX,
    JEAN_CARDS,
    JEAN_DECK,
    JEAN_DISCARD,
    location,
    opponent,
    quest_at,
    quest_row,
    trail,
    trail_quest,
)
from rules.maracaibo.scoring import final_lines
from rules.maracaibo.table import Table
from rules.maracaibo.tiles import COMBAT_TOKENS
from rules.match import Match
from tests.rules.at_the_table import (
    keys,
    play,
    where,
)
from tests.rules.maracaibo_table import (
    GIVEN,
    Prepare,
    at_table,
    card_with,
    explorer_to,
    give,
    has,
    hire,
    own,
    put,
    question,
    reasons,
)

JEAN = opponent("red")
TOP_QUEST = "Lay the top quest tile on the quest row of Jean. Which is it?"


def jean_to(table: Table, place_id: str) -> None:
    put(table, "ship/blue", location(place_id))
    table.player(table.jean).ship = place_id


def jeans_explorer_to(table: Table, space_id: str) -> None:
    put(table, "explorer/blue", trail(space_id))
    table.player(table.jean).explorer = space_id


def jeans_turn(card: str, prepare: Prepare | None = None, **settings: str) -> Match[Table]:
    """Jean has turned up this card."""

    def ready(table: Table) -> None:
        table.active = JEAN
        if table.places.where(CARDS[card]) is None and CARDS[card].stack != "A":
            table.places.turn_up(CARDS[card], BOX, JEAN_DISCARD)
            table.places.shuffle_into(JEAN_DISCARD, JEAN_DECK)
        if prepare:
            prepare(table)

    match = at_table(ready, 1, **settings)
    play(match, f"turn:{card}")
    return match


def told(match: Match[Table]) -> list[str]:
    """All that the player is told until Jean's turn is over; the table answers as it likes."""
    sentences = []
    while match.choice and match.table.phase == "jean":
        sentences.append(str(match.choice.prompt))
        match.take(match.choice.legal()[0])
    return sentences


# ---------------------------------------------------------------------------------------- movement


def test_jean_ignores_villages_without_a_quest() -> None:
    """One step from Havana is Puerto Plata (3): the villages 1 and 2 do not count."""
    match = jeans_turn("jean/a1")
    assert question(match) == "Sail Jean's ship to Puerto Plata (3)."
    play(match, "done")
    assert where(match, "ship/blue") == "location:3"


def test_a_village_with_a_quest_counts_and_taking_it_ends_her_turn() -> None:
    match = jeans_turn("jean/a1", lambda table: put(table, "quest/05", quest_at("2")))
    play(match, "done")
    assert match.table.player(match.table.jean).ship == "2"
    assert "to Jean's board" in question(match)
    play(match, "done")
    assert where(match, "quest/05") == quest_row(JEAN)
    assert match.table.active == match.seats[0]
    assert match.table.player(match.table.jean).explorer == "0", (
        "the action of her card is not done"
    )


def test_at_forks_the_card_says_which_way() -> None:
    match = jeans_turn("jean/a1")
    table = match.table
    jean_to(table, "3")
    upper, lower = CARDS["jean/a4"], CARDS["jean/a5"]
    assert (upper.direction, upper.steps, lower.direction, lower.steps) == ("upper", 2, "lower", 2)
    assert destination(table, upper) == "10", "5, then 10"
    assert destination(table, lower) == "5", "4, then 5"


def test_jean_does_not_sail_past_a_stop() -> None:
    match = jeans_turn("jean/a1")
    jean_to(match.table, "18")
    assert destination(match.table, CARDS["jean/a4"]) == "20"


def test_jean_visits_assistants_like_any_ship() -> None:
    clerk = card_with("assistant = [{ combat_points = 2 }, { sail = [1, 3] }]")

    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "visit_vp"'))
        hire(table, clerk)
        table.player(table.seats[0]).assistants[clerk] = "3"

    match = jeans_turn("jean/a1", prepare)
    play(match, "done")
    assert has(match, "vp") == 1


# ----------------------------------------------------------------------------------- in the city


def test_in_a_city_with_room_she_delivers_her_left_most_disc() -> None:
    match = jeans_turn("jean/a1")
    play(match, "done")
    assert question(match) == (
        "Move the left-most disc of Jean's board to the market of Puerto Plata (3)."
    )
    play(match, "done")
    assert match.table.player(match.table.jean).board_discs == 1
    assert match.table.delivered == {"3": 1}


def test_where_the_market_is_full_she_takes_the_card_of_the_display_that_her_card_shows() -> None:
    def prepare(table: Table) -> None:
        table.delivered["3"] = 9

    match = jeans_turn("jean/a1", prepare)
    (taken,) = match.table.places[f"market:{CARDS['jean/a1'].display}"]
    play(match, "done done")
    assert where(match, taken.id) == JEAN_CARDS
    assert question(match) == "Lay a card of the deck on space 3 of the market. Which is it?"


def test_homeward_she_always_takes_a_card_and_does_the_action_of_her_card() -> None:
    match = jeans_turn("jean/a4", lambda table: jean_to(table, "19"))
    sentences = told(match)
    assert sentences[0] == "Sail Jean's ship to Western passage (20)."
    assert "face down beside Jean's board" in sentences[1]
    assert sentences[-1] == "Move Jean's marker 1 step on the influence track of Spain."


def test_jean_ends_a_round_like_anybody_and_the_player_begins_the_next() -> None:
    match = jeans_turn("jean/a2", lambda table: jean_to(table, "20"))
    told(match)
    assert match.table.phase == "scoring"
    assert match.choice is not None
    assert match.choice.who == match.seats[0], "Jean buys nothing"
    play(match, "points")
    while match.choice.who.index < 0:
        match.take(match.choice.legal()[0])
    assert match.table.active == match.seats[0]
    assert match.table.round == 2


# ----------------------------------------------------------------------------------------- actions


@pytest.mark.parametrize(
    ("card", "round_", "steps"),
    [
        ("jean/a1", 1, ["Move Jean's explorer to space 2."]),
        ("jean/a2", 1, ["Move Jean's marker 1 step on the influence track of France."]),
        ("jean/b1", 1, ["Jean scores 4 points.", "Move Jean's explorer to space 2."]),
        ("jean/b1", 3, ["Jean scores 4 points.", "Move Jean's explorer to space 4."]),
        ("jean/b2", 1, [TOP_QUEST]),
        (
            "jean/b2",
            3,
            [
                TOP_QUEST,
                "Jean scores 4 points.",
            ],
        ),
        ("jean/b3", 2, ["Remove the left-most disc of Jean's board from the game."]),
        (
            "jean/b3",
            3,
            ["Remove the left-most disc of Jean's board from the game.", "Jean scores 4 points."],
        ),
        (
            "jean/c1",
            1,
            ["Jean scores 4 points.", "Remove the left-most disc of Jean's board from the game."],
        ),
        (
            "jean/c2",
            1,
            [
                TOP_QUEST,
                "Jean scores 3 points.",
            ],
        ),
        ("jean/c3", 2, ["Jean scores 4 points.", "Move Jean's explorer to space 3."]),
        ("jean/c3", 4, ["Jean scores 4 points.", "Move Jean's explorer to space 4."]),
    ],
)
def test_her_cards_do_what_they_show_in_this_round(
    card: str, round_: int, steps: list[str]
) -> None:
    def prepare(table: Table) -> None:
        table.round = round_

    assert told(jeans_turn(card, prepare))[2:] == steps


def test_every_action_of_jean_in_the_catalogue_is_tested_here() -> None:
    assert len(catalogue()["automa_action"]) == 11


def test_her_explorer_goes_to_a_quest_within_reach_stops_and_takes_it() -> None:
    def prepare(table: Table) -> None:
        jeans_explorer_to(table, "4")

    match = jeans_turn("jean/a1", prepare)
    (tile,) = match.table.places[trail_quest("5")]
    told(match)
    assert match.table.player(match.table.jean).explorer == "5"
    assert where(match, tile.id) == quest_row(JEAN)


def test_her_explorer_takes_the_shortest_way_and_no_rewards_but_the_first_rank() -> None:
    """By 9b the way to the end is shorter; with the quest of space 9 gone she goes there."""

    def prepare(table: Table) -> None:
        for tile in list(table.places[trail_quest("9")]):
            table.places.move(tile, trail_quest("9"), BOX)
        jeans_explorer_to(table, "8")

    match = jeans_turn("jean/a1", prepare)
    told(match)
    assert match.table.player(match.table.jean).explorer == "11"
    assert has(match, "vp", seat=1) == 0

    def before_blue(table: Table) -> None:
        jeans_explorer_to(table, "12")

    match = jeans_turn("jean/a1", before_blue)
    told(match)
    assert match.table.crossed["blue"] == [JEAN]
    assert has(match, "vp", seat=1) == 0


def test_her_explorer_skips_the_players_one() -> None:
    match = jeans_turn("jean/a1", lambda table: explorer_to(table, "1"))
    assert told(match)[-1] == "Move Jean's explorer to space 3."


# ------------------------------------------------------------------------------------------ combat


def test_she_fights_for_the_nation_with_the_highest_value_and_rank_difference() -> None:
    match = jeans_turn("jean/a1")
    table = match.table
    token = COMBAT_TOKENS["combat/01"]
    assert [token.sides[nation].value for nation in ("france", "england", "spain")] == [6, 4, 2]
    assert fighting_nation(table, token) == "france"
    ranks = {rank: step for step, rank in board().ranks["france"].items()}
    give(table, "france", ranks[3])
    assert fighting_nation(table, token) == "england", "6 - 3 is less than 4"
    table.ledger.gain(JEAN, "spain", ranks[3], GIVEN)
    assert fighting_nation(table, token) == "spain", "2 + 3 is more than 4"


def test_ties_go_to_the_higher_printed_value_then_to_france_spain_england() -> None:
    match = jeans_turn("jean/a1")
    table = match.table
    ranks = {rank: step for step, rank in board().ranks["france"].items()}
    token = COMBAT_TOKENS["combat/01"]
    give(table, "france", ranks[2])
    assert fighting_nation(table, token) == "france", "6 - 2 = 4 like England, but printed 6"
    even = COMBAT_TOKENS["combat/13"]
    assert {side.value for side in even.sides.values()} == {4}
    give(table, "france", 0)
    assert fighting_nation(table, even) == "france"
    give(table, "france", ranks[1])
    assert fighting_nation(table, even) == "spain"


def test_she_annexes_the_lowest_empty_flag_then_the_lowest_village_then_removes_a_marker() -> None:
    def flags_taken(table: Table) -> None:
        table.markers |= dict.fromkeys(flags(table), "spain")

    def all_taken(table: Table) -> None:
        flags_taken(table)
        table.markers |= dict.fromkeys(map(str, range(1, 20)), "spain")

    match = jeans_turn("jean/a3")
    play(match, "done done turn:combat/05")
    assert question(match) == "Put the left-most ownership marker of Spain on Puerto Plata (3)."
    match = jeans_turn("jean/a3", flags_taken)
    play(match, "done done turn:combat/05")
    assert "on Matanzas (1)." in question(match)
    match = jeans_turn("jean/a3", all_taken)
    play(match, "done done turn:combat/05")
    assert "from the game" in question(match)
    rows = sum(match.table.rows.values())
    play(match, "done")
    assert sum(match.table.rows.values()) == rows - 1


def test_after_the_combat_she_gains_influence_and_keeps_the_token() -> None:
    match = jeans_turn("jean/a3")
    play(match, "done done turn:combat/05")
    sentences = told(match)
    assert sentences[1] == "Move Jean's marker 2 steps on the influence track of Spain."
    assert where(match, "combat/05") == "combat_tokens:blue"
    assert has(match, "spain", seat=1) == 2
    assert has(match, "doubloons", seat=1) == 0, "no cost, no bonus of token or flag"


def test_the_warrior_annexes_a_village_as_well() -> None:
    match = jeans_turn("jean/c4")
    play(match, "done done turn:combat/05")
    sentences = told(match)
    assert [sentence for sentence in sentences if "ownership marker" in sentence] == [
        "Put the left-most ownership marker of Spain on Puerto Plata (3).",
        "Put the left-most ownership marker of Spain on Matanzas (1).",
    ]
    assert sentences[-1] == "Jean scores 2 points."
    assert has(match, "spain", seat=1) == 3


# ----------------------------------------------------------------------------------------- account


def test_the_worked_example_three_discs_removed_are_worth_2_points_at_an_income() -> None:
    match = jeans_turn("jean/a1")
    match.table.player(match.table.jean).board_discs = 3
    assert income_points(match.table) == 2


def test_her_income_grows_with_discs_removed_and_cards_beside_her_board() -> None:
    match = jeans_turn("jean/a1")
    table = match.table
    found = []
    for discs in range(23):
        table.player(table.jean).board_discs = discs
        found.append(income_points(table))
    assert found == [0, 0, 1, 2, 3, 4, *range(6, 40, 2)]
    cards = list(table.places["market:1"])
    table.places.move(cards[0], "market:1", JEAN_CARDS)
    assert [line.amount for line in jean_lines(table)][1] == 1


@pytest.mark.parametrize(
    ("lead", "points"), [(-2, 0), (0, 0), (1, 10), (2, 10), (3, 20), (4, 30), (9, 30)]
)
def test_being_ahead_in_quests_or_upgrades_brings_10_20_or_30_points(
    lead: int, points: int
) -> None:
    assert worth(board().jean.quest_lead, lead) == points
    assert worth(board().jean.upgrade_lead, lead) == points


@pytest.mark.parametrize(
    ("lead", "points"), [(0, 0), (1, 10), (7, 10), (8, 20), (10, 20), (11, 30)]
)
def test_being_ahead_with_the_explorer_brings_10_20_or_30_points(lead: int, points: int) -> None:
    assert worth(board().jean.explorer_lead, lead) == points


def test_explorers_on_different_branches_are_compared_by_the_steps_to_the_next_barrier() -> None:
    match = jeans_turn("jean/a1")
    table = match.table
    explorer_to(table, "5")
    jeans_explorer_to(table, "6b")
    assert explorer_lead(table) == 1
    explorer_to(table, "6")
    assert explorer_lead(table) == 0
    jeans_explorer_to(table, "5b")
    assert explorer_lead(table) == -1


def test_at_the_end_she_scores_quests_leads_and_influence() -> None:
    def prepare(table: Table) -> None:
        for quest in ("quest/20", "quest/21", "quest/22"):
            put(table, quest, quest_row(JEAN))
        table.player(table.jean).board_discs = 6
        jeans_explorer_to(table, "8")
        table.ledger.gain(JEAN, "spain", 5, GIVEN)

    match = jeans_turn("jean/a1", prepare)
    lines = {
        str(line.because): line.amount for line in final_lines(match.table) if line.seat is JEAN
    }
    assert lines["Income: 6 discs removed"] == 6
    assert lines["3 quest tiles"] == 15
    assert lines["Ahead in quests by 3"] == 20
    assert lines["Ahead in ship upgrades by 3"] == 20
    assert lines["Ahead in exploring by 8"] == 20
    assert lines["Most influence with Spain"] == 3
    assert "Spain: rank 2" in " ".join(lines)


def test_her_deck_is_shuffled_again_when_it_is_used_up() -> None:
    def prepare(table: Table) -> None:
        for card in ("jean/a2", "jean/a3", "jean/a4", "jean/a5"):
            put(table, card, JEAN_DISCARD)

    match = jeans_turn("jean/a1", prepare)
    told(match)
    assert match.table.places.count(JEAN_DECK) == 0
    play(match, "sail:1 none rest")
    assert "turn:jean/a2" in keys(match)
    assert match.table.places.count(JEAN_DECK) == 5


def test_every_line_of_her_account_has_a_reason() -> None:
    match = jeans_turn("jean/c1")
    told(match)
    assert reasons(match, "vp", seat=1) == [(4, "Jean's card")]
