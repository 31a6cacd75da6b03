"""What somebody with bad intentions would try: all of it is refused, and the match is unharmed.

The attacks that are known, those of bad luck among them, and where each is tried:

Getting in and acting for others
  - a stranger lets himself in, takes a taken seat, or keeps others from asking: test_joining
  - a thousand requests to join, from one address or from many: here
  - another site posts, a forged or foreign cookie, no token: here
  - another host name; and every name and address of the table itself: here, test_serving
  - choosing for another seat, or without one: here; whatever is posted to any page: test_fuzz
  - pictures, history and lists for who was not let in: test_joining, test_fuzz
  - scripts in names, files of the computer, headers that lie: here
Keeping everybody waiting
  - idle, dripping and endless requests, bodies in chunks, answers that nobody takes, requests sent
    ahead, hundreds of connections and listeners, coming and going, from one address or from many:
    here, test_turns, test_room; measured by `bench server`
  - pages that take long, names that no picture has, the same picture for twelve at once: here
  - what is no HTTP, too much at once: here, test_serving
Hidden hands
  - a card of another hand, or of the deck, played or turned up; hands after a restart, a pause, an
    undo: test_hands
  - how long a picture takes: here; what a page tells of face-down pieces: test_simulated
Hanging
  - a camera that hangs or raises anything: tests/firmware/test_guarded_camera, test_serve
  - a host, camera thread or web server that hang; stopping then: test_serve, test_serving; `lab`
  - a second assistant with the same folder: test_data_folder
  - a strong player, a reader of numbers or whoever looks at pictures that is stopped or hangs:
    tests/vision/processes/test_keeper, test_numbers, test_seats
The clock
  - set forwards or back, by minutes or decades, in the middle of a match: test_clock, test_host,
    test_joining, test_sign_ins
The disk and the plug
  - killed at any moment: test_store_crash, test_torture (`torture`, `torture --serve`); `lab`
  - a flipped bit in the log: test_store_log; a damaged or missing database: test_rescue,
    test_checkup, test_store_file; a full or failing disk: test_store_file; one that takes no
    more writes: test_read_only_disk, `lab`
  - broken, half-written and deeply nested files, bad folders, one that vanishes: test_data_folder,
    test_whole_file, test_store_text; a lens, a wiring or options that are broken: test_lens,
    test_pins, test_own_options, test_assistant, test_serve
  - damaged pictures, albums, matches, campaigns and values, and bombs: test_hostile_files
  - an update that is cut off, fails or does not start; going back: tests/firmware/test_install,
    `lab`
Load
  - thousands of matches: test_history, test_statistics, `bench server`; UNDO again and again:
    test_thinker; half an hour of fast play: test_torture (`torture --memory`)
"""

from __future__ import annotations

import math
import re
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import numpy as np
import pytest
from flask import request
from itsdangerous import URLSafeTimedSerializer

from server.assistant import STORE
from server.live.messages import Answer, Begin, Refused
from server.store.keys import KEY_FILE, signing_key
from server.web.door.throttle import TooManyClaims
from server.web.http.limits import MOST_BYTES, SAVED, SHARE, WORKERS_FOR_ONE_ADDRESS
from server.web.http.workers import Work, Workers
from server.web.parts import table_pictures
from server.web.parts.painter import Painter
from server.web.request.security import COOKIE, HEADERS
from tests.patience import PATIENCE, until
from tests.server.web.conftest import Line, Room, Visitor, hear
from vision.layout import Pose
from vision.reading import Picture
from vision.registry import load_registry
from vision.simulator.scene import PlacedPiece, Scene

POSTS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/matches", {"game": "port_royal", "name-0": "Eve", "name-1": "Mallory"}),
    ("/me/answer", {"seat": "red", "key": "first:red", "after": "0"}),
    ("/buttons/next", {}),
    ("/buttons/undo", {}),
    ("/join/leave", {"seat": "red"}),
)


