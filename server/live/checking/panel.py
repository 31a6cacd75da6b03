"""Buttons, lamp and buzzer, tried by hand; meanwhile no press counts for the match."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Literal

from firmware.panel import Lamp, Panel, PanelEvent
from firmware.pins import HEADER
from firmware.switches import Button, Press
from rules.text import Text, listing
from vision.checking.verdict import Level, Verdict, together

_OPEN = 20.0
"""Seconds after which nobody looks at the page any more."""
Part = Literal["lamp", "buzzer"]
PARTS: dict[str, Part] = {"lamp": "lamp", "buzzer": "buzzer"}
COLOURS = (Lamp.RED, Lamp.AMBER, Lamp.GREEN)


class PanelTrial:
    """Open as long as a page asks for it; its methods may be called from any thread."""

    def __init__(self, panel: Panel, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._panel = panel
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._until = 0.0
        self._lit = False
        self._pressed: set[Button] = set()
        self._works: dict[Part, bool] = {}

    @property
    def pressed(self) -> frozenset[Button]:
        return frozenset(self._pressed)

    def open(self) -> None:
        """Somebody looks at the page: buttons are only tried for a while."""
        self._until = self._monotonic() + _OPEN

    def close(self, lamp: Lamp, blinking: bool) -> None:
        """Nobody tries any more; the lamp shows again what it has to."""
        with self._lock:
            self._until = 0.0
            if self._lit:
                self._lit = False
                self._panel.show(lamp, blinking)

    def takes(self, event: PanelEvent) -> bool:
        """Whether an event of the panel belongs to the trial."""
        if self._monotonic() >= self._until:
            return False
        if isinstance(event, Press):
            self._pressed.add(event.button)
        return True

    def light(self, lamp: Lamp) -> None:
        with self._lock:
            self._lit = True
            self._panel.show(lamp)

    def buzz(self) -> None:
        self._panel.beep(3)

    def say(self, part: Part, works: bool) -> None:
        """Somebody has looked, or listened."""
        self._works[part] = works

    def works(self, part: Part) -> bool | None:
        return self._works.get(part)

    def begin(self) -> None:
        """Forget what was tried."""
        self._pressed.clear()
        self._works.clear()

    @property
    def verdict(self) -> Verdict:
        return together(self._judge_buttons(), self._judge_part("lamp"), self._judge_part("buzzer"))

    def _judge_buttons(self) -> Verdict:
        stuck = sorted(self._panel.stuck)
        if stuck:
            return Verdict(
                Level.BAD,
                (
                    Text(
                        "Stuck: {buttons}. Something presses it, or its wire touches ground.",
                        buttons=_called(stuck),
                    ),
                ),
            )
        missing = [button for button in Button if button not in self._pressed]
        if missing:
            return Verdict(
                Level.NEARLY,
                (Text("Still to press: {buttons}", buttons=_called(missing)),),
            )
        return Verdict(Level.GOOD, (Text("All buttons work."),))

    def _judge_part(self, part: Part) -> Verdict:
        if part == "buzzer" and self._panel.pins.buzzer is None:
            return Verdict(Level.GOOD, (Text("No buzzer, none needed."),))
        works = self._works.get(part)
        if works is None:
            return Verdict(Level.NEARLY, (_TO_TRY[part],))
        if works:
            return Verdict(Level.GOOD, (_WORKS[part],))
        wires = Text(
            "Check the wires against the drawing: header pins {pins}.",
            pins=", ".join(str(HEADER[pin]) for pin in self._pins_of(part)),
        )
        return Verdict(Level.BAD, (_BROKEN[part], wires))

    def _pins_of(self, part: Part) -> list[int]:
        pins = self._panel.pins
        wired = (pins.buzzer,) if part == "buzzer" else (pins.red, pins.green, pins.blue)
        return [pin for pin in wired if pin is not None]


_TO_TRY: dict[Part, Text] = {
    "lamp": Text("Try the lamp in each colour."),
    "buzzer": Text("Try the buzzer."),
}
_WORKS: dict[Part, Text] = {
    "lamp": Text("The lamp works."),
    "buzzer": Text("The buzzer works."),
}
_BROKEN: dict[Part, Text] = {
    "lamp": Text("The lamp fails."),
    "buzzer": Text("The buzzer fails."),
}


def _called(buttons: list[Button]) -> Text:
    return listing(Text("{button}", button=button.upper()) for button in buttons)
