"""Maracaibo: how a sensible player votes on the story: for what serves them, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from rules.maracaibo.actions.votes import vote
from rules.maracaibo.bot import sensible
from rules.maracaibo.bot.votes import INDIFFERENT, worth_of_answer
from rules.maracaibo.bot.worth import Mind
from rules.maracaibo.pieces import STORIES
from rules.maracaibo.printed.stories import Branch
from rules.maracaibo.table import Table
from tests.rules.maracaibo.the_table import at_table, card_with, explorer_to, give, hire


def table_of(seats: int = 2) -> Table:
    """A table on which everybody has the same."""
    table = at_table(seats=seats, scenario="1").table
    for seat in table.seats:
        for what, n in (("doubloons", 9), ("combat_points", 1), ("figures", 2)):
            give(table, what, n, seat.index)
    return table


def voted(table: Table, card: int, seat: int = 0) -> str:
    question = next(vote(table, STORIES[card], table.seats[seat]))
    return sensible(table, question, question.options, []).key


@pytest.mark.parametrize("card", [1, 5, 9, 13])
def test_whoever_gains_no_more_than_the_others_leaves_it_to_them(card: int) -> None:
    for seats in (2, 3, 4):
        table = table_of(seats)
        assert {voted(table, card, seat) for seat in range(seats)} == {"vote:none"}


def test_whoever_is_strong_votes_for_the_silver_fleet_and_the_others_against_it() -> None:
    """The fleet costs a combat value of 10; the other answer brings a fever."""
    table = table_of()
    give(table, "combat_points", 8)
    assert voted(table, 5) == "vote:b"
    assert voted(table, 5, seat=1) == "vote:a"


def test_whoever_has_explored_far_votes_for_the_gold_mine() -> None:
    table = table_of()
    explorer_to(table, "5")
    assert voted(table, 9) == "vote:a"
    assert voted(table, 9, seat=1) == "vote:b"


def test_whoever_has_an_assistant_there_can_do_without_village_actions() -> None:
    """Card 11 closes the village of location 8."""
    table = table_of()
    clerk = card_with("assistant = [{ vp = 3 }, { doubloons = 5 }]")
    hire(table, clerk)
    table.player(table.seats[0]).assistants[clerk] = "8"
    assert voted(table, 9) == "vote:b"


def test_whoever_cannot_pay_for_a_quest_votes_for_the_other_one() -> None:
    """Card 14 asks for a figure, card 15 for two combat points."""
    table = table_of()
    give(table, "combat_points", 5)
    give(table, "figures", 0)
    give(table, "combat_points", 0, 1)
    assert voted(table, 13) == "vote:b"
    assert voted(table, 13, seat=1) == "vote:a"


def test_a_player_alone_votes_for_what_brings_most() -> None:
    """Six points for sailing somewhere are more than a figure, and Jean takes no notice."""
    assert voted(table_of(1), 1) == "vote:b"


def test_an_answer_that_no_card_follows_brings_nothing() -> None:
    table = table_of()
    mind = Mind(table, table.seats[0], ())
    assert worth_of_answer(mind, Branch("a", None, None)) == 0


def test_cards_that_come_with_the_next_one_are_weighed_too() -> None:
    """Card 8 brings card 16, whose quest is to be paid with doubloons."""
    table = table_of()
    give(table, "doubloons", 0, 1)
    mind = Mind(table, table.seats[0], ())
    with_it = worth_of_answer(mind, Branch("a", 8, None))
    stories = {**table.box.stories, 8: structs.replace(STORIES[8], fetch=())}
    table.box = replace(table.box, stories=stories)
    without_it = worth_of_answer(Mind(table, table.seats[0], ()), Branch("a", 8, None))
    assert with_it - without_it > INDIFFERENT


def test_what_all_gain_from_decides_nothing() -> None:
    """Tile L25 has six points for everybody who comes."""
    table = table_of(3)
    answers = [
        worth_of_answer(Mind(table, seat, ()), branch)
        for seat in table.seats
        for branch in STORIES[1].vote
    ]
    assert max(answers) - min(answers) < INDIFFERENT
