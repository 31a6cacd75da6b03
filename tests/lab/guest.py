"""What people do with an installed table, done to the virtual Pi."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import cached_property

from firmware.pins import load_pins
from server.trials.phone_player import Unexpected
from tests.lab.machine import Machine

SERVICE = "quartermaster.service"
PROGRAM = "/opt/quartermaster/current/.venv/bin/quartermaster"
PYTHON = "/opt/quartermaster/current/.venv/bin/python"
DATA = "/var/lib/quartermaster"
OPTIONS = "/etc/quartermaster/options"
NO_CAMERA = "QUARTERMASTER_OPTIONS=--camera=/dev/video0"
"""With this in the options nobody looks for a camera, which takes long when it is emulated."""
START_SECONDS = 900.0
_CODE = (
    "from pathlib import Path; from server.store.keys import known_code;"
    f' print(known_code(Path("{DATA}")))'
)
_LOOK_EVERY = 3.0
"""Seconds; every look costs an emulated computer half a second."""
_LAMP_SECONDS = 6
"""Some times on and off, when the lamp blinks."""
_LINES = "/sys/devices/platform/gpio-sim.0/gpiochip*/sim_gpio"


class Wrong(Unexpected):
    """A scenario did not go as it should."""


class Guest:
    """The started computer with Quartermaster on it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.console = machine.console
        self._pins = load_pins()

    def wait_for(
        self, otherwise: str, true: Callable[[], bool], seconds: float = START_SECONDS
    ) -> float:
        """How long it took; raises `Wrong` with what is said otherwise if it does not come."""
        began = time.monotonic()
        while not true():
            if time.monotonic() - began > seconds:
                raise Wrong(f"{otherwise}, not within {seconds:.0f} seconds.")
            time.sleep(_LOOK_EVERY)
        return time.monotonic() - began

    def state(self) -> Mapping[str, str]:
        """What systemd knows of the service."""
        names = "ActiveState,SubState,MainPID,NRestarts,Result,ExecMainStatus,StatusText"
        said = self.console.check(f"systemctl show -p {names} {SERVICE}")
        return dict(line.split("=", 1) for line in said.splitlines() if "=" in line)

    def is_running(self) -> bool:
        state = self.state()
        return (state["ActiveState"], state["SubState"]) == ("active", "running")

    def log(self, lines: int = 1000) -> str:
        """What the service has said since the computer was started."""
        return self.console.run(f"journalctl -b -u {SERVICE} -o cat --no-pager -n {lines}").output

    @cached_property
    def code(self) -> str:
        """By which phones come in where there is no button; the doctor shows it to people."""
        return self.console.check(f"cd /opt/quartermaster/current && {PYTHON} -c '{_CODE}'")

    def press(self, button: str, seconds: float = 0.3) -> None:
        """A finger on a real button: the kernel's line goes to ground and comes back."""
        line = f"{_LINES}{getattr(self._pins, button)}/pull"
        # The shell does all of it: a program that has to be started first would be too slow.
        self.console.check(
            f"f=({line}); exec 9<> <(:); echo pull-down >$f; read -rt {seconds} -u 9;"
            " echo pull-up >$f && exec 9>&-"
        )

    def lamp(self) -> tuple[float, float, float]:
        """How brightly the lamp's colours shine, each from 0 to 1, over some seconds.

        The colours are dimmed by switching them on and off quickly, and blinking is slower still.
        """
        pins = (self._pins.red, self._pins.green, self._pins.blue)
        files = " ".join(f"{_LINES}{pin}/value" for pin in pins)
        # The shell does this by itself: from a disk that has failed no program can be started.
        said = self.console.check(
            f"f=({files}); n=0 red=0 green=0 blue=0; end=$((SECONDS + {_LAMP_SECONDS}));"
            " while ((SECONDS < end)); do read -r r <${f[0]}; read -r g <${f[1]};"
            " read -r b <${f[2]}; ((n++, red += r, green += g, blue += b)); done;"
            " echo $n $red $green $blue"
        )
        looks, *lit = map(int, said.split())
        red, green, blue = (each / looks for each in lit)
        return red, green, blue
