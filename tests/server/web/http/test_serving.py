"""The web server, the names it answers to, and the command that starts it."""

from __future__ import annotations

import re
import socket
import struct
from collections.abc import Iterator
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from threading import Condition, Event, Thread

import pytest
from flask import request

from server.command import main
from server.errors import UserError
from server.language.translation import LANGUAGES
from server.trials.bench import hostile
from server.trials.bench import server as bench
from server.web.door.names import Address, HostNames, addresses_in, own_addresses
from server.web.http.connection import Who
from server.web.http.limits import WORKERS_FOR_ONE_ADDRESS, WORKERS_FOR_STRANGERS
from server.web.http.serving import ALL, WebServer
from server.web.http.workers import Work, Workers
from tests.patience import PATIENCE
from tests.server.web.conftest import Line, Room, opened_room

# ------------------------------------------------------------------------------------------ Names


def names(port: int, *addresses: str) -> HostNames:
    def look() -> Iterator[Address]:
        yield from map(ip_address, addresses)

    return HostNames(port, look, lambda: 0.0)


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("quartermaster.local:8080", True),
        ("QUARTERMASTER.local.:8080", True),
        (f"{socket.gethostname()}:8080", True),
        (socket.gethostname(), True),
        (f"{socket.gethostname().partition('.')[0]}.local", True),
        ("192.168.1.7:8080", True),
        ("[fd00::7]:8080", True),
        ("[FD00:0::7]:8080", True),
        ("[::1]:8080", True),
        ("192.168.1.7", True),
        ("[fd00::7]", True),
        ("evil.example", False),
        (f"{socket.gethostname()}.evil.example", False),
        ("192.168.1.8", False),
        ("192.168.1.8:8080", False),
        ("[fd00::8]:8080", False),
        ("192.168.1.7:80", False),
        ("fd00::7:8080", False),
    ],
)
def test_only_its_own_names_and_addresses_and_no_other_port_are_the_tables(
    host: str, ours: bool
) -> None:
    assert names(8080, "192.168.1.7", "fd00::7").are_ours(host) is ours


def test_an_address_that_the_router_gives_later_is_known_then() -> None:
    given = ["192.168.1.7"]
    now = [0.0]
    table = HostNames(80, lambda: map(ip_address, given), lambda: now[0])
    assert not table.are_ours("192.168.1.9")
    given[:] = ["192.168.1.9"]
    now[0] = 5.0
    assert table.are_ours("192.168.1.9")


def test_a_host_name_that_is_given_later_is_known_then(monkeypatch: pytest.MonkeyPatch) -> None:
    table = names(8080)
    assert not table.are_ours("galleon:8080")
    monkeypatch.setattr(socket, "gethostname", lambda: "Galleon.harbour.example")
    for host in ("galleon", "galleon:8080", "galleon.local", "galleon.harbour.example:8080"):
        assert table.are_ours(host)


def test_the_short_address_is_one_that_other_computers_can_reach() -> None:
    table = names(80, "127.0.0.1", "fe80::1", "fd00::7", "192.168.1.7")
    assert table.short() == "192.168.1.7"
    assert names(8080, "127.0.0.1", "fd00::7").short() == "[fd00::7]:8080"
    assert names(8080, "127.0.0.1").short() == "localhost:8080"


def test_a_visitor_is_given_the_address_he_came_by_unless_only_this_computer_has_it() -> None:
    table = names(80, "192.168.1.7")
    assert table.short("quartermaster.local") == "quartermaster.local"
    assert table.short("localhost") == table.short("127.0.0.1") == "192.168.1.7"
    assert table.short("evil.example") == "192.168.1.7"


def test_this_computer_has_an_address() -> None:
    assert any(address.is_loopback for address in own_addresses())


def message(kind: int, *attributes: tuple[int, str]) -> bytes:
    """What the kernel says about an address."""
    body = bytes(8)
    for number, address in attributes:
        packed = ip_address(address).packed
        body += struct.pack("=HH", 4 + len(packed), number) + packed
    return struct.pack("=LHHLL", 16 + len(body), kind, 2, 1, 0) + body


