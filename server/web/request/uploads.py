"""A file that comes in parts, since no request may be large; one at a time for the whole table."""

from __future__ import annotations

import threading

from flask import current_app

from rules.text import Text
from server.live.messages import Refused

MOST_BYTES = 64 * 1024 * 1024
"""Of a whole file: an album of all sets of a game has a third of it."""
_KEY = "upload"
_TOO_LARGE = Text("This file is too large.")


class Upload:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._phone = ""
        self._came = bytearray()

    def add(self, phone: str, at: int, part: bytes) -> None:
        """The part of a file that begins at a byte; the first one begins it anew."""
        with self._lock:
            if at == 0:
                self._phone, self._came = phone, bytearray()
            if phone != self._phone or at != len(self._came):
                raise Refused(Text("The file is incomplete. Choose it again."))
            if at + len(part) > MOST_BYTES:
                self._came = bytearray()
                raise Refused(_TOO_LARGE)
            self._came += part

    def take(self, phone: str, most: int = MOST_BYTES) -> bytearray:
        """The whole file that a phone has sent; it is not kept. It may have so many bytes."""
        with self._lock:
            if phone != self._phone or not self._came:
                raise Refused(Text("Choose a file first."))
            came, self._came, self._phone = self._came, bytearray(), ""
            if len(came) > most:
                raise Refused(_TOO_LARGE)
            return came


def upload() -> Upload:
    """That of the application which answers the current request."""
    found = current_app.extensions.setdefault(_KEY, Upload())
    assert isinstance(found, Upload)
    return found
