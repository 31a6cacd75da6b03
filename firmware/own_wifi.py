"""The name and the passphrase of the table's own Wi-Fi: the owner's file, read in this one way.

A radio refuses a name or a passphrase that is too long or too short without saying so, and phones
look for a name in vain. So whoever reads the file is told what is wrong with it.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from dataclasses import dataclass
from pathlib import Path

OWN_WIFI_FILE = Path("/etc/quartermaster/wifi.toml")
"""Made by the installer; the owner may change it."""

_LONGEST_FILE = 64_000
_LONGEST_SSID = 32
"""Bytes: a radio has room for no more."""
_SHORTEST, _LONGEST = 8, 63
"""Signs of a passphrase, as WPA has it. 64 are a key, and then hexadecimal digits."""
_TWO_LINES = 'It needs two lines: ssid = "NAME" and passphrase = "AT LEAST 8 SIGNS".'


class OwnWifiError(Exception):
    """The file cannot be used; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class OwnWifi:
    """What a phone needs to join."""

    ssid: str
    passphrase: str

    @property
    def code(self) -> str:
        """For a code to scan, as all phones understand it."""
        return f"WIFI:T:WPA;S:{_escaped(self.ssid)};P:{_escaped(self.passphrase)};;"


def own_wifi(path: Path = OWN_WIFI_FILE) -> OwnWifi | None:
    """None if there is none that can be used, or this user may not know it."""
    try:
        return read_own_wifi(path)
    except OwnWifiError:
        return None


def read_own_wifi(path: Path = OWN_WIFI_FILE) -> OwnWifi | None:
    """As it was made at the installation; None if there is none, or this user may not know it.

    Raises OwnWifiError if what is there cannot be used.
    """
    written = _written(path)
    if written is None:
        return None
    try:
        data = tomllib.loads(written.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise OwnWifiError(f"{path} cannot be read: {error}. {_TWO_LINES}") from error
    ssid, passphrase = data.get("ssid"), data.get("passphrase")
    for name, value in (("ssid", ssid), ("passphrase", passphrase)):
        if not isinstance(value, str):
            raise OwnWifiError(f"{path} has no {name} in quotation marks. {_TWO_LINES}")
    assert isinstance(ssid, str)
    assert isinstance(passphrase, str)
    if wrong := _wrong_ssid(ssid) or _wrong_passphrase(passphrase):
        raise OwnWifiError(f"In {path} {wrong}")
    return OwnWifi(ssid, passphrase)


def _written(path: Path) -> bytes | None:
    """Root reads this too: so no link is followed, nothing waited for, and no more read than is
    needed."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except (FileNotFoundError, PermissionError):
        return None
    except OSError as error:
        raise _no_file(path) from error
    with open(file, "rb") as opened:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise _no_file(path)
        written = opened.read(_LONGEST_FILE + 1)
    if len(written) > _LONGEST_FILE:
        raise OwnWifiError(f"{path} is longer than anybody writes it. {_TWO_LINES}")
    return written


def _no_file(path: Path) -> OwnWifiError:
    return OwnWifiError(
        f"{path} is no ordinary file, and no link is followed there. Put the file itself there."
    )


def _wrong_ssid(ssid: str) -> str:
    size = len(ssid.encode("utf-8"))
    if not size:
        return "the ssid is empty, so no phone could choose it. Give the Wi-Fi a name."
    if size > _LONGEST_SSID:
        return (
            f"the ssid takes {size} bytes, and a radio has room for {_LONGEST_SSID}: a letter from "
            "a to z takes 1, most others 2, a picture 4. Choose a shorter one."
        )
    if any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in ssid):
        return "the ssid has a sign that no phone can show, such as a line break. Take it out."
    return ""


def _wrong_passphrase(passphrase: str) -> str:
    strange = re.search(r"[^ -~]", passphrase)
    if strange:
        return (
            f"the passphrase has the sign {strange[0]!r}, which not every phone sends alike. Use "
            "only letters from a to z, digits and the signs of an English keyboard."
        )
    size = len(passphrase)
    if size > _LONGEST and not re.fullmatch(r"[0-9A-Fa-f]{64}", passphrase):
        return (
            f"the passphrase has {size} signs, and WPA takes at most {_LONGEST}, or 64 hexadecimal "
            "digits. Choose a shorter one."
        )
    if size < _SHORTEST:
        return f"the passphrase has {size} signs, but WPA wants {_SHORTEST}. Choose a longer one."
    return ""


def _escaped(text: str) -> str:
    return "".join(f"\\{each}" if each in '\\;,:"' else each for each in text)
