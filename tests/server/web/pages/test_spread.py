"""Learning up to twelve cards at a time, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from server.live.messages import Refused
from server.simulated.showcase import showcase
from tests.server.web.conftest import Served
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


def test_cards_are_learned_together_look_alikes_side_by_side(
    laid_out: Served, phone: Callable[..., Page]
) -> None:
    page = phone(laid_out)
    page.goto("/cards")
    page.get_by_role("link", name="Learn up to twelve cards at a time").click()
    page.get_by_role("button", name="Look at the table").click()
    expect(page.get_by_role("heading", name="Card 4")).to_be_visible()
    expect(page.get_by_role("heading", name="These look alike")).to_have_count(1)
    expect(page.locator(".look-alikes li")).to_have_text(["Card 1", "Card 2"])
    assert page.locator(".look-alikes img").first.evaluate(
        "image => image.decode().then(() => image.naturalHeight)"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    albums = laid_out.assistant.learner.albums
    # A guess is confirmed, another card is chosen; the others wait.
    page.locator("#card-3 input[value='governor/8']").check()
    page.locator("#card-1").get_by_label("Another card").select_option("sailor/3")
    page.get_by_role("button", name="Learn the cards that I have named").click()
    expect(page.get_by_text("Cards learned: 2")).to_be_visible()
    expect(page.locator("#card-3 .chip")).to_have_text("Governor 8")
    expect(page.get_by_text("Kinds known: 2 of 62")).to_be_visible()
    assert set(albums.cards(GAME)) == {"sailor/3", "governor/8"}
    expect(page.locator(".look-alikes li")).to_have_text(["Sailor 3", "Card 2"])
    # One stops and goes on: the spread is still there, and what was learned as well.
    page.goto("/cards")
    page.goto("/cards/spread")
    expect(page.locator("#card-2 input").first).to_be_visible()


def test_a_card_shown_twice_under_two_names_is_caught(served: Served) -> None:
    spreads, albums = served.assistant.spreads, served.assistant.learner.albums
    playground = served.assistant.playground
    assert playground is not None
    playground.show_cards(showcase(GAME, ("captain/4", "captain/4", "sailor/3")))
    names = {"captain/4": ["Captain 4"], "sailor/3": ["Sailor 3"], "sailor/5": ["Sailor 5"]}
    spread = spreads.look(GAME, names)
    assert [card.kind for card in spread.cards] == [None] * 3
    assert spread.cards[2].guesses[:1] == ("sailor/3",), "by its title and number"
    spreads.learn(1, "captain/4", names)
    with pytest.raises(Refused, match="looks just like the one that is known as Captain 4"):
        spreads.learn(2, "priest/4", names)
    with pytest.raises(Refused, match="known already, with another picture"):
        spreads.learn(3, "captain/4", names)
    spreads.learn(3, NO_CARD, names)
    assert list(albums.cards(GAME)) == ["captain/4", f"{NO_CARD}/1"]


def test_while_a_match_is_played_no_cards_are_laid_out(
    served: Served, phone: Callable[..., Page]
) -> None:
    served.begin()
    page = phone(served)
    page.goto("/cards/spread")
    expect(page.get_by_text("A match is being played on this table.")).to_be_visible()
    expect(page.get_by_role("button", name="Look at the table")).to_have_count(0)
