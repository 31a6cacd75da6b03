"""The web server, in this process: one thread for all connections, and workers for the answers.

Nobody can stop it by being slow. One thread waits for all connections at once; a worker is asked
only when a whole request is there, and is free again before the phone has taken the answer. Every
turn of a phone has a deadline, every address its share (`limits`).

Phones that listen for events keep their connection for hours. A response can therefore ask for its
connection to be handed over once its head is sent; it is no longer the server's then.
"""

from __future__ import annotations

import logging
import selectors
import socket
import struct
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple, Self

from flask import Flask

from server.web.http.answering import SLOW_PAGES, Answer, Answering, refusal
from server.web.http.connection import Connection, Request, Turn, Unanswerable, client_of
from server.web.http.doorman import Doorman
from server.web.http.port import ALL, open_port
from server.web.http.turns import Line, Turns
from server.web.http.workers import Work, Workers

__all__ = ["ALL", "SLOW_PAGES", "WebServer"]

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
_AT_ONCE_AND_SILENTLY = struct.pack("ii", 1, 0)
"""How a connection is closed that never was one (SO_LINGER)."""

log = logging.getLogger(__name__)


class WebServer:
    """Takes the port when it is made, and gives it back at the end of `with`.

    Requests wait until `start`.
    """

    def __init__(self, bind: str, port: int) -> None:
        """`bind` is one address or name of this computer, or `ALL`."""
        self._listening = open_port(bind, port)
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


class _Step(NamedTuple):
    """What is done with a connection when it has something for the loop."""

    connection: Connection
    do: Callable[[Connection], None]