def stored(room: Room) -> list[str]:
    """Everything in the database."""
    with closing(sqlite3.connect(room.table.folder / STORE)) as db:
        return list(db.iterdump())


@pytest.fixture
def match(room: Room) -> Room:
    room.begin()
    return room


# ------------------------------------------------------------------------------------- Wrong Host


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:80",
        "quartermaster.local.evil.example",
        "quartermaster.local:8081",
        "203.0.113.9",
        "[2001:db8::9]",
        "127.0.0.1.evil.example",
        "localhost:80:80",
        "localhost@evil.example",
        "",
    ],
)
def test_a_request_for_another_host_gets_no_page(match: Room, host: str) -> None:
    before = stored(match)
    for answer in (
        match.player("red").get("/table", headers={"Host": host}),
        match.visitor().client.post("/buttons/undo", headers={"Host": host}),
    ):
        assert answer.status_code == 421
        assert b"<html" not in answer.data
        assert "Set-Cookie" not in answer.headers
    assert len(stored(match)) == len(before) + 2  # only the player whom this test let in


@pytest.mark.parametrize("host", ["localhost", "quartermaster.local", "127.0.0.1", "[::1]:80"])
def test_the_tables_own_names_are_answered(match: Room, host: str) -> None:
    assert match.visitor().get("/join", headers={"Host": host}).status_code == 200


# --------------------------------------------------------------------------------- Cross-site POST


