"""Maracaibo: from pieces that moved on the table to the answers that moved them."""

from __future__ import annotations

import pytest

from rules.explaining.explain import Ambiguity, explain
from rules.games import GAMES
from rules.maracaibo.pieces import PIECES
from rules.maracaibo.places import quest_at
from rules.maracaibo.table import Table
from rules.match import Match
from tests.rules.at_the_table import keys, play
from tests.rules.kernel.explaining import moved, reasons, run, turns_are_found
from tests.rules.maracaibo.jeans_table import jeans_turn, sentences
from tests.rules.maracaibo.the_table import (
    at_table,
    doing,
    explorer_to,
    give,
    goods,
    hold,
    hold_unknown,
    income_card,
    put,
    sail_to,
)

MILL = income_card()[0].id


def in_martinique(table: Table) -> None:
    """One space before village 9, where a quest lies; some cards in hand, one of them known."""
    give(table, "doubloons", 20)
    hold(table, MILL)
    hold_unknown(table, 2)
    put(table, "quest/11", quest_at("9"))
    sail_to(table, "8")


def test_a_ship_that_moved_has_sailed() -> None:
    assert run(at_table(in_martinique), {"ship/red": "location:9"}) == "sail:9"


def test_where_two_ways_lead_the_way_is_asked() -> None:
    match = at_table(lambda table: sail_to(table, "2"))
    answer = explain(match, moved(match, {"ship/red": "location:5"}))
    assert isinstance(answer, Ambiguity)
    assert set(answer.runs) == {"sail:5:5", "sail:5:4"}


def test_a_ship_put_where_it_cannot_sail_is_told_why() -> None:
    match = at_table(in_martinique)
    assert reasons(match, {"ship/red": "location:3"}) == {
        "ship/red": "Puerto Plata (3) is not ahead"
    }
    assert "out of reach" in reasons(match, {"ship/red": "location:21a"})["ship/red"]


def test_a_card_in_the_display_was_bought_in_the_village() -> None:
    match = at_table(in_martinique)
    assert run(match, {"ship/red": "location:9", MILL: "display:red"}) == (
        f"sail:9 village buy:{MILL}"
    )


def test_a_card_nobody_knew_of_can_come_from_the_hand() -> None:
    match = at_table(in_martinique)
    (card,) = goods("rum", 1)
    assert run(match, {"ship/red": "location:9", card: "display:red"}) == (
        f"sail:9 village buy:{card}"
    )


def test_a_card_that_costs_too_much_is_told_so() -> None:
    def poor(table: Table) -> None:
        in_martinique(table)
        give(table, "doubloons", 1)

    match = at_table(poor)
    play(match, "sail:9 village")
    assert "doubloons, Red has 1" in reasons(match, {MILL: "display:red"})[MILL]


def test_a_quest_tile_in_the_row_was_fulfilled() -> None:
    match = at_table(in_martinique)
    assert run(match, {"ship/red": "location:9", "quest/11": "quests:red"}) == (
        "sail:9 quest:quest/11"
    )


def test_an_explorer_that_moved_has_explored_with_the_citys_action() -> None:
    def prepare(table: Table) -> None:
        explorer_to(table, "4")
        sail_to(table, "9")

    match = at_table(prepare)
    assert run(match, {"ship/red": "location:10", "explorer/red": "explorer:6"}) == (
        "sail:10 city explore:6"
    )


def test_a_card_gone_from_the_market_was_taken_to_the_hand() -> None:
    match = at_table(in_martinique)
    play(match, "sail:9 none")
    (card,) = match.table.places["market:2"]
    assert run(match, {card.id: None}) == f"market:{card.id}"


def test_a_card_laid_out_in_the_market_tells_that_the_hand_was_filled() -> None:
    match = at_table(in_martinique)
    play(match, "sail:9 none")
    (card,) = match.table.places["market:2"]
    new = next(card for card in goods("cocoa", 9) if match.table.places.where(PIECES[card]) is None)
    assert run(match, {card.id: None, new: "market:2"}).split() == [
        f"market:{card.id}",
        f"turn:{new}",
    ]
    assert run(match, {card.id: None}) == f"market:{card.id}"


def test_jeans_ship_is_moved_where_the_assistant_said() -> None:
    match = at_table(lambda table: sail_to(table, "20"), 1)
    play(match, "sail:21a none rest points")
    while match.choice and match.choice.who.index < 0 and "Jean" not in str(match.choice.prompt):
        match.take(match.choice.legal()[0])
    play(match, "turn:jean/a1")
    assert run(match, {"ship/blue": "location:3"}) == "done"
    assert reasons(match, {"ship/blue": "location:5"})


def test_what_would_have_left_a_trace_is_not_asked_about() -> None:
    """Planned, the whole hand discarded, then bought: the discard pile would show it."""
    match = at_table(in_martinique)
    play(match, "sail:9 village")
    assert run(match, {MILL: "display:red"}) == f"buy:{MILL}"


def test_cards_laid_down_for_a_cost_are_never_thought_to_be_given_up() -> None:
    """Who takes them back has taken back the whole action, or says on the phone what is lacking."""
    one, two, three = goods("sugar", 3)
    match = doing(
        "pay = { same_goods = 3 }, then = [{ vp = 3 }]", lambda table: hold(table, one, two, three)
    )
    play(match, f"discard:{one}")
    assert run(match, {two: "discard"}) == f"discard:{two}"
    assert "give_up" in keys(match)


def test_the_card_that_jean_takes_may_lie_face_down_or_be_seen() -> None:
    def full_market(table: Table) -> None:
        table.delivered["3"] = 9

    match = jeans_turn("jean/a1", full_market)
    play(match, "done")
    (card,) = match.table.places["market:3"]
    assert run(match, {card.id: None}) == "done"
    assert run(match, {card.id: "jean_cards"}) == "done"
    (other,) = match.table.places["market:2"]
    assert reasons(match, {other.id: None})


def test_what_no_camera_sees_of_jeans_turn_is_said_with_what_it_sees_next() -> None:
    match = jeans_turn("jean/b1")
    assert waits(match) == [(True, None, 1), (True, None, 3)]


def test_only_what_is_left_of_jeans_turn_waits_for_a_button() -> None:
    assert waits(jeans_turn("jean/c1")) == [(True, None, 1), (False, "done", 3)]


def test_as_older_versions_asked_every_step_of_jeans_turn_waits() -> None:
    assert waits(jeans_turn("jean/c1", questions="all")) == [
        (True, None, 1),
        (False, "done", 1),
        (False, "done", 1),
        (False, "done", 1),
    ]


def waits(match: Match[Table]) -> list[tuple[bool, str | None, int]]:
    """Whether a camera answers each question of Jean's turn, what NEXT says, and how many
    sentences it has.
    """
    found = []
    while match.choice and match.table.phase == "jean":
        option = match.choice.options[0]
        number = len(sentences(match.choice.prompt))
        found.append((bool(option.moves), match.choice.next_key, number))
        match.take(option)
    return found


# ----------------------------------------------------------------------------- Random turns


@pytest.mark.parametrize(("scenario", "number"), [("75", 60), ("77", 40), ("1", 30)])
def test_the_played_turn_is_found_from_the_pieces_that_moved(scenario: str, number: int) -> None:
    settings = {"scenario": scenario, "difficulty": "5"}
    unique, looks = turns_are_found(GAMES["maracaibo"], settings, 7, number)
    assert unique > 0.8 * looks > 0
