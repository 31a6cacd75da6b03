"""Taps on a phone while the page changes: what was aimed at is played, or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from firmware.switches import Button
from server.live.host import CHANGED
from server.web import Tableside
from tests.server.web.conftest import Quay, Room
from tests.server.web.pages.test_me import begin, page, shown_form, words
from vision.reading import Sighting

Phone = Callable[..., Page]
SLID = """() => {
  window.slid = [];
  document.addEventListener("quartermaster:swapped", () => window.slid.push(
    ...document.getAnimations().map((each) => each.effect.target.dataset.piece).filter(Boolean),
  ));
}"""
"""However slow a computer is, what begins to slide is seen before it has arrived."""
CLICKED = """() => { window.clicked = new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = resolve;
  window.addEventListener("click", () => port2.postMessage(""), { capture: true, once: true });
}); }"""
"""A browser makes a click of a tap in its own time; then the page does with it what it does."""
UP_TO = """([last, other]) => {
  const number = (event) => Number(event.split("-").at(-1));
  const shown = document.getElementById("main").dataset.event;
  return number(shown) >= number(last) && shown !== other;
}"""


def middle(page: Page, key: str) -> tuple[float, float]:
    """Where a finger that aims at a choice comes down."""
    box = page.locator(f'button[name=key][value="{key}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def at_rest(table: Tableside, page: Page) -> None:
    """The page shows all that has happened so far, or more: a search may end meanwhile."""
    page.wait_for_function(UP_TO, arg=[table.events.last_id, None])


def press(table: Tableside, page: Page, button: str) -> None:
    """Again, if something has just happened that the page has not shown."""
    sending = page.locator("form[aria-busy=true]")
    while True:
        at_rest(table, page)
        # A form that has not been answered yet is not sent again.
        expect(sending).to_have_count(0)
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.get_by_role("button", name=button, exact=True).click()
        expect(sending).to_have_count(0)
        if not page.get_by_text(str(CHANGED)).count():
            break


def stop_the_clock(page: Page) -> None:
    """However long it takes here, for the page no time passes between one tap and the next."""
    page.clock.pause_at(datetime.now() + timedelta(hours=1))


def while_it_changes(table: Tableside, page: Page, change: Callable[[], object]) -> list[str]:
    """Something happens at the table, and the page has just shown it: which pieces slide."""
    at_rest(table, page)
    page.evaluate(SLID)
    before = page.locator("main").get_attribute("data-event")
    change()
    page.wait_for_function(UP_TO, arg=[table.events.last_id, before])
    slid: list[str] = page.evaluate("window.slid")
    return slid


def tap(page: Page, at: tuple[float, float]) -> None:
    """A finger comes down there; if that sends a form, wait for what comes of it."""
    page.evaluate(CLICKED)
    page.touchscreen.tap(*at)
    page.evaluate("window.clicked")
    expect(page.locator("form[aria-busy=true]")).to_have_count(0)


@pytest.fixture
def turning_up(quay: Quay, phone: Phone) -> tuple[Room, Page]:
    """Bob's phone, which may say what was turned up: a list that is full of choices."""
    quay.room.begin()
    quay.room.answer("red", "first:red", "draw")
    bob = phone(quay, has_touch=True, is_mobile=True)
    quay.sit(bob, "Bob")
    bob.goto("/me")
    bob.get_by_text("Other persons").tap()
    bob.locator('button[value="turn:sailor/5.1"]').scroll_into_view_if_needed()
    return quay.room, bob


def test_banners_that_come_and_go_leave_every_choice_under_its_finger(
    turning_up: tuple[Room, Page],
) -> None:
    room, bob = turning_up
    stranger = room.visitor()
    knocks, leaves = (
        lambda: stranger.post("/join/ask"),
        lambda: stranger.post("/join/refuse", {"sign": room.table.joining.claims[0].sign}),
    )
    scans = lambda: room.press(Button.SCAN)  # noqa: E731
    sees_a_wrong_card = lambda: room.see(Sighting({"ship/red/1/1.1": "area:red"}))  # noqa: E731
    for change in (scans, knocks, sees_a_wrong_card, leaves, scans):
        bob.locator('button[value="turn:sailor/5.1"]').scroll_into_view_if_needed()
        aimed = middle(bob, "turn:sailor/5.1")
        while_it_changes(room.table, bob, change)
        assert middle(bob, "turn:sailor/5.1") == pytest.approx(aimed, abs=2)
        tap(bob, aimed)
        assert room.match.journal == ["first:red", "draw", "turn:sailor/5.1"]
        room.press(Button.UNDO)
        room.until(lambda view: view.match is not None and len(view.match.journal) == 1)
        room.answer("red", "draw")
        at_rest(room.table, bob)
        bob.get_by_text("Other persons").tap()


