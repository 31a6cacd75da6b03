"""The publisher's process, kept running beside the host as long as the table is in a club.

Nothing here waits: whoever has something to say leaves it, and a thread hands over the newest.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from server.live.messages import View
from server.member.events import LEAVE
from server.member.summary import summary_of
from server.member.trouble import Trouble, read
from server.wire.messages import write
from vision.processes.keeper import Running

log = logging.getLogger(__name__)

_RESTART = 2.0
"""Seconds before a publisher that has died is started again."""
_END = 5.0
"""Seconds in which it sends what is left."""


class Publishing:
    """May be spoken to from any thread."""

    def __init__(
        self,
        path: Path,
        told: Callable[[int], None],
        put_back: Callable[[str], None],
        changed: Callable[[], None],
    ) -> None:
        """`told` gets how far the club has been told, `put_back` the epoch in which it was told
        what does not stand here; `changed` is called if `trouble` or `refused` changes.
        """
        self._path = path
        self._told = told
        self._put_back = put_back
        self._changed = changed
        self.trouble: Trouble | None = "connecting"
        """Why nothing can be told now; None if all is well."""
        self.refused: str | None = None
        """Why the club has not taken something, in English; None if it has taken all."""
        self._view: View | None = None
        self._news = threading.Condition()
        self._fresh = self._ended = False
        self._child: subprocess.Popen[bytes] | None = None
        command = (sys.executable, "-m", "server.member.publisher", str(path))
        self._process = Running("What tells the club", command, self._hear, _RESTART, self._begun)
        self._thread = threading.Thread(target=self._hand_over, name="club", daemon=True)

    def start(self) -> None:
        self._process.keep()
        self._thread.start()

    def stop(self, leave: bool = False) -> None:
        """Does no harm twice. With `leave` the broker forgets how things stood at the table."""

        def end(child: subprocess.Popen[bytes]) -> None:
            if leave:
                _write(child, LEAVE)
            if child.stdin is not None:
                child.stdin.close()
            try:
                child.wait(_END)
            except subprocess.TimeoutExpired:
                child.kill()

        with self._news:
            self._ended = True
            self._news.notify_all()
        self._process.end(end)
        if self._thread.is_alive():
            self._thread.join()

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def tell(self, view: View) -> None:
        """Something may have been stored, and things stand like this now."""
        with self._news:
            self._view, self._fresh = view, True
            self._news.notify_all()

    def _begun(self, child: subprocess.Popen[bytes]) -> None:
        """A new publisher knows nothing of how things stand."""
        with self._news:
            self._child, self._fresh = child, self._view is not None
            self._news.notify_all()

    def _hear(self, line: bytes) -> None:
        said: dict[str, object] = json.loads(line)
        if isinstance(acked := said.get("acked"), int):
            self._told(acked)
        if isinstance(epoch := said.get("put_back"), str):
            log.warning("The club was told what does not stand here: it is told everything anew.")
            self._put_back(epoch)
        if isinstance(why := said.get("refused"), str) and why != self.refused:
            self.refused = why
            self._changed()
        if "connected" in said:
            before, self.trouble = (
                self.trouble,
                None if said["connected"] else read(said.get("why")),
            )
            if self.trouble != before:
                self._changed()

    def _hand_over(self) -> None:
        """The newest summary; a publisher that does not take it keeps nobody but this thread."""
        while True:
            with self._news:
                self._news.wait_for(lambda: self._fresh or self._ended)
                if self._ended:
                    return
                self._fresh, view, child = False, self._view, self._child
            if child is not None and view is not None:
                _write(child, write(summary_of(view)))


def _write(child: subprocess.Popen[bytes], line: bytes) -> None:
    if child.stdin is not None:
        with suppress(OSError, ValueError):
            child.stdin.write(line + b"\n")
