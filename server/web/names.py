"""By which names and addresses the table is reached, and no others.

A page of another site could otherwise give itself a name that leads to the table (DNS rebinding)
and read and press everything as if it were one of our own pages.
"""

from __future__ import annotations

import fcntl
import ipaddress
import re
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_IPV6 = Path("/proc/net/if_inet6")
_GET_ADDRESS = 0x8915  # SIOCGIFADDR
_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(?::(?P<port>[0-9]{1,5}))?")
_LOOK_AGAIN = 1.0
"""Seconds between two looks at the network cards: addresses change while the table is up."""


def own_addresses() -> Iterator[Address]:
    """Every address of this computer's network cards, the one for visitors first, if any."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks the kernel which card leads to the world.
            probe.connect(("192.0.2.1", 9))
            yield ipaddress.ip_address(probe.getsockname()[0])
        except OSError:
            pass
        for _, card in socket.if_nameindex():
            wanted = struct.pack("256s", card.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), _GET_ADDRESS, wanted)
            except OSError:
                continue  # no IPv4 address
            yield ipaddress.ip_address(answer[20:24])
    if _IPV6.exists():
        for line in _IPV6.read_text("ascii").splitlines():
            yield ipaddress.ip_address(bytes.fromhex(line.split()[0]))


class HostNames:
    """The table's own names and addresses on one port."""

    def __init__(
        self,
        port: int,
        addresses: Callable[[], Iterator[Address]] = own_addresses,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.port = port
        name = socket.gethostname().lower()
        self._names = {name, f"{name}.local", "quartermaster.local", "localhost"}
        self._look = addresses
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._addresses = tuple(addresses())
        self._looked = monotonic()

    def are_ours(self, host: str) -> bool:
        """Whether a Host header names this table, with its port."""
        match = _HOST.fullmatch(host)
        if match is None or int(match["port"] or 80) != self.port:
            return False
        name = match["name"].lower().removesuffix(".")
        if name in self._names:
            return True
        address = _address(name.strip("[]"))
        return address is not None and (
            address.is_loopback or address in self._addresses or address in self._looked_up()
        )

    def short(self, host: str = "") -> str:
        """What a person types to get here: as the visitor with this Host did, if that can be."""
        match = _HOST.fullmatch(host)
        if match is not None and self.are_ours(host):
            address = _address(match["name"].strip("[]"))
            is_local = address.is_loopback if address else match["name"] == "localhost"
            if not is_local:
                return host
        visible = [a for a in self._looked_up() if not a.is_loopback and not a.is_link_local]
        for address in sorted(visible, key=lambda a: a.version):
            shown = f"[{address}]" if address.version == 6 else str(address)
            return self._with_port(shown)
        return self._with_port("localhost")

    def _with_port(self, name: str) -> str:
        return name if self.port == 80 else f"{name}:{self.port}"

    def _looked_up(self) -> tuple[Address, ...]:
        with self._lock:
            if self._monotonic() - self._looked >= _LOOK_AGAIN:
                self._addresses, self._looked = tuple(self._look()), self._monotonic()
            return self._addresses


def _address(name: str) -> Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None
