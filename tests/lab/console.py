"""A root shell in the guest, over a serial port."""

from __future__ import annotations

import base64
import re
import shlex
import socket
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import NamedTuple

_LINE = 3000
"""Characters in one line; the terminal in between would cut off what is longer than 4,095."""

_PATIENCE = 300.0


class Said(NamedTuple):
    """How a command ended."""

    code: int
    output: str


class ConsoleError(Exception):
    """The guest does not answer, or a command that must not fail has failed."""


class GuestGone(ConsoleError):
    """Nobody is at the other end any more."""


class Console:
    """`run` gives the exit code and the output of one command after the other."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._heard = b""
        self._numbers = count(1)

    @classmethod
    def connect(cls, path: Path) -> Console:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.connect(str(path))
        return cls(connection)

    def close(self) -> None:
        self._connection.close()

    def wait(self, seconds: float) -> None:
        """Until a shell answers, which is when the guest has started far enough."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                self.run("stty -echo -onlcr cols 1000 <&1", timeout=3)
            except GuestGone:
                raise
            except ConsoleError:
                continue
            return
        raise ConsoleError(f"No shell answered within {seconds:.0f} seconds.")

    def run(
        self, command: str, timeout: float = _PATIENCE, say: Callable[[str], None] | None = None
    ) -> Said:
        """`say` hears every line as it comes."""
        mark = f"lab{next(self._numbers)}x{time.monotonic_ns():x}"
        if len(command) > _LINE or "\n" in command:
            raise ValueError("Only one short line at a time; use `put` for a script.")
        # The mark is told in two halves, so that its echo is not taken for it.
        line = (
            f"{{ {command}\n}} </dev/null 2>&1; printf '\\n%s%s %d\\n' {mark[:3]} {mark[3:]} $?\n"
        )
        self._send(line.encode(), timeout)
        end = time.monotonic() + timeout
        said_lines = 0
        while (found := parse(self._heard, mark)) is None:
            self._listen(end, command)
            lines = self._heard.decode(errors="replace").splitlines(keepends=True)
            for line in lines[said_lines:]:
                if say is not None and line.endswith("\n"):
                    say(line.rstrip())
                    said_lines += 1
        said, self._heard = found
        return said

    def check(self, command: str, timeout: float = _PATIENCE) -> str:
        """The output of a command that must succeed."""
        said = self.run(command, timeout)
        if said.code:
            raise ConsoleError(f"`{command}` ended with {said.code}: {said.output}")
        return said.output

    def put(self, path: str, data: bytes) -> None:
        """Write a file in the guest."""
        target = shlex.quote(path)
        self.check(f": >{target}")
        text = base64.b64encode(data).decode()
        for at in range(0, len(text), _LINE - 200):
            self.check(f"echo {text[at : at + _LINE - 200]} | base64 -d >>{target}")

    def _send(self, data: bytes, timeout: float) -> None:
        self._connection.settimeout(timeout)
        try:
            self._connection.sendall(data)
        except OSError as error:
            raise GuestGone("The guest is gone.") from error

    def _listen(self, end: float, command: str) -> None:
        left = end - time.monotonic()
        if left <= 0:
            tail = self._heard[-500:].decode(errors="replace")
            raise ConsoleError(f"`{command}` gave no answer in time. Heard last: {tail!r}")
        self._connection.settimeout(left)
        try:
            heard = self._connection.recv(65536)
        except TimeoutError:
            return
        except OSError as error:
            raise GuestGone("The guest is gone.") from error
        if not heard:
            raise GuestGone("The guest is gone.")
        self._heard += heard


def parse(heard: bytes, mark: str) -> tuple[Said, bytes] | None:
    """What was said before the mark with the exit code, and what has come after it."""
    found = re.search(rb"\r?\n" + mark.encode() + rb" (\d+)\r?\n", heard)
    if found is None:
        return None
    output = heard[: found.start()].decode(errors="replace").replace("\r\n", "\n")
    return Said(int(found[1]), output.strip("\n")), heard[found.end() :]
