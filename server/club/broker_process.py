"""The club's own broker: Debian's Mosquitto with the club's files, kept running beside the club.

A broker that has died is started again. One that was left behind by a club that was killed is ended
first: it would keep the port. Whoever has a broker already gives it the files of `broker.py` and
does without this.
"""

from __future__ import annotations

import logging
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

from server.club.broker import CONFIGURATION, Broker
from server.errors import UserError
from server.store.atomic_file import write_whole

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
        self._program = _program()
        self._child: subprocess.Popen[str] | None = None
        self._news = threading.Condition()
        self._ended = False
        self._thread = threading.Thread(target=self._keep, name="broker", daemon=True)

    def __enter__(self) -> Self:
        """Raises UserError if it does not start, with what Mosquitto says about that."""
        self._end_left_behind()
        if _listens(self._port):
            raise UserError(
                f"Another program uses port {self._port} of this machine, which the club's broker "
                "needs. End that program; if it is a broker that the club is to use, say so with "
                "--broker."
            )
        child = self._start()
        _wait(lambda: child.poll() is not None or _listens(self._port))
        if child.poll() is not None or not _listens(self._port):
            said = " ".join(_rest(child))
            raise UserError(f"Mosquitto, the club's broker, does not start: {said or 'it is slow'}")
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._news:
            self._ended, child = True, self._child
            self._news.notify_all()
        if child is not None:
            _end(child)
        if self._thread.is_alive():
            self._thread.join()
        self._pid_file.unlink(missing_ok=True)

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    def reload(self) -> None:
        """Have it read passwords and access rules again; who is not in them any more is cut off."""
        with self._news:
            if self._child is not None and self._child.poll() is None:
                self._child.send_signal(signal.SIGHUP)

    def _start(self) -> subprocess.Popen[str]:
        self._child = subprocess.Popen(
            (self._program, "-c", str(self._configuration)),
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        write_whole(self._pid_file, f"{self._child.pid}\n".encode())
        return self._child

    def _keep(self) -> None:
        child = self._child
        while child is not None:
            assert child.stderr is not None
            with child.stderr as lines:
                for line in lines:
                    log.warning("The broker says: %s", line.strip())
            code = child.wait()
            with self._news:
                if self._ended or self._news.wait_for(lambda: self._ended, _RESTART):
                    return
                log.warning("The broker has ended (%s) and is started again.", code)
                child = self._start()

    def _end_left_behind(self) -> None:
        """The broker of a club that was killed: known by its number and by these very files."""
        try:
            pid = int(self._pid_file.read_text())
            command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except (OSError, ValueError):
            return
        if os.fsencode(self._configuration) in command:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
            _wait(lambda: not _listens(self._port))


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


def _end(child: subprocess.Popen[str]) -> None:
    child.terminate()
    try:
        child.wait(_START)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def _rest(child: subprocess.Popen[str]) -> list[str]:
    """What a broker has said that is to be ended, or has."""
    _end(child)
    assert child.stderr is not None
    with child.stderr as lines:
        return [line.strip() for line in lines]