def test_a_network_card_may_have_several_addresses() -> None:
    """IFA_ADDRESS is 1, IFA_LOCAL 2: at the end of a line the former is somebody else's."""
    answers = [
        message(20, (1, "192.168.1.7"), (2, "192.168.1.7")) + message(20, (1, "fd00::7")),
        message(20, (1, "10.0.0.1"), (2, "10.0.0.2")) + message(20, (2, "192.168.1.8")),
        message(3),
        message(20, (2, "192.168.1.9")),
    ]
    found = [str(address) for address in addresses_in(answers)]
    assert found == ["192.168.1.7", "fd00::7", "10.0.0.2", "192.168.1.8"]


def test_the_code_for_cameras_leads_to_the_table(room: Room) -> None:
    answer = room.visitor().get("/qr.svg", headers={"Host": "quartermaster.local"})
    assert answer.mimetype == "image/svg+xml"
    assert "<title>quartermaster.local</title>" in answer.get_data(as_text=True)


# ------------------------------------------------------------------------------------ The language


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [("uk-UA,ru;q=0.5", "uk"), ("de,it;q=0.8,en;q=0.5", "it"), ("de", "en"), ("", "en")],
)
def test_a_phone_is_spoken_to_in_its_language(room: Room, wanted: str, spoken: str) -> None:
    page = room.visitor().get("/join", headers={"Accept-Language": wanted})
    assert f'<html lang="{spoken}"' in page.get_data(as_text=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_phone_chooses_its_own_language(room: Room, language: str) -> None:
    ann, bob = room.visitor(), room.visitor()
    chosen = ann.post(
        "/language", {"language": language}, headers={"Referer": "http://localhost/join?x=1"}
    )
    assert (chosen.status_code, chosen.headers["Location"]) == (303, "/join?x=1")
    wanted = {"Accept-Language": "it"}
    page = ann.get("/join", headers=wanted).get_data(as_text=True)
    assert f'<html lang="{language}"' in page
    assert '<html lang="it"' in bob.get("/join", headers=wanted).get_data(as_text=True)


@pytest.mark.parametrize(
    "referer",
    ["http://evil.example/x", "http://localhost//evil.example", "", "http://localhost\\x"],
)
def test_after_a_form_nobody_is_sent_to_another_site(room: Room, referer: str) -> None:
    answer = room.visitor().post("/language", {"language": "ru"}, headers={"Referer": referer})
    assert answer.headers["Location"] == "/"


# ---------------------------------------------------------------------------------- The web server


def test_a_port_that_is_in_use_is_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        where = ["--bind", "127.0.0.1", "--port", str(port), "--data", str(tmp_path)]
        assert main(["serve", "--camera", "simulated", *where]) == 2
    assert f"Port {port} is in use" in capsys.readouterr().err


def test_an_address_of_another_computer_is_refused() -> None:
    with pytest.raises(UserError, match=r"203\.0\.113\.9 is not an address of this computer"):
        WebServer("203.0.113.9", 0)


@pytest.mark.parametrize("port", ["x", "-1", "65536", "²"])
def test_a_port_that_is_none_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", f"--port={port}"])
    assert "is not a port" in capsys.readouterr().err


def test_a_camera_that_is_not_there_is_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--bind", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    assert main(["serve", "--camera", str(tmp_path / "no such folder"), *where]) == 2
    said = capsys.readouterr().err
    assert "no such folder" in said
    assert "Traceback" not in said


def test_the_pages_are_served_at_every_address(tmp_path: Path) -> None:
    with WebServer(ALL, 0) as web, opened_room(tmp_path, web.port) as room:
        web.start(room.app)
        answer = Line(room, web.port).send(
            b"GET /join HTTP/1.1\r\nHost: localhost:PORT\r\nConnection: close\r\n\r\n"
        )
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert web.is_alive(PATIENCE)
        web.stop()
    assert not web.is_alive(PATIENCE)


def test_a_page_that_fails_says_so_and_nothing_of_the_program(line: Line) -> None:
    app = line.room.app
    app.add_url_rule("/broken", view_func=lambda: str(1 // 0))
    answer = line.send(b"GET /broken HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n")
    assert b" 500 " in answer.partition(b"\r\n")[0]
    assert b"Something went wrong" in answer
    assert b"ZeroDivisionError" not in answer


def test_the_bench_loses_no_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "PHONES", 5)
    monkeypatch.setattr(bench, "CHOICES", 10)
    for name, fewer in (("IDLE", 20), ("DRIPPING", 5), ("HONEST_PHONES", 3), ("TRIES", 1)):
        monkeypatch.setattr(hostile, name, fewer)
    monkeypatch.setattr(hostile, "ATTACK_SECONDS", 0.1)
    figures = bench.measure()
    assert (figures["phones"], figures["events"], figures["lost"]) == (5, 10, 0)
    assert figures["p99_over_ping_p50"] > 0
    assert str(figures["p99_over_ping_p50"]) in bench.as_text(figures)
    under_attack = figures["hostile"]
    assert (under_attack["idle"], under_attack["dripping"]) == (20, 5)
    assert under_attack["p99_over_ping_p50"] > 0
    assert under_attack["watchdog_fed"]
    for kind in ("chunked", "churn", "pipelined", "never_reading"):
        assert under_attack[kind]["p99_over_ping_p50"] > 0
        assert under_attack[kind]["connections"] > 0


# ------------------------------------------------------------------------------------------- HTTP


def ask(line: Line, *said: bytes) -> bytes:
    """All that is answered to what is sent bit by bit, until the server closes the connection."""
    with line.connect() as link:
        for bit in said:
            link.sendall(bit.replace(b"PORT", b"%d" % line.port))
        answer = b""
        while more := link.recv(65536):
            answer += more
        return answer


@pytest.fixture
def echo(line: Line) -> Line:
    """Says what it was sent."""

    def view() -> str:
        heard = request.headers.get("X-Said", "")
        return f"{request.method} {request.full_path} {request.get_data(as_text=True)} {heard}"

    line.room.app.add_url_rule("/echo/<path:_>", "echo", lambda _: view(), methods=["GET", "PUT"])
    line.room.app.before_request_funcs = {}  # whoever asks
    return line


def test_several_requests_come_on_one_connection_also_all_at_once(echo: Line) -> None:
    first = b"GET /echo/1?a=b HTTP/1.1\r\nHost: a\r\n\r\n"
    second = b"PUT /echo/2 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"
    last = b"GET /echo/3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    together = ask(echo, first + second + last)
    apart = ask(echo, first, second[:20], second[20:], last)
    for answer in (together, apart):
        assert answer.count(b"HTTP/1.1 200 OK") == 3
        assert re.findall(rb"(?:GET|PUT) /echo/\d\?\S* \S*", answer) == [
            b"GET /echo/1?a=b ",
            b"PUT /echo/2? body",
            b"GET /echo/3? ",
        ]


def test_a_body_may_come_in_pieces_and_after_a_sign_to_go_on(echo: Line) -> None:
    head = b"PUT /echo/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
    assert b"PUT /echo/x? abcde" in ask(echo, head, b"Content-Length: 5\r\n\r\n", b"abc", b"de")
    with echo.connect() as link:
        link.sendall(head + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        assert link.recv(4096).startswith(b"HTTP/1.1 100 ")
        link.sendall(b"ok")
        assert b"PUT /echo/x? ok" in link.recv(4096)


def test_the_head_of_a_page_has_its_length_but_no_body(echo: Line) -> None:
    answer = ask(echo, b"HEAD /echo/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"Content-Length: " in head
    assert body == b""


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"GET /echo/x HTTP/1.0\r\n\r\n", b"200"),
        (
            b"GET http://evil.example/echo/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            b"200",
        ),
        (b"GET http://[ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"308"),
        (b"OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"404"),
        (b"GET /echo/%ff%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"200"),
        (b"GET /echo/x HTTP/1.1\r\n\r\n", b"400"),
        (b"GET /echo/x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"400"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"400"),
        (b"\r\n\r\nGET /echo/x HTTP/1.0\r\n\r\n", b"200"),
        (b"\rGET /echo/x HTTP/1.0\r\n\r\n", b"400"),
        (b"nonsense\r\n\r\n", b"400"),
        (b"PUT /echo/x HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", b"400"),
        (
            b"PUT /echo/x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
            b"400",
        ),
        (b"PUT /echo/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"411"),
        (
            b"PUT /echo/x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            b"411",
        ),
        (b"PUT /echo/x HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n", b"413"),
        (b"GET /echo/" + b"x" * 20_000, b"431"),
    ],
)
def test_whatever_is_sent_is_answered_and_the_server_lives_on(
    echo: Line, said: bytes, status: bytes
) -> None:
    assert ask(echo, said).startswith(b"HTTP/1.1 " + status + b" ")
    after = b"GET /echo/y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    assert b"GET /echo/y" in ask(echo, after)


def test_a_header_cannot_pass_for_another_one(echo: Line) -> None:
    said = b"GET /echo/x HTTP/1.0\r\nHost: a\r\nX-Said: one\r\nX_Said: two\r\n\r\n"
    assert ask(echo, said).endswith(b" one")


def test_requests_wait_for_the_start_and_are_answered_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.http.serving._PATIENCE", PATIENCE)
    with WebServer("127.0.0.1", 0) as web, opened_room(tmp_path, web.port) as room:
        asked, go_on = Event(), Event()

        def slowly() -> str:
            asked.set()
            go_on.wait(PATIENCE)
            return "done"

        room.app.add_url_rule("/slowly", view_func=slowly)
        with socket.create_connection(("127.0.0.1", web.port), PATIENCE) as link:
            link.sendall(b"GET /slowly HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % web.port)
            web.start(room.app)
            assert asked.wait(PATIENCE)
            stopping = Thread(target=web.stop)
            stopping.start()
            go_on.set()
            answer = b""
            while more := link.recv(4096):
                answer += more
            stopping.join()
        assert answer.endswith(b"done")
        assert not web.is_alive(PATIENCE)


def test_addresses_take_turns_and_none_takes_all_workers() -> None:
    workers, go_on = Workers(), Event()
    begun = {"eve": 0, "ann": 0}
    all_begun = Condition()

    def work(client: str) -> None:
        with all_begun:
            begun[client] += 1
            all_begun.notify_all()
        go_on.wait(PATIENCE)

    for client in ["eve"] * 20 + ["ann"]:
        workers.add(Work(None, Who(client, False), False, partial(work, client)))
    workers.start()
    with all_begun:
        expected = {"eve": WORKERS_FOR_ONE_ADDRESS, "ann": 1}
        assert all_begun.wait_for(lambda: begun == expected, PATIENCE)
        go_on.set()
        assert all_begun.wait_for(lambda: begun == {"eve": 20, "ann": 1}, PATIENCE)
    workers.stop()


def test_strangers_leave_workers_to_phones_that_are_in() -> None:
    workers, go_on = Workers(), Event()
    begun: list[Who] = []
    all_begun = Condition()

    def work(who: Who) -> None:
        with all_begun:
            begun.append(who)
            all_begun.notify_all()
        go_on.wait(PATIENCE)

    strangers = [Who(f"address {number}", False) for number in range(20)]
    ann = Who("ann", True)
    for who in (*strangers, ann):
        workers.add(Work(None, who, False, partial(work, who)))
    workers.start()
    with all_begun:
        assert all_begun.wait_for(lambda: ann in begun, PATIENCE)
        assert len(begun) <= WORKERS_FOR_STRANGERS + 1
        go_on.set()
        assert all_begun.wait_for(lambda: len(begun) == 21, PATIENCE)
    workers.stop()


def test_a_server_of_which_no_page_comes_any_more_is_noticed(tmp_path: Path) -> None:
    with WebServer("127.0.0.1", 0) as web, opened_room(tmp_path, web.port) as room:
        go_on = Event()

        def hang() -> None:
            go_on.wait(PATIENCE)

        room.app.before_request(hang)
        web.start(room.app)
        assert not web.is_alive(0.2)
        go_on.set()
        assert web.is_alive(PATIENCE)
