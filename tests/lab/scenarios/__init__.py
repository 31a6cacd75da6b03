"""What is tried on the virtual Pi, in this order. Each gives a note for the table of results."""

from __future__ import annotations

from collections.abc import Callable

from tests.lab.lab import Lab
from tests.lab.scenarios import (
    arm,
    buttons,
    camera,
    disk_trouble,
    first_boot,
    hangs,
    instructions,
    own_wifi,
    power_cuts,
    spoilt_log,
    start_trouble,
    update,
    update_cuts,
)

Scenario = Callable[[Lab], str]

QUICK: dict[str, Scenario] = {"start": first_boot.start}
SCENARIOS: dict[str, Scenario] = {
    "first boot": first_boot.run,
    "camera": camera.run,
    "buttons": buttons.run,
    "hung threads": hangs.run,
    "update": update.run,
    "update cut off": update_cuts.run,
    "disk full": disk_trouble.full,
    "read-only disk": disk_trouble.read_only,
    "flipped bit": spoilt_log.run,
    "no network at boot": start_trouble.no_network,
    "clock in 1970": start_trouble.no_clock,
    "own wifi": own_wifi.run,
    "power cuts": power_cuts.run,
}
ON_ARM: dict[str, Scenario] = {
    "doctor": arm.doctor,
    "instructions": instructions.run,
    "power cut": power_cuts.run,
    "simulated match": arm.match,
    "reader": arm.reader,
}
"""Few, since a processor that is emulated is slow."""
