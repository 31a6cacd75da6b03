"""Ports for servers that a trial starts, ends and starts again."""

from __future__ import annotations

import random
import socket
from contextlib import suppress


def free_port() -> int:
    """None of those that systems give to outgoing connections: while a server is away, or not there
    yet, one of them could take its place.
    """
    while True:
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", random.randrange(20_000, 30_000)))
            port: int = free.getsockname()[1]
            return port
