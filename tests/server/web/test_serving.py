"""The web server, the names it answers to, and the command that starts it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest

from server.bench import server as bench
from server.command import main
from server.errors import UserError
from server.translation import LANGUAGES
from server.web.names import Address, HostNames, own_addresses
from server.web.serving import ALL, WebServer
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
        ("192.168.1.7:8080", True),
        ("[fd00::7]:8080", True),
        ("[FD00:0::7]:8080", True),
        ("[::1]:8080", True),
        ("192.168.1.7", False),
        ("192.168.1.8:8080", False),
        ("[fd00::8]:8080", False),
        ("192.168.1.7:80", False),
        ("fd00::7:8080", False),
    ],
)
def test_only_its_own_names_and_addresses_with_its_port_are_the_tables(
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
        web.stop()
    assert not web.is_alive()


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
    figures = bench.measure()
    assert (figures["phones"], figures["events"], figures["lost"]) == (5, 10, 0)
    assert figures["p99_over_ping_p50"] > 0
    assert str(figures["p99_over_ping_p50"]) in bench.as_text(figures)
