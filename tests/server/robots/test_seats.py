"""Robots that play for seats among people, and what happens when they cannot think."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from firmware.switches import Button, Press
from rules.flow import TABLE, Option, Reveal
from rules.match import Match
from rules.simulation import Simulation
from server.advice.adviser import Advice, Adviser, Question
from server.advice.coach import Held, question
from server.assistant import STORE, Assistant
from server.live.host import Host
from server.live.messages import Answer, Begin, Refused, View
from server.robots.seats import RobotSeats
from server.simulated.playground import Playground
from server.store import Store
from tests.patience import PATIENCE, until
from vision.processes.keeper import Keeper


class Evening:
    """A match of Ann and a robot, without a camera."""

    def __init__(
        self,
        store: Store,
        game: str,
        adviser: Adviser,
        held: Held | None = None,
        **settings: str,
    ) -> None:
        self.store, self.adviser = store, adviser
        self.views: SimpleQueue[View] = SimpleQueue()
        self.host = Host(store, self._show)
        self.robots = RobotSeats(store, self.adviser, self.host.post, held, seconds=0.02)
        self.host.start()
        self.host.ask(Begin(game, ["Ann", "Bob"], settings)).result(PATIENCE)

    def _show(self, view: View) -> None:
        if hasattr(self, "robots"):
            self.robots.follow(view)
        self.views.put(view)

    @property
    def match(self) -> Match[Any]:
        match = self.host.view.match
        assert match is not None
        return match

    def go_on(self) -> str:
        """Ann and the dealer answer; the robot's answer is waited for. Who it was."""
        match, choice = self.match, self.match.choice
        assert choice is not None
        if choice.who.colour == "blue":
            while self.match.journal == match.journal:
                self.views.get(timeout=PATIENCE)
            return "blue"
        self.answer()
        return choice.who.colour

    def answer(self) -> None:
        """Whoever is asked answers with a phone, or Ann says what the dealer has turned up."""
        choice, option = self.match.choice, self.usual()
        assert choice is not None
        seat = self.match.seats[0] if choice.who is TABLE else choice.who
        self.host.ask(Answer(seat, option.key)).result(PATIENCE)

    def usual(self) -> Option[Any]:
        """As somebody who knows the game answers."""
        match = self.match
        simulation = Simulation(match.game, ["Ann", "Bob"], match.settings, 1)
        for taken in match.answers:
            simulation.take(taken.option)
        simulation.sensible = True
        option = simulation.pick()
        assert option is not None
        return option

    def until_asked(self, colour: str) -> None:
        """Both play with phones until this one is asked."""
        while not self.match.choice or self.match.choice.who.colour != colour:
            self.answer()

    def close(self) -> None:
        self.host.stop()
        self.adviser.close()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Store.open(tmp_path / STORE) as store:
        evening = Evening(store, "port_royal", Adviser())
        yield evening
        evening.close()


def test_the_match_goes_on_when_the_process_that_thinks_is_killed(evening: Evening) -> None:
    evening.robots.seat(evening.host.view, "blue", "strong")
    answered, killed = 0, None
    while answered < 8:
        answered += evening.go_on() == "blue"
        if answered == 3 and killed is None:
            killed = evening.adviser.pid
            assert killed
            os.kill(killed, signal.SIGKILL)
    assert evening.adviser.pid not in (None, killed)


class _Doomed(Keeper[Question, tuple[Advice, ...]]):
    """Its process is killed as soon as it is there, whenever it is started."""

    started = 0

    def _running(self) -> subprocess.Popen[bytes]:
        child = super()._running()
        _Doomed.started += 1
        child.kill()
        child.wait()
        return child


def test_a_robot_whose_process_is_lost_twice_plays_sensibly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.advice.adviser.Keeper", _Doomed)
    with Store.open(tmp_path / STORE) as store:
        evening = Evening(store, "port_royal", Adviser())
        evening.until_asked("blue")
        usual = evening.usual()
        evening.robots.seat(evening.host.view, "blue", "strong")
        assert evening.go_on() == "blue"
        assert evening.match.journal[-1] == usual.key
        assert _Doomed.started == 2
        evening.close()


