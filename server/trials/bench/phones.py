"""Phones that listen for events, in a process of their own: `python -m server.trials.bench.phones`.

Told two ports and how many they are, they listen at the first. For every line of their standard
input they read what has come, and one of them pings a bare application at the second port. At its
end they write down what each of them received, and when.

When something came, the kernel says: one process that plays a hundred phones would be late to look
at the last of them, and would take the processor away from the server meanwhile.
"""

from __future__ import annotations

import json
import re
import socket
import struct
import sys
import time

_EVENT = re.compile(rb"^id: [0-9a-f]+-([0-9]+)\nevent: view$", re.MULTILINE)
STAMPS = 35  # SO_TIMESTAMPNS
STAMP = struct.Struct("@qq")
"""When something came to a socket, as the kernel says: seconds and nanoseconds since 1970."""


class Phone:
    """Listens from the moment it is made."""

    def __init__(self, port: int) -> None:
        self.events: list[tuple[int, float]] = []
        """Their numbers, and when they came, in seconds since 1970."""
        self._link = socket.create_connection(("127.0.0.1", port))
        self._link.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
        while b"event: reset" not in self._link.recv(4096):
            pass
        self._link.setsockopt(socket.SOL_SOCKET, STAMPS, 1)
        self._link.setblocking(False)

    def read(self) -> None:
        try:
            what, [(_, _, stamp)], _, _ = self._link.recvmsg(65536, 64)
        except BlockingIOError:
            return
        seconds, nanoseconds = STAMP.unpack(stamp)
        at = seconds + nanoseconds / 1e9
        self.events += [(int(number), at) for number in _EVENT.findall(what)]


def ping(link: socket.socket, port: int) -> float:
    """Seconds from asking to the answer, on a connection that is open already."""
    start = time.monotonic()
    link.sendall(b"GET /ping HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
    answer = b""
    while b"\r\n\r\npong" not in answer:
        answer += link.recv(65536)
    return time.monotonic() - start


def main(port: int, ping_port: int, number: int) -> None:
    phones = [Phone(port) for _ in range(number)]
    pings = []
    with socket.create_connection(("127.0.0.1", ping_port)) as pinging:
        print("listening", flush=True)
        for _ in sys.stdin:
            for phone in phones:
                phone.read()
            pings.append(ping(pinging, ping_port))
    json.dump({"pings": pings, "events": [phone.events for phone in phones]}, sys.stdout)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
