"""Two evenings of Maracaibo's campaign on two phones, in a real browser, with a vote."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from rules.maracaibo.story.archive import Archive, Past
from tests.server.web.conftest import Quay, opened_room
from tests.server.web.games.maracaibo.first_evening import (
    ENDING,
    at_the_vote,
    evening_with,
    keys,
)

PHONE = {"width": 360, "height": 740}


def answer(page: Page, key: str) -> None:
    page.goto("/me")
    page.locator(f'button[name=key][value="{key}"]').click()


def test_a_step_that_was_ticked_stays_so_while_the_page_follows_the_table(
    quay: Quay, phone: Callable[..., Page]
) -> None:
    archive = Archive(waiting=(4,), past=(Past(1, "a"), Past(2)))
    asked = evening_with(quay.room, archive, "card 4")
    page = phone(quay, viewport=PHONE)
    quay.sit(page, asked.name)
    page.goto("/me")
    step = page.get_by_label("Lay Legacy tile L10 on Aruba (12).")
    step.check()
    with page.expect_response("**/me"):
        quay.room.table.events.publish()
    expect(step).to_be_checked()
    expect(page.get_by_label("Discard project cards 90, 92.")).not_to_be_checked()
    page.get_by_role("button", name="Done").click()
    expect(step).to_have_count(0)


def test_two_phones_vote_and_another_evening_the_story_goes_on(
    tmp_path: Path, phone: Callable[..., Page]
) -> None:
    with opened_room(tmp_path) as room:
        campaign = at_the_vote(room)
        quay = Quay(room, "", 0)
        with quay.serving():
            pages = {}
            for name in ("Ann", "Bob"):
                pages[name] = phone(quay, viewport=PHONE)
                quay.sit(pages[name], name)
            for key in keys()[-ENDING:]:
                assert room.match.choice is not None
                answered = len(room.match.journal)
                asked = pages[room.match.choice.who.name]
                answer(asked, key)
                room.until(lambda view, n=answered: view.match and len(view.match.journal) > n)  # type: ignore[misc]
            assert room.match.choice is None
            page = pages["Bob"]
            page.goto("/scores")
            page.get_by_role("link", name="To its campaign").click()
            expect(page.get_by_role("heading", name="Who may read the ledger?")).to_be_visible()
            page.get_by_text("From here on").click()
            with page.expect_download() as file:
                page.get_by_role("link", name="Save as a file").click()
            saved = tmp_path / file.value.suggested_filename
            file.value.save_as(saved)
    with opened_room(tmp_path) as room:
        quay = Quay(room, "", 0)
        with quay.serving():
            page = phone(quay, viewport=PHONE)
            page.goto("/join")
            page.get_by_role("button", name="Join without a seat").click()
            expect(page.get_by_text("Hold NEXT for two seconds")).to_be_visible()
            room.let_in()
            expect(page.get_by_text("You have joined:")).to_be_visible()
            page.goto("/campaigns")
            page.get_by_role("link", name="Maracaibo").click()
            page.get_by_role("button", name="Begin the next match").click()
            expect(page).to_have_url(f"{quay.url}/set-up")
            expect(page.get_by_text("from the archive, with their quests.")).to_be_visible()
            matches = room.table.store.campaigns.matches(campaign)
            assert len(matches) == 2
            page.goto("/campaigns")
            page.get_by_text("Load a campaign").click()
            page.locator("input[type=file]").set_input_files(saved)
            page.get_by_role("button", name="Begin the next match").click()
            expect(page).to_have_url(f"{quay.url}/set-up")
            restored = room.table.host.view.match_id
            page.goto(f"/campaigns/{restored}")
            expect(page.get_by_role("heading", name="The story before")).to_be_visible()
