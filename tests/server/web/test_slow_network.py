"""On a slow network: little is fetched, and a tap is heard at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page, Request, Route, expect

from firmware.switches import Button
from tests.server.web.conftest import Quay
from tests.server.web.test_taps import at_rest, middle, while_it_changes

Phone = Callable[..., Page]


def seated(quay: Quay, page: Page, name: str = "Ann") -> Page:
    """At the page of somebody who may turn up a card or stop."""
    quay.room.begin()
    quay.room.answer("red", "first:red", "draw", "turn:sailor/3.1")
    quay.sit(page, name)
    page.goto("/me")
    at_rest(quay.room.table, page)
    return page


def asked(page: Page) -> list[Request]:
    """What the page fetches from now on of itself."""
    found = list[Request]()
    page.on("request", lambda each: found.append(each) if "/me" in each.url else None)
    return found


def statuses(requests: list[Request]) -> list[int]:
    return [answer.status for each in requests if (answer := each.response())]


def test_after_an_event_a_page_fetches_only_what_has_changed(quay: Quay, phone: Phone) -> None:
    ann = seated(quay, phone(quay))
    fetched = asked(ann)
    for key in ("draw", "turn:pirate/5.1", "stop"):
        while_it_changes(quay.room.table, ann, partial(quay.room.answer, "red", key))
        expect(ann.locator("form[aria-busy=true]")).to_have_count(0)
    assert statuses(fetched)[0] == 200
    assert set(statuses(fetched)[1:]) == {226}
    shown = ann.locator("main").inner_text()
    ann.reload()
    assert ann.locator("main").inner_text() == shown


def test_an_answer_comes_with_the_page_that_follows_it(quay: Quay, phone: Phone) -> None:
    ann = seated(quay, phone(quay))
    fetched = asked(ann)
    with ann.expect_response("**/me/answer"):
        ann.locator('button[value="draw"]').click()
    expect(ann.get_by_role("heading", name="Which card was turned up?")).to_be_visible()
    at_rest(quay.room.table, ann)
    assert [(each.method, each.redirected_to) for each in fetched] == [("POST", None)]
    assert quay.room.match.journal[-1] == "draw"


def test_a_tap_shows_that_it_was_heard_before_its_answer_comes(quay: Quay, phone: Phone) -> None:
    ann = seated(quay, phone(quay))
    held = list[Route]()
    ann.route("**/me/answer", lambda route: held.append(route))
    button = ann.locator('button[value="draw"]')
    button.click()
    expect(button).to_have_attribute("data-heard", "")
    assert button.evaluate("node => getComputedStyle(node).outlineStyle") == "solid"
    assert quay.room.match.journal[-1] != "draw"
    held[0].continue_()
    expect(ann.get_by_role("heading", name="Which card was turned up?")).to_be_visible()
    expect(ann.locator("[data-heard]")).to_have_count(0)


def test_what_is_pressed_on_a_map_is_marked_until_it_is_answered(quay: Quay, phone: Phone) -> None:
    quay.room.begin(game="navegador")
    quay.room.answer("red", "first:red")
    ann = phone(quay)
    quay.sit(ann, "Ann", "Bob")
    ann.goto("/me")
    held = list[Route]()
    ann.route("**/me/answer", lambda route: held.append(route))
    place = ann.locator("main form [data-press]").first
    place.dispatch_event("click")
    expect(place).to_have_attribute("data-heard", "")
    held[0].abort()
    expect(place).not_to_have_attribute("data-heard", "")
    expect(ann.get_by_text("The connection is lost")).to_be_visible()


def test_a_phone_without_network_misses_events_and_shows_the_table_when_it_is_back(
    quay: Quay, phone: Phone
) -> None:
    ann = seated(quay, phone(quay))
    other = ann.context.new_page()
    other.goto("/table")
    while_it_changes(quay.room.table, ann, lambda: quay.room.press(Button.SCAN))
    ann.context.set_offline(True)
    expect(ann.get_by_text("The connection is lost")).to_be_visible()
    quay.room.answer("red", "draw", "turn:pirate/5.1")
    ann.context.set_offline(False)
    for page in (ann, other):
        at_rest(quay.room.table, page)
        expect(page.get_by_text("The connection is lost")).to_be_hidden()
    expect(other.locator("#main")).to_contain_text("Pirate 5")
    quay.room.answer("red", "stop")
    for page in (ann, other):
        at_rest(quay.room.table, page)
    expect(ann.locator('button[value="draw"]')).to_have_count(0)


def test_what_is_being_written_stays_when_the_table_changes(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    page = phone(quay)
    quay.sit(page, "Ann")
    page.goto("/club")
    page.locator("textarea").fill("qmclub1:half a co")
    while_it_changes(quay.room.table, page, lambda: quay.room.press(Button.SCAN))
    expect(page.locator("textarea")).to_have_value("qmclub1:half a co")


def test_focus_stays_on_an_answer_while_the_page_around_it_changes(
    quay: Quay, phone: Phone
) -> None:
    ann = seated(quay, phone(quay))
    ann.locator('button[value="draw"]').focus()
    stranger = quay.room.visitor()
    for change in (
        lambda: quay.room.press(Button.SCAN),
        lambda: stranger.post("/join/ask"),
        lambda: quay.room.press(Button.SCAN),
    ):
        while_it_changes(quay.room.table, ann, change)
        assert ann.evaluate("document.activeElement.value") == "draw"
    ann.keyboard.press("Enter")
    expect(ann.get_by_role("heading", name="Which card was turned up?")).to_be_visible()


def test_a_finger_that_is_down_while_its_button_says_another_thing_answers_nothing(
    quay: Quay, phone: Phone
) -> None:
    ann = seated(quay, phone(quay))
    ann.mouse.move(*middle(ann, "stop"))
    ann.mouse.down()
    while_it_changes(quay.room.table, ann, lambda: quay.room.answer("red", "stop"))
    ann.mouse.up()
    at_rest(quay.room.table, ann)
    assert quay.room.match.journal[-1] == "stop"


def test_a_finger_that_is_down_while_something_else_changes_answers(
    quay: Quay, phone: Phone
) -> None:
    ann = seated(quay, phone(quay))
    ann.mouse.move(*middle(ann, "draw"))
    ann.mouse.down()
    while_it_changes(quay.room.table, ann, lambda: quay.room.press(Button.SCAN))
    ann.mouse.up()
    expect(ann.get_by_role("heading", name="Which card was turned up?")).to_be_visible()
    assert quay.room.match.journal[-1] == "draw"
