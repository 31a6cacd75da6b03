"""The camera of a real table reads the hand of a robot, and of nobody else."""

from __future__ import annotations

from pathlib import Path
from queue import SimpleQueue

import pytest

from rules.games import GAMES
from rules.simulation import Simulation
from server.assistant import Assistant
from server.live.messages import Begin, View
from server.robots.hands import RobotHands
from server.robots.open_hands import OpenHands
from tests.patience import PATIENCE
from vision.simulator.patchwork_camera import PatchworkCamera

CARD = "project/navigator/rum/adventure"


def test_an_open_hand_is_looked_for_while_a_robot_has_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    views = SimpleQueue[View]()
    monkeypatch.setattr("server.assistant.named_source", lambda *_: _a_card_below_blue())
    with Assistant(tmp_path, "pi", views.put) as assistant:
        host, robots = assistant.host, assistant.tableside(80).robot_seats
        assert robots
        held = OpenHands(lambda: host.view)
        host.ask(Begin("maracaibo", ["Ann", "Bob"], {})).result(PATIENCE)
        while not host.view.sighting:
            views.get(timeout=PATIENCE)
        assert not held("hand:blue")
        robots.seat(host.view, "blue", "sensible")
        while not held("hand:blue"):
            views.get(timeout=PATIENCE)
        assert [piece.id for piece in held("hand:blue")] == [CARD]
        robots.seat(host.view, "blue", "")
        while held("hand:blue"):
            views.get(timeout=PATIENCE)


def _a_card_below_blue() -> PatchworkCamera:
    simulation = Simulation(GAMES["maracaibo"], ["Ann", "Bob"], {}, 1)
    match, dealer = simulation.match, simulation.dealer
    hands = RobotHands(match, dealer, lambda: None, open_hands=["blue"])
    hands.put(match.game.pieces[CARD], "hand:blue")
    return hands.camera
