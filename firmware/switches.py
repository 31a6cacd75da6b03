"""Push buttons in time: from the edges of their contacts to presses.

A contact chatters for some milliseconds when it closes or opens; its level counts once it has been
steady for the debounce time. Then:

- A short press is reported when the button is let go, so that a hold is never also a press.
- A hold is reported as soon as the button has been down for the hold time; letting go adds nothing.
- Buttons that are down together are an arm on the box, not a wish: all of them are void until each
  has been let go. A button that has already been reported, as held or as stuck, is no longer in
  the others' way.
- A button that stays down for the stuck time is reported as stuck, once, and is then ignored until
  it is let go. One that is down from the beginning can only turn out to be stuck.

There is no clock, thread or pin in here: times come in with the edges.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum, auto


class Button(StrEnum):
    """The three buttons of the panel."""

    NEXT = "next"
    """The phase is over; held, a phone that asks is let in."""
    UNDO = "undo"
    """Take back the last choice; held, the whole turn."""
    SCAN = "scan"
    """Look at the whole table again; held, pause."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed and let go, or `held` down for the hold time."""

    button: Button
    held: bool = False


@dataclass(frozen=True, slots=True)
class Stuck:
    """A button does not come up again: something lies on it, or its wire touches ground."""

    button: Button


PanelEvent = Press | Stuck


@dataclass(frozen=True, slots=True)
class Times:
    """In seconds."""

    debounce: float = 0.02
    hold: float = 2.0
    stuck: float = 20.0

    def __post_init__(self) -> None:
        if not 0 <= self.debounce < self.hold < self.stuck:
            raise ValueError(f"Times must grow from debounce over hold to stuck: {self}.")


USUAL_TIMES = Times()


class _Use(Enum):
    OPEN = auto()
    """Down, and it may still become a press or a hold."""
    VOID = auto()
    """Down together with another."""
    REPORTED = auto()
    """Up, or nothing more to say about it."""


@dataclass(slots=True)
class _Contact:
    level: bool
    """As the last edge left it."""
    down: bool
    """As it was when it was last steady."""
    since: float
    """When `down` began."""
    edge: float | None = None
    """When the last edge came, until the level is steady."""
    use: _Use = _Use.REPORTED
    stuck: bool = False

    def deadline(self, times: Times) -> float | None:
        """When something happens although no edge comes."""
        if self.edge is not None:
            return self.edge + times.debounce
        if self.down and self.use is _Use.OPEN:
            return self.since + times.hold
        if self.down and not self.stuck:
            return self.since + times.stuck
        return None


class Switches:
    """All buttons of one panel."""

    def __init__(self, times: Times, down: Mapping[Button, bool], now: float) -> None:
        self._times = times
        self._contacts = {
            button: _Contact(level=level, down=level, since=now) for button, level in down.items()
        }

    @property
    def stuck(self) -> frozenset[Button]:
        return frozenset(b for b, contact in self._contacts.items() if contact.stuck)

    def level(self, button: Button) -> bool:
        """Whether the contact was closed at the last edge."""
        return self._contacts[button].level

    def edge(self, button: Button, closed: bool, now: float) -> None:
        """A contact closed or opened. Ask for what was `due` before it first."""
        contact = self._contacts[button]
        contact.level = closed
        contact.edge = now

    def deadline(self) -> float | None:
        """When to ask for what is `due`, if no edge comes before."""
        return min((time for time, _ in self._deadlines()), default=None)

    def due(self, now: float) -> Iterator[PanelEvent]:
        """Everything that has come to pass by now, in order."""
        while True:
            time, button = min(self._deadlines(), default=(None, None))
            if time is None or button is None or time > now:
                return
            event = self._happens(button)
            if event is not None:
                yield event

    def _deadlines(self) -> Iterator[tuple[float, Button]]:
        for button, contact in self._contacts.items():
            time = contact.deadline(self._times)
            if time is not None:
                yield time, button

    def _happens(self, button: Button) -> PanelEvent | None:
        contact = self._contacts[button]
        if contact.edge is not None:
            return self._steady(button, contact)
        if contact.use is _Use.OPEN:
            contact.use = _Use.REPORTED
            return Press(button, held=True)
        contact.stuck = True
        contact.use = _Use.REPORTED
        return Stuck(button)

    def _steady(self, button: Button, contact: _Contact) -> PanelEvent | None:
        at, contact.edge = contact.edge, None
        if at is None or contact.level == contact.down:
            return None
        contact.down, contact.since = contact.level, at
        if contact.down:
            together = [
                other for other in self._contacts.values() if other.use is not _Use.REPORTED
            ]
            contact.use = _Use.VOID if together else _Use.OPEN
            for other in together:
                other.use = _Use.VOID
            return None
        pressed = contact.use is _Use.OPEN
        contact.use, contact.stuck = _Use.REPORTED, False
        return Press(button) if pressed else None
