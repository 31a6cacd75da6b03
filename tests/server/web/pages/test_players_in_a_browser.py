"""An evening ends and another match begins, on a real phone: again, giving up, deleting."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.web.conftest import Quay
from tests.server.web.evenings import go_on, play
from tests.server.web.test_every_page import violations
from tests.server.web.test_live_page import CUT_OFF


def come_in(quay: Quay, page: Page) -> None:
    page.goto("/join")
    page.get_by_role("button", name="Join without a seat").click()
    expect(page.get_by_text("Hold NEXT for two seconds")).to_be_visible()
    quay.room.let_in()
    expect(page.get_by_text("You have joined:")).to_be_visible()


def fine(page: Page) -> None:
    assert violations(page) == []
    assert page.evaluate(CUT_OFF) == []


def test_a_match_ends_is_played_again_given_up_and_deleted(
    quay: Quay, phone: Callable[..., Page]
) -> None:
    store, page = quay.room.table.store, phone(quay)
    first = play(store, 5)
    store.keep_results(first)
    go_on(quay.room, first)
    come_in(quay, page)
    page.goto("/scores")
    victory = page.locator(".victory")
    expect(victory.get_by_role("heading", name="Dora wins!")).to_be_visible()
    expect(victory).to_have_class(re.compile("seat-yellow"))
    expect(victory).to_contain_text("3 points ahead of Bob")
    expect(page.locator("section", has_text="What decided it").last).to_contain_text("Expeditions")
    expect(page.locator(".moments li")).to_have_count(3)
    expect(page.locator(".chart:visible")).to_be_visible()
    fine(page)
    page.get_by_role("button", name="Play again with the same people").click()
    page.wait_for_url("**/set-up")
    assert [seat.name for seat in quay.room.match.seats] == ["Ann", "Bob", "Cleo", "Dora", "Emil"]
    second = quay.room.table.host.view.match_id
    page.goto("/")
    page.get_by_text("Give up this match …").click()
    page.get_by_role("button", name="Yes, give it up").click()
    page.wait_for_url(f"**/history/{second}")
    expect(page.locator(".title")).to_contain_text("given up")
    fine(page)
    page.get_by_text("Delete this match …").click()
    page.get_by_role("button", name="Yes, delete it for good").click()
    page.wait_for_url("**/history")
    expect(page.locator(".matches > li")).to_have_count(1)
    assert [record.id for record in store.matches()] == [first]


def test_people_are_looked_up_renamed_and_chosen_for_the_next_match(
    quay: Quay, phone: Callable[..., Page]
) -> None:
    store, page = quay.room.table.store, phone(quay)
    store.keep_results(play(store, 2))
    come_in(quay, page)
    page.goto("/history")
    page.get_by_role("link", name="Players and hall of fame").click()
    expect(page.locator(".fame .place-1")).to_contain_text("Bob")
    fine(page)
    page.locator(".famous").get_by_role("link", name="Bob").click()
    expect(page.locator(".facts")).to_contain_text("Wins1")
    page.get_by_text("Average points by source").click()
    fine(page)
    page.get_by_role("textbox", name="Name").fill("Robert")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Robert")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="Robert").click()
    expect(page.locator("#name-0")).to_have_value("Robert")
    expect(page.locator("#colour-0-blue")).to_be_checked()
    expect(page.locator(".known")).not_to_contain_text("Robert")


def test_a_clock_counts_for_whoever_thinks_and_only_for_them(
    quay: Quay, phone: Callable[..., Page]
) -> None:
    page = phone(quay)
    quay.room.begin()
    quay.room.answer("red", "first:red")
    come_in(quay, page)
    page.goto("/players")
    page.get_by_role("button", name="Show the clocks").click()
    page.goto("/table")
    thinking, waiting = page.locator("#clock-red"), page.locator("#clock-blue")
    said = thinking.inner_text()
    expect(thinking).not_to_have_text(said)
    expect(waiting).to_have_text("0:00")
    fine(page)
