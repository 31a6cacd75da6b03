"""What somebody with bad intentions would try: all of it is refused, and the match is unharmed."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from itsdangerous import URLSafeTimedSerializer

from server.assistant import STORE
from server.host import Answer, Begin
from server.live import Refused
from server.web.joining import TooManyClaims
from server.web.security import COOKIE, HEADERS, KEY_FILE, MOST_BYTES, signing_key
from tests.server.web.conftest import Line, Room, Visitor

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


def test_ten_megabytes_are_refused(line: Line) -> None:
    line.room.begin()
    before = stored(line.room)
    size = 10 * 1024 * 1024
    with line.connect() as link:
        link.sendall(
            b"POST /join/ask HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n"
            b"Content-Length: %d\r\n\r\n" % (line.port, size)
        )
        assert b" 413 " in link.recv(4096)
    assert stored(line.room) == before


def test_ten_megabytes_of_which_nobody_said_so_are_refused(line: Line) -> None:
    before = stored(line.room)
    with line.connect() as link:
        link.sendall(
            b"POST /join/ask HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nTransfer-Encoding: chunked\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n\r\n" % line.port
        )
        piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        answer = b""
        try:
            for _ in range(160):
                link.sendall(piece)
            answer = link.recv(4096)
        except OSError:
            pass  # it would not hear more of it
    assert b" 200 " not in answer
    assert b" 303 " not in answer
    assert stored(line.room) == before
    alive = line.send(b"GET /join HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n")
    assert alive.startswith(b"HTTP/1.1 200 ")


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


# ------------------------------------------------------------------------------- Script in a name

SCRIPT = "<script>alert(1)</script>"
PAGES = ("/", "/set-up", "/table", "/me", "/scores", "/rules", "/history", "/join")


@pytest.mark.parametrize("path", PAGES)
def test_a_script_in_a_name_is_only_text(room: Room, path: str) -> None:
    names = (SCRIPT, "\"'><img src=x>")
    room.table.host.ask(Begin("port_royal", names, {})).result(timeout=60)
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
    match.table.host.ask(Answer(match.match.seats[0], "first:red")).result(timeout=60)
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
    assert refused >= 960
    assert stored(match) == before
