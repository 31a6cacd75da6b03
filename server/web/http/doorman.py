"""Who gets a connection, and at whose expense.

Whether a phone is in shows only in its first request, so its address is remembered too: it is let
into the room of those who are known the next time it comes, or whatever else it opens.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator

from server.web.http.connection import Connection, Turn, Who
from server.web.http.limits import (
    CONNECTIONS_OF_ONE_ADDRESS,
    KNOWN_SECONDS,
    MORE_FOR_KNOWN,
    MOST_CONNECTIONS,
    MOST_CONNECTIONS_OF_KNOWN,
    MOST_KNOWN_ADDRESSES,
    NEW_CONNECTIONS_AT_ONCE,
    NEW_CONNECTIONS_PER_SECOND,
    OF_ONE_KNOWN,
)
from server.web.http.room import Rooms
from server.web.http.shares import Shares


class Doorman:
    def __init__(
        self,
        drop: Callable[[Connection], bool],
        close: Callable[[Connection], None],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`drop` says whether nobody answers a connection any more that waited for it."""
        self._drop = drop
        self._close = close
        self._monotonic = monotonic
        self._rooms: Rooms[Connection] = Rooms()
        self._addresses: OrderedDict[str, float] = OrderedDict()
        """Where phones are that are in, and until when that is believed."""
        saved, rate = NEW_CONNECTIONS_AT_ONCE, NEW_CONNECTIONS_PER_SECOND
        self._new_of_strangers = Shares(rate, saved, monotonic)
        self._new_of_known = Shares(rate * MORE_FOR_KNOWN, saved * MORE_FOR_KNOWN, monotonic)

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._rooms

    def __iter__(self) -> Iterator[Connection]:
        yield from self._rooms

    def who_comes_from(self, client: str) -> Who:
        until = self._addresses.get(client)
        return Who(client, until is not None and self._monotonic() < until)

    def lets_in(self, who: Who) -> bool:
        """Whether there is room for one more, at the expense of whoever has most."""
        new = self._new_of_known if who.known else self._new_of_strangers
        if new.left(who) < 1.0:
            return False
        new.take(who, 1.0)
        return self._make_room(who)

    def add(self, connection: Connection) -> None:
        is_busy = connection.turn is Turn.ANSWER
        self._rooms.of(connection.who).add(connection, connection.who.name, is_busy)

    def remove(self, connection: Connection) -> None:
        """Does no harm to one that is not here."""
        self._rooms.remove(connection)

    def happened(self, connection: Connection) -> None:
        """Its turn is another one."""
        self._rooms.of(connection.who).happened(connection, connection.turn is Turn.ANSWER)

    def recognise(self, connection: Connection, name: str) -> None:
        """This is a phone that is in. What else has come from there may be the same one."""
        here = Who(connection.client, True)
        if not self.who_comes_from(connection.client).known:
            for other in self._rooms.of(Who(connection.client, False)).all_of(connection.client):
                if other is not connection:
                    self._move(other, here)
        self._addresses[connection.client] = self._monotonic() + KNOWN_SECONDS
        self._addresses.move_to_end(connection.client)
        if len(self._addresses) > MOST_KNOWN_ADDRESSES:
            self._addresses.popitem(last=False)
        if connection.who != Who(name, True):
            self._move(connection, Who(name, True))

    def _move(self, connection: Connection, who: Who) -> None:
        self.remove(connection)
        self._make_room(who)
        connection.who = who
        self.add(connection)

    def _make_room(self, who: Who) -> bool:
        most = MOST_CONNECTIONS_OF_KNOWN if who.known else MOST_CONNECTIONS
        of_one = OF_ONE_KNOWN if who.known else CONNECTIONS_OF_ONE_ADDRESS
        others = self._rooms.in_the_way(who, most, of_one)
        return others is None or self._close_one(others)

    def _close_one(self, candidates: Iterator[tuple[Connection, bool]]) -> bool:
        """The first of them that is not being answered at this moment."""
        for connection, busy in candidates:
            if not busy or self._drop(connection):
                self._close(connection)
                return True
        return False
