"""NetworkManager, as Raspberry Pi OS has it, by its command `nmcli`: all that is asked of it."""

from __future__ import annotations

import logging
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware.own_network import ADDRESS, Seen, Wish

PROFILE = "quartermaster-own"
"""The connection that install.sh has given to NetworkManager; it never starts by itself."""
_PATIENCE = 60.0
_NEIGHBOURS = Path("/proc/net/arp")
_REACHABLE = "0x2"

log = logging.getLogger(__name__)

Run = Callable[[Sequence[str]], str]


class NetworkTrouble(Exception):
    """NetworkManager does not do what it is asked; the message is its own."""


def nmcli(words: Sequence[str]) -> str:
    """What it says, one line for each thing, with colons between values."""
    command = ["nmcli", "--terse", "--colors", "no", *words]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NetworkTrouble(str(error)) from error
    if done.returncode:
        raise NetworkTrouble(done.stderr.strip() or f"nmcli ended with {done.returncode}")
    return done.stdout


class NetworkManager:
    def __init__(self, run: Run = nmcli, neighbours: Path = _NEIGHBOURS) -> None:
        self._run = run
        self._neighbours = neighbours

    def seen(self) -> Seen:
        devices = self._rows("--fields", "TYPE,STATE,CONNECTION", "device")
        used = [row for row in devices if row[0] in ("wifi", "ethernet") and row[1] == "connected"]
        own = any(row[2] == PROFILE for row in used)
        radios = [row for row in devices if row[0] == "wifi" and row[1] != "unavailable"]
        return Seen(
            connected=any(row[2] != PROFILE for row in used),
            own=own,
            in_sight=own and self._knows_one_in_sight(),
            guests=own and self._has_guests(),
            radio=bool(radios),
        )

    def do(self, wish: Wish) -> None:
        if wish is Wish.OPEN:
            self._run(["connection", "up", PROFILE])
        elif wish is Wish.CLOSE:
            self._run(["connection", "down", PROFILE])

    def _knows_one_in_sight(self) -> bool:
        """Looked for anew: what was seen before the own network opened is old."""
        try:
            around = self._rows("--fields", "SSID", "device", "wifi", "list", "--rescan", "yes")
        except NetworkTrouble as trouble:  # it is busy, or its radio can do only one thing
            log.info("Nothing could be looked for: %s", trouble)
            return False
        return bool({row[0] for row in around if row[0]} & self._known())

    def _known(self) -> set[str]:
        """The names of the networks that it would join by itself."""
        profiles = self._rows("--fields", "NAME,TYPE", "connection", "show")
        wireless = [name for name, kind in profiles if "wireless" in kind and name != PROFILE]
        field = "802-11-wireless.ssid"
        return {
            self._run(["--get-values", field, "connection", "show", name]).strip()
            for name in wireless
        }

    def _has_guests(self) -> bool:
        network = ADDRESS.rpartition(".")[0]
        try:
            lines = self._neighbours.read_text(encoding="ascii").splitlines()[1:]
        except OSError:
            return False
        rows = [line.split() for line in lines]
        return any(row[0].startswith(f"{network}.") and row[2] == _REACHABLE for row in rows)

    def _rows(self, *words: str) -> list[list[str]]:
        return [_values(line) for line in self._run(words).splitlines() if line]


def _values(line: str) -> list[str]:
    """A colon that belongs to a value has a backslash before it."""
    parts = re.split(r"(?<!\\):", line)
    return [re.sub(r"\\(.)", r"\1", part) for part in parts]
