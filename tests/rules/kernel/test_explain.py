"""From pieces that moved to the answers that moved them, in Port Royal."""

from __future__ import annotations

from itertools import islice

import pytest

from rules.explaining.explain import Ambiguity, Run, explain
from rules.explaining.looks import cut, random_turns
from rules.explaining.understood import all_runs
from rules.games import GAMES
from rules.pieces import Move
from rules.port_royal.pieces import PIECES
from tests.rules.at_the_table import play
from tests.rules.kernel.explaining import explained, moved, reasons, run, turns_are_found
from tests.rules.port_royal.the_table import at_table, stop_with, turn_up

# --------------------------------------------------------------------------- One explanation


def test_nothing_moved_needs_no_answer() -> None:
    assert explain(at_table(), {}) == Run((), ())


def test_a_card_in_the_harbour_was_turned_up() -> None:
    assert run(at_table(), {"sailor/3.1": "harbour"}) == "draw turn:sailor/3.1"


def test_two_new_cards_in_the_harbour_are_one_explanation_whatever_their_order() -> None:
    match = at_table()
    answer = explain(match, moved(match, {"sailor/3.1": "harbour", "jester/5.1": "harbour"}))
    assert isinstance(answer, Run)
    assert sorted(answer.keys) == ["draw", "draw", "turn:jester/5.1", "turn:sailor/3.1"]


def test_a_person_in_an_area_was_hired_after_stopping() -> None:
    match = at_table(coins={"red": 3})
    turn_up(match, "sailor/3.1")
    assert run(match, {"sailor/3.1": "area:red"}) == "stop hire:sailor/3.1"


def test_a_person_in_anothers_area_means_that_those_before_passed() -> None:
    match = at_table(coins={"green": 4}, seats=3)
    stop_with(match, "sailor/3.1")
    assert run(match, {"sailor/3.1": "area:green"}) == "pass pass hire:sailor/3.1"


def test_an_expedition_and_its_crew_are_one_run() -> None:
    match = at_table(
        {"red": "priest/4.1 priest/4.2 jack_of_all_trades/6.1"}, expeditions="expedition/priest2.1"
    )
    places: dict[str, str | None] = {
        "expedition/priest2.1": "area:red",
        "priest/4.2": "discard",
        "jack_of_all_trades/6.1": None,
    }
    assert run(match, places) == (
        "expedition:expedition/priest2.1 crew:priest/4.2+jack_of_all_trades/6.1"
    )


def test_a_ship_that_busts_is_understood_before_the_harbour_is_cleared() -> None:
    match = at_table()
    turn_up(match, "ship/red/1/1.1 sailor/3.1")
    answer = explain(match, moved(match, {"ship/red/2/3.1": "harbour"}))
    assert isinstance(answer, Run)
    assert answer.keys == ("draw", "turn:ship/red/2/3.1")
    assert set(answer.pending) == {
        Move(PIECES[card], "harbour", "discard")
        for card in ("ship/red/1/1.1", "sailor/3.1", "ship/red/2/3.1")
    }


def test_a_ship_that_busts_is_understood_after_the_harbour_is_cleared() -> None:
    match = at_table()
    turn_up(match, "ship/red/1/1.1 sailor/3.1")
    places: dict[str, str | None] = {
        "ship/red/1/1.1": None,
        "sailor/3.1": None,
        "ship/red/2/3.1": "discard",
    }
    answer = explain(match, moved(match, places))
    assert answer == Run(("draw", "turn:ship/red/2/3.1"), ())


def test_a_card_forgotten_when_the_harbour_is_cleared_is_still_to_do() -> None:
    match = at_table()
    turn_up(match, "ship/red/1/1.1 sailor/3.1")
    answer = explain(match, moved(match, {"ship/red/1/1.1": None, "ship/red/2/3.1": "discard"}))
    assert isinstance(answer, Run)
    assert answer.keys == ("draw", "turn:ship/red/2/3.1")
    assert answer.pending == (Move(PIECES["sailor/3.1"], "harbour", "discard"),)


def test_a_harbour_half_cleared_does_not_tell_that_everybody_passed() -> None:
    match = at_table()
    stop_with(match, "jester/5.1 sailor/3.1")
    assert "sailor/3.1" in reasons(match, {"sailor/3.1": "discard"})


def test_a_tax_card_may_lie_in_the_harbour_or_in_the_discard_pile() -> None:
    for place in ("harbour", "discard"):
        assert run(at_table(), {"tax/most_swords.1": place}) == "draw turn:tax/most_swords.1"


def test_cards_paid_as_coins_may_show_their_faces_in_the_discard_pile() -> None:
    match = at_table(coins={"red": 3})
    stop_with(match, "sailor/3.1")
    places: dict[str, str | None] = {
        "sailor/3.1": "area:red",
        "jester/5.1": "discard",
        "ship/red/1/1.1": "discard",
    }
    assert run(match, places) == "hire:sailor/3.1"


