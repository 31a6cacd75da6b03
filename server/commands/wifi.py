"""`wifi`: opens the table's own network where there is no other, and goes home again."""

from __future__ import annotations

import argparse
import logging
import sys
import time

from firmware.network_manager import NetworkManager, NetworkTrouble
from firmware.own_network import OwnNetwork, Wish, own_wifi
from server.errors import UserError

NAME = "wifi"
HELP = "show the table's own Wi-Fi with a code to scan, or open it where there is no other"
_EVERY = 15.0

log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--keep", action="store_true", help="stay, and open it whenever no known network is there"
    )


def run(args: argparse.Namespace) -> int:
    wifi = own_wifi()
    if wifi is None:
        raise UserError(
            "There is no Wi-Fi of the table's own, or this user may not know it. On a Raspberry Pi "
            "the installer makes one: sudo firmware/install/install.sh"
        )
    if args.keep:
        logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
        keep(NetworkManager(), OwnNetwork())
    import segno

    print(f"Wi-Fi {wifi.ssid}, passphrase {wifi.passphrase}")
    segno.make(wifi.code, error="m", micro=False).terminal(compact=True)
    return 0


def keep(manager: NetworkManager, network: OwnNetwork) -> None:
    """For ever: what goes wrong once may go well the next time."""
    while True:
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
