"""A phone that follows the table is told only what has changed."""

from __future__ import annotations

import gzip
import json
import random
import re
from dataclasses import dataclass, field

import pytest

from rules.flow import TABLE
from rules.games import GAMES
from rules.simulation import Simulation
from server.live.messages import Resume
from server.store import Entry
from server.web.http.changes import Changes
from server.web.http.connection import Who
from server.web.http.limits import MOST_PAGES, PAGES_OF_ONE
from tests.patience import PATIENCE
from tests.server.web.conftest import NAMES, Line, Room, Visitor

ANN, BOB = Who("ann", True), Who("198.51.100.7", False)
CLOCK = re.compile(rb"[0-9]+")
"""Clocks go on while one looks."""
MOST_KB = 12
"""That an event may fetch."""


def put_together(had: bytes, changes: bytes) -> bytes:
    """As `live.js` does it."""
    lines, page = had.decode().split("\n"), list[str]()
    for part in json.loads(changes):
        page += part.split("\n") if isinstance(part, str) else lines[part[0] : sum(part)]
    return "\n".join(page).encode()


@pytest.mark.parametrize(
    ("had", "now"),
    [
        (b"a\nb\nc", b"a\nx\nc"),
        (b"a\nb\nc", b"c\nb\na"),
        (b"a\na\nb\na", b"a\nb\na\na\na"),
        (b"a", b""),
        (b"", b"\n\n"),
        (b"a\nb", "\N{BLACK HEART SUIT}\nb\n\"'\\".encode()),
    ],
)
def test_what_is_told_makes_the_page_of_now_from_the_one_of_before(had: bytes, now: bytes) -> None:
    changes = Changes()
    version, nothing = changes.since(ANN, "", had)
    assert nothing is None
    told = changes.since(ANN, version, now)
    assert told.changes is not None
    assert put_together(had, told.changes) == now
    assert changes.since(ANN, told.version, now) == (told.version, b"")


def test_whatever_changes_is_told_rightly() -> None:
    chance, changes, had, version = random.Random(3), Changes(), b"", ""
    for _ in range(200):
        lines = [b"%d" % chance.randrange(9) for _ in range(chance.randrange(40))]
        now = b"\n".join(lines)
        told = changes.since(ANN, version, now)
        if told.changes:
            assert put_together(had, told.changes) == now
        had, version = now, told.version


def test_what_another_phone_has_is_told_to_nobody() -> None:
    changes = Changes()
    version, _ = changes.since(ANN, "", b"a\nb")
    assert changes.since(BOB, version, b"a\nb\nc").changes is None


def test_who_has_most_pages_makes_room_and_strangers_none_of_a_phone_that_is_in() -> None:
    changes = Changes()
    kept, _ = changes.since(ANN, "", b"ann")
    quiet, _ = changes.since(BOB, "", b"bob")
    for n in range(PAGES_OF_ONE + 1):
        changes.since(Who("greedy", False), "", b"%d" % n)
    for n in range(MOST_PAGES):
        changes.since(Who(f"{n}", False), "", b"page")
    assert changes.since(ANN, kept, b"ann").changes == b""
    assert changes.since(BOB, quiet, b"bob").changes is None  # there are too many
    few = Changes()
    quiet, _ = few.since(BOB, "", b"bob")
    for n in range(MOST_PAGES + 10):
        few.since(Who(f"greedy {n % 2}", False), "", b"%d" % n)
    assert few.since(BOB, quiet, b"bob").changes == b""


# ------------------------------------------------------------------------------------- In a match


@dataclass
class Following:
    """A phone that asks for a page as `live.js` does."""

    line: Line
    visitor: Visitor
    page: bytes = b""
    version: str = ""
    statuses: list[int] = field(default_factory=list)

    def look(self, path: str = "/me") -> int:
        """How many bytes came."""
        cookie = self.visitor.client.get_cookie("quartermaster")
        assert cookie is not None
        head, _, body = self.line.send(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n"
            f"X-Refresh: yes\r\nA-IM: lines\r\nIf-None-Match: {self.version}\r\n"
            "Accept-Encoding: gzip\r\n"
            f"Cookie: {cookie.key}={cookie.value}\r\n\r\n".encode()
        ).partition(b"\r\n\r\n")
        names = dict(each.split(": ", 1) for each in head.decode().split("\r\n")[1:])
        said = gzip.decompress(body) if names.get("Content-Encoding") == "gzip" else body
        self.statuses.append(int(head.split()[1]))
        if self.statuses[-1] == 226:
            said = put_together(self.page, said)
        self.page = self.page if self.statuses[-1] == 304 else said
        self.version = names.get("ETag", "")
        return len(head) + len(body)


def in_the_middle(room: Room, game: str) -> list[str]:
    """A sensible match stands there now; what is answered next."""
    simulation = Simulation(GAMES[game], NAMES, {}, 3)
    simulation.sensible = True
    while (option := simulation.pick()) is not None:
        simulation.take(option)
    played = simulation.match.journal
    half = len(played) // 2
    store = room.table.store
    match_id = store.new_match(game, NAMES, {}, 1.0)
    store.append(match_id, [Entry("choice", key, "phone:red", 1.0) for key in played[:half]])
    room.table.host.ask(Resume(match_id)).result(timeout=PATIENCE)
    return list(played[half:])


@pytest.mark.parametrize("game", list(GAMES))
def test_an_event_in_the_middle_of_a_match_fetches_little(line: Line, game: str) -> None:
    room = line.room
    coming = in_the_middle(room, game)
    first = room.match.seats[0].colour
    red = Following(line, room.player(first))
    red.look()
    took = []
    for said in coming[:12]:
        key, _, colour = said.partition("@")  # where several are asked
        asked = room.match.choice.questions[0].who if room.match.choice else TABLE
        room.answer(colour or (first if asked is TABLE else asked.colour), key)
        took.append(red.look())
        fresh = Following(line, red.visitor)
        fresh.look()
        assert CLOCK.sub(b"", red.page) == CLOCK.sub(b"", fresh.page)
    assert red.statuses == [200] + 12 * [226]
    assert max(took) <= MOST_KB * 1024
    assert sorted(took)[6] <= 4 * 1024, took


def test_a_phone_that_missed_events_or_looked_elsewhere_is_told_from_what_it_has(
    line: Line,
) -> None:
    line.room.begin()
    red = Following(line, line.room.player("red"))
    red.look()
    red.look("/table")
    line.room.answer("red", "first:red", "draw", "turn:sailor/3.1")
    red.look()
    red.look()
    assert red.statuses == [200, 226, 226, 304]
    assert b"Sailor 3" in red.page
    red.version = '"of-yesterday"'
    red.look()
    assert red.statuses[-1] == 200
    assert b"Sailor 3" in red.page


def test_what_is_no_page_is_told_whole(line: Line) -> None:
    for path in ("/me/check", "/no-such-page", "/static/icon.svg"):
        red = Following(line, line.room.player())
        red.look(path)
        red.look(path)
        assert 226 not in red.statuses
