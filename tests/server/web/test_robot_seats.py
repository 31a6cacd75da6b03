"""Robots among people, in a browser: who is one, and what people move for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from server.trials.screenshots import speak
from tests.server.web.conftest import Quay
from tests.server.web.test_every_page import violations
from vision.reading import Sighting

HARBOUR = ("ship/red/1/1.1", "ship/yellow/3/2.1")
MOVE = {
    "en": "Move Pinnace 3 from the harbour to the discard pile",
    "uk": "Перекладіть: Пінас 3 (гавань → скид)",
}


@pytest.mark.parametrize("language", MOVE)
def test_a_robot_takes_over_and_everybody_reads_what_to_move_for_it(
    quay: Quay, phone: Callable[..., Page], language: str, tmp_path: Path
) -> None:
    room = quay.room
    room.begin("Ann", "Bob")
    screen = phone(quay)
    quay.sit(screen, "Ann", "Bob")
    first, second = HARBOUR
    room.answer("red", "first:red", "draw", f"turn:{first}", "draw", f"turn:{second}", "stop")
    room.see(Sighting(dict.fromkeys(HARBOUR, "harbour")))
    speak(screen, language, quay.url)
    screen.goto("/join")
    screen.locator("#robot-red summary").click()
    _is_well(screen, tmp_path / "join.png")
    screen.locator('#robot-red [value="sensible"]').click()
    expect(screen.locator('form[action="/join/robot"] .chip')).to_be_visible()
    for page in ("table", "me", "screen"):
        screen.goto(f"/{page}")
        told = screen.locator(".screen-asks" if page == "screen" else "#robot-red li").first
        expect(told).to_contain_text(MOVE[language])
        if page != "screen":
            screen.reload()  # what has just come is paler
            _is_well(screen, tmp_path / f"{page}.png")
    screen.goto("/join")
    screen.locator('form[action="/join/ask"] [value="red"]').click()
    room.let_in()
    expect(screen.locator('form[action="/join/robot"] .chip')).to_have_count(0)
    screen.goto("/table")
    expect(screen.locator("#robot-red")).to_have_count(0)


def _is_well(screen: Page, picture: Path) -> None:
    """Everybody can read it, and nothing is cut off."""
    screen.screenshot(path=picture, full_page=True)
    assert violations(screen) == []
    assert screen.evaluate("document.documentElement.scrollWidth") <= 360


def test_who_is_asked_what_was_turned_up_reads_for_which_robot(
    quay: Quay, phone: Callable[..., Page], tmp_path: Path
) -> None:
    room = quay.room
    room.begin("Ann", "Bob")
    screen = phone(quay)
    quay.sit(screen, "Bob")
    room.answer("red", "first:red")
    assert room.table.robot_seats is not None
    room.table.robot_seats.seat(room.table.host.view, "red", "sensible")
    room.until(lambda view: bool(view.match and view.match.journal[-1] == "draw"))
    for page in ("me", "table", "screen"):
        screen.goto(f"/{page}")
        told = screen.locator(".screen-asks" if page == "screen" else "#robot-red li")
        expect(told).to_have_text("Turn one up for Ann from the deck")
        if page != "screen":
            _is_well(screen, tmp_path / f"{page}.png")
