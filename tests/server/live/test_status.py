"""One status, one lamp, one reason: nothing that is shown contradicts what NEXT says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.panel import Lamp
from server.live.match import Live
from server.live.messages import Refused
from server.live.status import Condition
from tests.rules.port_royal.the_table import at_table
from tests.server.live.lying_cards import LyingCards
from tests.server.web.evenings import golden, golden_match
from vision.reading import Sighting


def test_while_hands_still_have_to_follow_the_lamp_is_amber_and_next_says_the_same() -> None:
    table = LyingCards(at_table())
    table.put("ship/red/1/1.1", "harbour")
    table.put("ship/red/2/3.1", "harbour")
    status = table.live.status
    assert (status.condition, status.lamp) == (Condition.PENDING, Lamp.AMBER)
    assert table.refusal() == str(status.reason)


def test_a_question_is_what_next_repeats() -> None:
    table = LyingCards(at_table(coins={"blue": 4}))
    table.put("sailor/3.1", "harbour")
    table.put("sailor/3.1", "area:blue")
    assert table.live.status.condition is Condition.QUESTION
    assert table.refusal() == str(table.live.status.reason)
    assert "Red: did you decide this?" in table.refusal()


@pytest.mark.parametrize(
    ("sighting", "condition"),
    [
        (Sighting(strangers=(300,)), Condition.UNCLEAR),
        (Sighting({"sailor/3.1": "area:blue"}), Condition.WRONG),
        (Sighting({"sailor/3.1": "harbour"}), Condition.PROVISIONAL),
        (Sighting(), Condition.FINE),
    ],
)
def test_next_is_refused_just_when_there_is_a_reason(
    sighting: Sighting, condition: Condition
) -> None:
    match = at_table()
    match.play("draw")
    match.play("turn:jester/5.1")
    table = LyingCards(match)
    table.live.final = 2
    table.live.see(replace(sighting, places={"jester/5.1": "harbour", **sighting.places}))
    status = table.live.status
    assert status.condition is condition
    if status.reason is None:
        assert status.matches
        table.live.press_next()
    else:
        with pytest.raises(Refused) as refused:
            table.live.press_next()
        assert refused.value.reason == status.reason


def test_while_it_is_paused_nothing_is_wrong_and_next_goes_on() -> None:
    table = LyingCards(at_table(coins={"red": 2}))
    table.put("sailor/3.1", "harbour")
    table.put("sailor/3.1", "area:red")
    before = table.live.status
    table.live.pause(True)
    paused = table.live.status
    assert (before.condition, paused.condition) == (Condition.WRONG, Condition.PAUSED)
    assert paused.lamp is Lamp.AMBER
    assert table.wrong() == {}
    table.live.press_next()
    assert table.live.match.journal[-1] == "stop"
    table.live.pause(False)
    assert table.live.status.condition is Condition.WRONG


def test_after_the_end_nothing_is_provisional_any_more() -> None:
    keys = golden(2)
    live = Live(golden_match(2, len(keys) - 1), final=len(keys) - 3)
    choice, before = live.match.choice, live.status.condition
    assert choice is not None
    live.answer(choice.who, keys[-1])
    assert live.match.outcome() is not None
    assert (before, live.status.condition) == (Condition.PROVISIONAL, Condition.FINE)
