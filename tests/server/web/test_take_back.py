"""Who takes back what: one's own choice at once, another's when its player agrees."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from firmware.switches import Button
from rules.setting import AT_ONCE, TAKE_BACK
from server.live.messages import Begin
from tests.patience import PATIENCE
from tests.server.web.conftest import NAMES, Quay, Room, Visitor
from tests.server.web.pages.test_me import begin, words

Phone = Callable[..., Page]
TURNED_UP = ("draw", "turn:sailor/3.1")


def asked(visitor: Visitor) -> str:
    """What the form of the button carries."""
    html = visitor.get("/me").text
    [now] = set(
        re.findall(r'action="/(?:buttons/undo|take-back)".*?name="asked" value="(\w*)"', html)
    )
    return str(now)


def take_back(visitor: Visitor) -> None:
    response = visitor.post("/buttons/undo", {"asked": asked(visitor)})
    assert response.status_code == 303


def button(visitor: Visitor) -> str:
    """What is written on the button, or in its place."""
    return words(visitor.get("/me").text.partition('id="back"')[2].partition("</div>")[0])[1:]


def last(visitor: Visitor) -> str:
    return words(visitor.get("/me").text.partition('id="happened-')[2].partition("</div>")[0])


def test_the_button_says_whose_choice_goes_and_a_second_time_it_is_the_same_button(
    room: Room,
) -> None:
    begin(room, *TURNED_UP, "stop")
    red = room.player("red")
    assert "Take back: Ann: Stop" in button(red)
    take_back(red)
    assert room.match.journal == ["first:red", *TURNED_UP]
    assert "Ann took back" in last(red)
    assert "Take back: Ann turned up Sailor 3" in button(red)
    take_back(red)
    assert room.match.journal == ["first:red"]
    [*_, row] = room.table.store.entries(room.table.host.view.match_id or 0)
    assert (row.kind, row.by) == ("undo", "phone:red")


def test_what_another_player_chose_is_taken_back_when_that_player_agrees(room: Room) -> None:
    begin(room, *TURNED_UP, "stop")
    red, blue = room.player("red"), room.player("blue")
    assert "take-back" not in red.get("/scores").text  # Ann's phone is there
    take_back(blue)
    assert room.match.journal[-1] == "stop"
    assert "Waiting for Ann to agree." in button(blue)
    for path in ("/me", "/scores"):
        html = red.get(path).text.partition('id="may"')[2].partition("</form>")[0]
        assert "Bob wants to take back: Ann: Stop" in words(html)
    red.post("/take-back", {"asked": asked(red), "yes": "no"})
    assert room.match.journal[-1] == "stop"
    assert "Ann said no: nothing taken back." in words(blue.get("/me").text)
    take_back(blue)
    red.post("/take-back", {"asked": asked(red), "yes": "yes"})
    assert room.match.journal == ["first:red", *TURNED_UP]
    assert "Bob took back" in last(red)


def test_nobody_but_the_player_says_so_and_only_while_it_is_asked(room: Room) -> None:
    begin(room, *TURNED_UP, "stop")
    red, blue = room.player("red"), room.player("blue")
    red.get("/me")
    take_back(blue)
    then = asked(red)
    blue.post("/take-back", {"asked": then, "yes": "yes"})
    assert room.match.journal[-1] == "stop"
    room.answer("red", "pass")
    assert room.table.host.view.back_asked is None, "the match has gone on"
    red.post("/take-back", {"asked": then, "yes": "yes"})
    assert room.match.journal[-1] == "pass"
    assert room.visitor().post("/take-back", {"yes": "yes"}).status_code == 403


def test_a_group_that_trusts_each_other_is_not_asked(room: Room) -> None:
    wish = Begin("port_royal", NAMES, {TAKE_BACK.key: AT_ONCE})
    room.table.host.ask(wish).result(timeout=PATIENCE)
    room.answer("red", "first:red", *TURNED_UP, "stop")
    red, blue = room.player("red"), room.player("blue")
    red.get("/me")
    take_back(blue)
    assert room.match.journal == ["first:red", *TURNED_UP]
    assert "Bob took back" in last(red)


def test_a_player_whose_phone_is_away_cannot_be_asked(room: Room) -> None:
    begin(room, *TURNED_UP, "stop")
    room.player("red")
    blue = room.player("blue")
    take_back(blue)
    assert room.match.journal == ["first:red", *TURNED_UP]


def test_undo_on_the_table_asks_nobody(room: Room) -> None:
    begin(room, *TURNED_UP, "stop")
    red = room.player("red")
    red.get("/me")
    room.press(Button.UNDO)
    room.until(lambda view: view.match is not None and view.match.journal[-1] != "stop")
    assert "taken back Ann: Stop" in last(red)


def test_phones_ask_and_answer_with_two_buttons(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    quay.room.answer("red", "first:red", *TURNED_UP, "stop")
    ann, bob = phone(quay), phone(quay)
    quay.sit(ann, "Ann")
    quay.sit(bob, "Bob")
    for each in (ann, bob):
        each.goto("/me")
    expect(bob.locator("#back")).to_be_hidden()
    bob.get_by_role("button", name="Take back …").click()
    bob.get_by_role("button", name="Take back: Ann: Stop").click()
    expect(bob.get_by_text("Waiting for Ann to agree.")).to_be_visible()
    question = ann.locator("#may")
    expect(question).to_contain_text("Bob wants to take back: Ann: Stop")
    assert ann.evaluate("document.documentElement.scrollWidth") == 360
    question.get_by_role("button", name="Yes").click()
    expect(question).to_have_count(0)
    expect(bob.locator(".happened")).to_contain_text("Bob took back")
    # The same button stands where it was, for what came before.
    again = bob.get_by_role("button", name="Take back: Ann turned up Sailor 3")
    expect(again).to_be_visible()
    again.click()
    ann.locator("#may").get_by_role("button", name="No").click()
    expect(bob.get_by_text("Ann said no: nothing taken back.").first).to_be_visible()
    assert quay.room.match.journal == ["first:red", *TURNED_UP]
