"""The publisher's process, kept running beside the host as long as the table is in a club.

Nothing here waits: whoever has something to say leaves it, and a thread hands over the newest. A
publisher that has died is started again.
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

log = logging.getLogger(__name__)

_RESTART = 2.0
"""Seconds before a publisher that has died is started again."""


class Publishing:
    """May be spoken to from any thread."""

    def __init__(
        self, path: Path, told: Callable[[int], None], changed: Callable[[], None]
    ) -> None:
        """`told` gets how far the club has been told, `changed` is called if `trouble` changes."""
        self._path = path
        self._told = told
        self._changed = changed
        self.trouble: Trouble | None = "connecting"
        """Why nothing can be told now; None if all is well."""
        self._view: View | None = None
        self._news = threading.Condition()
        self._fresh = self._ended = False
        self._child: subprocess.Popen[bytes] | None = None
        self._threads = [
            threading.Thread(target=self._keep, name="club", daemon=True),
            threading.Thread(target=self._hand_over, name="club-out", daemon=True),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self, leave: bool = False) -> None:
        """Does no harm twice. With `leave` the broker forgets how things stood at the table."""
        with self._news:
            self._ended, child = True, self._child
            self._news.notify_all()
        if child is not None:
            if leave:
                self._write(child, LEAVE)
            self._close_in(child)
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    def tell(self, view: View) -> None:
        """Something may have been stored, and things stand like this now."""
        with self._news:
            self._view, self._fresh = view, True
            self._news.notify_all()

    def _keep(self) -> None:
        while (child := self._new_child()) is not None:
            assert child.stdout is not None
            with child.stdout as lines:
                for line in lines:
                    self._hear(json.loads(line))
            child.wait()
            self._close_in(child)
            with self._news:
                if not self._ended:
                    log.warning("What tells the club has ended (%s).", child.returncode)
                    self._news.wait_for(lambda: self._ended, _RESTART)

    def _new_child(self) -> subprocess.Popen[bytes] | None:
        """None if it is not wanted any more."""
        with self._news:
            if self._ended:
                return None
            self._child = subprocess.Popen(
                (sys.executable, "-m", "server.member.publisher", str(self._path)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
                bufsize=0,
            )
            self._fresh = self._view is not None
            self._news.notify_all()
            return self._child

    def _hear(self, said: dict[str, object]) -> None:
        if isinstance(acked := said.get("acked"), int):
            self._told(acked)
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
                self._write(child, write(summary_of(view)))

    @staticmethod
    def _write(child: subprocess.Popen[bytes], line: bytes) -> None:
        if child.stdin is not None:
            with suppress(OSError, ValueError):
                child.stdin.write(line + b"\n")

    @staticmethod
    def _close_in(child: subprocess.Popen[bytes]) -> None:
        if child.stdin is not None:
            with suppress(OSError):
                child.stdin.close()
