"""Who means no good, in a process: `python -m server.trials.bench.strangers PORT KIND NUMBER...`.

All of them come from one address, and whoever is turned away comes back.

- `besiege IDLE DRIPPING`: the idle ones say nothing, the others send a request a byte at a time.
- `chunked NUMBER`: each sends a body in chunks of one byte, without end.
- `pipelined NUMBER`: each asks again and again without waiting for an answer.
- `never_reading NUMBER`: each asks for large answers, and takes none.
- `churn PER_SECOND`: so many come each second, and each goes when hundreds have come after it.

Strangers have computers of their own. Here they share one with the server and its phones, so they
get only what nobody else wants of it; how many connections they have had says how much that was.

They go when their standard input ends, at the latest after two minutes. Then they say how many
connections they have had.
"""

from __future__ import annotations

import os
import selectors
import socket
import struct
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

ADDRESS = "127.0.0.2"
_DRIP_EVERY = 0.5
_BACK_AFTER = 5.0
_FLOOD_EVERY = 0.002
_LONGEST = 120.0
"""Seconds."""
_AT_ONCE = 32 * 1024
"""Bytes that somebody sends who has no end of them."""
_STAY = 300
"""Connections of those who come and go that are there at once."""
_SMALL = 4096
"""Bytes that a socket holds whose answers nobody takes."""
_AT_ONCE_AND_SILENTLY = struct.pack("ii", 1, 0)
"""How a connection ends of which no computer has to remember anything (SO_LINGER)."""


class Stranger:
    """Has a connection, or is on its way back."""

    def __init__(self, port: int, drips: bool) -> None:
        self.drips = drips
        self.connections = 0
        self._port = port
        self._link: socket.socket | None = None
        self._back_at = 0.0

    def go_on(self) -> None:
        if self._link is not None and self._is_turned_away(self._link):
            self._link.close()
            self._link = None
            self._back_at = time.monotonic() + _BACK_AFTER
        elif self._link is None and time.monotonic() >= self._back_at:
            self._back_at = time.monotonic() + _BACK_AFTER
            self._link = self._connected()

    def _connected(self) -> socket.socket:
        self.connections += 1
        link = _connected(self._port)
        if self.drips:
            link.sendall(b"GET /ping HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nX: " % self._port)
        link.setblocking(False)
        return link

    def _is_turned_away(self, link: socket.socket) -> bool:
        try:
            if self.drips:
                link.send(b"x")
            return not link.recv(1024)
        except BlockingIOError:
            return False
        except OSError:
            return True


class Flooder:
    """Sends as much as is taken, and comes back at once."""

    def __init__(self, port: int, first: bytes, endless: bytes, reads: bool) -> None:
        self.connections = 0
        self._port = port
        self._first = first
        self._endless = endless * (_AT_ONCE // len(endless))
        self._reads = reads
        self._link: socket.socket | None = None
        self._rest = b""

    def go_on(self) -> None:
        try:
            if self._link is None:
                self._link = self._connected()
                self._rest = self._first
            self._rest = self._rest or self._endless
            self._rest = self._rest[self._link.send(self._rest) :]
            if self._reads:
                while self._link.recv(_AT_ONCE):
                    pass
                raise ConnectionResetError
        except BlockingIOError:
            pass
        except OSError:
            if self._link is not None:
                self._link.close()
            self._link = None

    def _connected(self) -> socket.socket:
        self.connections += 1
        link = _connected(self._port, 0 if self._reads else _SMALL)
        link.setblocking(False)
        return link


def _connected(port: int, buffer: int = 0) -> socket.socket:
    link = socket.socket()
    if buffer:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE_AND_SILENTLY)
    link.settimeout(5)
    link.bind((ADDRESS, 0))
    link.connect(("127.0.0.1", port))
    return link


def besiege(port: int, idle: int, dripping: int) -> int:
    strangers = [Stranger(port, number >= idle) for number in range(idle + dripping)]

    def go_on() -> int:
        for stranger in strangers:
            with suppress(OSError):
                stranger.go_on()
        return sum(each.connections for each in strangers)

    return _until_told(go_on, _DRIP_EVERY)


def flood(port: int, kind: str, number: int) -> int:
    ask = b"GET /%s HTTP/1.1\r\nHost: 127.0.0.1:" + b"%d\r\n\r\n" % port
    first, endless = {
        "chunked": (
            b"POST /ping HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"1\r\nx\r\n",
        ),
        "pipelined": (ask % b"ping", ask % b"ping"),
        "never_reading": (ask % b"large", ask % b"large"),
    }[kind]
    flooders = [Flooder(port, first, endless, kind != "never_reading") for _ in range(number)]

    def go_on() -> int:
        for flooder in flooders:
            flooder.go_on()
        return sum(each.connections for each in flooders)

    return _until_told(go_on, _FLOOD_EVERY)


def churn(port: int, per_second: int) -> int:
    """As many as are due since the last look; what could not be kept up with is not made up for."""
    begun = time.monotonic()
    made = missed = 0
    here: deque[socket.socket] = deque()

    def go_on() -> int:
        nonlocal made, missed
        due = int((time.monotonic() - begun) * per_second) - missed - made
        now = min(due, per_second // 100)
        missed += due - now
        for _ in range(now):
            with suppress(OSError):
                here.append(_connected(port))
            if len(here) > _STAY:
                here.popleft().close()
            made += 1
        return made

    return _until_told(go_on, _FLOOD_EVERY)


def _until_told(go_on: Callable[[], int], every: float) -> int:
    """How many connections there have been, as `go_on` says; with the first one they are here."""
    end = time.monotonic() + _LONGEST
    while not (made := go_on()) and time.monotonic() < end:
        time.sleep(every)
    print("here", flush=True)
    with selectors.DefaultSelector() as told:
        told.register(sys.stdin, selectors.EVENT_READ)
        while not told.select(every) and time.monotonic() < end:
            made = go_on()
    return made


def main(port: int, kind: str, *numbers: int) -> None:
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    if kind == "besiege":
        made = besiege(port, *numbers)
    elif kind == "churn":
        made = churn(port, *numbers)
    else:
        made = flood(port, kind, *numbers)
    print(made, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:]))
