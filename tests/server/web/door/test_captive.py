"""Phones that join the table's own Wi-Fi are led to the page, and then stay in it."""

from __future__ import annotations

import pytest

from server.web.door.captive import PAGE, CaptivePortal
from server.web.door.names import HostNames
from tests.server.web.conftest import Room, Visitor

ANDROID = ("connectivitycheck.gstatic.com", "/generate_204")
APPLE = ("captive.apple.com", "/hotspot-detect.html")
WINDOWS = ("www.msftconnecttest.com", "/connecttest.txt")


@pytest.fixture
def guest(room: Room, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    """A phone in the table's own network, where the table has its address there."""
    own = HostNames.are_ours
    monkeypatch.setattr(
        HostNames, "are_ours", lambda self, host: host == "10.77.0.1" or own(self, host)
    )
    return Visitor(room.app, "10.77.0.23")


@pytest.mark.parametrize(("host", "path"), [ANDROID, APPLE, WINDOWS])
def test_the_first_question_whether_there_is_internet_leads_to_the_page(
    guest: Visitor, host: str, path: str
) -> None:
    answer = guest.get(path, headers={"Host": host})
    assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    ("host", "path", "status", "body"),
    [(*ANDROID, 204, ""), (*APPLE, 200, "Success"), (*WINDOWS, 200, "Microsoft Connect Test")],
)
def test_who_has_seen_the_page_is_told_what_keeps_the_phone_in_the_network(
    guest: Visitor, host: str, path: str, status: int, body: str
) -> None:
    assert guest.get("/", headers={"Host": "10.77.0.1"}).status_code == 200
    answer = guest.get(path, headers={"Host": host})
    assert answer.status_code == status
    assert body in answer.text


def test_nobody_else_is_led_anywhere_and_no_other_name_is_answered(
    room: Room, guest: Visitor
) -> None:
    host, path = ANDROID
    assert Visitor(room.app, "192.168.1.5").get(path, headers={"Host": host}).status_code == 421
    assert guest.get("/table", headers={"Host": host}).status_code == 421
    assert guest.get(path, headers={"Host": "example.com"}).status_code == 421
    assert guest.post(path, headers={"Host": host}).status_code == 421


def test_phones_are_forgotten_after_an_evening_and_only_so_many_are_kept() -> None:
    now = 0.0
    portal = CaptivePortal(lambda: now)
    for number in range(600):
        portal.saw(f"10.77.0.{number}")
    assert not portal.has_been("10.77.0.0")
    assert portal.has_been("10.77.0.599")
    now = 5 * 3600.0
    assert not portal.has_been("10.77.0.599")
