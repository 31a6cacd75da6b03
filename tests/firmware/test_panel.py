"""The panel, driven through gpiozero's mock pins: buttons, lamp and buzzer."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest

from firmware import panel as panel_module
from firmware import pin_factory
from firmware.panel import (
    CALLING,
    Button,
    Lamp,
    Panel,
    PanelError,
    PanelEvent,
    Press,
    SimulatedPanel,
    Stuck,
    Times,
    simulated_pins,
)
from firmware.pins import Pins
from rules.announcements import Signal
from tests.patience import PATIENCE, until

NEXT, UNDO, SCAN = Button
PINS = Pins(next=17, undo=27, scan=22, red=23, green=24, blue=25, buzzer=16)
AT_ONCE = Times(debounce=0, hold=1000, stuck=2000)
"""For panels that keep real time: a press is steady at once and never becomes a hold."""


@pytest.fixture
def events() -> list[PanelEvent]:
    return []


@pytest.fixture
def panel(events: list[PanelEvent]) -> Iterator[SimulatedPanel]:
    with Panel.simulated(events.append) as panel:
        yield panel


# One button


def test_a_press_is_reported_when_the_button_is_let_go(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.push(NEXT)
    panel.wait(0.5)
    assert events == []
    panel.let_go(NEXT)
    panel.wait(0.5)
    assert events == [Press(NEXT)]


@pytest.mark.parametrize("button", Button)
def test_each_button_tells_its_name(
    panel: SimulatedPanel, events: list[PanelEvent], button: Button
) -> None:
    panel.press(button)
    panel.hold(button)
    assert events == [Press(button), Press(button, held=True)]


def test_presses_come_in_the_order_they_were_made(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.press(NEXT)
    panel.press(UNDO)
    panel.press(NEXT)
    assert events == [Press(NEXT), Press(UNDO), Press(NEXT)]


def test_a_hold_is_reported_while_the_button_is_still_down_and_only_once(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.push(UNDO)
    panel.wait(1.99)
    assert events == []
    panel.wait(0.01)
    assert events == [Press(UNDO, held=True)]
    panel.wait(10)
    panel.let_go(UNDO)
    panel.wait(1)
    assert events == [Press(UNDO, held=True)]


def test_a_press_of_nearly_two_seconds_is_a_press(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.press(UNDO, seconds=1.99)
    assert events == [Press(UNDO)]


# Bounces


def test_a_bouncing_contact_is_one_press(panel: SimulatedPanel, events: list[PanelEvent]) -> None:
    for _ in range(5):
        panel.push(NEXT)
        panel.wait(0.003)
        panel.let_go(NEXT)
        panel.wait(0.002)
    panel.press(NEXT)
    for _ in range(5):
        panel.push(NEXT)
        panel.wait(0.001)
        panel.let_go(NEXT)
        panel.wait(0.004)
    panel.wait(1)
    assert events == [Press(NEXT)]


def test_a_spike_on_a_long_wire_is_no_press(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.press(NEXT, seconds=0.001)
    panel.wait(5)
    assert events == []


def test_a_contact_that_opens_for_a_moment_does_not_interrupt_a_hold(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.push(SCAN)
    panel.wait(1)
    panel.let_go(SCAN)
    panel.wait(0.005)
    panel.push(SCAN)
    panel.wait(0.995)
    assert events == [Press(SCAN, held=True)]


def test_a_bounce_just_before_two_seconds_does_not_decide_before_it_is_over(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.press(UNDO, seconds=1.995)
    panel.wait(1)
    assert events == [Press(UNDO)]


# Two at once


def test_two_buttons_at_once_are_no_press(panel: SimulatedPanel, events: list[PanelEvent]) -> None:
    panel.push(NEXT)
    panel.wait(0.1)
    panel.press(UNDO)
    panel.let_go(NEXT)
    panel.wait(1)
    assert events == []


def test_two_buttons_at_once_are_no_hold(panel: SimulatedPanel, events: list[PanelEvent]) -> None:
    panel.push(SCAN)
    panel.push(UNDO)
    panel.wait(10)
    panel.let_go(SCAN)
    panel.let_go(UNDO)
    panel.wait(1)
    assert events == []


def test_an_arm_on_the_box_does_not_press_the_third_button_either(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.push(NEXT)
    panel.push(UNDO)
    panel.wait(0.5)
    panel.press(SCAN)
    panel.let_go(NEXT)
    panel.wait(0.5)
    panel.press(SCAN)
    assert events == []


def test_after_two_at_once_each_button_works_again(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.push(NEXT)
    panel.press(UNDO)
    panel.let_go(NEXT)
    panel.wait(0.1)
    panel.press(NEXT)
    panel.hold(UNDO)
    assert events == [Press(NEXT), Press(UNDO, held=True)]


def test_one_button_right_after_another_is_two_presses(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.push(NEXT)
    panel.wait(0.1)
    panel.let_go(NEXT)
    panel.wait(0.005)
    panel.press(UNDO)
    assert events == [Press(NEXT), Press(UNDO)]


def test_a_button_that_has_been_reported_as_held_is_not_in_the_way_of_others(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.push(SCAN)
    panel.wait(3)
    panel.press(NEXT)
    panel.let_go(SCAN)
    panel.wait(1)
    assert events == [Press(SCAN, held=True), Press(NEXT)]


# A stuck button


def test_a_stuck_button_is_reported_once(panel: SimulatedPanel, events: list[PanelEvent]) -> None:
    panel.push(NEXT)
    panel.wait(19.9)
    assert panel.stuck == set()
    panel.wait(10_000)
    assert events == [Press(NEXT, held=True), Stuck(NEXT)]
    assert panel.stuck == {NEXT}


def test_the_other_buttons_work_while_one_is_stuck(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.push(NEXT)
    panel.wait(60)
    events.clear()
    panel.press(UNDO)
    panel.hold(SCAN)
    assert events == [Press(UNDO), Press(SCAN, held=True)]


def test_a_stuck_button_works_again_when_it_comes_up(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.push(NEXT)
    panel.wait(60)
    panel.let_go(NEXT)
    panel.wait(1)
    assert panel.stuck == set()
    events.clear()
    panel.press(NEXT)
    assert events == [Press(NEXT)]


def test_buttons_under_a_box_lid_are_all_reported_as_stuck(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    for button in Button:
        panel.push(button)
    panel.wait(60)
    assert sorted(events, key=str) == [Stuck(NEXT), Stuck(SCAN), Stuck(UNDO)]


def test_a_button_that_is_down_from_the_start_is_no_press_but_turns_out_to_be_stuck(
    events: list[PanelEvent],
) -> None:
    pins = simulated_pins()
    wire = pins.pin(PINS.next)
    wire._set_pull = lambda _: wire.drive_low()  # the pull-up is too weak for a wire on ground
    with SimulatedPanel(events.append, PINS, pins) as panel:
        panel.wait(19)
        panel.press(UNDO)
        assert events == [Press(UNDO)]
        panel.wait(1)
        assert events == [Press(UNDO), Stuck(NEXT)]
        panel.let_go(NEXT)
        panel.wait(1)
        panel.press(NEXT)
        assert events == [Press(UNDO), Stuck(NEXT), Press(NEXT)]


# Real time and threads


@pytest.fixture
def inbox() -> SimpleQueue[PanelEvent]:
    return SimpleQueue()


def test_a_press_in_real_time_reaches_the_inbox(inbox: SimpleQueue[PanelEvent]) -> None:
    pins = simulated_pins()
    with Panel(inbox.put, PINS, pins, AT_ONCE):
        for _ in range(3):
            pins.pin(PINS.next).drive_low()
            pins.pin(PINS.next).drive_high()
            assert inbox.get(timeout=PATIENCE) == Press(NEXT)


def test_a_hold_in_real_time_is_reported_and_then_that_the_button_is_stuck(
    inbox: SimpleQueue[PanelEvent],
) -> None:
    pins = simulated_pins()
    with Panel(inbox.put, PINS, pins, Times(debounce=0.001, hold=0.01, stuck=0.03)) as panel:
        pins.pin(PINS.undo).drive_low()
        assert inbox.get(timeout=PATIENCE) == Press(UNDO, held=True)
        assert inbox.get(timeout=PATIENCE) == Stuck(UNDO)
        pins.pin(PINS.undo).drive_high()
        until(lambda: not panel.stuck)


def test_an_edge_that_got_lost_is_made_up_for(
    inbox: SimpleQueue[PanelEvent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel_module, "_LOOK_AGAIN", 0.005)
    pins = simulated_pins()
    with Panel(inbox.put, PINS, pins, Times(debounce=0.001, hold=0.01, stuck=1000)):
        pins.pin(PINS.scan)._change_state(False)  # without telling anyone
        assert inbox.get(timeout=PATIENCE) == Press(SCAN, held=True)


def test_events_come_on_the_panels_own_thread() -> None:
    names: SimpleQueue[str] = SimpleQueue()
    pins = simulated_pins()
    with Panel(lambda _: names.put(threading.current_thread().name), PINS, pins, AT_ONCE):
        pins.pin(PINS.next).drive_low()
        pins.pin(PINS.next).drive_high()
        assert names.get(timeout=PATIENCE) == "panel"


def test_a_callback_that_fails_does_not_take_the_panel_down(
    inbox: SimpleQueue[PanelEvent], caplog: pytest.LogCaptureFixture
) -> None:
    def fails_once(event: PanelEvent) -> None:
        inbox.put(event)
        if event == Press(NEXT):
            raise RuntimeError("Not today.")

    pins = simulated_pins()
    with Panel(fails_once, PINS, pins, AT_ONCE):
        for pin in (PINS.next, PINS.undo):
            pins.pin(pin).drive_low()
            pins.pin(pin).drive_high()
        assert inbox.get(timeout=PATIENCE) == Press(NEXT)
        assert inbox.get(timeout=PATIENCE) == Press(UNDO)
    assert "Not today." in caplog.text


def test_after_closing_nothing_is_reported_and_no_thread_is_left(
    inbox: SimpleQueue[PanelEvent],
) -> None:
    pins = simulated_pins()
    before = set(threading.enumerate())
    panel = Panel(inbox.put, PINS, pins, AT_ONCE)
    panel.show(Lamp.GREEN, blinking=True)
    next_pin = pins.pin(PINS.next)
    panel.close()
    panel.close()
    next_pin.drive_low()
    next_pin.drive_high()
    with pytest.raises(Empty):
        inbox.get_nowait()
    assert set(threading.enumerate()) <= before


def test_a_panel_may_be_closed_by_its_own_callback() -> None:
    pins = simulated_pins()
    closed = threading.Event()

    def close(_: PanelEvent) -> None:
        own.close()
        closed.set()

    own = Panel(close, PINS, pins, AT_ONCE)
    pins.pin(PINS.next).drive_low()
    pins.pin(PINS.next).drive_high()
    assert closed.wait(PATIENCE)
    own.close()


def test_a_closed_panel_takes_everything_calmly(
    panel: SimulatedPanel, events: list[PanelEvent]
) -> None:
    panel.close()
    panel.press(NEXT)
    panel.show(Lamp.RED)
    panel.beep()
    assert events == []
    assert panel.lamp is Lamp.OFF


# The lamp


def colour(pins: Any) -> tuple[float, float, float]:
    return pins.pin(PINS.red).state, pins.pin(PINS.green).state, pins.pin(PINS.blue).state


@pytest.mark.parametrize(
    ("lamp", "rgb"),
    [
        (Lamp.OFF, (0, 0, 0)),
        (Lamp.GREEN, (0, 1, 0.2)),
        (Lamp.AMBER, (1, 0.35, 0)),
        (Lamp.RED, (1, 0, 0)),
    ],
)
def test_the_lamp_has_a_colour_for_each_state(
    lamp: Lamp, rgb: tuple[float, float, float], events: list[PanelEvent]
) -> None:
    pins = simulated_pins()
    with SimulatedPanel(events.append, PINS, pins) as panel:
        panel.show(Lamp.RED)
        panel.show(lamp)
        assert colour(pins) == rgb
        assert (panel.lamp, panel.blinking) == (lamp, False)


@pytest.mark.parametrize("lamp", [Lamp.GREEN, Lamp.AMBER, Lamp.RED])
def test_a_provisional_state_blinks_in_its_colour(lamp: Lamp, events: list[PanelEvent]) -> None:
    pins = simulated_pins()
    with SimulatedPanel(events.append, PINS, pins, blink=0.002) as panel:
        panel.show(lamp, blinking=True)
        assert (panel.lamp, panel.blinking) == (lamp, True)
        lit = pins.pin(PINS.green if lamp is Lamp.GREEN else PINS.red)
        until(lambda: len(lit.states) > 6)
        assert [state.state for state in lit.states[-4:]] in ([0, 1, 0, 1], [1, 0, 1, 0])
        panel.show(lamp)
        assert colour(pins) == lamp.rgb
        changes = len(lit.states)
        time.sleep(0.02)
        assert len(lit.states) == changes


def test_the_blinking_changes_its_colour(events: list[PanelEvent]) -> None:
    pins = simulated_pins()
    with SimulatedPanel(events.append, PINS, pins, blink=0.002) as panel:
        panel.show(Lamp.GREEN, blinking=True)
        panel.show(Lamp.RED, blinking=True)
        until(lambda: len(pins.pin(PINS.red).states) > 4)
        assert pins.pin(PINS.green).state == 0


def test_the_lamp_turns_blue_between_while_somebody_calls(
    panel: SimulatedPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel_module, "_CALL", 0.002)
    seen: set[tuple[float, ...]] = set()

    def is_seen(*colours: tuple[float, ...]) -> bool:
        seen.add(tuple(round(value, 2) for value in panel._led.value))
        return seen >= set(colours)

    panel.show(Lamp.GREEN)
    panel.call(True)
    until(lambda: is_seen(CALLING, Lamp.GREEN.rgb))
    panel.show(Lamp.RED)
    until(lambda: is_seen(CALLING, Lamp.RED.rgb))
    panel.call(False)
    assert tuple(panel._led.value) == Lamp.RED.rgb


def test_a_call_sounds_the_buzzer_once_and_not_again_until_it_has_ended(
    panel: SimulatedPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    beeps: list[int] = []
    monkeypatch.setattr(panel, "beep", beeps.append)
    for calling in (True, True, False, False, True):
        panel.call(calling)
    assert beeps == [3, 3]


def test_a_lamp_that_is_off_does_not_blink(events: list[PanelEvent]) -> None:
    pins = simulated_pins()
    with SimulatedPanel(events.append, PINS, pins, blink=0.001) as panel:
        panel.show(Lamp.OFF, blinking=True)
        assert colour(pins) == (0, 0, 0)


def test_a_lamp_with_a_common_anode_is_lit_by_low_pins(events: list[PanelEvent]) -> None:
    pins = simulated_pins()
    anode = Pins(next=17, undo=27, scan=22, red=23, green=24, blue=25, common_anode=True)
    with SimulatedPanel(events.append, anode, pins) as panel:
        panel.show(Lamp.RED)
        assert colour(pins) == (0, 1, 1)


# The buzzer


def test_the_buzzer_beeps_as_often_as_asked(
    events: list[PanelEvent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel_module, "_BEEP", 0.001)
    monkeypatch.setattr(panel_module, "_PAUSE", 0.001)
    pins = simulated_pins()
    with SimulatedPanel(events.append, PINS, pins) as panel:
        panel.beep(2)
        until(lambda: len(pins.pin(PINS.buzzer).states) == 5)
        assert [state.state for state in pins.pin(PINS.buzzer).states] == [0, 1, 0, 1, 0]


def test_what_has_happened_flashes_the_lamp_and_sounds_the_buzzer_and_then_all_is_as_before(
    events: list[PanelEvent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel_module, "_FLASH", 0.01)
    pins = simulated_pins()
    with SimulatedPanel(events.append, PINS, pins) as panel:
        panel.show(Lamp.GREEN)
        before = len(pins.pin(PINS.red).states)
        panel.tell(Signal.BUST)
        until(lambda: sum(state.state for state in pins.pin(PINS.red).states[before:]) == 4)
        until(lambda: colour(pins) == (0, 1, 0.2))
        assert [state.state for state in pins.pin(PINS.buzzer).states][:2] == [0, 1]
        assert panel.lamp is Lamp.GREEN


def test_a_closed_panel_tells_nothing(events: list[PanelEvent]) -> None:
    pins = simulated_pins()
    before = set(threading.enumerate())
    panel = SimulatedPanel(events.append, PINS, pins)
    panel.tell(Signal.END)
    panel.close()
    panel.tell(Signal.BUST)
    assert set(threading.enumerate()) <= before


def test_a_panel_without_a_buzzer_stays_silent(events: list[PanelEvent]) -> None:
    silent = Pins(next=17, undo=27, scan=22, red=23, green=24, blue=25)
    with Panel.simulated(events.append, silent) as panel:
        panel.beep()


# Opening it


def test_a_pin_that_is_in_use_is_named_and_the_others_are_given_back(
    events: list[PanelEvent],
) -> None:
    pins = simulated_pins()
    twice = Pins(next=17, undo=27, scan=22, red=23, green=24, blue=17)
    with pytest.raises(PanelError, match=r"The lamp at .*BCM 17 \(header 11\) cannot be used"):
        SimulatedPanel(events.append, twice, pins)
    with SimulatedPanel(events.append, PINS, pins) as panel:
        panel.press(NEXT)
    assert events == [Press(NEXT)]


def test_times_must_make_sense() -> None:
    with pytest.raises(ValueError, match="must grow"):
        Times(debounce=3, hold=2, stuck=20)
    with pytest.raises(ValueError, match="must grow"):
        Times(hold=30)


def model(monkeypatch: pytest.MonkeyPatch, path: Path, name: bytes | None) -> None:
    if name is not None:
        path.write_bytes(name)
    monkeypatch.setattr(pin_factory, "MODEL", path)


@pytest.mark.parametrize("name", [None, b"Some other board\0"])
def test_a_computer_without_pins_gets_a_simulated_panel(
    name: bytes | None, events: list[PanelEvent], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model(monkeypatch, tmp_path / "model", name)
    with Panel.open(events.append) as panel:
        assert isinstance(panel, SimulatedPanel)


def test_a_raspberry_pi_gets_its_own_pins(
    inbox: SimpleQueue[PanelEvent], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model(monkeypatch, tmp_path / "model", b"Raspberry Pi 5 Model B Rev 1.0\0")
    pins = simulated_pins()
    driver = SimpleNamespace(LGPIOFactory=lambda: pins)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", driver)
    with Panel.open(inbox.put, PINS, AT_ONCE) as panel:
        assert not isinstance(panel, SimulatedPanel)
        pins.pin(PINS.scan).drive_low()
        pins.pin(PINS.scan).drive_high()
        assert inbox.get(timeout=PATIENCE) == Press(SCAN)


def test_pins_can_be_used_from_a_folder_that_this_user_may_not_enter(
    inbox: SimpleQueue[PanelEvent], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`sudo -u` leaves the other user in the folder of the first, whose home may be closed."""
    closed = tmp_path / "closed"
    closed.mkdir()
    monkeypatch.chdir(closed)
    go = os.chdir

    def go_if_allowed(folder: str | Path) -> None:
        if Path(folder) == closed:
            raise PermissionError(13, "Permission denied", str(folder))
        go(folder)

    monkeypatch.setattr(os, "chdir", go_if_allowed)
    model(monkeypatch, tmp_path / "model", b"Raspberry Pi 5 Model B Rev 1.0\0")
    driver = SimpleNamespace(LGPIOFactory=simulated_pins)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", driver)
    with Panel.open(inbox.put, PINS, AT_ONCE) as panel:
        assert not isinstance(panel, SimulatedPanel)


def test_a_raspberry_pi_without_the_driver_or_the_right_says_what_to_do(
    events: list[PanelEvent], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> None:
        raise RuntimeError("can not open gpiochip")

    model(monkeypatch, tmp_path / "model", b"Raspberry Pi 4 Model B Rev 1.4\0")
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(PanelError, match="lgpio is not installed"):
        Panel.open(events.append)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=refused))
    with pytest.raises(PanelError, match=r"can not open gpiochip.*usermod -aG gpio"):
        Panel.open(events.append)
