"""Maps on a phone: whatever is tapped is told, and what can be done there can be chosen."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.web.conftest import Quay
from tests.server.web.evenings import go_on, golden, play

Phone = Callable[..., Page]


def asked_to_sail(quay: Quay, page: Page, game: str) -> str:
    """The phone of whoever sails first in a match of this game; the answer that was given."""
    keys = golden(2, game)
    sails = next(number for number, key in enumerate(keys) if key.startswith("sail:"))
    go_on(quay.room, play(quay.room.table.store, 2, sails, game=game, names=("Ann", "Bob")))
    choice = quay.room.match.choice
    assert choice is not None
    quay.sit(page, choice.who.name)
    return keys[sails]


def tap_on_map(page: Page, name: str) -> None:
    page.locator(".sea-upright").get_by_role("link", name=name, exact=True).click()


def test_a_harbour_of_maracaibo_is_told_and_sailed_to_from_the_map(
    quay: Quay, phone: Phone
) -> None:
    page = phone(quay)
    asked_to_sail(quay, page, "maracaibo")
    page.goto("/me")
    answered = len(quay.room.match.journal)
    place = page.locator('.sea-upright a.is-open:not([data-keys*=" "])').first  # one way there
    key = place.get_attribute("data-keys")
    place.click(delay=1000)
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".place-head")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    assert len(quay.room.match.journal) == answered
    place.click()
    expect(sheet).to_be_hidden()
    quay.room.until(lambda view: view.match is not None and len(view.match.journal) > answered)
    assert quay.room.match.journal[-1] == key


def test_a_region_of_navegador_is_told_and_sailed_to_from_the_map(quay: Quay, phone: Phone) -> None:
    page = phone(quay)
    key = asked_to_sail(quay, page, "navegador")
    page.goto("/me")
    tap_on_map(page, "Portugal")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("New ships start here")
    sheet.locator(f'button[value="{key}"]').click()
    quay.room.until(lambda view: view.match is not None and key in view.match.journal)
    page.goto("/table")
    expect(page.locator(".sea-upright .region.is-moved")).to_have_count(2)


def test_without_javascript_a_place_on_the_map_leads_to_its_words(quay: Quay, phone: Phone) -> None:
    page = phone(quay, java_script_enabled=False)
    asked_to_sail(quay, phone(quay), "navegador")
    page.goto("/table")
    tap_on_map(page, "Goa")
    expect(page).to_have_url(f"{quay.url}/table#region-goa")
    expect(page.locator("#region-goa")).to_be_visible()
