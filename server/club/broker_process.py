"""The club's own broker: Debian's Mosquitto with the club's files, kept running beside the club.

One that was left behind by a club that was killed is ended first: it would keep the port. Whoever
has a broker already gives it the files of `broker.py` and does without this.
"""

from __future__ import annotations

import logging
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Self

from server.club.broker import CONFIGURATION, Broker
from server.errors import UserError
from server.store.atomic_file import write_whole
from vision.processes.keeper import Running

log = logging.getLogger(__name__)

PID = "mosquitto.pid"
_PROGRAM = "mosquitto"
_START = 10.0
"""Seconds that a broker may take to start or to end."""
_RESTART = 1.0
"""Seconds before a broker that has died is started again."""


class BrokerProcess:
    """Use it in `with`; may be spoken to from several threads."""

    def __init__(self, folder: Path, broker: Broker) -> None:
        """Raises UserError if Mosquitto is not installed."""
        self._configuration = folder.absolute() / CONFIGURATION
        self._pid_file = folder / PID
        self._port = broker.port
        command = (_program(), "-c", str(self._configuration))
        self._process = Running(
            "The broker", command, _told, _RESTART, self._begun, stderr=subprocess.STDOUT
        )

    def __enter__(self) -> Self:
        """Raises UserError if it does not start, with what Mosquitto says about that."""
        self._end_left_behind()
        if _listens(self._port):
            raise UserError(
                f"Another program uses port {self._port} of this machine, which the club's broker "
                "needs. End that program; if it is a broker that the club is to use, say so with "
                "--broker."
            )
        child = self._process.start()
        _wait(lambda: child.poll() is not None or _listens(self._port))
        if child.poll() is not None or not _listens(self._port):
            said = " ".join(_rest(child))
            raise UserError(f"Mosquitto, the club's broker, does not start: {said or 'it is slow'}")
        self._process.keep()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.end(_end_child)
        self._pid_file.unlink(missing_ok=True)

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def reload(self) -> None:
        """Have it read passwords and access rules again; who is not in them any more is cut off."""
        self._process.signal(signal.SIGHUP)

    def _begun(self, child: subprocess.Popen[bytes]) -> None:
        write_whole(self._pid_file, f"{child.pid}\n".encode())

    def _end_left_behind(self) -> None:
        """The broker of a club that was killed: known by its number and by these very files."""
        try:
            pid = int(self._pid_file.read_text())
        except (OSError, ValueError):
            return
        if self._is_broker(pid):
            _end(lambda: not self._is_broker(pid), partial(os.kill, pid))
            _wait(lambda: not _listens(self._port))

    def _is_broker(self, pid: int) -> bool:
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            return False
        return os.fsencode(self._configuration) in command


def _program() -> str:
    """Debian has it among the programs of administrators, where not everybody's shell looks."""
    found = shutil.which(_PROGRAM) or shutil.which(_PROGRAM, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        raise UserError(
            "Mosquitto, the club's broker, is not installed. Install it: sudo apt install "
            "mosquitto. If the club has a broker elsewhere, say so with --broker."
        )
    return found


def _listens(port: int) -> bool:
    with socket.socket() as there:
        return there.connect_ex(("127.0.0.1", port)) == 0


def _wait(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _START
    while not happened() and time.monotonic() < deadline:
        time.sleep(0.02)


def _end(ended: Callable[[], bool], send: Callable[[int], None]) -> None:
    """Told again and again: a Mosquitto that is just starting forgets that it was to end."""

    def obeyed(sign: int) -> bool:
        if ended():
            return True
        with suppress(ProcessLookupError):
            send(sign)
        return False

    for sign in (signal.SIGTERM, signal.SIGKILL):
        _wait(partial(obeyed, sign))


def _told(line: bytes) -> None:
    log.warning("The broker says: %s", line.decode(errors="replace").strip())


def _end_child(child: subprocess.Popen[bytes]) -> None:
    _end(lambda: child.poll() is not None, child.send_signal)


def _rest(child: subprocess.Popen[bytes]) -> list[str]:
    """What a broker has said that is to be ended, or has."""
    _end_child(child)
    assert child.stdin is not None
    assert child.stdout is not None
    with child.stdin, child.stdout as lines:
        return [line.decode(errors="replace").strip() for line in lines]
