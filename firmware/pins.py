"""The panel's wiring: reads `pins.toml` and refuses what cannot work, all problems at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

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

_KEYS = {
    "buttons": ("next", "undo", "scan"),
    "lamp": ("red", "green", "blue", "common"),
    "buzzer": ("signal",),
    "allow": ("serial",),
}
_OPTIONAL = ("buzzer", "allow")
_COMMON = ("cathode", "anode")


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
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PinsError(str(path), [f"cannot be read ({error.strerror})."]) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PinsError(str(path), [f"is not valid TOML ({error})."]) from error
    problems = [*_shape_problems(tables), *_pin_problems(tables)]
    if problems:
        raise PinsError(str(path), problems)
    return Pins(
        **tables["buttons"],
        red=tables["lamp"]["red"],
        green=tables["lamp"]["green"],
        blue=tables["lamp"]["blue"],
        buzzer=tables["buzzer"]["signal"] if "buzzer" in tables else None,
        common_anode=tables["lamp"].get("common") == "anode",
    )


def _shape_problems(tables: Mapping[str, object]) -> Iterator[str]:
    """What is missing, unknown or of the wrong kind, except for pin numbers."""
    for name in tables:
        if name not in _KEYS:
            yield f"[{name}] is not known; there are {_listed(_KEYS)}."
    for name, keys in _KEYS.items():
        if name not in tables:
            if name not in _OPTIONAL:
                yield f"[{name}] is missing; it needs {_listed(keys)}."
            continue
        table = tables[name]
        if not isinstance(table, dict):
            yield f"{name} must be a table: write [{name}] on a line of its own."
            continue
        for key in table:
            if key not in keys:
                yield f"{name}.{key} is not known; [{name}] has {_listed(keys)}."
        for key in keys:
            if key not in table and key not in ("common", "serial"):
                yield f"{name}.{key} is missing; give its BCM number."
    common = _table(tables, "lamp").get("common", "cathode")
    if common not in _COMMON:
        yield f'lamp.common must be "cathode" or "anode", not {common!r}.'
    serial = _table(tables, "allow").get("serial", False)
    if not isinstance(serial, bool):
        yield f"allow.serial must be true or false, not {serial!r}."


def _pin_problems(tables: Mapping[str, object]) -> Iterator[str]:
    serial_allowed = _table(tables, "allow").get("serial") is True
    users: dict[int, str] = {}
    for name, pin in _wires(tables):
        if type(pin) is not int:
            yield f"{name} must be a BCM number such as 17, not {pin!r}."
        elif pin not in HEADER:
            yield f"{name} = {pin}: there is no such pin; the header has BCM 0 to 27."
        elif pin in _RESERVED and not (serial_allowed and pin in _SERIAL_PINS):
            yield f"{name} = {pin}: BCM {pin} (header {HEADER[pin]}) {_RESERVED[pin]}."
        elif pin in users:
            yield f"{name} = {pin}: {users[pin]} is on that pin already; give each its own."
        else:
            users[pin] = name


def _wires(tables: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    for name, keys in _KEYS.items():
        table = _table(tables, name)
        for key in keys:
            if key in table and key not in ("common", "serial"):
                yield f"{name}.{key}", table[key]


def _table(tables: Mapping[str, object], name: str) -> Mapping[str, object]:
    table = tables.get(name)
    return table if isinstance(table, dict) else {}


def _listed(names: Sequence[str] | Mapping[str, object]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
