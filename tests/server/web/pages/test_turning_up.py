"""On the simulated table nobody names what was turned up: a button turns it up."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from rules.flow import Reveal
from rules.games import GAMES
from server.live.messages import Begin
from tests.patience import PATIENCE
from tests.server.web.conftest import NAMES, Room, Served
from tests.server.web.pages.test_me import offered, page


def begin(served: Served, game: str) -> None:
    wish = Begin(game, NAMES, GAMES[game].proposed(simulated=True))
    served.assistant.host.ask(wish).result(timeout=PATIENCE)


def test_the_button_turns_up_what_lies_next_and_lays_it_where_it_belongs(
    served: Served, phone: Callable[..., Page]
) -> None:
    begin(served, "cooper_island")
    host, table = served.assistant.host, served.table.playground
    assert table is not None
    shown = phone(served)
    shown.goto("/join")
    shown.get_by_role("button", name="Sit here (Ann)").click()
    shown.get_by_role("button", name="Join from this screen").click()
    expect(shown.locator("li", has_text="Ann").get_by_text("This phone")).to_be_visible()
    shown.goto("/me")
    question = shown.locator(".ask")
    expect(question.locator(".prompt")).to_have_text("Which royal card? (1 of 4)")
    hidden = table.comes_up()
    assert hidden is not None
    assert hidden.value.id not in shown.content()
    buttons = question.locator("form button")
    expect(buttons).to_have_text(["Turn it up"])
    assert shown.evaluate("document.documentElement.scrollWidth") == 360
    buttons.click()
    expect(question.locator(".prompt")).to_have_text("Which royal card? (2 of 4)")
    assert host.view.match is not None
    assert host.view.match.journal == [hidden.key]
    assert table.shown().places[hidden.value.id] == "royal_row"
    expect(shown.get_by_text("Do on the table")).to_have_count(0)
    assert not host.view.wrong


def test_on_a_real_table_it_is_named_if_the_camera_has_not_seen_it(room: Room) -> None:
    room.begin(game="cooper_island")
    assert room.match.choice is not None
    assert isinstance(room.match.choice, Reveal)
    assert len(offered(page(room.player(room.match.seats[0].colour)))) > 1
