"""The loudspeaker of the computer: it says sentences by espeak-ng, if that is installed."""

from __future__ import annotations

import logging
import shutil
import subprocess
import threading

PROGRAM = "espeak-ng"

_log = logging.getLogger(__name__)


def can_speak() -> bool:
    return shutil.which(PROGRAM) is not None


class Loudspeaker:
    """Says one thing at a time; what is new comes at once, and what was being said ends."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._saying: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def say(self, words: str) -> None:
        """Begin to say it; returns at once. A missing loudspeaker keeps nobody from playing."""
        with self._lock:
            self._end()
            try:
                self._saying = subprocess.Popen(
                    [PROGRAM, "-v", self._language, "--stdin"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                assert self._saying.stdin is not None
                self._saying.stdin.write(words.encode())
                self._saying.stdin.close()
            except OSError as error:
                _log.warning("Nothing can be said aloud: %s.", error)

    def close(self) -> None:
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._saying is not None:
            self._saying.kill()
            self._saying.wait()
            self._saying = None
