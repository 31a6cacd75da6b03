"""A phone has its table join a club, and leave it again: a real browser and a real broker."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno
from playwright.sync_api import Page, expect

from server.language.translation import LANGUAGES
from server.member.invitation import Invitation
from tests.server.club.conftest import Mosquitto, Wire, wait_for
from tests.server.web.conftest import Quay
from tests.server.web.pages.test_players_in_a_browser import come_in, fine
from tests.server.web.test_live_page import CUT_OFF


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path / "club")
    broker.start()
    yield broker
    broker.kill()


def photographed(invitation: Invitation, file: Path) -> Path:
    """The organiser's screen as a phone's camera sees it: from the side, not quite sharp."""
    matrix = [list(row) for row in segno.make(invitation.link(), error="l", micro=False).matrix]
    code = np.where(np.pad(np.array(matrix, np.uint8), 4), 40, 230).astype(np.uint8)
    side = code.shape[0]
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    seen = np.array([[260, 300], [940, 280], [1010, 1000], [230, 960]], np.float32)
    large = cv2.getPerspectiveTransform(corners, seen)
    screen = cv2.warpPerspective(
        code, large, (1200, 1300), borderValue=110, flags=cv2.INTER_NEAREST
    )
    cv2.imwrite(str(file), cv2.GaussianBlur(screen, (0, 0), 1.2))
    return file


def test_a_table_joins_a_club_and_leaves_it_on_a_phone(
    quay: Quay, phone: Callable[..., Page], mosquitto: Mosquitto, tmp_path: Path
) -> None:
    page, wire = phone(quay), Wire(mosquitto)
    quay.room.begin("Ann", "Bob")
    come_in(quay, page)
    page.goto("/")
    page.get_by_role("link", name="Club").click()
    fine(page)
    page.get_by_role("textbox", name="Or paste the code").fill("hello")
    page.get_by_role("button", name="Join the club").click()
    expect(page.get_by_role("alert")).to_contain_text("This is no club code")

    invitation = mosquitto.invite("table-1")
    page.get_by_label("Photograph the organiser").set_input_files(
        photographed(invitation, tmp_path / "screen.png")
    )
    page.get_by_role("button", name="Use the photograph").click()
    expect(page.get_by_role("heading", name="Table Table-1, club")).to_be_visible()
    wait_for(lambda: bool(wire.of("summary")), "the summary")
    assert names(wire) == [None, None]
    page.get_by_role("checkbox", name="Ann").check()
    page.get_by_role("checkbox", name="Bob").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("checkbox", name="Bob")).to_be_checked()
    wait_for(lambda: names(wire) == ["Ann", "Bob"], "the names")
    page.get_by_role("checkbox", name="Bob").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("checkbox", name="Bob")).not_to_be_checked()
    wait_for(lambda: names(wire) == ["Ann", None], "the guest")
    fine(page)
    in_every_language(page)

    mosquitto.kill()
    expect(page.locator("#trouble")).to_contain_text("The match goes on")
    expect(page.locator("[data-new]")).to_have_count(0)
    fine(page)
    mosquitto.start()
    expect(page.locator("#trouble")).to_be_hidden()

    page.get_by_text("Leave the club …").click()
    page.get_by_role("button", name="Yes, leave").click()
    expect(page.get_by_role("alert")).to_contain_text("The table has left the club")
    wait_for(lambda: wire.of("status")[-1]["state"] == "left", "the farewell")
    told = len(wire.of("rows"))
    quay.room.answer("red", "first:red")
    wire.close()
    assert len(wire.of("rows")) == told
    assert "Bob" not in json.dumps(wire.of("summary")[-1])


def names(wire: Wire) -> list[str | None]:
    """Whom the club sees at the seats of the match."""
    return [seat["name"] for seat in wire.of("summary")[-1]["seats"]]


def test_who_sits_down_says_whether_the_club_sees_the_name(
    quay: Quay, phone: Callable[..., Page], mosquitto: Mosquitto
) -> None:
    page, wire = phone(quay), Wire(mosquitto)
    come_in(quay, page)
    club = quay.room.table.club
    assert club is not None
    club.join(mosquitto.invite("table-1").code(), 1.0)
    page.goto("/")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bob")
    tick = page.get_by_role("checkbox", name="Club sees this name (Player 1)")
    expect(tick).not_to_be_checked()
    tick.check()
    fine(page)
    page.get_by_role("button", name="Begin the match").click()
    page.wait_for_url("**/set-up")
    wait_for(lambda: bool(wire.of("summary")) and names(wire) == ["Ann", None], "the name")

    quay.room.table.store.phones.hold(
        quay.room.table.host.view.match_id or 0, "blue", sitting_here(quay)
    )
    page.goto("/join")
    expect(page.locator("#named-blue")).to_contain_text("In the club: guest")
    expect(page.locator("#named-red")).to_have_count(0)
    fine(page)
    page.get_by_role("button", name="Show the club: Bob").click()
    expect(page.locator("#named-blue")).to_contain_text("In the club: Bob")
    wait_for(lambda: names(wire) == ["Ann", "Bob"], "the other name")
    in_every_language(page)
    page.get_by_role("button", name="Be a guest").click()
    wait_for(lambda: names(wire) == ["Ann", None], "the guest")
    wire.close()


def sitting_here(quay: Quay) -> str:
    """The only phone that is in."""
    [only] = quay.room.table.store.phones.all()
    return only.id


def in_every_language(page: Page) -> None:
    for name in LANGUAGES.values():
        page.locator(".languages").get_by_role("button", name=name).click()
        assert page.evaluate(CUT_OFF) == []
    page.locator(".languages").get_by_role("button", name="English").click()


def test_a_link_of_the_club_fills_the_code_in(
    quay: Quay, phone: Callable[..., Page], mosquitto: Mosquitto
) -> None:
    page, code = phone(quay), mosquitto.invite("table-1").code()
    come_in(quay, page)
    page.goto(f"/club#{code}")
    expect(page.get_by_role("textbox", name="Or paste the code")).to_have_value(code)
    assert page.url.endswith("/club")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Table Table-1, club")).to_be_visible()
