"""What is concluded from a piece that somebody's hand has moved, and what is asked first."""

from __future__ import annotations

import pytest

from server.live.concluded import NOBODY
from server.live.messages import Refused
from tests.rules.port_royal.the_table import at_table
from tests.server.live.lying_cards import LyingCards

RICH = {"red": 9, "blue": 9, "green": 9}


def harbour_of(*cards: str, seats: int = 3, conclude: str = "ask") -> LyingCards:
    """Red has turned up these cards and has not stopped."""
    coins = dict(list(RICH.items())[:seats])
    table = LyingCards(at_table(coins=coins, seats=seats, conclude=conclude))
    for card in cards:
        table.put(card, "harbour")
    return table


def journal(table: LyingCards) -> list[str]:
    return list(table.live.match.journal)


def test_a_card_in_another_area_asks_whether_the_active_player_has_stopped() -> None:
    table = harbour_of("sailor/3.1", "jester/5.1", seats=2)
    before = journal(table)
    assert table.put("sailor/3.1", "area:blue") == []
    assert journal(table) == before
    question = table.live.question
    assert question is not None
    assert question.choice.who.colour == "red"
    assert [option.key for option in question.unsaid] == ["stop", "pass"]
    assert {piece.id: place for piece, place in question.moved.items()} == {
        "sailor/3.1": "area:blue"
    }
    with pytest.raises(Refused, match="Red is asked, not Blue"):
        table.live.answer(table.live.match.seats[1], "stop")


def test_if_it_was_so_the_rest_is_played() -> None:
    table = harbour_of("sailor/3.1", "jester/5.1", seats=2)
    table.put("sailor/3.1", "area:blue")
    acts = table.live.answer(table.live.match.seats[0], "stop")
    assert [(act.key, act.by) for act in acts] == [
        ("stop", "phone:red"),
        ("pass", "phone:red"),
        ("hire:sailor/3.1", "camera"),
    ]
    assert table.live.question is None


def test_if_nobody_did_it_nothing_is_played_and_the_card_is_wrong_until_it_is_put_back() -> None:
    table = harbour_of("sailor/3.1", "jester/5.1", seats=2)
    before = journal(table)
    table.put("sailor/3.1", "area:blue")
    assert table.live.answer(table.live.match.seats[0], NOBODY) == []
    for _ in range(2):
        assert table.live.question is None
        assert set(table.wrong()) == {"sailor/3.1"}
        assert "the harbour" in table.wrong()["sailor/3.1"]
        table.look()
    assert table.put("sailor/3.1", "harbour") == []
    assert table.wrong() == {}
    assert journal(table) == before
    table.put("sailor/3.1", "area:blue")
    assert table.live.question is not None, "next time it is asked again"


def test_a_card_put_back_while_it_is_asked_leaves_no_trace() -> None:
    table = harbour_of("sailor/3.1", "jester/5.1", seats=2)
    before = journal(table)
    table.put("sailor/3.1", "area:blue")
    assert table.put("sailor/3.1", "harbour") == []
    assert table.live.question is None
    assert journal(table) == before


def test_a_player_who_takes_a_card_says_with_it_that_the_discovering_is_over() -> None:
    table = harbour_of("sailor/3.1", "jester/5.1", seats=2)
    before = journal(table)
    assert table.put("sailor/3.1", "area:red") == ["stop", "hire:sailor/3.1"]
    assert table.put("sailor/3.1", "harbour") == ["hire:sailor/3.1", "stop"]
    assert journal(table) == before


def test_what_the_player_did_with_own_hands_is_played_before_the_rest_is_asked() -> None:
    table = LyingCards(at_table({"red": "governor/8.1"}, coins=RICH, seats=3))
    for card in ("sailor/3.1", "jester/5.1", "trader/green/3.1"):
        table.put(card, "harbour")
    table.places["sailor/3.1"] = "area:red"
    assert table.put("jester/5.1", "area:green") == ["stop", "hire:sailor/3.1"]
    question = table.live.question
    assert question is not None
    assert [option.key for option in question.unsaid] == ["pass"]
    table.live.answer(table.live.match.seats[0], NOBODY)
    assert set(table.wrong()) == {"jester/5.1"}


def test_who_only_waits_is_passed_over_and_can_take_it_back() -> None:
    table = harbour_of("sailor/3.1", "jester/5.1")
    table.live.press_next()
    table.live.press_next()
    _, blue, green = table.live.match.seats
    assert table.put("sailor/3.1", "area:green") == ["pass", "hire:sailor/3.1"]
    assert table.live.concluded == {blue: len(journal(table)) - 2}
    with pytest.raises(Refused, match="nothing to take back"):
        table.live.take_back(green)
    assert [act.key for act in table.live.take_back(blue)] == ["hire:sailor/3.1", "pass"]
    assert table.live.match.choice is not None
    assert table.live.match.choice.who == blue
    assert set(table.wrong()) == {"sailor/3.1"}
    assert table.put("sailor/3.1", "harbour") == []
    assert table.put("sailor/3.1", "area:blue") == ["hire:sailor/3.1"]
    assert table.live.concluded == {}


def test_a_pass_goes_away_with_the_card_it_was_concluded_from() -> None:
    table = harbour_of("sailor/3.1", "jester/5.1")
    table.live.press_next()
    table.live.press_next()
    before = journal(table)
    table.put("sailor/3.1", "area:green")
    assert table.put("sailor/3.1", "harbour") == ["hire:sailor/3.1", "pass"]
    assert journal(table) == before
    assert table.live.concluded == {}


def test_what_a_player_has_said_stays_when_another_puts_the_card_back() -> None:
    table = harbour_of("sailor/3.1", "jester/5.1")
    table.put("sailor/3.1", "area:green")
    table.live.answer(table.live.match.seats[0], "stop")
    assert journal(table)[-4:] == ["stop", "pass", "pass", "hire:sailor/3.1"]
    assert table.put("sailor/3.1", "harbour") == ["hire:sailor/3.1", "pass"]
    assert journal(table)[-2:] == ["stop", "pass"]


def test_clearing_the_harbour_does_not_stop_for_the_active_player() -> None:
    table = harbour_of("sailor/3.1", seats=2)
    before = journal(table)
    assert table.put("sailor/3.1", "discard") == []
    question = table.live.question
    assert question is not None
    assert [option.key for option in question.unsaid] == ["stop", "pass"]
    assert table.put("sailor/3.1", "harbour") == []
    assert journal(table) == before


def test_a_group_that_likes_it_short_is_not_asked() -> None:
    table = harbour_of("sailor/3.1", "jester/5.1", seats=2, conclude="short")
    before = journal(table)
    assert table.put("sailor/3.1", "area:blue") == ["stop", "pass", "hire:sailor/3.1"]
    assert {seat.colour for seat in table.live.concluded} == {"red"}
    assert table.put("sailor/3.1", "harbour") == ["hire:sailor/3.1", "pass", "stop"]
    assert journal(table) == before
