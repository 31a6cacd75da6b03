"""One connection of a phone: what it sent, and what it has yet to take.

h11 reads the head of a request, without doing any I/O itself, and only when all of it is there:
however few bytes come at a time, each is looked at once. A body has to say how long it is. No
browser sends one in chunks, so those are refused without a look at them.
"""

from __future__ import annotations

import math
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

import h11

from server.web.http.limits import (
    ANSWER_SECONDS,
    IDLE_SECONDS,
    LEAVING_SECONDS,
    MOST_BYTES,
    MOST_HEADER_BYTES,
    REQUEST_SECONDS,
)

_AT_ONCE = 8 * 1024
"""Bytes that are read at a time."""
_THROWN_AWAY_AT_ONCE = 64 * 1024
_END_OF_HEAD = re.compile(rb"\n\r?\n")
_LINE_BREAKS = re.compile(rb"(?:\r?\n)+")
_FIRST_LETTER = 0x21
"""No request begins with anything below it."""


class Turn(Enum):
    """What a connection waits for."""

    REQUEST = auto()
    """The phone has to send one."""
    ANSWER = auto()
    """We have to make one."""
    TAKING = auto()
    """The phone has to take it."""
    LEAVING = auto()
    """It was refused, and what it still sends is thrown away: if the connection ended at once, it
    would not hear why."""


class Who(NamedTuple):
    """Who is counted as one."""

    name: str
    """An address, or what a phone is called that is in."""
    known: bool
    """It was let in, or there is one at this address that was."""


Taker = Callable[[socket.socket, Who], None]


@dataclass(frozen=True, slots=True)
class Request:
    """As it was sent; nothing in it can be trusted."""

    method: str
    target: str
    version: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def says(self, wanted: str) -> str:
        """What stands in a header, or in several of one name together."""
        return ",".join(value for name, value in self.headers if name == wanted)

    @property
    def keeps(self) -> bool:
        """Whether the phone wants to ask more on the same connection."""
        return self.version == "1.1" and "close" not in self.says("connection").lower()


class Unanswerable(Exception):
    """What came is no request, or too large for one."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Connection:
    """Not blocking. Belongs to whoever has its turn: the loop, or a worker who makes an answer."""

    def __init__(self, link: socket.socket, who: Who, client: str, port: int, now: float) -> None:
        """`client` and `port` are where the phone is, which `who` may be, too."""
        self.link = link
        self.who = who
        self.asked_as = who
        """Who it was when its request was handed to the workers."""
        self.client = client
        self.port = port
        self.awaited = 0
        """The event of its selector that the loop waits for."""
        self.turn = Turn.REQUEST
        self.since = now
        """When the turn began; that of a request with its first byte."""
        self.rest = memoryview(b"")
        """What is still to be sent."""
        self.keeps = False
        """Whether there may be another request when all is sent."""
        self.refused = False
        """Whether what came was no request."""
        self.known_as: str | None = None
        """What the phone is called, if it was found to be in when it was answered."""
        self.taker: Taker | None = None
        """Who gets the connection when all is sent."""
        self._begun = False
        self._came = bytearray()
        """What was not taken in yet."""
        self._looked_at = 0
        """In how much of it no head ends."""
        self._head: h11.Request | None = None
        self._length = 0
        """Bytes of its body."""

    @property
    def deadline(self) -> float:
        if self.turn is Turn.ANSWER:
            return math.inf
        if self.turn is Turn.REQUEST:
            return self.since + (REQUEST_SECONDS if self._begun else IDLE_SECONDS)
        return self.since + (ANSWER_SECONDS if self.turn is Turn.TAKING else LEAVING_SECONDS)

    def read(self, now: float) -> Request | None:
        """Take in what has come: a request, as soon as all of it is there.

        Raises ConnectionError when nothing more will come.
        """
        try:
            came = self.link.recv(_AT_ONCE)
        except BlockingIOError:
            return None
        if not came:
            raise ConnectionResetError
        self._came += came
        return self.take_in(now)

    def take_in(self, now: float) -> Request | None:
        """The next request of what has come so far, if it is whole."""
        if self._head is None and not self._take_head(now):
            return None
        if len(self._came) < self._length:
            return None
        return self._whole()

    def again(self, now: float) -> bool:
        """The answer is sent: begin anew. Whether the phone has sent something ahead."""
        self.turn, self.since, self._begun = Turn.REQUEST, now, False
        return bool(self._came)

    def send(self) -> None:
        """As much as is taken now."""
        with suppress(BlockingIOError):
            self.rest = self.rest[self.link.send(self.rest) :]

    def leave(self, now: float) -> None:
        """All is said: the phone may go when it has heard it."""
        self.turn, self.since = Turn.LEAVING, now
        self.link.shutdown(socket.SHUT_WR)

    def throw_away(self) -> None:
        """What still comes. Raises ConnectionError when nothing more will."""
        with suppress(BlockingIOError):
            if not self.link.recv(_THROWN_AWAY_AT_ONCE):
                raise ConnectionResetError

    def _take_head(self, now: float) -> bool:
        """Whether it is there."""
        came = self._came
        if not self._begun:
            # Some send a line break after a body, which is no part of it.
            breaks = _LINE_BREAKS.match(came)
            if breaks:
                del came[: breaks.end()]
            if not came or came == b"\r":
                return False
            if came[0] < _FIRST_LETTER:
                raise Unanswerable(HTTPStatus.BAD_REQUEST)
            self._begun, self.since = True, now
        end = _END_OF_HEAD.search(came, max(0, self._looked_at - 2))
        self._looked_at = len(came)
        if (end.end() if end else len(came)) > MOST_HEADER_BYTES:
            raise Unanswerable(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        if end is None:
            return False
        self._understand(bytes(came[: end.end()]))
        del came[: end.end()]
        self._looked_at = 0
        return True

    def _understand(self, head: bytes) -> None:
        parser = h11.Connection(h11.SERVER, max_incomplete_event_size=MOST_HEADER_BYTES)
        parser.receive_data(head)
        try:
            event = parser.next_event()
        except h11.RemoteProtocolError as error:
            raise Unanswerable(HTTPStatus(error.error_status_hint)) from error
        assert isinstance(event, h11.Request)
        fields = dict(event.headers)
        if b"transfer-encoding" in fields:
            raise Unanswerable(HTTPStatus.LENGTH_REQUIRED)
        self._head, self._length = event, int(fields.get(b"content-length", 0))
        if self._length > MOST_BYTES:
            raise Unanswerable(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        if parser.they_are_waiting_for_100_continue and len(self._came) - len(head) < self._length:
            # Some wait to be told to go on before they send a body.
            go_on = parser.send(h11.InformationalResponse(status_code=100, headers=[]))
            with suppress(OSError):
                self.link.send(go_on or b"")

    def _whole(self) -> Request:
        head = self._head
        assert head is not None
        body = bytes(self._came[: self._length])
        del self._came[: self._length]
        self._head, self._length = None, 0
        return Request(
            head.method.decode("latin-1"),
            head.target.decode("latin-1"),
            head.http_version.decode("latin-1"),
            tuple(
                (name.decode("latin-1"), value.decode("latin-1")) for name, value in head.headers
            ),
            body,
        )


@lru_cache(1024)
def client_of(address: str) -> str:
    """Who is counted as one: an address, also where IPv6 carries one of IPv4."""
    parsed = ip_address(address.partition("%")[0])
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return str(mapped or parsed)
