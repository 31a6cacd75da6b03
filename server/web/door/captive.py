"""Phones that join the table's own Wi-Fi are led to the page.

A phone that has joined a network asks an address of its maker's whether there is internet. In the
table's own network every name leads to the table, so the question comes here. The first time it is
answered with the way to the page, which the phone then shows by itself; once it has seen the page,
with what it expects, or it would leave a network without internet again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from firmware.own_network import ADDRESS

PAGE = f"http://{ADDRESS}/"
_REMEMBERED = 4 * 3600.0
_MOST = 500
"""Phones that are remembered; no more can be on one radio anyway."""


class Expected(NamedTuple):
    """What a phone that has internet would get."""

    status: int
    body: str


_NOTHING = Expected(204, "")
_APPLE = Expected(200, "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>")
_QUESTIONS = {
    "connectivitycheck.gstatic.com": _NOTHING,
    "connectivitycheck.android.com": _NOTHING,
    "clients3.google.com": _NOTHING,
    "www.google.com": _NOTHING,
    "captive.apple.com": _APPLE,
    "www.apple.com": _APPLE,
    "www.msftconnecttest.com": Expected(200, "Microsoft Connect Test"),
    "detectportal.firefox.com": Expected(200, "success\n"),
    "nmcheck.gnome.org": Expected(200, "NetworkManager is online\n"),
}
_PATHS = (
    "/generate_204",
    "/gen_204",
    "/hotspot-detect.html",
    "/library/test/success.html",
    "/connecttest.txt",
    "/redirect",
    "/canonical.html",
    "/success.txt",
    "/check_network_status.txt",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question whether there is internet."""

    expected: Expected


def asked(host: str, path: str) -> Asked | None:
    """Whether this is such a question; nothing else of another host's is ever answered."""
    expected = _QUESTIONS.get(host.lower().removesuffix(":80"))
    return Asked(expected) if expected is not None and path in _PATHS else None


def is_in_own_network(address: str | None) -> bool:
    network = ADDRESS.rpartition(".")[0]
    return (address or "").removeprefix("::ffff:").startswith(f"{network}.")


class CaptivePortal:
    """Who has seen the page. May be used from any thread."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._been: dict[str, float] = {}

    def saw(self, address: str) -> None:
        """A phone has opened a page of ours in the table's own network."""
        with self._lock:
            self._been.pop(address, None)
            self._been[address] = self._monotonic()
            while len(self._been) > _MOST:
                del self._been[next(iter(self._been))]

    def has_been(self, address: str) -> bool:
        with self._lock:
            at = self._been.get(address)
        return at is not None and self._monotonic() - at < _REMEMBERED
