"""NetworkManager, as Raspberry Pi OS has it, by its command `nmcli`: all that is asked of it.

While a radio is a network itself, NetworkManager neither looks for others with it nor knows who is
on it; that is asked of the kernel, by `iw`.
"""

from __future__ import annotations

import logging
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware.own_network import ADDRESS, Seen, Wish
from firmware.own_wifi import OwnWifi

PROFILE = "quartermaster-own"
"""The connection that is the table's own Wi-Fi; it never starts by itself."""
PROFILE_FILE = Path(f"/etc/NetworkManager/system-connections/{PROFILE}.nmconnection")
_PATIENCE = 60.0
_NMCLI = ("nmcli", "--terse", "--colors", "no")
"""One line for each thing, with colons between its values."""
_FIELDS = "TYPE,STATE,CONNECTION,DEVICE"
_IW = ("iw", "dev")

# Channel 6 may be used in every country, and no more than that is wanted.
_PROFILE = """\
[connection]
id={name}
uuid=6f1c1a0e-5d0b-4b7e-9c55-0a9f3f0d7751
type=wifi
autoconnect=false

[wifi]
mode=ap
band=bg
channel=6
ssid={ssid}

[wifi-security]
key-mgmt=wpa-psk
proto=rsn
pairwise=ccmp
group=ccmp
psk={passphrase}

[ipv4]
method=shared
address1={address}/24

[ipv6]
method=disabled
"""

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


def profile_of(wifi: OwnWifi) -> str:
    """The table's own Wi-Fi as NetworkManager keeps it in a file."""
    return _PROFILE.format(
        name=PROFILE,
        ssid=_ssid(wifi.ssid),
        # In a value a backslash is followed by a letter, and a space at an end would be lost.
        passphrase=wifi.passphrase.replace("\\", r"\\").replace(" ", r"\s"),
        address=ADDRESS,
    )


def _ssid(name: str) -> str:
    """Plain words as they are, all else byte by byte: there semicolons, spaces and letters of
    other languages mean what they are."""
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*( [A-Za-z0-9_-]+)*", name):
        return name
    return "".join(f"{byte};" for byte in name.encode("utf-8"))


class NetworkManager:
    def __init__(self, run: Run = said) -> None:
        self._run = run

    def seen(self) -> Seen:
        devices = self._rows("--fields", _FIELDS, "device")
        used = [row for row in devices if row[0] in ("wifi", "ethernet") and row[1] == "connected"]
        own = _own(used)
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

    def renew(self, reopen: bool) -> None:
        """Its profiles are read anew; the own network opens again if it is open and another now."""
        self._run([*_NMCLI, "connection", "reload"])
        if reopen and _own(self._rows("--fields", _FIELDS, "device")) is not None:
            self.do(Wish.OPEN)

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


def _own(devices: Sequence[Sequence[str]]) -> str | None:
    """The radio that is the table's own network now."""
    return next((row[3] for row in devices if row[2] == PROFILE), None)


def _values(line: str) -> list[str]:
    """A colon that belongs to a value has a backslash before it."""
    parts = re.split(r"(?<!\\):", line)
    return [re.sub(r"\\(.)", r"\1", part) for part in parts]
