"""Teaching: the first turn of each player is told step by step, then the match goes on."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import Any, cast

import pytest

from rules.flow import TABLE
from rules.games import GAMES
from rules.match import Match
from rules.simulation import Simulation
from rules.teaching import Taught
from server.live.messages import Answer
from tests.patience import PATIENCE
from tests.server.web.conftest import Room, Visitor

TAUGHT = re.compile(r'<div class="taught" id="[\w-]+">.*?<p>(.*?)</p>', re.DOTALL)
OVER = "You all had a first turn."
MODES: dict[str, tuple[dict[str, str], ...]] = {
    "port_royal": ({}, {"mode": "contracts"}, {"mode": "adventure"})
}
PLAYED = [(game, settings) for game in GAMES for settings in MODES.get(game, ({},))]


def told(page: str) -> list[str]:
    """What is taught on a page, question by question."""
    words = (re.sub(r"<[^>]+>", " ", found) for found in TAUGHT.findall(page))
    return [" ".join(html.unescape(each).split()) for each in words]


def begin(room: Room, game: str, settings: dict[str, str], seats: int = 2) -> Visitor:
    """A match that was begun on the start page with *Teach us*, and a phone that plays for all."""
    names = {f"name-{row}": name for row, name in enumerate(("Ann", "Bob", "Cleo")[:seats])}
    chosen = {f"setting-{key}": value for key, value in settings.items()}
    form = {"game": game, "teach": "yes", **names, **chosen}
    assert room.player().post("/matches", form).status_code == 303
    return room.player(*(seat.colour for seat in room.match.seats))


def answer(room: Room, simulation: Simulation) -> None:
    """Somebody who knows the game does what comes next, at the table and in the simulation."""
    option = simulation.pick()
    assert option is not None
    asked = simulation.match.choice
    assert asked is not None
    who = option.who or asked.who
    seat = room.match.seats[0] if who is TABLE else who
    simulation.take(option)
    room.table.host.ask(Answer(seat, option.key)).result(timeout=PATIENCE)


def turns(match: Match[Any]) -> Counter[Any]:
    return Counter(table.active for _, table in match.checkpoints if table.active is not None)


@pytest.mark.parametrize(("game", "settings"), PLAYED)
def test_each_first_turn_is_taught_and_then_it_ends_by_itself(
    room: Room, game: str, settings: dict[str, str]
) -> None:
    phone, plain = begin(room, game, settings), GAMES[game]
    simulation = Simulation(plain, ["Ann", "Bob"], room.match.settings, 3)
    simulation.sensible = True
    seen, own = set[str](), 0
    while (said := told(phone.get("/me").text)) and not said[0].startswith(OVER):
        match = simulation.match
        assert match.choice is not None
        question = match.choice.questions[0]
        step = match.game.guide.teaching.steps.get(question.prompt.message)
        if step is None:
            assert str(match.game.guide.rules(match.table)[0]) in said
        else:
            own += 1
            assert f"{step.do} {step.why}" in said
            assert str(step.do) in html.unescape(phone.get("/screen").text)
        assert all(len(each.split()) <= 35 for each in said), said
        seen |= {*said}
        answer(room, simulation)
        assert simulation.match.journal == room.match.journal
    assert len(seen) > 2
    assert own > 0.7 * len(simulation.match.journal)  # few questions are only told by their phase
    assert said
    had = turns(room.match)
    assert {*room.match.seats} <= {*had}  # everybody had one
    assert max(had.values()) == match.game.guide.teaching.scripts + 1
    for _ in range(20):  # nor when another turn begins
        answer(room, simulation)
        assert not told(phone.get("/me").text)
    assert room.match.choice is not None  # and the match goes on


def test_somebody_else_sees_whose_step_it_is(room: Room) -> None:
    begin(room, "port_royal", {})
    room.answer("red", "first:red")
    bob = room.player("blue")
    page = bob.get("/me").text
    found = TAUGHT.search(page)
    assert found is not None
    assert "Lay the deck's top card" in told(page)[0]
    assert 'class="flag seat-red"' in found[0]


def test_anybody_who_plays_can_leave_it_at_any_time_for_all(room: Room) -> None:
    phone = begin(room, "port_royal", {})
    assert told(phone.get("/me").text)
    assert room.player().post("/me/teaching").status_code == 403
    assert told(phone.get("/me").text)
    assert room.player("blue").post("/me/teaching").status_code == 303
    assert not told(phone.get("/me").text)
    assert "near water, and tap" not in phone.get("/screen").text


def test_the_switch_stays_as_it_is_while_the_form_is_filled_in(room: Room) -> None:
    phone = room.player()
    form = {"game": "port_royal", "teach": "yes", "name-0": "Ann"}
    ticked = 'name="teach" value="yes" id="teach" checked'
    assert ticked in phone.post("/new-match", {**form, "other": "navegador"}).text
    assert 'type="hidden" name="teach"' in phone.post("/new-match/what", form).text
    assert ticked not in phone.get("/").text


def test_without_the_switch_nothing_is_taught(room: Room) -> None:
    room.begin()
    assert not told(room.player("red", "blue").get("/me").text)


def test_a_question_of_which_a_game_says_nothing_is_taught_with_the_rules_of_its_phase(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = begin(room, "port_royal", {})
    game = room.match.game
    monkeypatch.delitem(
        cast(dict[str, Taught], game.guide.teaching.steps),
        "Who was last near water? That player begins.",
    )
    rule = game.guide.rules(room.match.table)[0]
    assert told(phone.get("/me").text) == [str(rule)]
