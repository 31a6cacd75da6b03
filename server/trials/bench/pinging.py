"""Phones that ping, in a process: `python -m server.trials.bench.pinging PORT PHONES ROUNDS`.

Each has an address and a connection of its own, and they take turns. They write down after how many
seconds each answer had come, as the kernel says, and after how many it was read; and how long it
took each of them to connect and get its first answer.
"""

from __future__ import annotations

import json
import socket
import sys
import time

from server.trials.bench.phones import STAMP, STAMPS

_PAUSE = 0.003
"""Seconds between two pings, so that each is measured by itself."""


class Phone:
    def __init__(self, port: int, address: str) -> None:
        self._request = b"GET /ping HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port
        self._link = socket.create_connection(("127.0.0.1", port), 30, (address, 0))
        self._link.setsockopt(socket.SOL_SOCKET, STAMPS, 1)

    def ping(self) -> tuple[float, float]:
        """Seconds until the answer had come, and until it was read."""
        start = time.time()
        self._link.sendall(self._request)
        answer = b""
        while b"\r\n\r\npong" not in answer:
            more, stamps, _, _ = self._link.recvmsg(65536, 64)
            answer += more
        read = time.time()
        return _came(stamps, read) - start, read - start


def _came(stamps: list[tuple[int, int, bytes]], read: float) -> float:
    """When it did, as the kernel says: not always of the first that comes to a socket."""
    for _, _, stamp in stamps:
        seconds, nanoseconds = STAMP.unpack(stamp)
        return float(seconds + nanoseconds / 1e9)
    return read


def main(port: int, number: int, rounds: int) -> None:
    phones, new, took = [], [], []
    for phone in range(1, number + 1):
        time.sleep(_PAUSE)
        start = time.monotonic()
        phones.append(Phone(port, f"127.0.1.{phone}"))
        phones[-1].ping()
        new.append(time.monotonic() - start)
    for _ in range(rounds):
        for each in phones:
            time.sleep(_PAUSE)
            took.append(each.ping())
    json.dump({"new": new, "pings": took}, sys.stdout)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
