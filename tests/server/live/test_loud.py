"""What is loud is heard once, when it happens."""

from __future__ import annotations

from typing import Any

from rules.games import GAMES
from rules.match import Match
from rules.text import Text
from server.live.loud import SHOWN, Ear, sentence

BUST = ("first:red", "draw", "turn:ship/red/3/6.1", "draw", "turn:ship/red/1/1.1")


def match_of(*keys: str) -> Match[Any]:
    game = GAMES["port_royal"]
    return Match(game, game.seat(["Ann", "Bob"]), {}, keys)


def test_a_bust_is_heard_with_the_answer_that_led_to_it() -> None:
    ear, match = Ear(), match_of()
    assert ear.listen(1, match, 0.0) is None
    for key in BUST[:-1]:
        match.play(key)
        assert ear.listen(1, match, 1.0) is None
    match.play(BUST[-1])
    loud = ear.listen(1, match, 2.0)
    assert loud is not None
    assert [each.kind.key for each in loud.events] == ["bust"]
    assert loud.answers == 5
    assert loud.left(2.0) == SHOWN
    assert not loud.left(2.0 + SHOWN)
    assert str(sentence(loud.events[0])) == "Ann: bust! Two red ships"
    match.play("draw")
    assert ear.listen(1, match, 3.0) is loud  # nothing new was loud


def test_a_match_that_is_resumed_was_loud_at_another_time() -> None:
    assert Ear().listen(1, match_of(*BUST), 0.0) is None


def test_what_is_taken_back_is_not_loud_any_more() -> None:
    ear, match = Ear(), match_of()
    ear.listen(1, match, 0.0)
    for key in BUST:
        match.play(key)
    assert ear.listen(1, match, 1.0)
    match.undo()
    assert ear.listen(1, match, 2.0) is None
    match.play(BUST[-1])
    again = ear.listen(1, match, 3.0)
    assert again is not None
    assert again.at == 3.0


def test_what_nobody_has_to_do_with_is_said_without_a_name() -> None:
    ear, match = Ear(), match_of("first:red", "draw")
    ear.listen(1, match, 0.0)
    match.play("turn:tax/most_swords.1")
    loud = ear.listen(1, match, 0.0)
    assert loud is not None
    assert str(sentence(loud.events[0])).startswith("tax increase: Ann gets 1 coin")
    assert Text("x") != sentence(loud.events[0])
