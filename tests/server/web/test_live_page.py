"""Pages in a real browser: they follow the table, and lose nothing that a person is doing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from firmware.switches import Button
from server.trials.ports import free_port
from tests.packages import bring
from tests.rules.kernel.test_kernel import DIG
from tests.rules.kernel.test_kernel import GAME as BEACH
from tests.server.web.conftest import Quay, Room

LONG = ("Konstantin Alexandro", "Maria-Antonietta Bel", "Wolfeschlegelsteinha", "Bo", "Ann")


Phone = Callable[..., Page]


def mark(page: Page) -> None:
    page.evaluate("window.marked = true")


def is_marked(page: Page) -> bool:
    """Whether the page was never loaded anew."""
    return bool(page.evaluate("window.marked === true"))


def test_a_page_follows_the_table_without_being_loaded_anew(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    page = phone(quay)
    quay.sit(page, "Ann")
    page.goto("/table")
    mark(page)
    page.get_by_text("Hold a button").click()
    page.get_by_role("button", name="UNDO: take back").focus()
    quay.room.answer("red", "first:red", "draw", "turn:sailor/3.1")
    expect(page.locator(".moves")).to_contain_text("Sailor 3")
    expect(page.locator("#head")).to_contain_text("Discover")
    assert page.evaluate("document.getElementById('held').open")
    assert page.evaluate("document.activeElement.textContent").startswith("UNDO: take back")
    expect(page.get_by_role("button", name="UNDO: take back")).to_be_in_viewport()
    assert is_marked(page)


def test_what_was_typed_into_a_search_stays_and_filters_on(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    quay.room.answer("red", "first:red", "draw")
    page = phone(quay)
    quay.sit(page, "Bob")
    page.goto("/me")
    page.get_by_label("Search").fill("cap exp")
    shown = page.locator(".pick:visible, .verb:visible")
    expect(shown).to_have_count(2)
    quay.room.press(Button.SCAN)
    expect(page.get_by_text("There is no camera.")).to_be_visible()
    expect(page.get_by_label("Search")).to_have_value("cap exp")
    expect(shown).to_have_count(2)
    page.keyboard.press("Enter")
    assert quay.room.match.journal[-1] == "draw"
    page.get_by_label("Search").fill("zzz")
    expect(page.get_by_text("Nothing found.")).to_be_visible()
    page.get_by_label("Search").fill("SAILOR 3")
    shown.get_by_role("button").first.click()
    expect(page.locator("#head")).to_contain_text("Turn of Ann")
    quay.room.until(lambda view: view.match is not None and len(view.match.journal) == 3)


def test_steps_ticked_by_hand_stay_ticked(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    page = phone(quay)
    page.goto("/set-up")
    first = page.get_by_role("checkbox").first
    first.check()
    quay.room.press(Button.SCAN)
    expect(page.get_by_text("There is no camera.")).to_be_visible()
    expect(first).to_be_checked()


def test_a_lost_connection_is_said_and_the_page_catches_up_when_it_is_back(
    room: Room, phone: Phone
) -> None:
    room.begin()
    quay = Quay(room, "", free_port())
    with quay.serving():
        page = phone(quay)
        page.goto("/table")
        mark(page)
        lost = page.get_by_text("The connection is lost")
        expect(lost).to_be_hidden()
    room.table.events.stop()  # the server is gone, and with it the connections it had opened
    expect(lost).to_be_visible()
    room.answer("red", "first:blue")
    room.table.events.start()
    with quay.serving():
        expect(lost).to_be_hidden()
        expect(page.locator("#turn")).to_contain_text("Bob")
        assert is_marked(page)


def test_a_phone_that_wakes_up_shows_the_table_as_it_is(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    page = phone(quay)
    page.route("**/events*", lambda route: route.abort())  # as if the phone slept
    page.goto("/table")
    expect(page.locator("#turn")).to_contain_text("Set-up")
    quay.room.answer("red", "first:blue")
    expect(page.locator("#turn")).to_contain_text("Set-up")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#turn")).to_contain_text("Bob")


def test_a_tap_answers_and_what_is_blocked_does_nothing(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    quay.room.answer("red", "first:red")
    page = phone(quay)
    quay.sit(page, "Ann")
    page.goto("/me")
    mark(page)
    page.locator("[aria-disabled=true]").first.click(force=True)
    page.evaluate("scrollTo(0, 200)")
    page.get_by_role("button", name="Turn up a card").click()
    expect(page.get_by_role("heading", name="Which card was turned up?")).to_be_visible()
    assert quay.room.match.journal == ["first:red", "draw"]
    expect(page.locator("#main")).to_be_focused()
    assert page.evaluate("scrollY") == 0
    assert is_marked(page)
    page.goto("/table")
    mark(page)
    page.get_by_role("button", name="UNDO").first.click()
    expect(page.locator(".asked")).to_contain_text("Turn up a card, or stop")
    assert is_marked(page)


def test_ticks_are_checked_by_the_table_and_each_amount_has_a_button(
    quay: Quay, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(monkeypatch, "beach", BEACH)
    quay.room.begin(game="beach")
    quay.room.answer("red", *DIG, "take:shell/cowrie.1")
    page = phone(quay)
    quay.sit(page, "Bob")
    page.goto("/me")
    boxes = page.get_by_role("checkbox")
    boxes.nth(0).check()
    boxes.nth(1).check()
    expect(page.locator(".verdict")).to_have_text("one of a kind")
    boxes.nth(1).uncheck()
    expect(page.locator(".verdict")).to_have_text("")
    page.get_by_role("button", name="Done").click()
    page.get_by_role("list", name="How many?").get_by_role("button", name="2").click()
    expect(page.get_by_text("Waiting")).to_be_visible()
    assert quay.room.match.journal[-1] == "amount:2"


def test_whoever_takes_anothers_colour_gives_the_own_one_for_it(quay: Quay, phone: Phone) -> None:
    page = phone(quay)
    page.goto("/join")
    page.get_by_role("button", name="Join without a seat").click()
    expect(page.get_by_text("You want to join")).to_be_visible()
    quay.room.let_in()
    expect(page.get_by_text("You have joined:")).to_be_visible()
    page.goto("/")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bob")
    page.locator("summary[aria-label='Colour of player 1']").click()
    page.get_by_role("group", name="Colour of player 1").get_by_label("Blue").check()
    page.get_by_role("button", name="Begin the match").click()
    expect(page).to_have_url(f"{quay.url}/set-up")
    assert [seat.colour for seat in quay.room.match.seats] == ["blue", "red"]


def test_every_form_works_without_javascript(quay: Quay, phone: Phone) -> None:
    page = phone(quay, java_script_enabled=False)
    page.goto("/join")
    page.get_by_role("button", name="Join without a seat").click()
    quay.room.let_in()
    page.goto("/")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bob")
    page.get_by_role("button", name="Begin the match").click()
    page.goto("/join")
    page.get_by_role("button", name="Sit here (Ann)").click()
    quay.room.let_in()
    page.goto("/me")
    page.get_by_role("button", name="Ann begins").click()
    page.get_by_role("button", name="Turn up a card").click()
    page.get_by_text("Other persons").click()
    page.get_by_role("button", name="Sailor 3").first.click()
    page.goto("/table")
    page.get_by_role("button", name="NEXT").click()
    quay.room.until(lambda view: not view.provisional)
    assert quay.room.match.journal == ["first:red", "draw", "turn:sailor/3.1", "stop"]


def test_what_can_be_taken_back_covers_nothing_before_its_arrow_is_tapped(
    quay: Quay, phone: Phone
) -> None:
    quay.room.begin()
    quay.room.answer("red", "first:red", "draw", "turn:sailor/3.1")
    page = phone(quay)
    quay.sit(page, "Ann")
    page.goto("/me")
    arrow, choice = page.get_by_role("button", name="Take back …"), page.locator("#back")
    expect(choice).to_be_hidden()
    arrow.click()
    expect(choice).to_be_visible()


def test_the_screen_can_be_kept_on(quay: Quay, phone: Phone) -> None:
    page = phone(quay)
    page.goto("/table")
    button = page.get_by_role("button", name="Keep the screen on")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=["phone", "desk"])
def test_long_names_fit_and_everything_can_be_hit_with_a_finger(
    quay: Quay, phone: Phone, size: tuple[int, int]
) -> None:
    quay.room.begin(*LONG)
    page = phone(quay, viewport={"width": size[0], "height": size[1]})
    quay.sit(page, *LONG[:3])
    quay.room.answer("red", "first:red", "draw", "turn:sailor/3.1", "stop")
    for path in ("/", "/set-up", "/table", "/me", "/join"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert page.evaluate(CUT_OFF) == [], path
        assert page.evaluate(SMALL) == [], path


CUT_OFF = """() => [...document.querySelectorAll("main *")].filter((node) => {
  const box = node.getBoundingClientRect();
  const fits = box.left >= -1 && box.right <= innerWidth + 1;
  if (!box.width || fits || node.closest(".sr-only")) return false;
  if (node.ownerSVGElement && node.localName !== "text") return false; // a drawing ends at its edge
  for (let around = node.parentElement; around; around = around.parentElement) {
    if (["auto", "scroll"].includes(getComputedStyle(around).overflowX)) return false;
  }
  return true;
}).map((node) => node.outerHTML.slice(0, 80))"""

SMALL = """() => [...document.querySelectorAll(
  "button, a.button, .tabs a, summary, label, input:not([type=hidden], [type=checkbox])"
)].filter((node) => {
  const box = node.getBoundingClientRect();
  return box.width && (box.height < 43.5 || box.width < 43.5) && node.type !== "radio";
}).map((node) => node.outerHTML.slice(0, 80))"""
