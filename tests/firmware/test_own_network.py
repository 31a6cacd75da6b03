"""When the table opens a Wi-Fi of its own, and when it goes home again."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from ctypes.util import find_library

import pytest

from firmware.network_manager import PROFILE, NetworkManager, NetworkTrouble, profile_of
from firmware.own_network import (
    ADDRESS,
    CERTAIN,
    JOINING,
    LOOK_ANYWAY,
    LOST,
    OwnNetwork,
    Seen,
    Wish,
)
from firmware.own_wifi import OwnWifi

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


@pytest.mark.parametrize(
    ("ssid", "passphrase"),
    [
        ("Quartermaster", "abcdefgh2345"),
        ("The Tavern", "two words"),
        ("a;b\\c=#[d]", "e\\f;g,h=#[i]"),
        (" ends are spaces ", " ends are spaces "),
        ("\\s", "\\s\\n\\\\;"),
        ("Таверна", '"quoted"'),
        ("12", "12345678"),
        ("12;", "12;13;14;"),
        ("🏴‍☠️ ", "0" * 64),
    ],
)
def test_networkmanager_reads_name_and_passphrase_as_they_are_meant(
    ssid: str, passphrase: str
) -> None:
    profile = KeyFile(profile_of(OwnWifi(ssid, passphrase)))
    assert profile.ssid() == ssid.encode()
    assert profile.value("wifi-security", "psk") == passphrase
    assert profile.value("connection", "id") == PROFILE
    assert profile.value("connection", "autoconnect") == "false"
    assert profile.value("ipv4", "address1") == f"{ADDRESS}/24"


class KeyFile:
    """A profile, read by the library that NetworkManager reads it with."""

    def __init__(self, text: str) -> None:
        name = find_library("glib-2.0")
        assert name is not None, "GLib comes with a browser, which ./check installs."
        self._glib = ctypes.CDLL(name)
        self._glib.g_key_file_new.restype = ctypes.c_void_p
        self._glib.g_key_file_get_string.restype = ctypes.c_char_p
        self._file = ctypes.c_void_p(self._glib.g_key_file_new())
        written = text.encode()
        size = ctypes.c_size_t(len(written))
        assert self._glib.g_key_file_load_from_data(self._file, written, size, 0, None)

    def value(self, group: str, key: str) -> str:
        found = self._glib.g_key_file_get_string(self._file, group.encode(), key.encode(), None)
        assert isinstance(found, bytes)
        return found.decode()

    def ssid(self) -> bytes:
        """Numbers with semicolons are bytes, as nm-settings-keyfile(5) has it."""
        value = self.value("wifi", "ssid")
        if re.fullmatch(r"([0-9]{1,3};)+", value):
            return bytes(int(each) for each in value.split(";")[:-1])
        assert "\\" not in value
        return value.encode()


def test_a_computer_without_nmcli_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NetworkTrouble, match="nmcli"):
        NetworkManager().seen()
