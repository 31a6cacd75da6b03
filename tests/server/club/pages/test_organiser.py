"""Anybody may watch; only the organiser invites and expels tables."""

from __future__ import annotations

import re
import socket
from contextlib import ExitStack
from html import unescape

import pytest

from server.club import broker as brokers
from server.club.organiser import new_passphrase
from server.club.pages import COOKIE
from server.member.invitation import read_code
from tests.patience import PATIENCE, until
from tests.server.club.pages.conftest import Pages
from tests.server.web.conftest import hear

ONLY_ORGANISED = ("/tables/invite", "/tables/window/code", "/tables/window/expel")


def known_to_the_broker(pages: Pages) -> list[str]:
    lines = (pages.house.folder / brokers.PASSWORDS).read_text().splitlines()
    return [line.partition(":")[0] for line in lines]


def code_in(text: str) -> str:
    found = re.search(r'id="code-text"[^>]*>([^<]+)<', text)
    assert found is not None
    return unescape(found[1])


def test_who_has_not_signed_in_may_look_but_change_nothing(pages: Pages) -> None:
    pages.table("window")
    before = known_to_the_broker(pages)
    visitor = pages.visitor()
    assert visitor.get("/tables").status_code == 403
    for path in ONLY_ORGANISED:
        assert visitor.post(path, {"name": "Bar", "sure": "yes"}).status_code == 403
    assert known_to_the_broker(pages) == before
    for path in ("/", "/screen", "/history", "/tables/window/table", "/sign-in", "/join"):
        assert visitor.get(path).status_code == 200


def test_a_wrong_passphrase_lets_nobody_in_and_too_many_have_to_wait(pages: Pages) -> None:
    visitor = pages.visitor()
    for _ in range(6):
        assert visitor.post("/sign-in", {"passphrase": "guessed"}).status_code == 303
    assert "Wrong passphrase" in visitor.get("/sign-in").text
    assert visitor.post("/sign-in", {"passphrase": pages.passphrase}).status_code == 429
    assert visitor.get("/tables").status_code == 403
    assert pages.organiser().get("/tables").status_code == 200


def test_addresses_that_only_guess_keep_no_organiser_out(pages: Pages) -> None:
    organiser = pages.organiser()
    organiser.post("/sign-out")
    for _ in range(60):
        pages.visitor().post("/sign-in", {"passphrase": "guessed"})
    assert pages.organiser().get("/tables").status_code == 200
    visitors = [pages.visitor() for _ in range(40)]
    told = [each.post("/sign-in", {"passphrase": "guessed"}).status_code for each in visitors]
    assert 429 in told
    assert organiser.post("/sign-in", {"passphrase": pages.passphrase}).status_code == 303
    assert organiser.get("/tables").status_code == 200


