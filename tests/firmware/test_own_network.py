"""When the table opens a Wi-Fi of its own, and when it goes home again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware.network_manager import PROFILE, NetworkManager, NetworkTrouble
from firmware.own_network import (
    CERTAIN,
    JOINING,
    LOOK_ANYWAY,
    LOST,
    OwnNetwork,
    OwnWifi,
    Seen,
    Wish,
    own_wifi,
)
from server.commands.wifi import look

HOME = Seen(connected=True, own=False)
NOWHERE = Seen(connected=False, own=False)
OPEN = Seen(connected=False, own=True)
BACK = Seen(connected=False, own=True, in_sight=True)
STEP = 15


class Evening:
    """What the table wishes, asked every few seconds."""

    def __init__(self) -> None:
        self.network = OwnNetwork()
        self.now = 0.0

    def until(self, wish: Wish, seen: Seen, most: float = 3600) -> float:
        """Seconds until it wishes this while it sees that."""
        began = self.now
        while self.network.wish(seen, self.now) is not wish:
            self.now += STEP
            assert self.now - began <= most, f"{wish} was not wished for"
        return self.now - began

    def stays(self, seen: Seen, seconds: float) -> bool:
        end = self.now + seconds
        wishes = set()
        while self.now < end:
            wishes.add(self.network.wish(seen, self.now))
            self.now += STEP
        return wishes == {Wish.WAIT}


def test_it_opens_after_a_minute_without_any_known_network() -> None:
    evening = Evening()
    assert evening.stays(HOME, 600)
    assert LOST <= evening.until(Wish.OPEN, NOWHERE) <= LOST + STEP


def test_a_network_that_is_gone_for_a_moment_opens_nothing() -> None:
    evening = Evening()
    for _ in range(5):
        assert evening.stays(NOWHERE, LOST - STEP)
        assert evening.stays(HOME, STEP)


def test_it_goes_home_when_the_network_is_certainly_back() -> None:
    evening = Evening()
    evening.until(Wish.OPEN, NOWHERE)
    assert evening.stays(OPEN, 120)
    assert evening.stays(BACK, STEP)
    assert evening.stays(OPEN, STEP)  # it was gone again
    assert CERTAIN <= evening.until(Wish.CLOSE, BACK) <= CERTAIN + STEP
    assert evening.stays(HOME, 600)


def test_if_it_cannot_join_its_own_opens_again_and_it_waits_longer_the_next_time() -> None:
    evening = Evening()
    evening.until(Wish.OPEN, NOWHERE)
    evening.until(Wish.CLOSE, BACK)
    assert JOINING <= evening.until(Wish.OPEN, NOWHERE) <= JOINING + STEP
    assert evening.until(Wish.CLOSE, BACK) >= 2 * CERTAIN
    assert evening.stays(HOME, STEP)
    evening.until(Wish.OPEN, NOWHERE)
    assert evening.until(Wish.CLOSE, BACK) <= CERTAIN + STEP


def test_nobody_who_plays_is_put_out_for_a_try() -> None:
    evening = Evening()
    evening.until(Wish.OPEN, NOWHERE)
    played = Seen(connected=False, own=True, guests=True)
    assert evening.stays(played, 4 * LOOK_ANYWAY)
    evening.until(Wish.CLOSE, OPEN, most=STEP)  # all have gone


def test_a_cable_that_is_put_in_closes_it_once_nobody_is_on_it() -> None:
    evening = Evening()
    evening.until(Wish.OPEN, NOWHERE)
    assert evening.stays(Seen(connected=True, own=True, guests=True), 120)
    assert evening.until(Wish.CLOSE, Seen(connected=True, own=True)) == 0


def test_without_a_radio_that_may_send_nothing_is_opened() -> None:
    assert Evening().stays(Seen(connected=False, own=False, radio=False), 600)


# ------------------------------------------------------------------------------ Name and passphrase


def test_the_code_to_scan_has_name_and_passphrase_with_special_signs_escaped() -> None:
    assert OwnWifi("Quartermaster", "abc").code == "WIFI:T:WPA;S:Quartermaster;P:abc;;"
    assert OwnWifi('a;b:"c', "d\\e,f").code == 'WIFI:T:WPA;S:a\\;b\\:\\"c;P:d\\\\e\\,f;;'


def test_it_is_known_as_the_installer_made_it_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "wifi.toml"
    assert own_wifi(file) is None
    file.write_text('ssid = "Quartermaster"\npassphrase = "abcdefgh2345"\n')
    assert own_wifi(file) == OwnWifi("Quartermaster", "abcdefgh2345")
    file.write_text("ssid = ")
    assert own_wifi(file) is None


# ----------------------------------------------------------------------------------- NetworkManager


class Commands:
    """Answer as the real nmcli and iw do; `devices` is NetworkManager's list."""

    def __init__(self, devices: str) -> None:
        self.devices = devices
        self.around = "BSS 02:00 (on wlan0)\n\tSSID: Home : upstairs\n\tSSID: Neighbours\n"
        self.stations = ""
        self.done: list[Sequence[str]] = []

    def __call__(self, words: Sequence[str]) -> str:
        match list(words):
            case [*_, "TYPE,STATE,CONNECTION,DEVICE", "device"]:
                return self.devices
            case ["iw", "dev", "wlan0", "scan", "ap-force"]:
                return self.around
            case ["iw", "dev", "wlan0", "station", "dump"]:
                return self.stations
            case [*_, "NAME,TYPE", "connection", "show"]:
                return f"home\\:1:802-11-wireless\nwire:802-3-ethernet\n{PROFILE}:802-11-wireless\n"
            case [*_, "802-11-wireless.ssid", "connection", "show", "home:1"]:
                return "Home : upstairs\n"
        self.done.append(words[-3:])
        return ""