@pytest.mark.parametrize(("path", "form"), POSTS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_site_can_do_nothing_even_with_the_right_token(
    match: Room, path: str, form: dict[str, str], headers: dict[str, str]
) -> None:
    player = match.player("red", "blue")
    before = stored(match)
    assert player.post(path, form, headers=headers).status_code == 403
    assert stored(match) == before


@pytest.mark.parametrize(("path", "form"), POSTS)
@pytest.mark.parametrize("token", [None, "", "guessed", "é", "\x00", "x" * 5000])
def test_nothing_is_done_without_the_token_of_the_phone(
    match: Room, path: str, form: dict[str, str], token: str | None
) -> None:
    player = match.player("red", "blue")
    before = stored(match)
    sent = form if token is None else {**form, "csrf": token}
    assert player.client.post(path, data=sent).status_code == 403
    assert stored(match) == before


def test_the_token_of_another_phone_does_not_help(match: Room) -> None:
    player, other = match.player("red"), match.visitor()
    before = stored(match)
    answer = player.client.post("/buttons/undo", data={"csrf": other.token()})
    assert answer.status_code == 403
    assert stored(match) == before


# ----------------------------------------------------------------------------------- Forged cookie


def forged(room: Room, secret: bytes) -> Visitor:
    player, thief = room.player("red"), room.visitor()
    signer = URLSafeTimedSerializer(secret, salt="cookie-session")
    thief.client.set_cookie(COOKIE, str(signer.dumps({"phone": player.id, "csrf": "mine"})))
    return thief


def test_a_forged_cookie_is_nobodys(match: Room) -> None:
    thief = forged(match, b"a guess")
    before = stored(match)
    for path, form in POSTS:
        answer = thief.client.post(path, data={**form, "csrf": "mine"})
        assert answer.status_code == 403
    assert stored(match) == before


@pytest.mark.parametrize("value", ["x", "a.b.c", "..", "é", "x" * 3000])
def test_a_cookie_that_is_none_makes_a_new_phone(match: Room, value: str) -> None:
    visitor = match.visitor()
    visitor.client.set_cookie(COOKIE, value)
    answer = visitor.get("/join")
    assert answer.status_code == 200
    assert "Set-Cookie" in answer.headers


def test_a_page_that_is_answered_late_takes_nothing_from_what_was_said_meanwhile(
    match: Room,
) -> None:
    """It was asked for by an event before a form was answered, with the cookie of before."""
    phone = match.visitor().client
    assert "Set-Cookie" in phone.get("/join").headers
    assert "Set-Cookie" not in phone.get("/join", headers={"X-Refresh": "yes"}).headers


def test_the_key_is_made_once_and_only_its_user_can_read_it(tmp_path: Path) -> None:
    key = signing_key(tmp_path)
    assert len(key) == 32
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert signing_key(tmp_path) == key
    assert [file.name for file in tmp_path.iterdir()] == [KEY_FILE]


def test_a_key_that_a_power_cut_left_unfinished_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_bytes(b"")
    assert len(signing_key(tmp_path)) == 32


def test_the_cookie_is_kept_from_scripts_and_other_sites(match: Room) -> None:
    cookie = match.visitor().get("/join").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


# -------------------------------------------------------------------------------- Seats of others


def test_a_seat_can_choose_only_for_itself(match: Room) -> None:
    bob = match.player("blue")
    before = stored(match)
    bob.post("/me/answer", {"seat": "red", "key": "first:red", "after": "0"})
    assert stored(match) == before


@pytest.mark.parametrize(("path", "form"), POSTS)
def test_a_spectator_changes_nothing(match: Room, path: str, form: dict[str, str]) -> None:
    match.player("red")
    spectator = match.visitor()
    before = stored(match)
    spectator.post(path, form)
    assert stored(match) == before


# ------------------------------------------------------------------------- Over a real connection


def test_nobody_says_himself_which_address_he_has(line: Line) -> None:
    line.room.app.add_url_rule("/who", view_func=lambda: request.remote_addr or "")
    answer = line.send(
        b"GET /who HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n"
        b"X-Forwarded-For: 127.0.0.1\r\nX-Real-IP: 127.0.0.1\r\nForwarded: for=127.0.0.1\r\n"
        b"Remote_Addr: 127.0.0.1\r\n\r\n",
        EVE,
    )
    assert answer.endswith(b"\r\n\r\n" + EVE.encode())


@pytest.mark.parametrize(
    "path",
    [
        "/static/../security.py",
        "/static/%2e%2e/security.py",
        "/static/..%2f..%2f..%2fetc/passwd",
        "/static//etc/passwd",
        "/../../etc/passwd",
        "/static/..\\..\\key",
        "/static/%00",
        "/static/",
        "/key",
        "/matches.sqlite",
        "//etc/passwd",
        "/history/../../key",
    ],
)
def test_no_file_of_the_computer_can_be_reached(line: Line, path: str) -> None:
    answer = line.send(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n".encode()
    )
    status = int(answer.split()[1])
    assert 300 <= status < 500
    assert b"root:" not in answer
    assert b"import" not in answer
    assert signing_key(line.room.table.folder) not in answer


@pytest.mark.parametrize(
    ("length", "status"),
    [(b"Content-Length: %d" % (10 * 1024 * 1024), b"413"), (b"Transfer-Encoding: chunked", b"411")],
)
def test_who_sends_too_much_hears_so_although_he_goes_on_sending(
    line: Line, length: bytes, status: bytes
) -> None:
    """As browsers do: if the connection ended at once, they would only say that it is broken."""
    line.room.begin()
    before = stored(line.room)
    with line.connect() as link:
        link.sendall(
            b"POST /join/ask HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n%s\r\n\r\n" % (line.port, length)
        )
        for _ in range(160):
            link.sendall(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
        answer = b""
        while more := link.recv(4096):
            answer += more
    assert answer.startswith(b"HTTP/1.1 " + status + b" ")
    assert b"Nothing has changed" in answer
    assert stored(line.room) == before
    alive = line.send(b"GET /join HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n")
    assert alive.startswith(b"HTTP/1.1 200 ")


def test_who_is_refused_and_never_stops_sending_is_let_go(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.http.connection.LEAVING_SECONDS", 0.5)
    with line.connect(EVE) as link, suppress(BrokenPipeError, ConnectionResetError):
        link.sendall(b"POST /join HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            link.sendall(b"1\r\nx\r\n" * 1000)


def test_a_form_that_is_too_large_is_refused_by_the_pages_too(match: Room) -> None:
    player = match.player("red")
    before = stored(match)
    answer = player.post("/me/answer", {"key": "x" * (MOST_BYTES + 1)})
    assert answer.status_code == 413
    assert stored(match) == before


def test_endless_headers_are_refused(line: Line) -> None:
    answer = line.send(
        b"GET /join HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n" + b"X: " + b"y" * 100_000 + b"\r\n\r\n"
    )
    assert b" 200 " not in answer.partition(b"\r\n")[0]


# -------------------------------------------------------------------- Slow and idle connections

EVE, ANN = "127.0.0.2", "127.0.0.3"
JOIN = b"GET /join HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n"
ENDLESS = b"GET /join HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "


@contextmanager
def dripping(links: list[socket.socket]) -> Iterator[None]:
    """A byte now and then, on all of them, so that none is idle."""
    done = threading.Event()

    def drip() -> None:
        while not done.wait(0.2):
            for link in links:
                with suppress(OSError):
                    link.send(b"x")

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def is_closed(link: socket.socket) -> bool:
    """Whether the other end has closed a connection, as far as is known now."""
    link.setblocking(False)
    try:
        return not link.recv(1)
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def is_broken(link: socket.socket) -> bool:
    """Whether the other end, of which nothing is read, has gone."""
    try:
        link.send(b"x")
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


def wait_until_closed(link: socket.socket) -> None:
    with suppress(ConnectionResetError):
        while link.recv(65536):
            pass


def test_connections_on_which_hardly_anything_comes_hold_up_nobody(line: Line) -> None:
    with ExitStack() as stack:
        links = [stack.enter_context(line.connect(EVE)) for _ in range(60)]
        for link in links[20:]:
            link.sendall(ENDLESS)
        with dripping(links[20:]):
            assert line.send(JOIN, ANN).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("begun", [b"", b"GET", ENDLESS, b"POST /join HTTP/1.1\r\nHost: a\r\n"])
def test_a_request_has_to_be_whole_in_time_however_it_drips(
    line: Line, begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.http.connection.REQUEST_SECONDS", 0.5)
    monkeypatch.setattr("server.web.http.connection.IDLE_SECONDS", 0.5)
    with line.connect(EVE) as link:
        link.sendall(begun)
        with dripping([link] if begun else []):
            wait_until_closed(link)


def test_who_does_not_take_his_answer_holds_up_nobody_and_is_let_go(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.http.connection.ANSWER_SECONDS", 0.5)
    large = 8 * 1024 * 1024
    line.room.app.add_url_rule("/large", view_func=lambda: "x" * large)
    with ExitStack() as stack:
        links = [stack.enter_context(line.connect(EVE)) for _ in range(15)]
        for link in links:
            link.sendall(JOIN.replace(b"/join", b"/large").replace(b"PORT", b"%d" % line.port))
        assert line.send(JOIN, ANN).startswith(b"HTTP/1.1 200 ")
        until(lambda: is_broken(links[0]))


def test_who_has_too_many_connections_loses_his_oldest(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.http.doorman.CONNECTIONS_OF_ONE_ADDRESS", 8)
    with ExitStack() as stack:
        ann = stack.enter_context(line.connect(ANN))
        eves = [stack.enter_context(line.connect(EVE)) for _ in range(11)]
        for eve in eves[:3]:
            wait_until_closed(eve)
        assert not any(is_closed(link) for link in (ann, *eves[3:]))
        assert line.send(JOIN, EVE).startswith(b"HTTP/1.1 200 ")


@pytest.fixture
def nothing_is_saved_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slowly somebody comes again."""
    monkeypatch.setattr("server.web.http.doorman.NEW_CONNECTIONS_PER_SECOND", 0.01)
    monkeypatch.setattr("server.web.http.doorman.NEW_CONNECTIONS_AT_ONCE", 40.0)


@pytest.mark.usefixtures("nothing_is_saved_up_again")
def test_who_comes_again_and_again_is_turned_away_and_others_are_not(line: Line) -> None:
    asked = JOIN.replace(b"PORT", b"%d" % line.port)

    def is_turned_away() -> bool:
        try:
            with line.connect(EVE) as link:
                link.sendall(asked)
                return not link.recv(1)
        except (ConnectionResetError, BrokenPipeError):
            return True

    until(is_turned_away)
    assert line.send(JOIN, ANN).startswith(b"HTTP/1.1 200 ")


def test_when_all_connections_are_taken_the_address_with_most_of_them_makes_room(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.http.doorman.MOST_CONNECTIONS", 12)
    with ExitStack() as stack:
        others = [stack.enter_context(line.connect(f"127.0.1.{n}")) for n in range(1, 7)]
        eves = [stack.enter_context(line.connect(EVE)) for _ in range(6)]
        assert line.send(JOIN, ANN).startswith(b"HTTP/1.1 200 ")
        wait_until_closed(eves[0])
        assert not any(is_closed(link) for link in (*others, *eves[1:]))


def test_answers_that_nobody_takes_lock_out_nobody(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.http.doorman.MOST_CONNECTIONS", 12)
    monkeypatch.setattr("server.web.http.doorman.CONNECTIONS_OF_ONE_ADDRESS", 6)
    taken = threading.Semaphore(0)

    def large() -> str:
        taken.release()
        return "x" * 8 * 1024 * 1024

    line.room.app.add_url_rule("/large", view_func=large)
    asked = JOIN.replace(b"/join", b"/large").replace(b"PORT", b"%d" % line.port)
    with ExitStack() as stack:
        for number in range(12):
            link = stack.enter_context(line.connect(EVE if number % 2 else "127.0.0.4"))
            link.sendall(asked)
        for _ in range(12):
            assert taken.acquire(timeout=PATIENCE)
        assert line.send(JOIN, ANN).startswith(b"HTTP/1.1 200 ")
        assert line.send(JOIN, EVE).startswith(b"HTTP/1.1 200 ")


def test_pages_for_which_hundreds_wait_lock_out_nobody(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From as many addresses as one likes: who comes last does not find the door shut."""
    monkeypatch.setattr("server.web.http.doorman.MOST_CONNECTIONS", 24)
    go_on, waiting, add = threading.Event(), threading.Semaphore(0), Workers.add

    def counted(workers: Workers, work: Work) -> None:
        add(workers, work)
        waiting.release()

    monkeypatch.setattr(Workers, "add", counted)
    line.room.app.add_url_rule("/history/stuck", view_func=lambda: str(go_on.wait(PATIENCE)))
    asked = JOIN.replace(b"/join", b"/history/stuck").replace(b"PORT", b"%d" % line.port)
    try:
        with ExitStack() as stack:
            for number in range(24):
                link = stack.enter_context(line.connect(f"127.0.1.{number + 1}"))
                link.sendall(asked)
            for _ in range(24):
                assert waiting.acquire(timeout=PATIENCE)
            assert line.send(JOIN, ANN).startswith(b"HTTP/1.1 200 ")
    finally:
        go_on.set()


def test_requests_sent_ahead_are_answered_one_after_another(line: Line) -> None:
    """A thousand on one connection take no more workers than one."""
    busy, most = threading.Semaphore(1), []
    lock = threading.Lock()

    def alone() -> str:
        with lock:
            most.append(busy.acquire(blocking=False))
        busy.release()
        return "done"

    line.room.app.add_url_rule("/alone", view_func=alone)
    asked = b"GET /alone HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % line.port
    last = asked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    answer = line.send(asked * 300 + last, EVE)
    assert answer.count(b"HTTP/1.1 200 OK") == 301
    assert all(most)


def listening(line: Line, address: str, cookie: str = "") -> socket.socket:
    link = line.connect(address)
    asked = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{line.port}\r\nCookie: {cookie}\r\n\r\n"
    link.sendall(asked.encode())
    hear(link, b"event: reset")
    return link


def listeners(line: Line) -> int:
    """Whoever was just told something is among them: he is added before the lock is let go."""
    events = line.room.table.events
    with events._lock:
        return len(events._listeners)


def test_one_address_that_listens_much_too_often_deafens_nobody_else(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.http.events.LISTENERS_OF_ONE_ADDRESS", 5)
    monkeypatch.setattr("server.web.http.events.MOST_LISTENERS", 9)
    with ExitStack() as stack:
        ann = stack.enter_context(listening(line, ANN))
        for last in (EVE, "127.0.0.4"):
            for _ in range(12):
                stack.enter_context(listening(line, last))
        assert listeners(line) == 9
        line.room.begin()
        hear(ann, b"event: view")


def test_who_asks_without_end_has_only_his_share_of_the_processor(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On 30 connections, without waiting for answers, while somebody else wants something too."""
    monkeypatch.setattr("server.web.http.turns.OTHERS_ARE_THERE", math.inf)
    used: list[float] = []

    def compute() -> str:
        before = time.thread_time()
        while time.thread_time() - before < 0.002:
            pass
        used.append(time.thread_time() - before)
        return "done"

    line.room.app.add_url_rule("/compute", view_func=compute)
    asked = b"GET /compute HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % line.port
    with ExitStack() as stack:
        ann = stack.enter_context(line.connect(ANN))
        begun = time.monotonic()
        for _ in range(30):
            stack.enter_context(line.connect(EVE)).sendall(asked * 100)
        while time.monotonic() - begun < 2.0:
            assert ask_on(line, ann).startswith(b"HTTP/1.1 200 ")
        had, seconds = sum(used), time.monotonic() - begun
    in_the_making = 0.002 * WORKERS_FOR_ONE_ADDRESS
    assert 0 < had <= SAVED + SHARE * seconds + 2 * in_the_making


# ----------------------------------------------------------------- Room of those who are known


def cookie_of(phone: Visitor) -> str:
    found = phone.client.get_cookie(COOKIE)
    assert found is not None
    return f"{COOKIE}={found.value}"


def ask_on(line: Line, link: socket.socket, cookie: str = "") -> bytes:
    """A page, on a connection that is kept."""
    asked = f"GET /join HTTP/1.1\r\nHost: 127.0.0.1:{line.port}\r\nCookie: {cookie}\r\n\r\n"
    link.sendall(asked.encode())
    return hear(link, b"</html>")


def test_strangers_from_however_many_addresses_take_no_connection_of_a_phone_that_is_in(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.http.doorman.MOST_CONNECTIONS", 6)
    cookie = cookie_of(line.room.player())
    with ExitStack() as stack:
        ann = stack.enter_context(line.connect(ANN))
        ask_on(line, ann, cookie)
        new = stack.enter_context(line.connect(ANN))  # of the same phone, which has yet to say so
        strangers = [stack.enter_context(line.connect(f"127.0.1.{n}")) for n in range(1, 20)]
        for stranger in strangers[:13]:
            wait_until_closed(stranger)
        for link in (ann, new):
            assert ask_on(line, link, cookie).startswith(b"HTTP/1.1 200 ")


def test_a_phone_that_is_in_takes_no_more_than_its_own_room(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.http.doorman.OF_ONE_KNOWN", 3)
    ann, bob = cookie_of(line.room.player()), cookie_of(line.room.player())
    with ExitStack() as stack:
        other = stack.enter_context(line.connect("127.0.0.4"))
        ask_on(line, other, bob)
        links = [stack.enter_context(line.connect(ANN)) for _ in range(3)]
        for link in links:
            ask_on(line, link, ann)
        ask_on(line, stack.enter_context(line.connect(ANN)), ann)
        wait_until_closed(links[0])
        assert ask_on(line, other, bob).startswith(b"HTTP/1.1 200 ")


def test_listeners_from_however_many_addresses_deafen_no_phone_that_is_in(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.http.events.MOST_LISTENERS", 4)
    cookie = cookie_of(line.room.player())
    with ExitStack() as stack:
        ann = stack.enter_context(listening(line, ANN, cookie))
        for number in range(1, 20):
            stack.enter_context(listening(line, f"127.0.1.{number}"))
        assert listeners(line) == 5
        line.room.begin()
        hear(ann, b"event: view")


def test_a_cookie_that_was_not_let_in_or_is_not_ours_gets_no_room_of_its_own(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.http.events.MOST_LISTENERS", 2)
    asking = line.room.visitor()
    asking.get("/join")
    with ExitStack() as stack:
        for number, cookie in enumerate((cookie_of(asking), f"{COOKIE}=forged", "")):
            stack.enter_context(listening(line, f"127.0.1.{number + 1}", cookie))
        assert listeners(line) == 2


def test_a_family_of_twenty_behind_one_address_gets_on(line: Line) -> None:
    with ExitStack() as stack:
        phones = [stack.enter_context(listening(line, ANN)) for _ in range(20)]
        pages = [stack.enter_context(line.connect(ANN)) for _ in range(20)]
        for _ in range(2):
            for page in pages:
                page.sendall(b"GET /join HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % line.port)
            for page in pages:
                assert hear(page, b"</html>").startswith(b"HTTP/1.1 200 ")
        line.room.begin()
        for phone in phones:
            hear(phone, b"event: view")


# ------------------------------------------------------------------------------- Expensive pages


@pytest.mark.parametrize(
    ("path", "addresses"),
    [(b"/stuck", [EVE] * 12), (b"/history/stuck", [f"127.0.1.{n}" for n in range(1, 15)])],
)
def test_pages_that_take_long_hold_up_no_other(
    line: Line, path: bytes, addresses: list[str]
) -> None:
    go_on = threading.Event()
    line.room.app.add_url_rule(path.decode(), view_func=lambda: str(go_on.wait(PATIENCE)))
    try:
        with ExitStack() as stack:
            for address in addresses:
                link = stack.enter_context(line.connect(address))
                link.sendall(JOIN.replace(b"/join", path).replace(b"PORT", b"%d" % line.port))
            assert line.send(JOIN, ANN).startswith(b"HTTP/1.1 200 ")
            go_on.set()
            assert link.recv(65536).startswith(b"HTTP/1.1 200 ")
    finally:
        go_on.set()


@pytest.fixture
def only_pictures_that_somebody_looks_at_are_painted() -> None:
    """Here all are painted ahead, as at a table."""


def let_the_painter_finish() -> None:
    for thread in threading.enumerate():
        if thread.name == "painter":
            thread.join()


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is painted from now on, in its order; nothing is painted yet."""
    order: list[str] = []

    def paint(_: Scene, lying: PlacedPiece, __: float) -> Picture:
        order.append(lying.piece if lying.face_up else f"the back of {lying.piece}")
        return np.zeros((8, 8, 4), np.uint8)

    let_the_painter_finish()
    monkeypatch.setattr(table_pictures, "piece_picture", paint)
    monkeypatch.setattr(table_pictures, "PAINTER", Painter())
    yield order
    let_the_painter_finish()


def test_the_back_of_nothing_costs_nothing(painted: list[str]) -> None:
    assert table_pictures.back("maracaibo", "another") is None
    assert painted == []


def test_a_picture_is_painted_once_however_many_ask_for_it(painted: list[str]) -> None:
    with ThreadPoolExecutor(12) as phones:
        faces = list(
            phones.map(lambda _: table_pictures.face("port_royal", "sailor/3.1"), range(12))
        )
    assert len(set(faces)) == 1
    assert painted.count("sailor/3.1") == 1


def test_how_long_a_picture_takes_does_not_tell_who_has_seen_it(painted: list[str]) -> None:
    """Who holds the last card of all looks at it: whoever guesses at it waits as for any other."""
    cards = list(load_registry("maracaibo").form_by_piece)
    table_pictures.face("maracaibo", cards[-1])
    assert painted == cards


def test_only_what_lies_open_is_painted_first(painted: list[str]) -> None:
    cards = list(load_registry("maracaibo").form_by_piece)
    held, up, down = cards[-1], cards[-2], cards[-3]
    lying = [PlacedPiece(up, Pose(0, 0)), PlacedPiece(down, Pose(0, 0), face_up=False)]
    table_pictures.prepare(table_pictures.Ground("maracaibo", ("red", "blue"), ()), lying)
    table_pictures.face("maracaibo", held)
    faces = [piece for piece in painted if piece in (held, up, down)]
    assert faces == [up, down, held]


# ------------------------------------------------------------------------------- Script in a name

SCRIPT = "<script>alert(1)</script>"
PAGES = ("/", "/set-up", "/table", "/me", "/scores", "/rules", "/history", "/join")


@pytest.mark.parametrize("path", PAGES)
def test_a_script_in_a_name_is_only_text(room: Room, path: str) -> None:
    names = (SCRIPT, "\"'><img src=x>")
    room.table.host.ask(Begin("port_royal", names, {})).result(timeout=PATIENCE)
    page = room.player("red").get(path).get_data(as_text=True)
    assert SCRIPT not in page
    assert "<img src=x" not in page


def test_pages_may_run_and_load_only_what_the_table_serves(room: Room) -> None:
    room.begin()
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for path in PAGES:
        answer = room.player("red").get(path)
        assert answer.headers["Content-Security-Policy"] == policy
        page = answer.get_data(as_text=True)
        assert not re.search(r"<script(?![^>]*\bsrc=)", page), path
        assert not re.search(r"\s(style|on[a-z]+)=", page), path
        assert not re.search(r'(src|href|action)="(https?:)?//', page), path


# ------------------------------------------------------------------------------------ Many attempts


def test_a_thousand_attempts_to_join_are_stopped(match: Room) -> None:
    eve = match.visitor()
    form = {"seat": "red", "csrf": eve.token()}
    before, journal = stored(match), list(match.match.journal)
    answers = [eve.client.post("/join/ask", data=form).status_code for _ in range(1000)]
    assert answers.count(429) >= 990
    assert stored(match) == before
    match.table.host.ask(Answer(match.match.seats[0], "first:red")).result(timeout=PATIENCE)
    assert match.match.journal == [*journal, "first:red"]


def test_a_thousand_phones_that_ask_are_stopped_too(match: Room) -> None:
    before, refused = stored(match), 0
    for number in range(1000):
        try:
            match.table.joining.ask(f"phone {number}", f"address {number}", None, None)
        except TooManyClaims:
            refused += 1
        except Refused:
            pass  # one at a time
    assert refused >= 900
    assert stored(match) == before


def is_stopped(room: Room, phone: str, address: str) -> bool:
    try:
        room.table.joining.ask(phone, address, None, None)
    except TooManyClaims:
        return True
    except Refused:
        pass  # somebody else asks just now
    return False


def test_sixty_addresses_that_ask_once_keep_no_new_phone_out(match: Room) -> None:
    for number in range(60):
        assert not is_stopped(match, f"eve {number}", f"address {number}")
    assert not is_stopped(match, "ann", "address of ann")


def test_however_many_ask_a_phone_that_is_in_may_ask_for_a_seat(match: Room) -> None:
    for number in range(200):
        is_stopped(match, f"eve {number}", f"address {number}")
    assert is_stopped(match, "another", "address of another")
    ann = match.player()
    assert ann.post("/join/ask", {"seat": "red"}).status_code == 303
    assert match.table.joining.claim_of(ann.id) is not None


@pytest.mark.parametrize("addresses", [5, 10, 30])
def test_who_asks_from_many_addresses_locks_out_nobody_else(match: Room, addresses: int) -> None:
    for number in range(100):
        is_stopped(match, f"eve {number}", f"address {number % addresses}")
    for name in ("ann", "bob", "cleo", "dora", "emil"):
        assert not is_stopped(match, f"phone of {name}", f"address of {name}")
