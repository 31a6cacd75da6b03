"""Pages are short: what is folded up stays so, and nothing moves under a finger."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.server.web.conftest import Quay
from tests.server.web.evenings import go_on, golden, play
from tests.server.web.test_taps import while_it_changes

Phone = Callable[..., Page]


def test_what_was_unfolded_stays_so_when_the_table_changes_and_on_coming_back(
    quay: Quay, phone: Phone
) -> None:
    quay.room.begin(game="navegador")
    page = phone(quay)
    page.goto("/table")
    market, moves = page.locator("#fold-market"), page.locator("#fold-moves")
    expect(market).not_to_have_attribute("open", "")
    market.get_by_text("The market").click()
    expect(market.get_by_role("table")).to_be_visible()
    while_it_changes(quay.room.table, page, lambda: quay.room.press())
    expect(market.get_by_role("table")).to_be_visible()
    page.goto("/scores")
    page.goto("/table")
    expect(market.get_by_role("table")).to_be_visible()
    expect(moves).not_to_have_attribute("open", "")


def test_a_large_screen_shows_everything(quay: Quay, phone: Phone) -> None:
    quay.room.begin(game="navegador")
    page = phone(quay, viewport={"width": 1280, "height": 800})
    page.goto("/table")
    expect(page.locator("details.fold:not([open])")).to_have_count(0)


def test_what_was_tapped_stays_under_the_finger_while_the_lists_around_it_change(
    quay: Quay, phone: Phone
) -> None:
    quay.room.begin()
    quay.room.answer("red", "first:red", "draw", "turn:sailor/3.1")
    page = phone(quay, has_touch=True, is_mobile=True)
    page.goto("/table")
    aimed = page.locator("#fold-moves > summary")
    aimed.tap()
    before = aimed.bounding_box()
    assert before is not None
    # More cards lie above it, and a row of them more.
    for card in ("trader/red/3.1", "admiral/7.1", "captain/4.1", "settler/4.1"):
        turn_up = partial(quay.room.answer, "red", "draw", f"turn:{card}")
        while_it_changes(quay.room.table, page, turn_up)
    expect(page.locator(".card")).to_have_count(5)
    after = aimed.bounding_box()
    assert after is not None
    assert (after["x"], after["y"]) == pytest.approx((before["x"], before["y"]), abs=3)


@pytest.mark.parametrize(("game", "most"), [("navegador", 4), ("maracaibo", 5)])
def test_pages_of_a_large_game_are_a_few_screens_high(
    quay: Quay, phone: Phone, game: str, most: int
) -> None:
    middle = len(golden(2, game)) // 2
    go_on(quay.room, play(quay.room.table.store, 2, middle, game=game))
    page = phone(quay)
    for path in ("/table", "/"):
        page.goto(path)
        high = page.evaluate("document.documentElement.scrollHeight / innerHeight")
        assert high <= most, path