def test_listeners_from_however_many_addresses_deafen_no_organiser(
    served_club: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.http.events.MOST_LISTENERS", 3)
    cookie = served_club.organiser().client.get_cookie(COOKIE)
    assert cookie is not None
    with ExitStack() as stack:
        organiser = stack.enter_context(listening(served_club, "127.0.0.3", cookie.value))
        for number in range(1, 9):
            stack.enter_context(listening(served_club, f"127.0.1.{number}", ""))
        until(lambda: len(served_club.house.events._listeners) == 4)
        served_club.table("window")
        hear(organiser, b"event: view")


def listening(pages: Pages, address: str, cookie: str) -> socket.socket:
    port = int(pages.url.rpartition(":")[2])
    link = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
    said = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {COOKIE}={cookie}\r\n\r\n"
    link.sendall(said.encode())
    hear(link, b"event: reset")
    return link


def test_who_signs_out_or_whose_passphrase_is_renewed_is_not_the_organiser_any_more(
    pages: Pages,
) -> None:
    organiser, other = pages.organiser(), pages.organiser()
    organiser.post("/sign-out")
    assert organiser.get("/tables").status_code == 403
    assert other.get("/tables").status_code == 200
    new_passphrase(pages.house.folder)
    assert other.get("/tables").status_code == 403


def test_a_copied_cookie_is_no_use_once_its_owner_has_signed_out(pages: Pages) -> None:
    organiser = pages.organiser()
    copy = pages.visitor()
    cookie = organiser.client.get_cookie(COOKIE, domain="localhost")
    assert cookie is not None
    copy.client.set_cookie(COOKIE, cookie.value, domain="localhost")
    assert copy.get("/tables").status_code == 200
    organiser.post("/sign-out")
    copy.client.set_cookie(COOKIE, cookie.value, domain="localhost")
    assert copy.get("/tables").status_code == 403
    assert "By the Window" not in copy.post("/tables/invite", {"name": "By the Window"}).text
    assert pages.organiser().get("/tables").status_code == 200


def test_who_signs_in_once_more_ends_the_sign_in_before(pages: Pages) -> None:
    organiser, copy = pages.organiser(), pages.visitor()
    cookie = organiser.client.get_cookie(COOKIE, domain="localhost")
    assert cookie is not None
    organiser.post("/sign-in", {"passphrase": pages.passphrase})
    copy.client.set_cookie(COOKIE, cookie.value, domain="localhost")
    assert copy.get("/tables").status_code == 403
    assert organiser.get("/tables").status_code == 200


def test_nobody_signs_in_from_a_page_of_another_site(pages: Pages) -> None:
    visitor = pages.visitor()
    visitor.token()
    answer = visitor.client.post("/sign-in", data={"passphrase": pages.passphrase, "csrf": "no"})
    assert answer.status_code == 403


def test_an_invited_table_has_a_code_of_its_own_that_is_shown_once(pages: Pages) -> None:
    organiser = pages.organiser()
    shown = organiser.post("/tables/invite", {"name": " By  the Window "}).text
    invitation = read_code(code_in(shown))
    assert (invitation.club, invitation.table) == ("harbour", "by-the-window")
    assert invitation.name == "By the Window"
    assert invitation.pages.startswith("http://")
    assert "<svg" in shown
    assert "by-the-window" in known_to_the_broker(pages)
    page = organiser.get("/tables").text
    assert "By the Window" in page
    assert invitation.password not in page
    again = read_code(code_in(organiser.post("/tables/by-the-window/code").text))
    assert again.password != invitation.password


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Стіл 7", "7"),
        ("Стол", "table"),
        ("Club", "club-2"),
        ("Home", "home-2"),
        ("x" * 40, "x" * 30),
        ("é!", "e"),
    ],
)
def test_a_table_may_be_called_anything(pages: Pages, name: str, key: str) -> None:
    shown = pages.organiser().post("/tables/invite", {"name": name}).text
    assert read_code(code_in(shown)).table == key


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\x00b"])
def test_a_table_that_is_called_nothing_or_too_much_is_not_invited(pages: Pages, name: str) -> None:
    organiser = pages.organiser()
    answer = organiser.post("/tables/invite", {"name": name})
    assert answer.status_code == 409
    assert "Most letters: 40" in answer.text


def test_two_tables_do_not_have_the_same_name(pages: Pages) -> None:
    organiser = pages.organiser()
    organiser.post("/tables/invite", {"name": "Bar"})
    assert "already" in organiser.post("/tables/invite", {"name": "Bar"}).text
    assert known_to_the_broker(pages).count("bar") == 1


def test_an_expelled_table_is_cut_off_and_can_be_invited_again(pages: Pages) -> None:
    organiser = pages.organiser()
    organiser.post("/tables/invite", {"name": "Bar"})
    organiser.post("/tables/bar/expel")
    assert "bar" in known_to_the_broker(pages)  # nobody was asked once more
    organiser.post("/tables/bar/expel", {"sure": "yes"})
    assert "bar" not in known_to_the_broker(pages)
    assert "Bar" not in pages.visitor().get("/").text
    shown = organiser.post("/tables/invite", {"name": "Bar"}).text
    assert read_code(code_in(shown)).table == "bar-2"
    assert organiser.post("/tables/nobody/expel", {"sure": "yes"}).status_code == 404
