"""The Adventure Begins in a real browser: a chapter ends, and another day the next one begins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.server.store.test_campaigns import ALONE, chapter
from tests.server.web.conftest import Quay, opened_room


def come_in(quay: Quay, page: Page) -> None:
    """The phone is let in without a seat."""
    page.goto("/join")
    page.get_by_role("button", name="Join without a seat").click()
    expect(page.get_by_text("Hold NEXT for two seconds")).to_be_visible()
    quay.room.let_in()
    expect(page.get_by_text("You have joined:")).to_be_visible()


def test_a_chapter_ends_and_the_next_begins_on_another_day(
    tmp_path: Path, phone: Callable[..., Page]
) -> None:
    keys = chapter(ALONE, won=True)
    with opened_room(tmp_path) as room:
        quay = Quay(room, "", 0)
        with quay.serving():
            page = phone(quay, viewport={"width": 360, "height": 740})
            come_in(quay, page)
            page.goto("/?game=port_royal")
            page.locator("#name-0").fill("Ann")
            page.get_by_role("button", name="What is played").click()
            page.get_by_role("button", name="The adventure alone").click()
            page.get_by_role("button", name="Done").click()
            page.get_by_role("button", name="Begin the match").click()
            expect(page).to_have_url(f"{quay.url}/set-up")
            quay.sit(page, "Ann")
            room.answer("red", *keys[:-1])
            page.goto("/me")
            expect(page.get_by_text("Read aloud: Story card 61")).to_be_visible()
            page.locator(f'button[name=key][value="{keys[-1]}"]').click()
            room.until(lambda view: view.match is not None and view.match.choice is None)
            page.goto("/scores")
            page.get_by_role("link", name="To its campaign").click()
            expect(page.get_by_role("heading", name="Story card 61")).to_be_visible()
    with opened_room(tmp_path) as room:
        quay = Quay(room, "", 0)
        with quay.serving():
            page = phone(quay, viewport={"width": 360, "height": 740})
            come_in(quay, page)
            page.goto("/campaigns")
            page.get_by_role("link", name="Port Royal").click()
            page.get_by_role("button", name="Begin the next match").click()
            expect(page).to_have_url(f"{quay.url}/set-up")
            expect(page.get_by_text("in the deck, by number: 80")).to_be_visible()
            assert room.match.settings["chapter"] == "2"
