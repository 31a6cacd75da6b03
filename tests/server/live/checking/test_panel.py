"""Buttons, lamp and buzzer are tried by hand, and no press counts for a match meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware.panel import Lamp, Panel, SimulatedPanel
from firmware.switches import Button, PanelEvent
from server.live.checking.panel import PanelTrial
from vision.checking.verdict import Level


class Bench:
    """A simulated panel that is tried; `heard` is what the match gets."""

    def __init__(self) -> None:
        self.now = 100.0
        self.heard: list[PanelEvent] = []
        self.panel: SimulatedPanel = Panel.simulated(self._pressed)
        self.trial = PanelTrial(self.panel, lambda: self.now)

    def _pressed(self, event: PanelEvent) -> None:
        if not self.trial.takes(event):
            self.heard.append(event)

    def level(self) -> Level:
        return self.trial.verdict.level

    def lamp(self) -> tuple[Lamp, bool]:
        return self.panel.lamp, self.panel.blinking

    @property
    def said(self) -> str:
        return " ".join(map(str, self.trial.verdict.says))


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    with bench.panel:
        yield bench


def test_presses_count_for_the_match_unless_somebody_tries_the_buttons(bench: Bench) -> None:
    bench.panel.press(Button.NEXT)
    assert len(bench.heard) == 1
    bench.trial.open()
    bench.panel.press(Button.UNDO)
    assert len(bench.heard) == 1
    assert bench.trial.pressed == {Button.UNDO}
    bench.now += 60  # nobody looks at the page any more
    bench.panel.press(Button.UNDO)
    assert len(bench.heard) == 2


def test_what_is_still_to_try_is_said_until_all_is_good(bench: Bench) -> None:
    bench.trial.open()
    assert "Still to press: NEXT, UNDO, SCAN" in bench.said
    for button in Button:
        bench.panel.press(button)
    assert "Try the lamp" in bench.said
    bench.trial.say("lamp", True)
    bench.trial.say("buzzer", True)
    assert bench.level() is Level.GOOD
    bench.trial.begin()
    assert bench.level() is Level.NEARLY


def test_a_stuck_button_is_named_as_long_as_it_is_stuck(bench: Bench) -> None:
    bench.panel.jam(Button.UNDO)
    assert bench.level() is Level.BAD
    assert "Stuck: UNDO." in bench.said
    bench.panel.let_go(Button.UNDO)
    bench.panel.wait(1)
    assert bench.level() is Level.NEARLY


def test_a_lamp_that_does_not_light_names_its_pins(bench: Bench) -> None:
    bench.trial.say("lamp", False)
    assert bench.level() is Level.BAD
    assert "The lamp fails." in bench.said
    assert "header pins" in bench.said


def test_after_the_trial_the_lamp_shows_again_what_it_has_to(bench: Bench) -> None:
    bench.trial.light(Lamp.RED)
    assert bench.lamp() == (Lamp.RED, False)
    bench.trial.close(Lamp.GREEN, True)
    assert bench.lamp() == (Lamp.GREEN, True)
    bench.trial.close(Lamp.OFF, False)  # it was not lit any more
    assert bench.lamp() == (Lamp.GREEN, True)
