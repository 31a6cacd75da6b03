"""The web server, in this process: one thread for all connections, and workers for the answers.

Nobody can stop it by being slow. One thread waits for all connections at once; a worker is asked
only when a whole request is there, and is free again before the phone has taken the answer. Every
turn of a phone has a deadline, every address its share (`limits`).

Phones that listen for events keep their connection for hours. A response can therefore ask for its
connection to be handed over once its head is sent; it is no longer the server's then.
"""

from __future__ import annotations

import errno
import logging
import selectors
import socket
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import Self

from flask import Flask

from server.errors import UserError
from server.web.http.answering import Answer, answer, path_of, refusal
from server.web.http.connection import Connection, Request, Turn, Unanswerable, client_of
from server.web.http.limits import CONNECTIONS_OF_ONE_ADDRESS, MOST_CONNECTIONS
from server.web.http.workers import Work, Workers

ALL = ""
"""Every address of this computer."""
SLOW_PAGES = "SLOW_PAGES"
"""In the configuration of an application: how the paths begin of pages that may take long."""

_WAITING = 128
_AT_ONCE = 8
"""New connections that are taken before the others have their turn."""
_LOOK_EVERY = 0.5
"""Seconds between two looks at the deadlines."""
_BREATH = 0.0005
"""Seconds after which a thread that computes lets another go on. Every answer takes turns with
pages that take long, the painter and the camera several times; with Python's own 5 ms each, a
page of 6 ms would take 120."""
_PATIENCE = 3.0
"""Seconds in which answers may still be finished when the server stops."""

log = logging.getLogger(__name__)


class WebServer:
    """Takes the port when it is made, and gives it back at the end of `with`.

    Requests wait until `start`.
    """

    def __init__(self, bind: str, port: int) -> None:
        """`bind` is one address or name of this computer, or `ALL`."""
        self._listening = _open(bind, port)
        self._address: str
        self.port: int
        self._address, self.port, *_ = self._listening.getsockname()
        self._loop: _Loop | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, app: Flask) -> None:
        sys.setswitchinterval(_BREATH)
        self._loop = _Loop(self._listening, app)
        self._loop.start()

    def stop(self) -> None:
        """Answer what is being asked, and close. Does no harm twice."""
        if self._loop is not None:
            self._loop.stop()
        self._listening.close()

    def is_alive(self, patience: float) -> bool:
        """Whether something is really served, within so many seconds."""
        asking = HTTPConnection(self._address, self.port, timeout=patience)
        try:
            asking.request("GET", "/static/icon.svg", headers={"Host": f"localhost:{self.port}"})
            return asking.getresponse().status == HTTPStatus.OK
        except (OSError, HTTPException):
            return False
        finally:
            asking.close()


