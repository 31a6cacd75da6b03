"""The wiring as a drawing, made from the pins that the program really uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

from firmware.pins import HEADER, Pins

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
POWER = (1, 17)
"""Pins of the header with 3.3 volts. Those with 5 volts (2 and 4) would destroy an input."""
_FIVE = (2, 4)
_BLACK = "#222222"
_COLOURS = (("red", "#d32f2f", 330), ("green", "#2e7d32", 100), ("blue", "#1565c0", 100))
"""Green and blue need more of the pin's 3.3 volts than red, so there is less to take away."""


@dataclass(frozen=True, slots=True)
class Wire:
    """From a pin of the header to a terminal of a part, perhaps through a resistor."""

    header: int
    part: str
    terminal: str
    colour: str
    bcm: int | None = None
    ohms: int | None = None


def wires(pins: Pins) -> list[Wire]:
    """Every wire there is, part by part; each part has a ground of its own, near its pins."""
    commons = dict(_commons(pins))
    found: list[Wire] = []
    for name in ("next", "undo", "scan"):
        bcm = getattr(pins, name)
        found.append(Wire(HEADER[bcm], name.upper(), "contact", "#e0a800", bcm))
        found.append(Wire(commons[name.upper()], name.upper(), "other contact", _BLACK))
    for name, colour, ohms in _COLOURS:
        bcm = getattr(pins, name)
        found.append(Wire(HEADER[bcm], "Lamp", name, colour, bcm, ohms))
    leg, colour = ("anode", "#c62828") if pins.common_anode else ("cathode", _BLACK)
    found.append(Wire(commons["Lamp"], "Lamp", f"longest leg (common {leg})", colour))
    if pins.buzzer is not None:
        found.append(Wire(HEADER[pins.buzzer], "Buzzer", "+", "#8e24aa", pins.buzzer))
        found.append(Wire(commons["Buzzer"], "Buzzer", "-", _BLACK))
    return found


def _commons(pins: Pins) -> Iterator[tuple[str, int]]:
    """The pin of the header for the other side of each part: ground, or the power of an anode."""
    near = {"Lamp": pins.green, "Buzzer": pins.buzzer, "UNDO": pins.undo, "NEXT": pins.next}
    free = list(GROUNDS)
    for part, bcm in (near | {"SCAN": pins.scan}).items():
        if bcm is None:
            continue
        choices = POWER if part == "Lamp" and pins.common_anode else free
        header = min(choices, key=lambda pin: (abs(pin - HEADER[bcm]), pin))
        free = [pin for pin in free if pin != header]
        yield part, header


_STEP, _TOP, _LEFT = 26, 90, 120
_RIGHT = 640


def drawing(pins: Pins) -> str:
    """An SVG: the header as one looks at it, and a wire to every terminal."""
    lines = wires(pins)
    height = _TOP + _STEP * max(20, len(lines) + len({wire.part for wire in lines})) + 20
    used = {wire.header: wire for wire in lines}
    body = "\n".join([*_header(used), *_parts(lines), *_numbers(used)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 {height}" '
        'font-family="DejaVu Sans, sans-serif" font-size="13">\n'
        f'<rect width="980" height="{height}" fill="white"/>\n'
        '<text x="30" y="34" font-size="20">Wiring of the button box</text>\n'
        '<text x="30" y="58">The header of the Raspberry Pi, its sockets at the bottom, pin 1 at '
        "the top left.</text>\n"
        f"{body}\n</svg>\n"
    )


def _at(pin: int) -> tuple[int, int]:
    """Where a pin of the header is drawn: odd ones at the left, even ones at the right."""
    return _LEFT + (0 if pin % 2 else 40), _TOP + (pin - 1) // 2 * _STEP


def _header(used: dict[int, Wire]) -> Iterator[str]:
    yield (
        f'<rect x="{_LEFT - 22}" y="{_TOP - 18}" width="84" height="{20 * _STEP + 10}" rx="8" '
        'fill="#e8efe8" stroke="#557755"/>'
    )
    for pin in range(1, 41):
        x, y = _at(pin)
        fill = used[pin].colour if pin in used else "#bbbbbb"
        shape = (
            f'<rect x="{x - 7}" y="{y - 7}" width="14" height="14" fill="{fill}"/>'
            if pin == 1
            else f'<circle cx="{x}" cy="{y}" r="7" fill="{fill}"/>'
        )
        yield shape


def _numbers(used: dict[int, Wire]) -> Iterator[str]:
    for pin in range(1, 41):
        x, y = _at(pin)
        anchor, away = ("end", -30) if pin % 2 else ("start", 30)
        weight = "bold" if pin in used else "normal"
        yield (
            f'<text x="{x + away}" y="{y + 5}" text-anchor="{anchor}" font-weight="{weight}" '
            'stroke="white" stroke-width="5" paint-order="stroke">'
            f"{pin}{_meaning(pin, used.get(pin))}</text>"
        )


def _meaning(pin: int, wire: Wire | None) -> str:
    if pin in _FIVE:
        return " 5 V"
    if pin in POWER:
        return " 3.3 V"
    if pin in GROUNDS:
        return " ground" if wire else ""
    return f" BCM {wire.bcm}" if wire else ""


def _parts(lines: list[Wire]) -> Iterator[str]:
    """Terminals, at heights between those of the pins: no wire lies on another."""
    y, part = _TOP + _STEP // 4 - _STEP, ""
    for lane, wire in enumerate(lines):
        if wire.part != part:
            part, y = wire.part, y + _STEP
            style = 'font-size="16" font-weight="bold"'
            yield f'<text x="{_RIGHT + 20}" y="{y + 5}" {style}>{part}</text>'
        y += _STEP
        yield from _wire(wire, y, lane)


def _wire(wire: Wire, y: int, lane: int) -> Iterator[str]:
    x, start = _at(wire.header)
    bend = 300 + lane * 18
    # Wires from the left column go between two rows of pins to the right.
    way = f"M {x} {start} " + (f"v {_STEP // 2} H {bend} " if wire.header % 2 else f"H {bend} ")
    yield (
        f'<path d="{way}V {y} H {_RIGHT}" fill="none" stroke="{wire.colour}" stroke-width="2.5"/>'
    )
    if wire.ohms:
        yield (
            f'<rect x="{_RIGHT - 74}" y="{y - 9}" width="62" height="18" fill="#f5e6c8" '
            f'stroke="#7a5c1e"/><text x="{_RIGHT - 43}" y="{y + 5}" text-anchor="middle" '
            f'font-size="12">{wire.ohms} Ω</text>'
        )
    yield f'<circle cx="{_RIGHT}" cy="{y}" r="5" fill="{wire.colour}"/>'
    pin = f"header {wire.header}"
    yield f'<text x="{_RIGHT + 20}" y="{y + 5}">{escape(wire.terminal)}, {pin}</text>'
