"""The panel's wiring: reads `pins.toml` and refuses what cannot work, all problems at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, convert
from msgspec.structs import asdict

from rules.typed import Table, problems, tables_of

PINS_FILE = Path(__file__).with_name("pins.toml")
OWN_PINS_FILE = Path("/etc/quartermaster/pins.toml")
"""The owner's, which no update touches."""

# fmt: off
HEADER: Mapping[int, int] = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21,
    10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35,
    20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}
# fmt: on
"""The pin of the 40-pin header for each BCM number."""

_HAT = "is for the identity chip (EEPROM) of a HAT"
_I2C = "is an I2C line with a pull-up resistor of its own"
_SERIAL = "is the serial console (if that is off, write `serial = true` under [allow])"
_RESERVED = {0: _HAT, 1: _HAT, 2: _I2C, 3: _I2C, 14: _SERIAL, 15: _SERIAL}
_SERIAL_PINS = (14, 15)

Pin = Annotated[int, Meta(description="a BCM number such as 17")]


class Buttons(Table, frozen=True):
    next: Pin
    undo: Pin
    scan: Pin


class Lamp(Table, frozen=True):
    red: Pin
    green: Pin
    blue: Pin
    common: Literal["cathode", "anode"] = "cathode"


class Buzzer(Table, frozen=True):
    signal: Pin


class Allow(Table, frozen=True):
    serial: bool = False


class Wiring(Table, frozen=True):
    """`pins.toml`."""

    buttons: Buttons
    lamp: Lamp
    buzzer: Buzzer | None = None
    allow: Allow = Allow()


class PinsError(ValueError):
    """A wiring that cannot work; the message lists every problem."""

    def __init__(self, source: str, problems: Sequence[str]) -> None:
        super().__init__("\n".join(f"{source}: {problem}" for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Pins:
    """BCM numbers of everything on the panel."""

    next: int
    undo: int
    scan: int
    red: int
    green: int
    blue: int
    buzzer: int | None = None
    common_anode: bool = False


def pins_file() -> Path:
    return OWN_PINS_FILE if OWN_PINS_FILE.exists() else PINS_FILE


def load_pins(path: Path | None = None) -> Pins:
    path = path or pins_file()
    try:
        tables = tables_of(path, ValueError)
    except ValueError as error:
        raise PinsError(str(path), [str(error).removeprefix(f"{path}: ")]) from error
    if found := [*map(str, problems(tables, Wiring)), *_pin_problems(tables)]:
        raise PinsError(str(path), found)
    wiring = convert(tables, Wiring)
    lamp, buttons, buzzer = wiring.lamp, wiring.buttons, wiring.buzzer
    return Pins(
        **asdict(buttons),
        red=lamp.red,
        green=lamp.green,
        blue=lamp.blue,
        buzzer=buzzer.signal if buzzer else None,
        common_anode=lamp.common == "anode",
    )


def _pin_problems(tables: Mapping[str, Any]) -> Iterator[str]:
    """Of those that are numbers, whatever else is wrong."""
    users: dict[int, str] = {}
    for name, pin in _numbers(tables, "buttons", "lamp", "buzzer"):
        if pin not in HEADER:
            yield f"{name} = {pin}: there is no such pin; the header has BCM 0 to 27."
        elif pin in _RESERVED and not (pin in _SERIAL_PINS and _serial_is_off(tables)):
            yield f"{name} = {pin}: BCM {pin} (header {HEADER[pin]}) {_RESERVED[pin]}."
        elif pin in users:
            yield f"{name} = {pin}: {users[pin]} is on that pin already; give each its own."
        else:
            users[pin] = name


def _numbers(tables: Mapping[str, Any], *names: str) -> Iterator[tuple[str, int]]:
    for name in names:
        table = tables.get(name)
        for key, value in table.items() if isinstance(table, dict) else ():
            if type(value) is int:
                yield f"{name}.{key}", value


def _serial_is_off(tables: Mapping[str, Any]) -> bool:
    return tables.get("allow") == {"serial": True}
