"""The panel on the table: the buttons NEXT, UNDO and SCAN, a lamp and perhaps a buzzer.

`Panel.open` takes the Raspberry Pi's pins, or simulated ones on a computer that has none. What the
buttons do is reported as `Press` and `Stuck` through the callback given at the start; see
`switches` for what counts as a press. The callback runs on the panel's own thread, one event at a
time, and must be quick: put the event into an inbox and return. (On a simulated panel it runs on
the thread of whoever presses.) What it raises is logged, and the panel goes on.

Not gpiozero's `Button` is used but what it is made of, `DigitalInputDevice`: gpiozero's debouncing
differs from driver to driver (and mock pins have none), and its hold thread knows nothing of stuck
buttons. Here one thread keeps the time for all of that.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Self

import gpiozero  # type: ignore[import-untyped]

from firmware.pin_factory import PanelError, has_pins, real_pins, simulated_pins
from firmware.pins import HEADER, Pins, load_pins
from firmware.switches import USUAL_TIMES, Button, PanelEvent, Press, Stuck, Switches, Times
from rules.announcements import Signal

__all__ = [
    "Button",
    "Lamp",
    "Panel",
    "PanelError",
    "PanelEvent",
    "Press",
    "SimulatedPanel",
    "Stuck",
    "Times",
    "has_pins",
    "simulated_pins",
]

BLINK = 0.8
"""Seconds for which a blinking lamp is on, then off."""
CALLING = (0.0, 0.1, 1.0)
"""Blue, which says nothing else: somebody waits for those at the table."""
_CALL = 0.25
"""Seconds for which the lamp is blue, then as it would be."""
_LOOK_AGAIN = 1.0
"""Seconds after which the contacts are read although no edge came: the kernel may drop one."""
_FLASH = 0.2
"""Seconds for which the lamp is on, then off, when something is told."""
_TAP = 0.1
_BEEP, _PAUSE = 0.08, 0.12
_CALL_BEEPS = 3

_log = logging.getLogger(__name__)


class Lamp(StrEnum):
    """What the lamp says. Any of them may blink slowly: what lies on the table is provisional."""

    OFF = "off"
    GREEN = "green"
    """The table matches the game."""
    AMBER = "amber"
    """There is a question to answer, or no camera."""
    RED = "red"
    """Something on the table is wrong."""

    @property
    def rgb(self) -> tuple[float, float, float]:
        return _RGB[self]


_RGB: Mapping[Lamp, tuple[float, float, float]] = {
    Lamp.OFF: (0, 0, 0),
    # Like a traffic light's, a little blue, for those who see red and green alike.
    Lamp.GREEN: (0, 1, 0.2),
    # An LED's green is brighter than its red: half and half would look like a lime.
    Lamp.AMBER: (1, 0.35, 0),
    Lamp.RED: (1, 0, 0),
}


_TOLD = {
    Signal.BUST: (4, _RGB[Lamp.RED], 0.6, 1),
    Signal.END: (6, _RGB[Lamp.GREEN], 0.2, 3),
}
"""How often the lamp flashes in which colour, and how long and how often the buzzer sounds."""


class Panel:
    """Use it in `with`, or close it; closing twice does no harm."""

    def __init__(
        self,
        on_event: Callable[[PanelEvent], None],
        pins: Pins,
        factory: Any,
        times: Times = USUAL_TIMES,
        blink: float = BLINK,
    ) -> None:
        """`factory` is one of gpiozero's pin factories; it is closed with the panel."""
        self._on_event = on_event
        self.pins = pins
        self._factory = factory
        self._blink = blink
        self._shown = (Lamp.OFF, False)
        self._calling = False
        self._told = threading.Event()
        """Ends what the lamp is telling; set while it tells nothing."""
        self._told.set()
        self._telling = threading.Thread()
        self._closed = False
        self._lock = threading.RLock()
        self._parts: list[Any] = []
        try:
            self._wire_up()
            down = {button: bool(part.is_active) for button, part in self._buttons.items()}
        except Exception:
            self._release_pins()
            raise
        self._times = times
        self._switches = Switches(times, down, self._now())
        self._watch()
        for button, part in self._buttons.items():
            part.when_activated = partial(self._edge, button, True)
            part.when_deactivated = partial(self._edge, button, False)

    @classmethod
    def open(
        cls,
        on_event: Callable[[PanelEvent], None],
        pins: Pins | None = None,
        times: Times = USUAL_TIMES,
        blink: float = BLINK,
    ) -> Panel:
        """The real panel on a Raspberry Pi, a simulated one elsewhere."""
        pins = pins or load_pins()
        if has_pins():
            return Panel(on_event, pins, real_pins(), times, blink)
        return cls.simulated(on_event, pins, times, blink)

    @classmethod
    def simulated(
        cls,
        on_event: Callable[[PanelEvent], None],
        pins: Pins | None = None,
        times: Times = USUAL_TIMES,
        blink: float = BLINK,
    ) -> SimulatedPanel:
        """A panel of mock pins, pressed by the simulated table's on-screen buttons and by tests."""
        return SimulatedPanel(on_event, pins or load_pins(), simulated_pins(), times, blink)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Switches the lamp off and gives the pins back. No event comes any more."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._told.set()
        if self._telling.is_alive():
            self._telling.join()
        self._stop_watching()
        with self._lock:
            self._release_pins()

    @property
    def lamp(self) -> Lamp:
        return self._shown[0]

    @property
    def blinking(self) -> bool:
        return self._shown[1]

    @property
    def stuck(self) -> frozenset[Button]:
        """The buttons that are stuck now; one that is let go is none of them any more."""
        return self._switches.stuck

    def show(self, lamp: Lamp, blinking: bool = False) -> None:
        """Lights the lamp, once it has told what it is telling. Showing the same again does not
        disturb the blinking.
        """
        with self._lock:
            if self._closed or self._shown == (lamp, blinking):
                return
            self._shown = (lamp, blinking)
            if self._told.is_set():  # else what is told comes first
                self._light()

    def call(self, calling: bool) -> None:
        """Calls those at the table by a buzz and a lamp that turns blue; or ends that."""
        with self._lock:
            if self._closed or self._calling == calling:
                return
            self._calling = calling
            self._light()
            if calling:
                self.beep(_CALL_BEEPS)

    @property
    def calling(self) -> bool:
        return self._calling

    def tell(self, signal: Signal) -> None:
        """Flashes the lamp and sounds the buzzer for what has happened; then all is as before."""
        flashes, colour, tone, tones = _TOLD[signal]
        with self._lock:
            if self._closed:
                return
            if self._buzzer is not None:
                self._buzzer.beep(on_time=tone, off_time=_PAUSE, n=tones)
            if not self._calling:
                self._told.set()
                self._told = threading.Event()
                told = (colour, flashes, self._told)
                self._telling = threading.Thread(target=self._flash, args=told, daemon=True)
                self._telling.start()

    def _flash(
        self, colour: tuple[float, float, float], flashes: int, told: threading.Event
    ) -> None:
        """gpiozero's own blinking does not say when it has ended."""
        for light in (colour, Lamp.OFF.rgb) * flashes:
            with self._lock:
                if told.is_set():
                    return
                self._led.value = light
            if told.wait(_FLASH):
                return
        with self._lock:
            if not told.is_set():
                self._light()

    def _light(self) -> None:
        """What it shows from now on, and no more of what it tells."""
        self._told.set()
        lamp, blinking = self._shown
        if self._calling:
            self._led.blink(on_time=_CALL, off_time=_CALL, on_color=CALLING, off_color=lamp.rgb)
        elif blinking and lamp is not Lamp.OFF:
            self._led.blink(on_time=self._blink, off_time=self._blink, on_color=lamp.rgb)
        else:
            self._led.value = lamp.rgb

    def beep(self, times: int = 1) -> None:
        """Sounds the buzzer, if there is one; returns at once."""
        with self._lock:
            if self._buzzer is not None and not self._closed:
                self._buzzer.beep(on_time=_BEEP, off_time=_PAUSE, n=times)

    # Pins

    def _wire_up(self) -> None:
        pins = self.pins
        self._buttons = {
            button: self._part(
                f"button {button.upper()}",
                gpiozero.DigitalInputDevice,
                getattr(pins, button),
                pull_up=True,
            )
            for button in Button
        }
        colours = (pins.red, pins.green, pins.blue)
        self._led = self._part("lamp", gpiozero.RGBLED, *colours, active_high=not pins.common_anode)
        self._buzzer = (
            None if pins.buzzer is None else self._part("buzzer", gpiozero.Buzzer, pins.buzzer)
        )

    def _part(self, name: str, device: Callable[..., Any], *pins: int, **settings: bool) -> Any:
        try:
            part = device(*pins, pin_factory=self._factory, **settings)
        except Exception as error:  # each driver has errors of its own
            places = ", ".join(f"BCM {pin} (header {HEADER[pin]})" for pin in pins)
            raise PanelError(
                f"The {name} at {places} cannot be used ({error}). Is another program using "
                "the pin, or is something else wired to it? The pins are set in pins.toml."
            ) from error
        self._parts.append(part)
        return part

    def _release_pins(self) -> None:
        for part in self._parts:
            part.close()
        self._factory.close()

    # Time

    def _now(self) -> float:
        return time.monotonic()

    def _watch(self) -> None:
        self._edges: SimpleQueue[tuple[Button, bool, float] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._keep_time, name="panel", daemon=True)
        self._thread.start()

    def _stop_watching(self) -> None:
        self._edges.put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _edge(self, button: Button, closed: bool) -> None:
        """Runs on gpiozero's thread."""
        self._edges.put((button, closed, self._now()))

    def _keep_time(self) -> None:
        while not self._closed:
            deadline = self._switches.deadline()
            patience = _LOOK_AGAIN if deadline is None else deadline - self._now()
            try:
                edge = self._edges.get(timeout=min(max(patience, 0), _LOOK_AGAIN))
            except Empty:
                self._report(self._now())
                if not self._closed:
                    self._look_again()
                continue
            if edge is not None:
                button, closed, at = edge
                self._report(at)
                self._switches.edge(button, closed, at)

    def _look_again(self) -> None:
        for button, part in self._buttons.items():
            closed = bool(part.is_active)
            if closed != self._switches.level(button):
                self._switches.edge(button, closed, self._now())

    def _report(self, now: float) -> None:
        for event in self._switches.due(now):
            if self._closed:
                return
            try:
                self._on_event(event)
            except Exception:
                _log.exception("The panel's event %s could not be handled.", event)


