"""One connection of a phone: what it sent, and what it has yet to take.

h11 reads the HTTP, without doing any I/O itself: bytes go in as they come, however few at a time,
and a request comes out only when it is whole.
"""

from __future__ import annotations

import math
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address

import h11

from server.web.http.limits import (
    ANSWER_SECONDS,
    IDLE_SECONDS,
    MOST_BYTES,
    MOST_HEADER_BYTES,
    REQUEST_SECONDS,
)

Taker = Callable[[socket.socket], None]

_AT_ONCE = 8 * 1024
"""Bytes that are read at a time."""
_END_OF_HEAD = re.compile(rb"\n\r?\n")
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


@dataclass(frozen=True, slots=True)
class Request:
    """As it was sent; nothing in it can be trusted."""

    method: str
    target: str
    version: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def keeps(self) -> bool:
        """Whether the phone wants to ask more on the same connection."""
        said = ",".join(value.lower() for name, value in self.headers if name == "connection")
        return self.version == "1.1" and "close" not in said


class Unanswerable(Exception):
    """What came is no request, or too large for one."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Connection:
    """Not blocking. Belongs to whoever has its turn: the loop, or a worker who makes an answer."""

    def __init__(self, link: socket.socket, client: str, port: int, now: float) -> None:
        """`client` and `port` are where the phone is."""
        self.link = link
        self.client = client
        self.port = port
        self.awaited = 0
        """The event of its selector that the loop waits for."""
        self.turn = Turn.REQUEST
        self.since = now
        """When the turn began; that of a request with its first byte."""
        self.rest = b""
        """What is still to be sent."""
        self.keeps = False
        """Whether there may be another request when all is sent."""
        self.taker: Taker | None = None
        """Who gets the connection when all is sent."""
        self._begun = False
        self._came = bytearray()
        """Of a head that is not whole yet: a byte that drips in costs next to nothing."""
        self._parser: h11.Connection | None = None
        self._head: h11.Request | None = None
        self._body = bytearray()

    @property
    def deadline(self) -> float:
        if self.turn is Turn.REQUEST:
            return self.since + (REQUEST_SECONDS if self._begun else IDLE_SECONDS)
        return self.since + ANSWER_SECONDS if self.turn is Turn.TAKING else math.inf

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
        if not self._begun:
            self._begun, self.since = True, now
        if self._parser is not None:
            self._parser.receive_data(came)
            return self._next(self._parser)
        self._came += came
        return self._begin(len(came))

    def again(self, now: float) -> Request | None:
        """The answer is sent: begin anew, with what the phone has sent ahead."""
        ahead = self._parser.trailing_data[0] if self._parser else b""
        self.turn, self.since, self._begun = Turn.REQUEST, now, bool(ahead)
        self._came, self._body = bytearray(ahead), bytearray()
        self._parser = self._head = None
        return self._begin(len(ahead)) if ahead else None

    def send(self) -> None:
        """As much as is taken now."""
        with suppress(BlockingIOError):
            self.rest = self.rest[self.link.send(self.rest) :]

    def _begin(self, new: int) -> Request | None:
        """Look whether the head is whole, now that so many bytes are new."""
        end = _END_OF_HEAD.search(self._came, max(0, len(self._came) - new - 2))
        if (end.end() if end else len(self._came)) > MOST_HEADER_BYTES:
            raise Unanswerable(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        if end is None and self._came[0] >= _FIRST_LETTER:
            return None
        self._parser = h11.Connection(h11.SERVER, max_incomplete_event_size=MOST_HEADER_BYTES)
        self._parser.receive_data(bytes(self._came))
        self._came.clear()
        return self._next(self._parser)

    def _next(self, parser: h11.Connection) -> Request | None:
        try:
            while True:
                event = parser.next_event()
                if isinstance(event, h11.Request):
                    self._head = event
                    self._check(_content_length(event))
                elif isinstance(event, h11.Data):
                    self._body += event.data
                    self._check(len(self._body))
                elif isinstance(event, h11.EndOfMessage):
                    return self._whole()
                else:
                    self._encourage(parser)
                    return None
        except h11.RemoteProtocolError as error:
            raise Unanswerable(HTTPStatus(error.error_status_hint)) from error

    def _check(self, size: int) -> None:
        if size > MOST_BYTES:
            raise Unanswerable(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def _encourage(self, parser: h11.Connection) -> None:
        """Some wait to be told to go on before they send a body."""
        if parser.they_are_waiting_for_100_continue:
            go_on = parser.send(h11.InformationalResponse(status_code=100, headers=[]))
            with suppress(OSError):
                self.link.send(go_on or b"")

    def _whole(self) -> Request:
        head = self._head
        assert head is not None
        return Request(
            head.method.decode("latin-1"),
            head.target.decode("latin-1"),
            head.http_version.decode("latin-1"),
            tuple(
                (name.decode("latin-1"), value.decode("latin-1")) for name, value in head.headers
            ),
            bytes(self._body),
        )


def client_of(address: str) -> str:
    """Who is counted as one: an address, also where IPv6 carries one of IPv4."""
    parsed = ip_address(address.partition("%")[0])
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return str(mapped or parsed)


def _content_length(head: h11.Request) -> int:
    return next((int(value) for name, value in head.headers if name == b"content-length"), 0)
