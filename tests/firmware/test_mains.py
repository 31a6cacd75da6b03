"""Where this is, and how often lamps flicker there."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.mains import country, flicker_microseconds

ZONES = "#codes\tplaces\nDE\t+5230+01322\tEurope/Berlin\nUS\t+404251\tAmerica/New_York\n"


@pytest.mark.parametrize(
    ("wireless", "zone", "where"),
    [
        ("US\n", "Europe/Berlin", "US"),
        ("00\n", "Europe/Berlin", "DE"),
        ("", "America/New_York", "US"),
        ("", "Etc/UTC", None),
    ],
)
def test_the_country_is_the_one_of_the_wireless_or_else_of_the_clock(
    tmp_path: Path, wireless: str, zone: str, where: str | None
) -> None:
    told, clock, zones = (tmp_path / name for name in ("regdom", "localtime", "zone.tab"))
    told.write_text(wireless)
    clock.symlink_to(f"/usr/share/zoneinfo/{zone}")
    zones.write_text(ZONES)
    assert country(told, clock, zones) == where


def test_nobody_knows_where_it_is_without_any_of_them(tmp_path: Path) -> None:
    assert country(*(tmp_path / name for name in "abc")) is None
    assert flicker_microseconds(None) == 10_000
    assert flicker_microseconds("BR") == 8_333