class SimulatedPanel(Panel):
    """A panel without hardware. Its time passes only in its own methods, without any waiting.

    `press(Button.UNDO, seconds=2.5)` returns at once, and everything it led to has been reported.
    """

    _clock = 0.0

    def press(self, button: Button, seconds: float = _TAP) -> None:
        """Pushes a button, lets go after a while, and waits until that has been noticed."""
        with self._hand:
            self.push(button)
            self.wait(seconds)
            self.let_go(button)
            self.wait(self._times.debounce)

    def hold(self, button: Button) -> None:
        """Presses a button just long enough for a hold."""
        self.press(button, self._times.hold + self._times.debounce)

    def push(self, button: Button) -> None:
        with self._hand:
            if not self._closed:
                self._buttons[button].pin.drive_low()

    def let_go(self, button: Button) -> None:
        with self._hand:
            if not self._closed:
                self._buttons[button].pin.drive_high()

    def jam(self, button: Button) -> None:
        """Something falls onto a button and stays there, until it is let go."""
        with self._hand:
            self.push(button)
            self.wait(self._times.stuck + self._times.debounce)

    def wait(self, seconds: float) -> None:
        """Lets time pass for the panel, and only for it."""
        with self._hand:
            end = self._clock + seconds
            while (deadline := self._switches.deadline()) is not None and deadline <= end:
                self._clock = deadline
                self._report(deadline)
            self._clock = end

    def _now(self) -> float:
        return self._clock

    def _watch(self) -> None:
        self._hand = threading.RLock()  # one hand at a time: phones press from many threads

    def _stop_watching(self) -> None:
        with self._hand:  # whoever is pressing finishes first
            pass

    def _edge(self, button: Button, closed: bool) -> None:
        self._switches.edge(button, closed, self._clock)
