"""Runs the scenarios one after the other, and says how they went."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from server.trials.phone_player import Unexpected
from tests.lab.console import ConsoleError
from tests.lab.lab import Lab
from tests.lab.layers import LabError
from tests.lab.machine import MachineError
from tests.lab.scenarios import Scenario


class Row(NamedTuple):
    name: str
    passed: bool
    seconds: float
    note: str


def try_all(lab: Lab, scenarios: Mapping[str, Scenario]) -> list[Row]:
    """One that fails does not keep the others from being tried."""
    rows = []
    for name, scenario in scenarios.items():
        lab.say(f"{name} ...")
        began = time.monotonic()
        try:
            note, passed = scenario(lab), True
        except (Unexpected, ConsoleError, MachineError, LabError, OSError) as error:
            note, passed = str(error) or type(error).__name__, False
        rows.append(Row(name, passed, time.monotonic() - began, note))
        lab.say(f"{name}: {'passed' if passed else 'FAILED'}. {note}")
    return rows


def as_table(rows: Sequence[Row]) -> str:
    width = max(len(row.name) for row in rows)
    lines = [
        f"{'ok ' if row.passed else '!! '} {row.name:<{width}} {row.seconds:6.0f} s  "
        f"{row.note.splitlines()[0]}"
        for row in rows
    ]
    return "\n".join(lines)
