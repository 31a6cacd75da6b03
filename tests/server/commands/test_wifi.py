"""`wifi`: what the owner writes into the file is what phones are told, without installing again."""

from __future__ import annotations

import configparser
import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware.network_manager import PROFILE, PROFILE_FILE, NetworkManager, NetworkTrouble
from firmware.own_network import CERTAIN, OwnNetwork, Wish
from server.command import main
from server.commands.wifi import Owner, look
from tests.firmware.test_own_network import Commands

TOP = Path(__file__).parents[3]
OPEN = f"wifi:connected:{PROFILE}:wlan0\n"
CLOSED = "wifi:disconnected::wlan0\n"
RELOAD, UP = ["no", "connection", "reload"], ["connection", "up", PROFILE]


class Table:
    """A radio, the owner's file, and what NetworkManager reads."""

    def __init__(self, folder: Path) -> None:
        self.nmcli = Commands(CLOSED)
        self.file, self.profile = folder / "wifi.toml", folder / PROFILE_FILE.name
        self.owner = self.started()

    def started(self) -> Owner:
        return Owner(NetworkManager(self.nmcli), self.file, self.profile)

    def write(self, ssid: str, passphrase: str = "abcdefgh2345") -> None:
        self.file.write_text(f'ssid = "{ssid}" # ours\npassphrase = "{passphrase}"\n')

    def told(self) -> list[Sequence[str]]:
        """What NetworkManager is told the next time the file is looked at."""
        self.nmcli.done.clear()
        self.owner.follow()
        return list(self.nmcli.done)

    def known(self) -> tuple[str, str]:
        profile = configparser.ConfigParser(interpolation=None)
        profile.read(self.profile)
        return profile["wifi"]["ssid"], profile["wifi-security"]["psk"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_what_the_owner_writes_reaches_the_radio_without_installing_again(table: Table) -> None:
    table.write("Quartermaster")
    assert table.told() == [RELOAD]
    assert table.known() == ("Quartermaster", "abcdefgh2345")
    assert table.profile.stat().st_mode & 0o777 == 0o600
    assert table.told() == []
    table.write("Tavern", "another one")
    assert table.told() == [RELOAD]
    assert table.known() == ("Tavern", r"another\sone")


def test_an_own_network_that_is_open_opens_again_as_it_is_called_now(table: Table) -> None:
    table.nmcli.devices = OPEN
    table.write("Tavern")
    assert table.told() == [RELOAD, UP]
    table.owner = table.started()  # whoever plays is not put out because a service starts
    assert table.told() == [RELOAD]


def test_what_networkmanager_did_not_take_is_given_to_it_again(table: Table) -> None:
    table.nmcli.devices = OPEN
    table.write("Tavern")
    nmcli, down = table.nmcli, True

    def run(words: Sequence[str]) -> str:
        if down:
            raise NetworkTrouble("NetworkManager is not running.")
        return nmcli(words)

    table.owner = Owner(NetworkManager(run), table.file, table.profile)
    assert table.told() == []
    down = False
    assert table.told() == [RELOAD, UP]


def test_what_no_radio_takes_is_said_once_and_the_network_stays_as_it_was(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    table.write("Tavern")
    table.told()
    before = table.profile.read_bytes()
    for _ in range(3):
        table.write("Tavern", "short")
        assert table.told() == []
    table.file.unlink()
    assert table.told() == []
    said = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]
    assert len(said) == 2
    assert "stays as it was" in said[0]
    assert "5 signs, but WPA wants 8" in said[0]
    assert table.profile.read_bytes() == before
    table.write("Garden")
    assert table.told() == [RELOAD]


def test_its_service_may_write_there_and_nowhere_else() -> None:
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(TOP / "firmware/install/quartermaster-wifi.service")
    assert unit["Service"]["ProtectSystem"] == "strict"
    assert unit["Service"]["ReadWritePaths"] == f"-{PROFILE_FILE.parent}"


def test_the_installer_asks_whether_a_file_can_be_used(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    table.write("Tavern")
    assert main(["wifi", "--check", str(table.file)]) == 0
    table.write("", "abcdefgh")
    assert main(["wifi", "--check", str(table.file)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"quartermaster: In {table.file} the ssid is empty, ")
    table.file.unlink()
    assert main(["wifi", "--check", str(table.file)]) == 2


def test_a_wish_is_done_by_nmcli_and_trouble_with_it_is_only_told() -> None:
    nmcli = Commands(CLOSED)
    network, seeing = OwnNetwork(), NetworkManager(nmcli)
    assert look(seeing, network, 0.0) is Wish.WAIT
    assert look(seeing, network, 70.0) is Wish.OPEN
    assert nmcli.done == [UP]
    nmcli.devices = OPEN
    look(seeing, network, 80.0)
    assert look(seeing, network, 80.0 + CERTAIN) is Wish.CLOSE
    assert nmcli.done[-1] == ["connection", "down", PROFILE]

    def broken(_: Sequence[str]) -> str:
        raise NetworkTrouble("it does not run")

    assert look(NetworkManager(broken), network, 300.0) is Wish.WAIT
