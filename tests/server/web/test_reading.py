"""Help where one needs it: what is tapped is explained, and what is new is explained by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules.games import GAMES
from tests.server.web.conftest import Quay, Room
from tests.server.web.test_taps import while_it_changes

Phone = Callable[..., Page]


def anns_phone(quay: Quay, phone: Phone, guide: bool = False) -> Page:
    quay.room.begin()
    ann = phone(quay, guide=guide)
    quay.sit(ann, "Ann")
    quay.room.answer("red", "first:red", "draw", "turn:admiral/7.1")
    return ann


# ------------------------------------------------------------------------------- Tapped to be read


def test_a_card_that_is_tapped_says_what_it_does(quay: Quay, phone: Phone) -> None:
    ann = anns_phone(quay, phone)
    ann.goto("/table")
    ann.get_by_role("link", name="Admiral 7").click()
    sheet = ann.get_by_role("dialog")
    expect(sheet).to_contain_text("Admiral: 2 coins, whenever it is your turn to take")
    expect(sheet.locator("img")).to_be_visible()
    while_it_changes(ann, lambda: quay.room.answer("red", "stop"))
    expect(sheet).to_be_visible()  # it stays while the table changes
    ann.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    expect(ann).to_have_url(f"{quay.url}/table")


def test_without_javascript_a_card_leads_to_a_page_with_the_same_words(
    quay: Quay, phone: Phone
) -> None:
    anns_phone(quay, phone)
    page = phone(quay, java_script_enabled=False)
    page.goto("/table")
    page.get_by_role("link", name="Admiral 7").click()
    expect(page.get_by_role("heading", name="Admiral 7")).to_be_visible()
    expect(page.locator("main")).to_contain_text("whenever it is your turn to take")


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_of_every_game_has_its_page(room: Room, game: str) -> None:
    room.begin(game=game)
    visitor = room.visitor()
    kinds = dict.fromkeys(piece.kind for piece in room.match.game.pieces.values())
    for kind in kinds:
        page = visitor.get(f"/rules/piece/{game}/{kind}")
        assert page.status_code == 200, kind
    assert visitor.get(f"/rules/piece/{game}/nothing").status_code == 404
    assert visitor.get("/rules/piece/nothing/nothing").status_code == 404


# --------------------------------------------------------------------------------- The first match


def test_a_rule_is_explained_the_first_time_it_applies_and_then_folded_up(
    quay: Quay, phone: Phone
) -> None:
    ann = anns_phone(quay, phone, guide=True)
    ann.goto("/me")
    lesson = ann.locator("details.guide")
    expect(lesson).to_have_attribute("open", "")
    expect(lesson.locator("li:visible")).to_have_count(4)  # three sentences, and where the rest is
    expect(lesson).to_contain_text("Turn up cards from the deck one by one")
    quay.room.answer("red", "draw", "turn:sailor/3.1")  # the same rule applies again
    expect(ann.locator(".happened")).to_contain_text("Sailor 3")
    expect(lesson).not_to_have_attribute("open", "")
    quay.room.answer("red", "stop")  # and now another one
    expect(lesson).to_have_attribute("open", "")
    expect(lesson).to_contain_text("You may take one card")
    expect(lesson.locator("img")).to_be_visible()


def test_the_guide_can_be_switched_off_and_read_all_the_same(quay: Quay, phone: Phone) -> None:
    ann = anns_phone(quay, phone, guide=True)
    ann.goto("/table")
    ann.get_by_role("button", name="Explain what is new to me").click()
    ann.goto("/me")
    lesson = ann.locator("details.guide")
    expect(lesson).not_to_have_attribute("open", "")
    lesson.locator("summary").click()
    expect(lesson).to_contain_text("Turn up cards from the deck one by one")