def test_a_tap_that_was_meant_for_the_question_before_answers_nothing(
    quay: Quay, phone: Phone
) -> None:
    quay.room.begin()
    quay.room.answer("red", "first:red", "draw", "turn:sailor/3.1")
    ann = phone(quay, has_touch=True, is_mobile=True)
    quay.sit(ann, "Ann")
    ann.clock.install()
    ann.goto("/me")
    stop_the_clock(ann)
    aimed = middle(ann, "draw")
    while_it_changes(quay.room.table, ann, lambda: quay.room.answer("red", "stop"))
    tap(ann, aimed)
    assert quay.room.match.journal[-1] == "stop"
    ann.clock.resume()
    ann.locator("button[name=key]").first.tap()  # as soon as it can be tapped
    quay.room.until(lambda view: view.match is not None and len(view.match.journal) == 5)


def test_who_taps_twice_answers_once(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    quay.room.answer("red", "first:red", "draw", "turn:sailor/3.1")
    ann = phone(quay, has_touch=True, is_mobile=True)
    quay.sit(ann, "Ann")
    ann.clock.install()
    ann.goto("/me")
    stop_the_clock(ann)
    aimed = middle(ann, "stop")
    tap(ann, aimed)
    for _ in range(3):
        tap(ann, aimed)
    assert quay.room.match.journal[3:] == ["stop"]


# ----------------------------------------------------------------------- Nothing is out of sight


def test_a_new_question_is_shown_from_its_beginning(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    ann = phone(quay, has_touch=True, is_mobile=True)
    quay.sit(ann, "Ann")
    ann.goto("/me")
    ann.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert ann.evaluate("scrollY") > 0
    while_it_changes(quay.room.table, ann, lambda: quay.room.answer("red", "first:red"))
    assert ann.evaluate("scrollY") == 0


def test_who_waits_at_the_top_sees_what_comes_in_there(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    quay.room.answer("red", "first:red", "draw", "turn:sailor/3.1", "stop")
    bob = phone(quay, has_touch=True, is_mobile=True)
    quay.sit(bob, "Bob")
    bob.goto("/me")
    while_it_changes(quay.room.table, bob, lambda: quay.room.answer("red", "pass"))
    assert bob.evaluate("scrollY") == 0


# ------------------------------------------------------------------------- What the server refuses


def test_an_answer_for_what_was_taken_back_and_played_otherwise_does_not_count(room: Room) -> None:
    begin(room, "draw", "turn:sailor/3.1")
    red = room.player("red")
    form = shown_form(page(red))
    room.press(Button.UNDO)
    room.until(lambda view: view.match is not None and len(view.match.journal) == 1)
    room.answer("red", "draw", "turn:pirate/5.1")
    assert form["after"] == str(len(room.match.journal))
    red.post("/me/answer", {**form, "key": "stop"})
    assert room.match.journal[-1] == "turn:pirate/5.1"
    assert str(CHANGED) in words(page(red))


def test_next_and_undo_on_a_screen_are_only_for_what_it_shows(room: Room) -> None:
    begin(room, "draw", "turn:sailor/3.1")
    red = room.player("red")
    shown = red.get("/table").text
    then = shown.partition('action="/buttons/next"')[2].partition("</form>")[0]
    [asked] = re.findall(r'name="asked" value="(\w+)"', then)
    room.answer("red", "draw")
    for button in ("next", "undo"):
        red.post(f"/buttons/{button}", {"asked": asked})
        assert str(CHANGED) in words(red.get("/table").text)
        assert room.match.journal == ["first:red", "draw", "turn:sailor/3.1", "draw"]
