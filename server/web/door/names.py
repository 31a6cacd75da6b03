"""By which names and addresses the table is reached, and no others.

A page of another site could otherwise give itself a name that leads to the table (DNS rebinding)
and read and press everything as if it were one of our own pages.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import struct
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import partial

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_MESSAGE, _ATTRIBUTE = struct.Struct("=LHHLL"), struct.Struct("=HH")
_CARD_BYTES = 8
"""In which the kernel says to which network card an address belongs."""
_GET_ADDRESSES, _ADDRESS, _ALL_OF_THEM = 22, 20, 0x301  # RTM_GETADDR, RTM_NEWADDR, NLM_F_DUMP
_MOST_BYTES = 64 * 1024
"""Of one answer of the kernel."""
_EITHER, _LOCAL = 1, 2  # IFA_ADDRESS, IFA_LOCAL
_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(?::(?P<port>[0-9]{1,5}))?")
_LOOK_AGAIN = 1.0
"""Seconds between two looks at the network cards: addresses change while the table is up."""


def own_addresses() -> Iterator[Address]:
    """Every address of this computer's network cards, the one for visitors first, if any."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: this only asks the kernel which card leads to the world.
        probe.connect(("192.0.2.1", 9))
        yield ipaddress.ip_address(probe.getsockname()[0])
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE) as kernel:
        asked = struct.pack("=B7x", socket.AF_UNSPEC)
        length = _MESSAGE.size + len(asked)
        kernel.send(_MESSAGE.pack(length, _GET_ADDRESSES, _ALL_OF_THEM, 1, 0) + asked)
        yield from addresses_in(iter(partial(kernel.recv, _MOST_BYTES), b""))


def addresses_in(answers: Iterable[bytes]) -> Iterator[Address]:
    """Those that the kernel tells (rtnetlink), until it says that there are no more."""
    for answer in answers:
        at = 0
        while at < len(answer):
            length, kind, _, _, _ = _MESSAGE.unpack_from(answer, at)
            if kind != _ADDRESS:
                return  # the end, or an error
            found = dict(_attributes(answer[at + _MESSAGE.size + _CARD_BYTES : at + length]))
            # A line between two computers has two addresses; the local one is ours.
            yield ipaddress.ip_address(found.get(_LOCAL) or found[_EITHER])
            at += _padded(length)


def _attributes(body: bytes) -> Iterator[tuple[int, bytes]]:
    while body:
        length, kind = _ATTRIBUTE.unpack_from(body)
        yield kind, body[_ATTRIBUTE.size : length]
        body = body[_padded(length) :]


def _padded(length: int) -> int:
    return (length + 3) & ~3


class HostNames:
    """The table's own names and addresses on one port."""

    def __init__(
        self,
        port: int,
        addresses: Callable[[], Iterator[Address]] = own_addresses,
        monotonic: Callable[[], float] = time.monotonic,
        called: Collection[str] = (),
    ) -> None:
        """`called` are names that this computer does not know itself, as those of a proxy."""
        self.port = port
        self._called = frozenset(name.lower() for name in called)
        self._look = addresses
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._addresses = tuple(addresses())
        self._looked = monotonic()

    def are_ours(self, host: str) -> bool:
        """Whether a Host header names this table: with its port, or without any.

        Without one it comes where a router or a program in between leads the usual port to ours.
        """
        match = _HOST.fullmatch(host)
        if match is None or int(match["port"] or self.port) != self.port:
            return False
        name = match["name"].lower().removesuffix(".")
        if name in _own_names() or name in self._called:
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


def _own_names() -> set[str]:
    """The host name may be given, or changed, while the table is up."""
    whole = socket.gethostname().lower()
    plain = whole.partition(".")[0]
    return {whole, plain, f"{plain}.local", "quartermaster.local", "localhost"}


def _address(name: str) -> Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None
