"""Tells every phone at once that something it shows has changed.

The phones' connections are kept open here, away from the threads that answer requests. What is sent
is made once, and whoever has something to tell writes it to all of them: no thread has to wake up
for a phone, and none waits for one. A connection that takes no more is closed; its phone comes back
by itself, says which event it saw last, and gets the ones it missed.
"""

from __future__ import annotations

import re
import secrets
import socket
import threading
from collections import deque
from contextlib import suppress
from typing import NamedTuple

from server.web.http.connection import Who
from server.web.http.limits import (
    LISTENERS_OF_ONE_ADDRESS,
    MOST_LISTENERS,
    MOST_LISTENERS_OF_KNOWN,
    OF_ONE_KNOWN,
)
from server.web.http.room import Rooms

KEPT = 512
"""Events that can be sent again to a phone that was away."""
HEARTBEAT = 15.0
"""Seconds of silence after which phones are sent a sign of life, which also finds the lost ones."""
_RETRY = b"retry: 1000\n\n"
_SIGN_OF_LIFE = b":\n\n"
_NUMBER = re.compile("[0-9]{1,18}")


class _Listener(NamedTuple):
    who: Who
    about: str
    """What it wants to be told of; a table tells all phones the same."""


class Events:
    """May be used from several threads. `start` begins the signs of life."""

    def __init__(self, heartbeat: float = HEARTBEAT) -> None:
        self._epoch = secrets.token_hex(4)
        """Numbers begin anew with every start of the assistant; this tells them apart."""
        self._heartbeat = heartbeat
        self._lock = threading.Lock()
        """Guards the numbers and the listeners, so that nobody misses what is sent meanwhile."""
        self._number = 0
        self._kept: deque[tuple[str, bytes]] = deque(maxlen=KEPT)
        """With what each is about."""
        self._listeners: dict[socket.socket, _Listener] = {}
        self._rooms: Rooms[socket.socket] = Rooms()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="events", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close every connection. Does no harm twice."""
        if self._thread is not None:
            self._stopping.set()
            self._thread.join()
            self._thread = None
        with self._lock:
            for listener in list(self._listeners):
                self._close(listener)

    def publish(self, about: str = "") -> None:
        """What phones show has changed, for those who listen for that."""
        with self._lock:
            self._number += 1
            event = self._event("view")
            self._kept.append((about, event))
            self._send_all(event, about)

    def missed(self, last_id: str | None, about: str = "") -> bytes:
        """What a phone has to be sent that saw this event last; one that saw none looks anew."""
        with self._lock:
            return self._missed(last_id, about)

    def add(self, listener: socket.socket, who: Who, last_id: str | None, about: str = "") -> None:
        """Send a phone what it missed, and everything from now on, until it goes away.

        One that is in makes room for no stranger.
        """
        listener.setblocking(False)
        with self._lock:
            if not _send(listener, self._missed(last_id, about)):
                listener.close()
                return
            most = MOST_LISTENERS_OF_KNOWN if who.known else MOST_LISTENERS
            of_one = OF_ONE_KNOWN if who.known else LISTENERS_OF_ONE_ADDRESS
            if others := self._rooms.in_the_way(who, most, of_one):
                self._close(next(others)[0])
            self._listeners[listener] = _Listener(who, about)
            self._rooms.of(who).add(listener, who.name)

    @property
    def last_id(self) -> str:
        """The event that a page made now has seen."""
        return f"{self._epoch}-{self._number}"

    def _close(self, listener: socket.socket) -> None:
        del self._listeners[listener]
        self._rooms.remove(listener)
        listener.close()

    def _missed(self, last_id: str | None, about: str) -> bytes:
        epoch, _, number = (last_id or "").partition("-")
        if epoch == self._epoch and _NUMBER.fullmatch(number):
            behind = self._number - int(number)
            if 0 <= behind <= len(self._kept):
                later = list(self._kept)[len(self._kept) - behind :]
                return b"".join([_RETRY, *(event for what, event in later if what == about)])
        return _RETRY + self._event("reset")

    def _event(self, kind: str) -> bytes:
        data = f'{{"number": {self._number}}}'
        return f"id: {self.last_id}\nevent: {kind}\ndata: {data}\n\n".encode()

    def _run(self) -> None:
        while not self._stopping.wait(self._heartbeat):
            with self._lock:
                self._send_all(_SIGN_OF_LIFE)

    def _send_all(self, what: bytes, about: str | None = None) -> None:
        gone = [
            listener
            for listener, each in self._listeners.items()
            if about in (None, each.about) and not _send(listener, what)
        ]
        for listener in gone:
            self._close(listener)


def _send(listener: socket.socket, what: bytes) -> bool:
    """Whether all of it was taken; a connection that does not take it is no use any more."""
    with suppress(OSError):
        return listener.send(what) == len(what)
    return False
