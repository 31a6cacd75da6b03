"""What is tried on the virtual Pi, in this order. Each gives a note for the table of results."""

from __future__ import annotations

from collections.abc import Callable

from tests.lab.lab import Lab
from tests.lab.scenarios import (
    buttons,
    camera,
    disk_trouble,
    first_boot,
    power_cuts,
    start_trouble,
    update,
)

Scenario = Callable[[Lab], str]

QUICK: dict[str, Scenario] = {"start": first_boot.start}
SCENARIOS: dict[str, Scenario] = {
    "first boot": first_boot.run,
    "camera": camera.run,
    "buttons": buttons.run,
    "update": update.run,
    "disk full": disk_trouble.full,
    "read-only disk": disk_trouble.read_only,
    "no network at boot": start_trouble.no_network,
    "clock in 1970": start_trouble.no_clock,
    "power cuts": power_cuts.run,
}
