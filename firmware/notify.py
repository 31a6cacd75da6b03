"""Tells systemd how the service is doing, over the socket it names in NOTIFY_SOCKET.

Without that socket (`./run` in a terminal) nothing happens. Telling never fails: a service must not
stop because nobody listens.
"""

from __future__ import annotations

import logging
import os
import socket

_PATIENCE = 2.0
"""Seconds to wait if systemd is too busy to take a message."""

_log = logging.getLogger(__name__)


def ready(status: str = "") -> bool:
    """The service has started: phones are answered."""
    return _tell("READY=1", *_status(status))


def alive() -> bool:
    """The service does its work; to be told more often than every `watchdog_seconds`."""
    return _tell("WATCHDOG=1")


def stopping(status: str = "") -> bool:
    """The service is shutting down."""
    return _tell("STOPPING=1", *_status(status))


def status(text: str) -> bool:
    """One line for people: `systemctl status quartermaster` shows it."""
    return _tell(*_status(text))


def is_supervised() -> bool:
    """Whether systemd has started this, and starts it again when it ends."""
    return "NOTIFY_SOCKET" in os.environ


def watchdog_seconds() -> float | None:
    """After how many seconds of silence systemd restarts this process; None: never."""
    try:
        watched = int(os.environ.get("WATCHDOG_PID", os.getpid()))
        seconds = int(os.environ["WATCHDOG_USEC"]) / 1_000_000
    except (KeyError, ValueError):
        return None
    return seconds if seconds > 0 and watched == os.getpid() else None


def _status(text: str) -> tuple[str, ...]:
    line = " ".join(text.split())
    return (f"STATUS={line}",) if line else ()


def _tell(*lines: str) -> bool:
    """Whether systemd got the message."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or not lines:
        return False
    if address.startswith("@"):  # a socket of Linux's abstract namespace
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sock:
            sock.settimeout(_PATIENCE)
            sock.sendto("\n".join(lines).encode(), address)
    except OSError as error:
        _log.warning("systemd could not be told %s (%s).", lines[0], error)
        return False
    return True
