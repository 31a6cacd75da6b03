"""How often lamps flicker here: twice in each period of the mains, which the country tells."""

from __future__ import annotations

import os
from pathlib import Path

_SIXTY = (
    "AG AI AS AW BB BM BR BS BZ CA CO CR CU DO EC FM GT GU GY HN HT JM KN KR KY LR MH MP MS MX NI "
    "PA PE PH PR PW SA SR SV TC TT TW US VE VG VI"
)
"""Countries with 60 Hz; all others have 50. Japan has both: its east is taken, where most live."""
_WIRELESS = Path("/sys/module/cfg80211/parameters/ieee80211_regdom")
_ZONE = Path("/etc/localtime")
_ZONES = Path("/usr/share/zoneinfo/zone.tab")


def flicker_microseconds(country: str | None) -> int:
    """From one bright moment of a lamp to the next; 50 Hz if nobody knows where this is."""
    return 1_000_000 // (120 if country in _SIXTY.split() else 100)


def country(wireless: Path = _WIRELESS, zone: Path = _ZONE, zones: Path = _ZONES) -> str | None:
    """Where this Pi is: as its Wi-Fi was told, or else by its time zone."""
    try:
        told = wireless.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        told = ""
    if len(told) == 2 and told.isalpha():
        return told
    try:
        name = os.readlink(zone).partition("zoneinfo/")[2]
        rows = zones.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    found = [row.split("\t") for row in rows if not row.startswith("#")]
    return next((row[0] for row in found if len(row) > 2 and row[2] == name), None)
