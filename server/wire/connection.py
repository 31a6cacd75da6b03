"""How a connection to a broker sends."""

from __future__ import annotations

import socket
from typing import Any


def send_at_once(_client: object, _data: Any, link: Any) -> None:
    """For `on_socket_open`: small messages that follow each other do not wait for an answer."""
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