def test_coins_may_be_paid_after_the_card_was_taken() -> None:
    match = at_table(coins={"red": 3})
    stop_with(match, "sailor/3.1")
    match.play("hire:sailor/3.1")
    late = moved(match, {"jester/5.1": "discard"})
    assert explain(match, late, faces={"discard": 3}) == Run((), ())
    assert explain(match, late) != Run((), ())


def test_more_faces_in_the_discard_pile_than_coins_paid_are_not_explained() -> None:
    match = at_table(coins={"red": 3})
    stop_with(match, "sailor/3.1")
    faces = ("jester/5.1", "ship/red/1/1.1", "priest/4.1", "priest/4.2")
    wrong = reasons(match, {"sailor/3.1": "area:red", **dict.fromkeys(faces, "discard")})
    assert set(faces) <= set(wrong)


def test_a_card_of_the_discard_pile_that_is_covered_has_not_moved() -> None:
    match = at_table()
    turn_up(match, "tax/most_swords.1")
    assert explain(match, moved(match, {"tax/most_swords.1": None})) == Run((), ())


def test_the_end_of_the_turn_is_the_end_of_the_explanation() -> None:
    match = at_table()
    stop_with(match, "sailor/3.1")
    assert "jester/5.1" in reasons(match, {"sailor/3.1": "discard", "jester/5.1": "harbour"})


# ---------------------------------------------------------------------- Several explanations


def test_the_question_is_asked_where_the_explanations_part() -> None:
    match = at_table()
    stop_with(match, "ship/red/1/1.1 sailor/3.1")
    answer = explain(match, moved(match, {"ship/red/1/1.1": "discard"}))
    assert isinstance(answer, Ambiguity)
    assert answer.after == ()
    assert answer.choice.who.colour == "red"
    assert set(answer.runs) == {"trade:ship/red/1/1.1", "pass"}


def test_what_all_explanations_share_comes_before_the_question() -> None:
    match = at_table({"red": "pirate/5.1"})
    answer = explain(match, moved(match, {"ship/red/1/1.1": "discard"}))
    assert isinstance(answer, Ambiguity)
    assert answer.after == ("draw", "turn:ship/red/1/1.1")
    assert set(answer.runs) == {"repel:ship/red/1/1.1", "stop"}


def test_a_card_that_may_be_a_coin_just_paid_or_one_turned_up_is_a_question() -> None:
    match = at_table({"blue": "pirate/5.1"}, {"red": 12})
    taxes: dict[str, str | None] = dict.fromkeys(
        ("tax/most_swords.1", "tax/most_swords.2"), "discard"
    )
    answer = explain(match, moved(match, taxes))
    assert isinstance(answer, Ambiguity)
    both = [("draw", "turn:tax/most_swords.1"), ("draw", "turn:tax/most_swords.2")]
    keys = {each.keys for each in all_runs(answer)}
    assert set(both) <= keys
    assert {both[0] + both[1], both[1] + both[0]} & keys


def test_if_one_explanation_goes_on_where_another_ends_the_question_is_whether_it_goes_on() -> None:
    match = at_table({"blue": "pirate/5.1"}, {"red": 12})
    turn_up(match, "tax/most_swords.1")
    match.play("draw")
    places: dict[str, str | None] = {"tax/most_swords.2": "discard", "sailor/3.1": "harbour"}
    answer = explain(match, moved(match, places), faces={"discard": 6})
    assert isinstance(answer, Ambiguity)
    assert ("turn:sailor/3.1",) in {each.keys for each in all_runs(answer)}


@pytest.mark.parametrize(("admiral", "asked"), [("admiral/5.1", False), ("", True)])
def test_a_run_that_only_adds_what_left_no_trace_is_left_out(admiral: str, asked: bool) -> None:
    match = at_table(
        {"red": f"priest/4.1 priest/4.2 {admiral}"}, expeditions="expedition/priest2.1"
    )
    turn_up(match, "ship/red/1/1.1 ship/blue/1/1.1 ship/green/1/1.1 sailor/3.1 sailor/3.2")
    places = {"expedition/priest2.1": "area:red", "priest/4.1": None, "priest/4.2": None}
    found = {run.keys for run in all_runs(explain(match, moved(match, places)))}
    assert ("expedition:expedition/priest2.1",) in found
    assert (("stop", "expedition:expedition/priest2.1") in found) == asked


def test_knowing_whose_hands_it_were_can_settle_it() -> None:
    match = at_table()
    stop_with(match, "ship/red/1/1.1 sailor/3.1")
    answer = explain(match, moved(match, {"ship/red/1/1.1": "discard"}), match.seats[0])
    assert answer == Run(("trade:ship/red/1/1.1",), ())


def test_counting_the_coins_can_settle_it() -> None:
    match = at_table()
    stop_with(match, "ship/red/1/1.1 sailor/3.1")
    answer = explain(
        match,
        moved(match, {"ship/red/1/1.1": "discard"}),
        counted={"coins:red": 1, "coins:blue": 0},
    )
    for each in all_runs(answer):
        fork = match.fork()
        for key in each.keys:
            fork.play(key)
        assert [fork.table.coins(seat) for seat in match.seats] == [1, 0]


