"""Phones are told at once, miss nothing, and catch up after they slept."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator

import pytest

from server.web.http.connection import Who
from server.web.http.events import KEPT, Events
from server.web.http.limits import MOST_LISTENERS
from tests.patience import PATIENCE
from tests.server.web.conftest import Line, Room, hear


@pytest.fixture
def events() -> Iterator[Events]:
    events = Events(heartbeat=0.05)
    yield events
    events.stop()


def link(events: Events, last_id: str | None = None) -> socket.socket:
    """The phone's end of a connection."""
    ours, theirs = socket.socketpair()
    events.add(ours, Who(f"phone {ours.fileno()}", False), last_id)
    theirs.settimeout(PATIENCE)
    return theirs


def numbers(what: bytes, kind: str = "view") -> list[int]:
    found = re.findall(r"id: [0-9a-f]+-([0-9]+)\nevent: (\w+)", what.decode())
    return [int(number) for number, of_kind in found if of_kind == kind]


def test_every_phone_gets_every_event_in_order(events: Events) -> None:
    phones = [link(events) for _ in range(5)]
    for _ in range(20):
        events.publish()
    for phone in phones:
        with phone:
            assert numbers(phone.recv(65536)) == list(range(1, 21))


def test_a_phone_that_is_new_is_told_to_look(events: Events) -> None:
    events.publish()
    with link(events) as phone:
        assert numbers(phone.recv(65536), "reset") == [1]


def test_a_phone_that_slept_gets_what_it_missed_and_only_that(events: Events) -> None:
    for _ in range(3):
        events.publish()
    seen = events.last_id
    for _ in range(2):
        events.publish()
    with link(events, seen) as phone:
        assert numbers(phone.recv(65536)) == [4, 5]
        events.publish()
        assert numbers(phone.recv(65536)) == [6]


def test_a_phone_that_missed_nothing_is_told_nothing(events: Events) -> None:
    events.publish()
    assert numbers(events.missed(events.last_id)) == []
    assert numbers(events.missed(events.last_id), "reset") == []


def test_a_phone_that_slept_too_long_starts_anew(events: Events) -> None:
    events.publish()
    seen = events.last_id
    for _ in range(KEPT):
        events.publish()
    assert len(numbers(events.missed(seen))) == KEPT
    events.publish()
    assert numbers(events.missed(seen), "reset") == [KEPT + 2]


@pytest.mark.parametrize("last", ["", "x", "1", "-1", "00000000-1", "²-²", "9" * 5000])
def test_an_event_of_another_evening_or_of_nobody_starts_anew(events: Events, last: str) -> None:
    events.publish()
    assert numbers(events.missed(last), "reset") == [1]


def test_an_event_that_has_not_been_yet_starts_anew(events: Events) -> None:
    ahead = re.sub("-0$", "-7", events.last_id)
    assert numbers(events.missed(ahead), "reset") == [0]


def test_a_phone_that_takes_nothing_is_let_go_and_holds_up_nobody(events: Events) -> None:
    with link(events), link(events) as awake:
        while len(events._listeners) == 2:
            events.publish()
            awake.recv(65536)
        events.publish()
        assert numbers(awake.recv(65536))


def test_signs_of_life_find_the_phones_that_are_gone(events: Events) -> None:
    events.start()
    phone = link(events)
    awake = link(events)
    phone.close()
    with awake:
        received = b""
        while len(events._listeners) == 2 or b"\n:\n\n" not in received:
            received += awake.recv(65536)


def test_the_number_of_listeners_is_limited(events: Events) -> None:
    phones = [link(events) for _ in range(MOST_LISTENERS + 3)]
    assert len(events._listeners) == MOST_LISTENERS
    for phone in phones:
        phone.close()


# ------------------------------------------------------------------------------- Over the network


def listening(line: Line, last_id: str = "") -> socket.socket:
    phone = line.connect()
    header = f"Last-Event-ID: {last_id}\r\n" if last_id else ""
    phone.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{line.port}\r\n{header}\r\n".encode())
    return phone


def test_a_connection_that_was_lost_is_resumed_where_it_broke(line: Line) -> None:
    with listening(line) as phone:
        head = hear(phone, b"event: reset")
        assert b"Content-Type: text/event-stream" in head
        assert b"chunked" not in head
        line.room.begin()
        seen = re.findall(rb"id: (\S+)\nevent: view", hear(phone, b"event: view"))[-1].decode()
    line.room.answer("red", "first:red")
    now = line.room.table.events.last_id
    with listening(line, seen) as phone:
        received = hear(phone, f"id: {now}".encode())
    assert b"event: reset" not in received
    page = line.room.visitor().get("/table", headers={"Host": f"127.0.0.1:{line.port}"})
    assert page.status_code == 200


def test_listening_phones_keep_no_thread_of_the_server_busy(line: Line) -> None:
    phones = [listening(line) for _ in range(40)]
    for phone in phones:
        hear(phone, b"event: reset")
    answer = line.send(b"GET /join HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200 ")
    line.room.begin()
    for phone in phones:
        hear(phone, b"event: view")
        phone.close()


def test_a_page_says_which_event_it_has_seen(room: Room) -> None:
    room.begin()
    page = room.visitor().get("/join").get_data(as_text=True)
    assert room.table.events.last_id in page
    after = room.visitor().get(f"/events?after={room.table.events.last_id}")
    assert numbers(after.data) == numbers(after.data, "reset") == []