def test_a_robot_whose_process_was_stopped_plays_sensibly(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.until_asked("blue")
    assert evening.match.choice
    easy = replace(question(evening.match, evening.match.choice.who, None), strength="easy")
    evening.adviser.ask(easy).result(PATIENCE)
    stopped, usual = evening.adviser.pid, evening.usual()
    assert stopped
    os.kill(stopped, signal.SIGSTOP)
    monkeypatch.setattr(evening.adviser._keeper, "_patience", 0.2)
    evening.robots.seat(evening.host.view, "blue", "strong")
    assert evening.go_on() == "blue"
    assert evening.match.journal[-1] == usual.key
    monkeypatch.setattr(evening.adviser._keeper, "_patience", PATIENCE)
    until(lambda: evening.adviser.pid != stopped)


def test_nobody_waits_for_a_process_that_hangs(evening: Evening) -> None:
    evening.robots.seat(evening.host.view, "blue", "strong")
    while evening.go_on() != "blue":
        pass
    evening.robots.seat(evening.host.view, "blue", "")
    assert evening.adviser.pid
    os.kill(evening.adviser.pid, signal.SIGSTOP)
    evening.until_asked("blue")
    evening.robots.seat(evening.host.view, "blue", "strong")
    before = len(evening.match.journal)
    assert evening.host.is_alive(PATIENCE)
    evening.robots.seat(evening.host.view, "blue", "")
    evening.answer()
    assert len(evening.match.journal) > before, "Bob has sat down again and plays on"


def test_people_do_for_a_robot_what_a_story_card_asks_for_and_press_next(tmp_path: Path) -> None:
    """It reads the card, but it has no hands: nothing goes on before somebody has laid the tile."""
    with Store.open(tmp_path / STORE) as store:
        evening = Evening(store, "maracaibo", Adviser(), held=lambda _: (), scenario="1")
        while (choice := evening.match.choice) is None or choice.to_do is None:
            evening.answer()
        host, answered = evening.host, len(evening.match.journal)
        evening.robots.seat(host.view, choice.who.colour, "sensible")
        until(lambda: [told for told in evening.robots.instructions(host.view) if told.option])
        [told] = evening.robots.instructions(host.view)
        assert [str(step) for step in told.to_do] == ["Lay Story tile 1 on Portobelo (15)."]
        assert "Read aloud:" in str(told.prompt)
        assert len(evening.match.journal) == answered, "it does not say so itself"
        host.post(Press(Button.NEXT))
        host.post(Press(Button.NEXT))
        until(lambda: len(evening.match.journal) > answered)
        assert evening.match.journal[answered] == "done"
        evening.close()


def test_undo_takes_back_what_a_robot_has_said_with_what_came_before_it(evening: Evening) -> None:
    evening.robots.seat(evening.host.view, "blue", "sensible")
    while evening.go_on() != "blue" or not evening.match.choice:
        pass
    match = evening.match
    said = next(n for n, taken in enumerate(match.answers) if taken.who.colour == "blue")
    rows = [row.by for row in evening.store.entries(1) if row.kind == "choice"]
    assert [*dict.fromkeys(rows[said:])] == ["robot"]
    evening.host.post(Press(Button.UNDO))
    while len(evening.match.journal) >= said:
        evening.views.get(timeout=PATIENCE)
    assert evening.match.choice
    assert evening.match.choice.who.colour != "blue"
    evening.answer()
    while len(evening.match.journal) <= said:
        evening.go_on()
    assert evening.match.journal == match.journal[: len(evening.match.journal)]


def test_who_is_a_robot_is_kept_with_the_match_and_can_change(evening: Evening) -> None:
    robots, view = evening.robots, evening.host.view
    robots.seat(view, "blue", "easy")
    again = RobotSeats(evening.store, evening.adviser, evening.host.post)
    assert again.of(view.match_id) == {"blue": "easy"}
    for _ in range(6):
        evening.go_on()
    robots.seat(evening.host.view, "blue", "")
    assert evening.store.robots.of(view.match_id or 0) == {}
    for colour, strength, why in (
        ("pink", "easy", "No such seat"),
        ("blue", "brilliant", "No such robot"),
    ):
        with pytest.raises(Refused, match=why):
            robots.seat(evening.host.view, colour, strength)


def test_no_robot_plays_where_its_hand_cannot_be_seen(evening: Evening) -> None:
    evening.host.ask(Begin("maracaibo", ["Ann", "Bob"], {})).result(PATIENCE)
    with pytest.raises(Refused, match="need a camera"):
        evening.robots.seat(evening.host.view, "blue", "strong")


def test_hands_move_for_a_robot_what_is_told_and_the_camera_understands_it(tmp_path: Path) -> None:
    views: SimpleQueue[View] = SimpleQueue()
    with Assistant(tmp_path, "simulated", views.put) as assistant:
        host, table = assistant.host, assistant.tableside(80)
        playground, robots = table.playground, table.robot_seats
        assert playground
        assert robots
        host.ask(Begin("port_royal", ["Ann", "Bob"], {})).result(PATIENCE)
        robots.seat(host.view, "blue", "strong")
        moved, before = 0, [""]
        while moved < 2:
            while not (host.view.camera and host.view.match and host.view.match.journal != before):
                views.get(timeout=PATIENCE)
            match = host.view.match
            assert match.choice
            before, who = match.journal, match.choice.who
            playground.tidy_up()
            if who.colour != "blue":
                option = _pick(playground, match)
                host.ask(Answer(match.seats[0], option.key)).result(PATIENCE)
                continue
            # It thinks about one thing after another: what was asked before is decided then.
            asked = replace(question(match, who, None), strength="easy")
            assistant.adviser.ask(asked).result(PATIENCE)
            (told, *_) = robots.instructions(host.view) or (None,)
            if told and told.option and told.moves and host.view.camera:
                playground.do(told.option.moves)
                moved += 1
                assert assistant.adviser.pid
                os.kill(assistant.adviser.pid, signal.SIGKILL)


def _pick(playground: Playground, match: Match[Any]) -> Option[object]:
    """As somebody who knows the game answers, or as the cards lie once the table has followed."""
    until(lambda: playground.truth()[0].journal == match.journal)
    truth = playground.truth()
    simulation = Simulation.going_on(*truth, 1)
    simulation.sensible = True
    option = simulation.pick()
    assert option is not None
    return option


def test_people_are_told_to_turn_up_what_a_robot_has_asked_for(evening: Evening) -> None:
    evening.robots.seat(evening.host.view, "blue", "sensible")
    told: dict[str, list[str]] = {}
    while {*told} != {"red", "blue"}:
        who = evening.go_on()
        if isinstance(evening.match.choice, Reveal):
            now = evening.robots.instructions(evening.host.view)
            told[who] = [str(move) for each in now for move in each.moves]
    assert told == {"red": [], "blue": ["Turn one up for Bob from the deck"]}
