"""Who means no good, in a process: `python -m server.trials.bench.strangers PORT IDLE DRIPPING`.

All of them come from one address. The idle ones say nothing; the dripping ones send a request a
byte at a time. Who is turned away comes back. They go when their standard input ends.
"""

from __future__ import annotations

import selectors
import socket
import sys
import time
from contextlib import suppress

ADDRESS = "127.0.0.2"
_DRIP_EVERY = 0.5
_BACK_AFTER = 5.0
"""Seconds."""


class Stranger:
    """Has a connection, or is on its way back."""

    def __init__(self, port: int, drips: bool) -> None:
        self.drips = drips
        self._port = port
        self._link = self._connected()
        self._back_at: float | None = None

    def go_on(self) -> None:
        if self._back_at is not None:
            if time.monotonic() >= self._back_at:
                self._link, self._back_at = self._connected(), None
        elif self._is_turned_away():
            self._link.close()
            self._back_at = time.monotonic() + _BACK_AFTER

    def _connected(self) -> socket.socket:
        link = socket.create_connection(("127.0.0.1", self._port), 5, (ADDRESS, 0))
        if self.drips:
            link.sendall(b"GET /ping HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nX: " % self._port)
        link.setblocking(False)
        return link

    def _is_turned_away(self) -> bool:
        try:
            if self.drips:
                self._link.send(b"x")
            return not self._link.recv(1024)
        except BlockingIOError:
            return False
        except OSError:
            return True


def main(port: int, idle: int, dripping: int) -> None:
    strangers = [Stranger(port, number >= idle) for number in range(idle + dripping)]
    print("here", flush=True)
    with selectors.DefaultSelector() as told:
        told.register(sys.stdin, selectors.EVENT_READ)
        while not told.select(_DRIP_EVERY):
            for stranger in strangers:
                with suppress(OSError):
                    stranger.go_on()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