class _Loop(threading.Thread):
    """Waits for all connections; only this thread opens, reads and closes them."""

    def __init__(self, listening: socket.socket, app: Flask) -> None:
        super().__init__(name="web", daemon=True)
        self._answering = Answering(app, listening.getsockname()[:2])
        self._listening = listening
        self._selector = selectors.DefaultSelector()
        self._workers = Workers()
        self._doorman = Doorman(self._drop, self._close)
        self._turns = Turns()
        self._answered: deque[tuple[Connection, float]] = deque()
        """What workers have given back, and how many seconds of the processor it took."""
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
        for connection in list(self._doorman):
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
        """What the loop itself has to do, then phones that are in, then strangers."""
        ready = [
            key.data
            for key, _ in self._selector.select(self._turns.seconds_until_next(_LOOK_EVERY))
        ]
        self._turns.begin()
        steps = [each for each in ready if isinstance(each, _Step)]
        for own in ready:
            if not isinstance(own, _Step):
                own()
        for known in (True, False):
            for step in steps:
                if step.connection.who.known == known:
                    if not known and self._turns.strangers_have_had_enough:
                        break  # whoever is left out is ready in the next turn, too
                    self._in_turn(step)
            self._turns.go_on(known)

    def _in_turn(self, step: _Step) -> None:
        """Now, or when the others have had their turn."""
        connection = step.connection
        line = Line(connection.who, connection.turn is Turn.REQUEST)
        if self._turns.may(line):
            self._turns.do(connection.who, partial(self._safely, step))
        elif connection in self._doorman:
            self._wait_for(connection, 0)
            self._turns.stand_in(line, partial(self._safely, step))

    def _is_busy(self) -> bool:
        return any(each.turn in (Turn.ANSWER, Turn.TAKING) for each in self._doorman)

    def _close_the_late(self) -> None:
        now = time.monotonic()
        for connection in [each for each in self._doorman if each.deadline <= now]:
            self._close(connection)

    def _close(self, connection: Connection) -> None:
        self._let_go(connection)
        connection.link.close()

    def _drop(self, connection: Connection) -> bool:
        """Whether it waited for a worker, and does not any more."""
        dropped = self._workers.drop(connection)
        if dropped:
            self._turns.is_answered(connection.asked_as, 0.0)
        return dropped

    def _let_go(self, connection: Connection) -> None:
        """It is not among the server's connections any more."""
        self._wait_for(connection, 0)
        self._doorman.remove(connection)

    def _wait_for(self, connection: Connection, event: int) -> None:
        """Until the phone has sent something, or can take more; or for nothing (0)."""
        if connection.awaited and not event:
            self._selector.unregister(connection.link)
        elif event and event != connection.awaited:
            do = self._read if event == selectors.EVENT_READ else self._write
            change = self._selector.modify if connection.awaited else self._selector.register
            change(connection.link, event, _Step(connection, do))
        connection.awaited = event

    def _safely(self, step: _Step) -> None:
        """What goes wrong with one connection is the end of that one only."""
        connection = step.connection
        if connection not in self._doorman:
            return  # it was closed while this stood in line
        try:
            step.do(connection)
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
            who = self._doorman.who_comes_from(client_of(address[0]))
            if not self._doorman.lets_in(who):
                # The kernel need not wait for a goodbye of so many.
                link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE_AND_SILENTLY)
                link.close()
                continue
            link.setblocking(False)
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection = Connection(link, who, who.name, address[1], time.monotonic())
            self._doorman.add(connection)
            self._wait_for(connection, selectors.EVENT_READ)

    # ------------------------------------------------------------------------ Requests and answers

    def _read(self, connection: Connection) -> None:
        if connection.turn is Turn.LEAVING:
            connection.throw_away()
        else:
            self._receive(connection, connection.read)

    def _take_in(self, connection: Connection) -> None:
        self._receive(connection, connection.take_in)

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
        self._doorman.happened(connection)
        slow = self._answering.may_take_long(request)
        work = partial(self._work, connection, request)
        connection.asked_as = connection.who
        self._turns.asks(connection.who)
        self._workers.add(Work(connection, connection.who, slow, work))

    def _work(self, connection: Connection, request: Request) -> None:
        """On a thread of the workers."""
        peer, before = (connection.client, connection.port), time.thread_time()
        try:
            self._give(connection, self._answering.answer(request, connection.asked_as, peer))
        finally:
            self._answered.append((connection, time.thread_time() - before))
            self._ring()

    def _give(self, connection: Connection, made: Answer) -> None:
        """Most answers are taken at once; for the others the loop waits.

        A phone that was let in just now hears of it when it has room of its own.
        """
        connection.rest, connection.keeps, connection.taker = (
            memoryview(made.whole),
            made.keeps,
            made.taker,
        )
        connection.known_as, connection.refused = made.known_as, made.refused
        connection.turn, connection.since = Turn.TAKING, time.monotonic()
        if made.known_as is None or connection.who.known:
            with suppress(OSError):
                connection.send()

    def _ring(self) -> None:
        with suppress(OSError):
            self._bell.send(b"!")

    def _hear(self) -> None:
        with suppress(BlockingIOError):
            self._ringing.recv(4096)
        # What is answered meanwhile rings again.
        for _ in range(len(self._answered)):
            connection, cost = self._answered.popleft()
            self._turns.is_answered(connection.asked_as, cost)
            self._turns.do(
                connection.who, partial(self._safely, _Step(connection, self._take_back))
            )

    def _take_back(self, connection: Connection) -> None:
        """From a worker."""
        if connection.known_as is not None:
            self._doorman.recognise(connection, connection.known_as)
        self._doorman.happened(connection)
        self._go_on(connection)

    def _write(self, connection: Connection) -> None:
        connection.send()
        self._go_on(connection)

    def _go_on(self, connection: Connection) -> None:
        """After as much of an answer as could be sent."""
        if connection.rest:
            self._wait_for(connection, selectors.EVENT_WRITE)
        elif connection.taker is not None:
            self._let_go(connection)
            connection.taker(connection.link, connection.who)
        elif connection.refused:
            connection.leave(time.monotonic())
            self._wait_for(connection, selectors.EVENT_READ)
        elif not connection.keeps or self._stop_by is not None:
            self._close(connection)
        elif connection.again(time.monotonic()):
            step = _Step(connection, self._take_in)
            self._turns.stand_in(Line(connection.who, True), partial(self._safely, step))
        else:
            self._wait_for(connection, selectors.EVENT_READ)