def test_it_sees_by_nmcli_whether_it_is_at_home() -> None:
    commands = Commands("wifi:connected:home:wlan0\nethernet:unavailable::eth0\n")
    seeing = NetworkManager(commands)
    assert seeing.seen() == HOME
    commands.devices = "wifi:disconnected::wlan0\nethernet:unmanaged::eth0\n"
    assert seeing.seen() == NOWHERE
    commands.devices = "wifi:unavailable::wlan0\n"
    assert not seeing.seen().radio


def test_while_its_own_is_open_it_looks_for_known_networks_and_guests() -> None:
    commands = Commands(f"wifi:connected:{PROFILE}:wlan0\n")
    seeing = NetworkManager(commands)
    assert seeing.seen() == BACK
    commands.around = "BSS 02:00 (on wlan0)\n\tSSID: Neighbours\n"
    commands.stations = "Station 02:00:00:00:02:00 (on wlan0)\n"
    assert seeing.seen() == Seen(False, True, guests=True)


def test_a_radio_that_cannot_look_for_others_only_sees_none() -> None:
    commands = Commands(f"wifi:connected:{PROFILE}:wlan0\n")

    def run(words: Sequence[str]) -> str:
        if "scan" in words:
            raise NetworkTrouble("command failed: Operation not supported (-95)")
        return commands(words)

    assert NetworkManager(run).seen() == OPEN


def test_a_wish_is_done_by_nmcli_and_trouble_with_it_is_only_told() -> None:
    nmcli = Commands("wifi:disconnected::wlan0\n")
    network, seeing = OwnNetwork(), NetworkManager(nmcli)
    assert look(seeing, network, 0.0) is Wish.WAIT
    assert look(seeing, network, 70.0) is Wish.OPEN
    assert nmcli.done == [["connection", "up", PROFILE]]
    nmcli.devices = f"wifi:connected:{PROFILE}:wlan0\n"
    look(seeing, network, 80.0)
    assert look(seeing, network, 80.0 + CERTAIN) is Wish.CLOSE
    assert nmcli.done[-1] == ["connection", "down", PROFILE]

    def broken(_: Sequence[str]) -> str:
        raise NetworkTrouble("it does not run")

    assert look(NetworkManager(broken), network, 300.0) is Wish.WAIT


def test_a_computer_without_nmcli_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NetworkTrouble, match="nmcli"):
        NetworkManager().seen()
