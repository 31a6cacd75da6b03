"""Maracaibo solo: what Jean scores in rounds and at the end, and who wins."""

from __future__ import annotations

import pytest

from rules.maracaibo.places import BOX, JEAN_CARDS, quest_row, trail_quest
from rules.maracaibo.printed.board import board
from rules.maracaibo.scoring import final_lines, outcome
from rules.maracaibo.solo.account import explorer_lead, income_points, jean_lines, upgrades, worth
from rules.maracaibo.table import Table
from rules.match import Match
from tests.rules.at_the_table import play
from tests.rules.maracaibo.jeans_table import JEAN, jean_to, jeans_explorer_to, jeans_turn, told
from tests.rules.maracaibo.the_table import GIVEN, at_table, explorer_to, give, has, put, reasons


def quests_gone(table: Table, *spaces: str) -> None:
    """Quests of the explorer track that somebody fulfilled: their spaces are out of the game."""
    for space in spaces:
        for tile in list(table.places[trail_quest(space)]):
            table.places.move(tile, trail_quest(space), BOX)


# ------------------------------------------------------------------------------------------- income


def test_the_worked_example_three_discs_removed_are_worth_2_points_at_an_income() -> None:
    """Jean ends the round: she has removed 3 discs, and a second card lies beside her board now."""

    def prepare(table: Table) -> None:
        jean_to(table, "20")
        table.player(table.jean).board_discs = 3
        (card,) = table.places["market:1"]
        table.places.move(card, "market:1", JEAN_CARDS)

    match = jeans_turn("jean/a2", prepare)
    told(match)
    play(match, "points")
    go_on_to_the_next_round(match)
    assert reasons(match, "vp", seat=1) == [
        (2, "Income: 3 discs removed"),
        (2, "Income: 2 cards beside her board"),
    ]
    assert has(match, "doubloons", seat=1) == 0


def go_on_to_the_next_round(match: Match[Table]) -> None:
    while match.choice and match.choice.who.index < 0:
        match.take(match.choice.legal()[0])


def test_in_a_scoring_she_neither_buys_nor_takes_points_instead() -> None:
    match = jeans_turn("jean/a2", lambda table: jean_to(table, "20"))
    told(match)
    assert match.table.to_score == [match.seats[0]]
    play(match, "points")
    go_on_to_the_next_round(match)
    assert reasons(match, "vp", seat=1) == [(1, "Income: 1 card beside her board")]
    assert has(match, "vp") == 2


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


# -------------------------------------------------------------------------------------- the end


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


def test_a_space_whose_quest_is_gone_does_not_count_between_the_explorers() -> None:
    def prepare(table: Table) -> None:
        explorer_to(table, "4")
        jeans_explorer_to(table, "12")

    match = jeans_turn("jean/a1", prepare)
    assert explorer_lead(match.table) == 7, "5, 6, 7, 8, 9b, 11, 12"
    quests_gone(match.table, "5")
    assert explorer_lead(match.table) == 6
    jeans_explorer_to(match.table, "5")
    assert explorer_lead(match.table) == 1, "but who stands on it is ahead"


def test_two_explorers_at_the_end_of_the_track_are_level() -> None:
    match = jeans_turn("jean/a1")
    explorer_to(match.table, "21")
    jeans_explorer_to(match.table, "21")
    assert explorer_lead(match.table) == 0


def test_where_she_is_not_ahead_she_scores_nothing_for_it() -> None:
    def prepare(table: Table) -> None:
        put(table, "quest/20", quest_row(JEAN))
        put(table, "quest/21", quest_row(table.seats[0]))
        table.player(table.jean).board_discs = 3
        table.player(table.seats[0]).discs |= {"U01": 0}
        explorer_to(table, "1")

    match = jeans_turn("jean/a1", prepare)
    assert upgrades(match.table) == 1, "two discs for one upgrade"
    lines = [line for line in final_lines(match.table) if line.seat is JEAN]
    assert [(line.amount, str(line.because)) for line in lines] == [
        (2, "Income: 3 discs removed"),
        (5, "Jean's board: 1 quest tile × 5"),
    ]


def test_her_influence_is_counted_like_anybodys() -> None:
    """France: Jean alone has the most; England: both; Spain: the player alone."""

    def prepare(table: Table) -> None:
        for nation, hers, his in (("france", 3, 2), ("england", 2, 2), ("spain", 0, 2)):
            table.ledger.gain(JEAN, nation, hers, GIVEN)
            give(table, nation, his)

    match = jeans_turn("jean/a1", prepare)
    most = [
        (line.seat.colour, str(line.because))
        for line in final_lines(match.table)
        if "Most influence" in str(line.because)
    ]
    assert most == [
        ("blue", "Most influence with France: 3"),
        ("red", "Most influence with England: 2"),
        ("blue", "Most influence with England: 2"),
        ("red", "Most influence with Spain: 2"),
    ]
    ranks = [str(line.because) for line in final_lines(match.table) if "rank" in str(line.because)]
    assert ranks.count("England: rank 1 × (1 empty cell + 2 for majority)") == 2


@pytest.mark.parametrize(
    ("his", "hers", "winners"),
    [(81, 80, ["red"]), (80, 81, ["blue"]), (80, 80, ["red", "blue"])],
)
def test_most_points_win_against_jean_too(his: int, hers: int, winners: list[str]) -> None:
    def prepare(table: Table) -> None:
        give(table, "vp", his)
        table.ledger.gain(JEAN, "vp", hers, GIVEN)

    table = at_table(prepare, 1).table
    assert [seat.colour for seat in outcome(table).winners] == winners


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
    assert lines["Jean's board: 3 quest tiles × 5"] == 15
    assert lines["Ahead in quests by 3"] == 20
    assert lines["Ahead in ship upgrades by 3"] == 20
    assert lines["Ahead in exploring by 8"] == 20
    assert lines["Most influence with Spain: 5"] == 3
    assert "Spain: rank 2" in " ".join(lines)