# --------------------------------------------------------------------------- No explanation


def test_an_unaffordable_hire_names_price_and_purse() -> None:
    match = at_table(coins={"red": 4})
    stop_with(match, "trader/yellow/5.1")
    assert reasons(match, {"trader/yellow/5.1": "area:red"}) == {
        "trader/yellow/5.1": "Yellow trader 5 costs 5, Red has 4"
    }


def test_a_second_ship_taken_names_how_many_were_allowed() -> None:
    match = at_table()
    stop_with(match, "ship/red/1/1.1 ship/blue/1/1.1 sailor/3.1")
    match.play("trade:ship/red/1/1.1")
    assert reasons(match, {"ship/blue/1/1.1": "discard"}, by=match.seats[0]) == {
        "ship/blue/1/1.1": "Red has taken 1 of 1 card; now Blue takes"
    }


def test_two_ships_taken_at_once_by_a_player_who_may_take_one() -> None:
    match = at_table()
    stop_with(match, "ship/red/1/1.1 ship/blue/1/1.1 sailor/3.1")
    both: dict[str, str | None] = {"ship/red/1/1.1": None, "ship/blue/1/1.1": "discard"}
    assert set(reasons(match, both, by=match.seats[0]).values()) == {
        "Red has taken 1 of 1 card; now Blue takes"
    }


def test_a_card_taken_out_of_turn_names_whose_turn_it_is() -> None:
    match = at_table(coins={"red": 9, "blue": 9, "green": 9}, seats=3)
    stop_with(match, "sailor/3.1 sailor/3.2")
    play(match, "hire:sailor/3.1")
    assert reasons(match, {"sailor/3.2": "area:red"}) == {
        "sailor/3.2": "Red has taken 1 of 1 card; now Blue takes"
    }


def test_a_card_taken_before_the_active_player_stopped() -> None:
    match = at_table(coins={"blue": 9}, seats=2)
    turn_up(match, "sailor/3.1")
    answer = reasons(match, {"sailor/3.1": "area:blue"}, by=match.seats[1])
    assert answer == {"sailor/3.1": "Red has not stopped yet"}


def test_a_card_that_cannot_be_there_names_where_it_lies() -> None:
    match = at_table({"blue": "pirate/5.1"})
    assert reasons(match, {"pirate/5.1": "harbour"}) == {
        "pirate/5.1": "Pirate 5 lies elsewhere: the area of Blue"
    }


def test_a_card_that_is_not_in_this_game_is_named() -> None:
    special = "expedition/captain-priest-settler.1"
    assert "stays in the box" in reasons(at_table(), {special: "harbour"})[special]


def test_an_expedition_without_its_crew_is_named() -> None:
    match = at_table({"red": "priest/4.1"}, expeditions="expedition/priest2.1")
    assert reasons(match, {"expedition/priest2.1": "area:red"}) == {
        "expedition/priest2.1": "Expedition (2 priests): Red lacks 1 person"
    }


def test_an_expedition_sent_by_a_player_who_is_not_active_is_named() -> None:
    match = at_table({"blue": "priest/4.1 priest/4.2"}, expeditions="expedition/priest2.1")
    assert reasons(match, {"expedition/priest2.1": "area:blue"}) == {
        "expedition/priest2.1": "Only Red can send expeditions now"
    }


def test_every_wrong_piece_has_a_reason() -> None:
    match = at_table({"blue": "pirate/5.1", "red": "jester/5.1"})
    assert reasons(match, {"pirate/5.1": None, "jester/5.1": "area:blue"}) == {
        "pirate/5.1": "Pirate 5 cannot be taken away now",
        "jester/5.1": "Jester 5 cannot come to the area of Blue now",
    }


def test_the_match_itself_is_not_touched() -> None:
    match = at_table(coins={"red": 3})
    turn_up(match, "sailor/3.1")
    before, journal = match.table.copy(), list(match.journal)
    explain(match, moved(match, {"sailor/3.1": "area:red"}))
    explain(match, moved(match, {"sailor/3.1": "area:blue"}))
    assert match.table == before
    assert match.journal == journal


# ----------------------------------------------------------------------------- Random turns

TURNS = 2_000


@pytest.mark.parametrize("part", range(8))
def test_the_played_turn_is_found_from_the_pieces_that_moved(part: int) -> None:
    unique, looks = turns_are_found(GAMES["port_royal"], {}, part, TURNS // 8)
    assert unique > looks / 2


def test_a_whole_turn_is_found_at_once_from_the_pieces_that_moved() -> None:
    short = (
        turn
        for turn in random_turns(GAMES["port_royal"], {}, 99)
        if len(turn[1]) <= 12 and len(list(cut(*turn))) == 1
    )
    for start, played in islice(short, 50):
        explained(start, played)
