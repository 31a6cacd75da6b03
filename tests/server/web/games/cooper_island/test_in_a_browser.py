"""With a real browser: a whole round of Cooper Island, played on two phones."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from rules.flow import TABLE, Seat
from server.live.asked import answers_before
from tests.server.web.conftest import Line
from tests.server.web.evenings import go_on, golden_match, play
from tests.server.web.games.cooper_island.test_pages import NAME, second_round
from tests.server.web.games.navegador.test_in_a_browser import barriers, sit_down

UNFOLD = """(node) => {
  for (let fold = node; fold; fold = fold.parentElement?.closest("details")) fold.open = true;
}"""


def press(line: Line, page: Page, seat: Seat, key: str) -> str:
    """Answer on the phone of a seat that is asked: on the map, with a button, or piece by piece."""
    answered, before = len(line.room.match.journal), len(answers_before(line.room.match, seat))
    expect(page.locator(".ask input[name=after]").first).to_have_value(str(before))
    button = page.locator(f'main button[name=key][value="{key}"]').first
    on_map = page.locator(f'[data-press="{key}"]').first
    if page.locator(".ask input[name=thing]").count():
        while (proposed := page.locator(".ask input[name=thing]:checked")).count():
            proposed.first.uncheck()
        for thing in key.partition(":")[2].split("+"):
            page.locator(f'.ask input[name=thing][value="{thing}"]').check()
        page.get_by_role("button", name="Done").click()
        way = "ticks"
    elif key.startswith("amount:"):
        page.locator(f'main button[name=amount][value="{key.partition(":")[2]}"]').click()
        way = "amount"
    elif on_map.count():
        if first := on_map.get_attribute("data-of"):
            page.locator(f'[data-choose="{first}"]').first.click()
        on_map.click()
        way = "map"
    elif button.count() and button.is_visible():
        button.click()
        way = "button"
    else:
        button.evaluate(UNFOLD)
        button.click()
        way = "folded"
    line.room.until(lambda view: view.match is not None and len(view.match.journal) > answered)
    return way


def test_a_whole_round_is_played_on_two_phones(line: Line, phone: Callable[..., Page]) -> None:
    whole = golden_match(2, game=NAME)
    start, end = second_round()
    go_on(line.room, play(line.room.table.store, 2, start, game=NAME))
    pages = {}
    for name, seat in zip(("Ann", "Bob"), whole.seats, strict=True):
        pages[seat.colour] = phone(line)
        sit_down(line, pages[seat.colour], name)
        pages[seat.colour].goto("/me")
    ways = set()
    for number, key in enumerate(whole.journal[start:end], start):
        who = whole.answers[number].who
        if who is TABLE:  # the camera tells what came out of the bag
            line.room.answer(whole.seats[0].colour, key)
        else:
            ways.add(press(line, pages[who.colour], who, key.partition("@")[0]))
    assert line.room.match.journal == whole.journal[:end]
    assert line.room.match.table.round == 3
    assert {"map", "button", "ticks"} <= ways
    for page in pages.values():
        for path in ("/table", "/me", "/scores"):
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") == 360, path
            assert barriers(page) == [], path


def test_two_phones_answer_their_income_at_the_same_time(
    line: Line, phone: Callable[..., Page]
) -> None:
    """Bob, who would come second, is done first; what Ann has before her stays as it is."""
    go_on(line.room, play(line.room.table.store, 2, second_round()[0], game=NAME))
    ann, bob = line.room.match.seats
    pages = {seat: phone(line) for seat in (ann, bob)}
    for seat, page in pages.items():
        sit_down(line, page, seat.name)
        page.goto("/me")
        expect(page.locator(".ask .prompt").first).to_have_text("Income: what comes next?")
        expect(page.get_by_text("One at a time")).to_be_attached()
    form = pages[ann].locator(".ask").first.get_attribute("id")
    press(line, pages[bob], bob, "skip")
    expect(pages[bob].get_by_text("Waiting")).to_be_visible()
    expect(pages[ann].get_by_text("One at a time")).to_have_count(0)
    expect(pages[ann].locator(".ask").first).to_have_attribute("id", form or "")
    pages[bob].goto("/table")
    expect(pages[bob].locator("#turn")).to_contain_text(ann.name)
    press(line, pages[ann], ann, "skip")
    line.room.until(lambda view: view.match is not None and view.match.table.phase == "work")
    assert line.room.match.journal[-2:] == [f"skip@{bob.colour}", f"skip@{ann.colour}"]