class _Loop(threading.Thread):
    """Waits for all connections; only this thread opens, reads and closes them."""

    def __init__(self, listening: socket.socket, app: Flask) -> None:
        super().__init__(name="web", daemon=True)
        self._app = app.wsgi_app
        self._slow: tuple[str, ...] = app.config.get(SLOW_PAGES, ())
        self._listening = listening
        self._own: tuple[str, int] = listening.getsockname()[:2]
        self._selector = selectors.DefaultSelector()
        self._connections: dict[Connection, None] = {}
        self._workers = Workers()
        self._answered: deque[Connection] = deque()
        """What workers have given back."""
        self._bell, self._ringing = socket.socketpair()
        self._bell.setblocking(False)
        self._ringing.setblocking(False)
        self._stop_by: float | None = None

    def run(self) -> None:
        self._workers.start()
        self._selector.register(self._listening, selectors.EVENT_READ, self._accept)
        self._selector.register(self._ringing, selectors.EVENT_READ, self._hear)
        look = 0.0
        while self._stop_by is None:
            self._turn()
            if time.monotonic() >= look:
                self._close_the_late()
                look = time.monotonic() + _LOOK_EVERY
        self._selector.unregister(self._listening)
        while self._is_busy() and time.monotonic() < self._stop_by:
            self._turn()
        self._workers.stop()
        for connection in list(self._connections):
            self._close(connection)
        self._selector.close()
        self._bell.close()
        self._ringing.close()

    def stop(self) -> None:
        if self.is_alive():
            self._stop_by = time.monotonic() + _PATIENCE
            self._ring()
            self.join()

    def _turn(self) -> None:
        for key, _ in self._selector.select(_LOOK_EVERY):
            key.data()

    def _is_busy(self) -> bool:
        return any(each.turn is not Turn.REQUEST for each in self._connections)

    def _close_the_late(self) -> None:
        now = time.monotonic()
        for connection in [each for each in self._connections if each.deadline <= now]:
            self._close(connection)

    def _close(self, connection: Connection) -> None:
        self._let_go(connection)
        connection.link.close()

    def _let_go(self, connection: Connection) -> None:
        """It is not among the server's connections any more."""
        self._wait_for(connection, 0)
        self._connections.pop(connection, None)

    def _wait_for(self, connection: Connection, event: int) -> None:
        """Until the phone has sent something, or can take more; or for nothing (0)."""
        if connection.awaited and not event:
            self._selector.unregister(connection.link)
        elif event and event != connection.awaited:
            step = self._read if event == selectors.EVENT_READ else self._write
            change = self._selector.modify if connection.awaited else self._selector.register
            change(connection.link, event, partial(self._safely, connection, step))
        connection.awaited = event

    def _safely(self, connection: Connection, step: Callable[[Connection], None]) -> None:
        """What goes wrong with one connection is the end of that one only."""
        try:
            step(connection)
        except OSError:
            self._close(connection)  # it was broken
        except Exception:
            log.exception("A connection failed.")
            self._close(connection)

    # --------------------------------------------------------------------------------- Who comes in

    def _accept(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                link, address = self._listening.accept()
            except OSError:
                return  # there are no more, or one has gone already
            client = client_of(address[0])
            if not self._make_room(client):
                link.close()
                continue
            link.setblocking(False)
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection = Connection(link, client, address[1], time.monotonic())
            self._connections[connection] = None
            self._wait_for(connection, selectors.EVENT_READ)

    def _make_room(self, client: str) -> bool:
        """Whether there is room for one more, at the expense of the address that has most."""
        own = [each for each in self._connections if each.client == client]
        if len(own) >= CONNECTIONS_OF_ONE_ADDRESS:
            return self._close_oldest(own)
        if len(self._connections) < MOST_CONNECTIONS:
            return True
        has = Counter(each.client for each in self._connections)
        most = max(has.values())
        crowd = [each for each in self._connections if has[each.client] == most]
        return self._close_oldest(crowd) or self._close_oldest(self._connections)

    def _close_oldest(self, connections: Collection[Connection]) -> bool:
        """Whoever has been slow for longest goes, else who has waited for longest for a worker."""
        oldest = sorted(connections, key=lambda each: each.since)
        for connection in (*filter(lambda each: each.awaited, oldest), *oldest):
            if connection.awaited or self._workers.drop(connection):
                self._close(connection)
                return True
        return False  # all are being answered at this moment

    # ------------------------------------------------------------------------ Requests and answers

    def _read(self, connection: Connection) -> None:
        self._receive(connection, connection.read)

    def _receive(self, connection: Connection, receive: Callable[[float], Request | None]) -> None:
        try:
            request = receive(time.monotonic())
        except Unanswerable as error:
            self._give(connection, refusal(error))
            self._go_on(connection)
            return
        if request is None:
            self._wait_for(connection, selectors.EVENT_READ)
            return
        self._wait_for(connection, 0)
        connection.turn, connection.keeps = Turn.ANSWER, False
        slow = path_of(request).startswith(self._slow)
        work = partial(self._work, connection, request)
        self._workers.add(Work(connection, connection.client, slow, work))

    def _work(self, connection: Connection, request: Request) -> None:
        """On a thread of the workers."""
        peer = (connection.client, connection.port)
        try:
            self._give(connection, answer(self._app, request, peer, self._own))
        finally:
            self._answered.append(connection)
            self._ring()

    def _give(self, connection: Connection, made: Answer) -> None:
        """Most answers are taken at once; for the others the loop waits."""
        connection.rest, connection.keeps, connection.taker = made.whole, made.keeps, made.taker
        connection.turn, connection.since = Turn.TAKING, time.monotonic()
        with suppress(OSError):
            connection.send()

    def _ring(self) -> None:
        with suppress(OSError):
            self._bell.send(b"!")

    def _hear(self) -> None:
        with suppress(BlockingIOError):
            self._ringing.recv(4096)
        while self._answered:
            self._safely(self._answered.popleft(), self._go_on)

    def _write(self, connection: Connection) -> None:
        connection.send()
        self._go_on(connection)

    def _go_on(self, connection: Connection) -> None:
        """After as much of an answer as could be sent."""
        if connection.rest:
            self._wait_for(connection, selectors.EVENT_WRITE)
        elif connection.taker is not None:
            self._let_go(connection)
            connection.taker(connection.link)
        elif connection.keeps and self._stop_by is None:
            self._receive(connection, connection.again)
        else:
            self._close(connection)


def _open(bind: str, port: int) -> socket.socket:
    if bind in (ALL, "::") and socket.has_dualstack_ipv6():
        try:
            return _listen(socket.AF_INET6, "::", port, dualstack=True)
        except OSError as error:
            if error.errno not in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL):
                raise _explained(error, port) from error
    bind = bind or "0.0.0.0"
    try:
        [(family, *_), *_] = socket.getaddrinfo(bind, port, type=socket.SOCK_STREAM)
        return _listen(family, bind, port)
    except OSError as error:
        raise _explained(error, port, bind) from error


def _listen(family: int, address: str, port: int, dualstack: bool = False) -> socket.socket:
    listening = socket.create_server(
        (address, port), family=family, backlog=_WAITING, dualstack_ipv6=dualstack
    )
    listening.setblocking(False)
    return listening


def _explained(error: OSError, port: int, bind: str = "") -> UserError:
    if error.errno == errno.EADDRINUSE:
        return UserError(
            f"Port {port} is in use: is Quartermaster running already? End the other program, or "
            f"choose another port: --port {port + 1 if port < 65535 else port - 1}."
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return UserError(
            f"This user may not open port {port}. Choose one from 1024 up: --port 8080."
        )
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return UserError(
            f"{bind} is not an address of this computer. Choose one with --bind, or leave it out "
            "to be reached at all of them."
        )
    return UserError(f"Port {port} cannot be opened: {error.strerror or error}.")
