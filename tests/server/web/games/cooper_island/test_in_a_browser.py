"""With a real browser: a whole round of Cooper Island, played on two phones."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from rules.flow import TABLE
from tests.server.web.conftest import Line
from tests.server.web.evenings import go_on, golden_match, play
from tests.server.web.games.navegador.test_in_a_browser import barriers, sit_down

NAME = "cooper_island"
START, END = 75, 134
"""The second round of the golden journal for two."""


def press(line: Line, page: Page, key: str) -> str:
    """Answer on the phone of whoever is asked: on the map, with a button, or piece by piece."""
    answered = len(line.room.match.journal)
    expect(page.locator(".ask input[name=after]").first).to_have_value(str(answered))
    page.set_default_timeout(8_000)
    button = page.locator(f'.ask button[name=key][value="{key}"]').first
    on_map = page.locator(f'[data-press="{key}"]').first
    if page.locator(".ask input[name=thing]").count():
        for thing in key.partition(":")[2].split("+"):
            page.locator(f'.ask input[name=thing][value="{thing}"]').check()
        page.locator(".ask").get_by_role("button", name="Done").click()
        way = "ticks"
    elif on_map.count():
        if first := on_map.get_attribute("data-of"):
            page.locator(f'[data-choose="{first}"]').first.click()
        on_map.click()
        way = "map"
    elif button.count() and button.is_visible():
        button.click()
        way = "button"
    else:
        folds = "document.querySelectorAll('.ask details').forEach(fold => fold.open = true)"
        page.evaluate(folds)
        button.click()
        way = "folded"
    line.room.until(lambda view: view.match is not None and len(view.match.journal) > answered)
    return way


def test_a_whole_round_is_played_on_two_phones(line: Line, phone: Callable[..., Page]) -> None:
    whole = golden_match(2, game=NAME)
    go_on(line.room, play(line.room.table.store, 2, START, game=NAME))
    pages = {}
    for name, seat in zip(("Ann", "Bob"), whole.seats, strict=True):
        pages[seat.colour] = phone(line)
        sit_down(line, pages[seat.colour], name)
        pages[seat.colour].goto("/me")
    ways = set()
    for key in whole.journal[START:END]:
        choice = line.room.match.choice
        assert choice is not None
        if choice.who is TABLE:  # the camera tells what came out of the bag
            line.room.answer(whole.seats[0].colour, key)
        else:
            ways.add(press(line, pages[choice.who.colour], key))
    assert line.room.match.journal == whole.journal[:END]
    assert line.room.match.table.round == 3
    assert {"map", "button", "ticks"} <= ways
    for page in pages.values():
        for path in ("/table", "/me", "/scores"):
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") == 360, path
            assert barriers(page) == [], path
