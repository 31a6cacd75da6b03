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
    page.get_by_role("link", name="Club of many tables").click()
    fine(page)
    page.get_by_role("textbox", name="Or paste the code").fill("hello")
    page.get_by_role("button", name="Join the club").click()
    expect(page.get_by_role("alert")).to_contain_text("This is not the code of a club")

    invitation = mosquitto.invite("table-1")
    page.get_by_label("Photograph the code").set_input_files(
        photographed(invitation, tmp_path / "screen.png")
    )
    page.get_by_role("button", name="Join with the photograph").click()
    expect(page.get_by_role("heading", name="Table-1 is a table of the club")).to_be_visible()
    wait_for(lambda: bool(wire.of("summary")), "the summary")
    assert [seat["name"] for seat in wire.of("summary")[-1]["seats"]] == ["Ann", "Bob"]
    page.get_by_role("checkbox", name="Bob").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("checkbox", name="Bob")).not_to_be_checked()
    wait_for(lambda: wire.of("summary")[-1]["seats"][1]["name"] is None, "the guest")
    fine(page)
    in_every_language(page)

    mosquitto.kill()
    expect(page.locator("#trouble")).to_contain_text("The match goes on without it")
    expect(page.locator("[data-new]")).to_have_count(0)
    fine(page)
    mosquitto.start()
    expect(page.locator("#trouble")).to_be_hidden()

    page.get_by_text("Leave the club …").click()
    page.get_by_role("button", name="Yes, leave the club").click()
    expect(page.get_by_role("alert")).to_contain_text("The table has left the club")
    wait_for(lambda: wire.of("status")[-1]["state"] == "left", "the farewell")
    told = len(wire.of("rows"))
    quay.room.answer("red", "first:red")
    wire.close()
    assert len(wire.of("rows")) == told
    assert "Bob" not in json.dumps(wire.of("summary")[-1])


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
    expect(page.get_by_role("heading", name="Table-1 is a table of the club")).to_be_visible()
