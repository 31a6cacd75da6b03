"""Only what has changed of a page: delta encoding of HTTP (RFC 3229), line by line.

A phone that follows the table says which version of a page it has, whichever page that was. It is
told which lines to take from it, and what stands between them. Where its version is not known here,
or not any more, it gets the whole page.
"""

from __future__ import annotations

import json
import threading
from array import array
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from server.web.http.connection import Who
from server.web.http.limits import MOST_PAGES, MOST_PAGES_OF_KNOWN, PAGES_OF_ONE
from server.web.http.room import Rooms

MANNER = "lines"
"""What phones call it (`A-IM`)."""

_Lines = Sequence[int]
"""What is said in each line, in a number: no page is kept, and nobody outside can make two lines
that have the same one."""


class Told(NamedTuple):
    version: str
    changes: bytes | None
    """None if the phone has to have all of the page; empty if it has it already."""


class Changes:
    """May be used from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[tuple[str, str], _Lines] = {}
        """By who has it, and by its version."""
        self._rooms: Rooms[tuple[str, str]] = Rooms()

    def since(self, who: Who, version: str, page: bytes) -> Told:
        """What has to be told of a page to somebody who says to have this version of one."""
        now = sha256(page).hexdigest()[:24]
        lines = page.split(b"\n")
        with self._lock:
            had = self._kept.get((who.name, version))
            numbers = self._keep(who, now, lines)
        if had is None:
            return Told(now, None)
        return Told(now, b"" if version == now else _changes(had, numbers, lines))

    def _keep(self, who: Who, version: str, lines: Sequence[bytes]) -> _Lines:
        page = who.name, version
        self._remove(page)
        most = MOST_PAGES_OF_KNOWN if who.known else MOST_PAGES
        if others := self._rooms.in_the_way(who, most, PAGES_OF_ONE):
            self._remove(next(others)[0])
        self._rooms.of(who).add(page, who.name)
        self._kept[page] = array("q", map(hash, lines))
        return self._kept[page]

    def _remove(self, page: tuple[str, str]) -> None:
        self._kept.pop(page, None)
        self._rooms.remove(page)


def _changes(had: _Lines, now: _Lines, lines: Sequence[bytes]) -> bytes:
    """Runs of lines the phone has, as where they begin and how many they are, or new text."""
    told: list[tuple[int, int] | str] = []
    for is_there, run in groupby(_where(had, now), lambda each: each[1] is not None):
        places = list(run)
        first, last = places[0][0], places[-1][0]
        if is_there:
            told += _runs([there for _, there in places if there is not None])
        else:
            told.append(b"\n".join(lines[first : last + 1]).decode())
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def _where(had: _Lines, now: _Lines) -> Iterator[tuple[int, int | None]]:
    """Each line of today's page, and which one of the phone's says the same."""
    there = {number: at for at, number in enumerate(had)}
    following = 0
    for at, number in enumerate(now):
        goes_on = following < len(had) and had[following] == number
        place = following if goes_on else there.get(number)
        if place is not None:
            following = place + 1
        yield at, place


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """What follows each other, as where it begins and how many it is."""
    for _, run in groupby(enumerate(places), lambda each: each[1] - each[0]):
        whole = [place for _, place in run]
        yield whole[0], len(whole)
