"""`wifi`: opens the table's own network where there is no other, and goes home again."""

from __future__ import annotations

import argparse
import logging
import sys
import time
from pathlib import Path

from firmware.network_manager import PROFILE_FILE, NetworkManager, NetworkTrouble, profile_of
from firmware.own_network import OwnNetwork, Wish
from firmware.own_wifi import OWN_WIFI_FILE, OwnWifi, OwnWifiError, read_own_wifi
from server.errors import UserError
from server.store.atomic_file import write_whole

NAME = "wifi"
HELP = "show the table's own Wi-Fi with a code to scan, or open it where there is no other"
_EVERY = 15.0

log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--keep", action="store_true", help="stay, and open it whenever no known network is there"
    )
    parser.add_argument(
        "--check",
        type=Path,
        metavar="FILE",
        help="only say whether name and passphrase in this file can be used",
    )


def run(args: argparse.Namespace) -> int:
    if args.keep:
        logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
        keep(NetworkManager())
    wifi = _readable(args.check or OWN_WIFI_FILE)
    if args.check:
        return 0
    import segno

    print(f"Wi-Fi {wifi.ssid}, passphrase {wifi.passphrase}")
    segno.make(wifi.code, error="m", micro=False).terminal(compact=True)
    return 0


def _readable(file: Path) -> OwnWifi:
    try:
        wifi = read_own_wifi(file)
    except OwnWifiError as error:
        raise UserError(str(error)) from error
    if wifi is None:
        raise UserError(
            "There is no Wi-Fi of the table's own, or this user may not know it. On a Raspberry Pi "
            "the installer makes one: sudo firmware/install/install.sh"
        )
    return wifi


def keep(manager: NetworkManager) -> None:
    """For ever: what goes wrong once may go well the next time."""
    network, owner = OwnNetwork(), Owner(manager)
    while True:
        owner.follow()
        look(manager, network, time.monotonic())
        time.sleep(_EVERY)


def look(manager: NetworkManager, network: OwnNetwork, now: float) -> Wish:
    try:
        seen = manager.seen()
        wish = network.wish(seen, now)
        if wish is not Wish.WAIT:
            log.info("%s the table's own Wi-Fi (%s).", wish.capitalize(), seen)
            manager.do(wish)
    except NetworkTrouble as trouble:
        log.warning("NetworkManager: %s", trouble)
        return Wish.WAIT
    return wish


class Owner:
    """Has NetworkManager know name and passphrase as the owner wrote them last."""

    def __init__(
        self, manager: NetworkManager, file: Path = OWN_WIFI_FILE, profile: Path = PROFILE_FILE
    ) -> None:
        self._manager = manager
        self._file, self._profile = file, profile
        self._known: OwnWifi | None = None
        self._is_new = False
        """Whether phones are still told of another one than the profile's."""
        self._said = ""
        """What is wrong is said once, not four times a minute."""

    def follow(self) -> None:
        """What cannot be used changes nothing: the network stays as it was."""
        try:
            wifi = _readable(self._file)
            if wifi != self._known:
                self._give(wifi)
                self._known = wifi
            self._said = ""
        except (UserError, NetworkTrouble, OSError) as error:
            if str(error) != self._said:
                log.warning("The table's own Wi-Fi stays as it was. %s", error)
            self._said = str(error)

    def _give(self, wifi: OwnWifi) -> None:
        text = profile_of(wifi).encode()
        if not self._profile.exists() or self._profile.read_bytes() != text:
            write_whole(self._profile, text, mode=0o600)
            self._is_new = True
            log.info("The table's own Wi-Fi is called %s.", wifi.ssid)
        self._manager.renew(reopen=self._is_new)
        self._is_new = False
