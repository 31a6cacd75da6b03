"""NetworkManager, as Raspberry Pi OS has it, by its command `nmcli`: all that is asked of it.

While a radio is a network itself, NetworkManager neither looks for others with it nor knows who is
on it; that is asked of the kernel, by `iw`.
"""

from __future__ import annotations

import logging
import re
import subprocess
from collections.abc import Callable, Sequence

from firmware.own_network import Seen, Wish

PROFILE = "quartermaster-own"
"""The connection that install.sh has given to NetworkManager; it never starts by itself."""
_PATIENCE = 60.0
_NMCLI = ("nmcli", "--terse", "--colors", "no")
"""One line for each thing, with colons between its values."""
_IW = ("iw", "dev")

log = logging.getLogger(__name__)

Run = Callable[[Sequence[str]], str]


class NetworkTrouble(Exception):
    """NetworkManager does not do what it is asked; the message is its own."""


def said(command: Sequence[str]) -> str:
    """What a command says."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NetworkTrouble(str(error)) from error
    if done.returncode:
        raise NetworkTrouble(done.stderr.strip() or f"{command[0]} ended with {done.returncode}")
    return done.stdout


class NetworkManager:
    def __init__(self, run: Run = said) -> None:
        self._run = run

    def seen(self) -> Seen:
        devices = self._rows("--fields", "TYPE,STATE,CONNECTION,DEVICE", "device")
        used = [row for row in devices if row[0] in ("wifi", "ethernet") and row[1] == "connected"]
        own = next((row[3] for row in used if row[2] == PROFILE), None)
        radios = [row for row in devices if row[0] == "wifi" and row[1] != "unavailable"]
        return Seen(
            connected=any(row[2] != PROFILE for row in used),
            own=own is not None,
            in_sight=own is not None and self._knows_one_in_sight(own),
            guests=own is not None and "Station" in self._run([*_IW, own, "station", "dump"]),
            radio=bool(radios),
        )

    def do(self, wish: Wish) -> None:
        if wish is Wish.OPEN:
            self._run([*_NMCLI, "connection", "up", PROFILE])
        elif wish is Wish.CLOSE:
            self._run([*_NMCLI, "connection", "down", PROFILE])

    def _knows_one_in_sight(self, device: str) -> bool:
        """Not every radio can look for others while it is a network itself."""
        try:
            around = self._run([*_IW, device, "scan", "ap-force"])
        except NetworkTrouble as trouble:
            log.info("Nothing could be looked for: %s", trouble)
            return False
        return bool({*re.findall(r"^\s*SSID: (.+)$", around, re.MULTILINE)} & self._known())

    def _known(self) -> set[str]:
        """The names of the networks that it would join by itself."""
        profiles = self._rows("--fields", "NAME,TYPE", "connection", "show")
        wireless = [name for name, kind in profiles if "wireless" in kind and name != PROFILE]
        field = "802-11-wireless.ssid"
        return {
            self._run([*_NMCLI, "--get-values", field, "connection", "show", name]).strip()
            for name in wireless
        }

    def _rows(self, *words: str) -> list[list[str]]:
        return [_values(line) for line in self._run([*_NMCLI, *words]).splitlines() if line]


def _values(line: str) -> list[str]:
    """A colon that belongs to a value has a backslash before it."""
    parts = re.split(r"(?<!\\):", line)
    return [re.sub(r"\\(.)", r"\1", part) for part in parts]
