"""Learning up to twelve cards at a time, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from server.live.spreads import Spread, Spreads
from server.simulated.showcase import showcase
from server.trials.bench.phone import NARROW, glance
from tests.server.web.conftest import Served
from tests.server.web.test_every_page import violations
from vision.recognise.found import NO_CARD

GAME = "port_royal"
ON_TABLE = ("sailor/3", "sailor/5", "governor/8", "priest/4")


@pytest.fixture
def laid_out(served: Served) -> Served:
    """Four cards lie on the table, two of them look alike; nothing is played."""
    playground = served.assistant.playground
    assert playground is not None
    playground.show_cards(showcase(GAME, ON_TABLE))
    return served


def test_a_batch_is_a_grid_of_pictures_with_one_all_right(
    laid_out: Served, phone: Callable[..., Page]
) -> None:
    page = phone(laid_out)
    page.goto("/cards")
    page.get_by_role("link", name="Learn up to twelve cards").click()
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator(".laid a")).to_have_count(4)
    expect(page.locator(".laid")).to_contain_text(
        ["Sailor 3", "Sailor 5", "Governor 8", "Priest 4"]
    )
    for picture in page.locator(".laid img").all():
        assert picture.evaluate("image => image.decode().then(() => image.naturalHeight)")
    seen = glance(page)
    assert seen.words <= 90
    assert not seen.sideways
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    seen = glance(page)
    assert not seen.sideways
    assert seen.bars <= NARROW["height"] / 3
    page.get_by_role("button", name="All right: 4 cards").click()
    expect(page.get_by_text("Cards learned: 4")).to_be_visible()
    assert set(laid_out.assistant.learner.albums.cards(GAME)) == set(ON_TABLE)
    expect(page.get_by_text("Kinds known: 4 of 62")).to_be_visible()
    expect(page.locator(".laid.is-known")).to_have_count(4)


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without"])
def test_a_card_that_is_not_right_is_named_by_its_picture_with_the_keyboard_alone(
    laid_out: Served, phone: Callable[..., Page], script: bool
) -> None:
    page = phone(laid_out, java_script_enabled=script)
    page.goto("/cards/spread")

    def press(button: Locator) -> None:
        button.focus()
        page.keyboard.press("Enter")

    press(page.get_by_role("button", name="Look at the table"))
    expect(page.locator(".laid a")).to_have_count(4)
    press(page.get_by_role("link", name="Sailor 5"))
    expect(page.get_by_role("heading", name="Is it Sailor 5?")).to_be_visible()
    expect(page.get_by_role("heading", name="These look alike")).to_be_visible()
    expect(page.locator(".look-alikes li")).to_have_text(["Card 1", "Card 2"])
    assert glance(page).words <= 90
    press(page.get_by_role("button", name="Right", exact=True))
    expect(page.get_by_text("Cards learned: 1")).to_be_visible()
    press(page.get_by_role("link", name="Priest 4"))
    if script:
        page.get_by_role("searchbox", name="Search").fill("jester 7")
        expect(page.locator("#kinds-list li:visible")).to_contain_text(["Jester 7"])
        assert violations(page) == []
    press(page.get_by_role("button", name="Jester 7"))
    expect(page.get_by_text("Cards learned: 1")).to_be_visible()
    assert set(laid_out.assistant.learner.albums.cards(GAME)) == {"sailor/5", "jester/7"}
    # One leaves a card for later: it is not among those that are right.
    press(page.get_by_role("link", name="Governor 8"))
    press(page.get_by_role("button", name="Not now"))
    expect(page.locator("#card-3")).to_contain_text("Which card is this?")
    expect(page.get_by_role("button", name="All right: 1 card")).to_be_visible()
    # The album is corrected by pictures, too.
    page.goto("/cards")
    press(page.get_by_role("link", name="Jester 7"))
    press(page.get_by_role("button", name="Priest 4"))
    expect(page.get_by_text("Priest 4 is learned.")).to_be_visible()
    assert set(laid_out.assistant.learner.albums.cards(GAME)) == {"sailor/5", "priest/4"}


def test_only_cards_of_sets_that_are_owned_are_offered(
    laid_out: Served, phone: Callable[..., Page]
) -> None:
    page = phone(laid_out)
    page.goto("/cards/spread")
    page.get_by_role("button", name="Look at the table").click()
    page.locator("#card-1 a").click()
    expect(page.locator(".kinds button[value='gambler/gambler/4']")).to_have_count(0)
    page.goto("/cards/spread")
    page.get_by_label("Gambler").check()
    page.locator("#look").get_by_role("button", name="Look at the table").click()
    expect(page.get_by_label("Gambler")).to_be_checked()
    expect(page.get_by_text("Kinds known: 0 of 65")).to_be_visible()
    page.locator("#card-1 a").click()
    expect(page.locator(".kinds button[value='gambler/gambler/4']")).to_have_count(1)


NAMES = {
    "captain/4": ["Captain 4"],
    "sailor/3": ["Sailor 3"],
    "sailor/5": ["Sailor 5"],
    "trader/green/3": ["Green trader 3"],
    "trader/blue/3": ["Blue trader 3"],
}


def looked_at(served: Served, *kinds: str) -> tuple[Spreads, Spread]:
    spreads, playground = served.assistant.spreads, served.assistant.playground
    assert playground is not None
    playground.show_cards(showcase(GAME, kinds))
    return spreads, spreads.look(GAME, NAMES)


def test_a_card_shown_twice_under_two_names_is_caught(served: Served) -> None:
    albums = served.assistant.learner.albums
    spreads, spread = looked_at(served, "captain/4", "captain/4", "sailor/3")
    assert [card.kind for card in spread.cards] == [None] * 3
    assert spreads.learn(spread.look, {1: "captain/4"}, NAMES) == {}
    (why,) = spreads.learn(spread.look, {2: "priest/4"}, NAMES).values()
    assert "looks like Captain 4" in str(why)
    (why,) = spreads.learn(spread.look, {3: "captain/4"}, NAMES).values()
    assert "known with another picture" in str(why)
    assert spreads.learn(spread.look, {3: NO_CARD}, NAMES) == {}
    assert list(albums.cards(GAME)) == ["captain/4", f"{NO_CARD}/1"]


def test_no_kind_is_proposed_for_two_cards_and_nothing_that_is_as_likely_as_another(
    served: Served,
) -> None:
    spreads, spread = looked_at(served, "captain/4", "captain/4", "sailor/3", "trader/green/3")
    proposed = [card.proposed for card in spread.cards]
    assert proposed == ["captain/4", None, "sailor/3", None]
    assert set(spread.cards[3].guesses) == {"trader/green/3", "trader/blue/3"}
    spreads.learn(spread.look, {4: "trader/blue/3"}, NAMES)
    spreads.wait(spread.look, 3, NAMES)
    spreads.learn(spread.look, {1: "captain/4"}, NAMES)
    assert spreads.spread is not None
    assert [card.proposed for card in spreads.spread.cards] == [None] * 4


def test_what_is_said_of_cards_that_lie_there_no_more_is_refused(served: Served) -> None:
    spreads, before = looked_at(served, "captain/4", "sailor/3")
    _, spread = looked_at(served, "sailor/3", "captain/4")
    (why,) = spreads.learn(before.look, {1: "captain/4"}, NAMES).values()
    assert "Look at the table again" in str(why)
    spreads.wait(before.look, 1, NAMES)
    assert spreads.spread is spread
    (why,) = spreads.learn(spread.look, {7: "captain/4"}, NAMES).values()
    assert "Look at the table again" in str(why)
    assert not served.assistant.learner.albums.cards(GAME)


def test_while_a_match_is_played_no_cards_are_laid_out(
    served: Served, phone: Callable[..., Page]
) -> None:
    served.begin()
    page = phone(served)
    page.goto("/cards/spread")
    expect(page.get_by_text("A match is running. Hold SCAN")).to_be_visible()
    expect(page.get_by_role("button", name="Look at the table")).to_have_count(0)
