"""Everybody notices: at one's turn the phone calls, and every page says what happened last."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from firmware.switches import Button
from rules.announcements import Signal
from rules.flow import TABLE
from server.assistant import Assistant
from server.command import main
from server.live.messages import Answer, Begin
from server.web.showing.happened import MOVES, Latest, happenings
from tests.patience import PATIENCE
from tests.server.web.conftest import Quay, Room
from tests.server.web.evenings import go_on, golden, play
from vision.reading import Picture

Phone = Callable[..., Page]
STATIC = Path(__file__).parents[3] / "server" / "web" / "static"

NOTED = """() => {
  window.noted = [];
  document.addEventListener("quartermaster:turn", (event) => noted.push(event.detail));
  navigator.vibrate = (pattern) => noted.push(pattern) > 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    noted.push(this.frequency.value);
    start.call(this, at);
  };
}"""
"""A phone that notes whatever it does to call its owner."""
WITHOUT_LOCK = "delete Navigator.prototype.wakeLock"
"""As where pages do not come encrypted."""


def picture(path: Path) -> Picture:
    found = cv2.imread(str(path))
    assert found is not None
    return np.asarray(found, np.uint8)


def bobs_phone(quay: Quay, phone: Phone) -> Page:
    """At the table's page, while Ann is on turn."""
    quay.room.begin()
    bob = phone(quay)
    bob.add_init_script(f"({NOTED})()")
    quay.sit(bob, "Bob")
    quay.room.answer("red", "first:red")
    bob.goto("/table")
    expect(bob.locator("#head")).to_contain_text("Turn of Ann")
    return bob


def to_bobs_turn(room: Room) -> None:
    room.answer("red", "draw", "turn:sailor/3.1", "stop", "pass")
    room.answer("blue", "pass")


def test_at_ones_turn_the_phone_shows_ones_colour_sounds_and_vibrates(
    quay: Quay, phone: Phone
) -> None:
    bob = bobs_phone(quay, phone)
    bob.locator("h1").first.click()  # a page that nobody has touched must be silent
    banner = bob.locator("#your-turn")
    expect(banner).to_be_hidden()
    quay.room.answer("red", "draw")
    expect(bob.locator(".happened")).to_contain_text("Ann")
    expect(banner).to_be_hidden()  # a question to the table calls nobody
    quay.room.answer("red", "turn:sailor/3.1", "stop", "pass")
    expect(banner).to_have_text("Your turn, Bob")
    expect(banner).to_have_class("your-turn seat-blue")
    expect(bob).to_have_title("● Your turn · Table · Quartermaster")
    expect(bob.locator("#head")).to_have_class("head is-called seat-blue")
    assert bob.evaluate("noted") == [523, 784, [200, 100, 200], "blue"]
    bob.goto("/me")  # and not once more on another page
    expect(bob.locator("#head")).to_contain_text("Your turn, Bob")
    assert bob.evaluate("noted") == []
    expect(banner).to_be_hidden()


def test_sound_and_vibration_can_be_switched_off_for_good(quay: Quay, phone: Phone) -> None:
    bob = bobs_phone(quay, phone)
    for name in ("Sound at my turn", "Vibration at my turn"):
        bob.get_by_role("button", name=name).click()
    bob.goto("/table")
    for name in ("Sound at my turn", "Vibration at my turn"):
        expect(bob.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "false")
    bob.locator("h1").first.click()
    to_bobs_turn(quay.room)
    expect(bob.locator("#your-turn")).to_be_visible()
    assert bob.evaluate("noted") == ["blue"]


def test_every_page_says_what_happened_last_and_it_can_be_taken_back_there(
    quay: Quay, phone: Phone
) -> None:
    bob = bobs_phone(quay, phone)
    quay.room.answer("red", "draw", "turn:sailor/3.1", "stop", "hire:sailor/3.1")
    for path in ("/table", "/me", "/scores", "/rules", "/history"):
        bob.goto(path)
        line = bob.locator(".happened")
        expect(line).to_contain_text("Ann")
        expect(line).to_contain_text("Hire Sailor 3 for 3 coins: −3 Coins, +1 Influence")
    bob.get_by_role("button", name="Take back …").click()
    bob.get_by_role("button", name="Take back: Ann: Hire Sailor 3").click()
    expect(line).to_contain_text("Bob took back")
    expect(line).to_contain_text("Sailor 3")
    assert quay.room.match.journal[-1] == "stop"


def test_a_page_that_took_long_tells_of_no_taking_back(room: Room) -> None:
    latest = Latest()
    room.begin()
    room.answer("red", "first:red")
    older = room.table.host.view
    room.answer("red", "draw", "turn:sailor/3.1")
    newer = room.table.host.view
    told = [latest.of(view) for view in (newer, older, newer)]
    assert [each.taken_back for each in told if each] == [False, False, False]
    room.press(Button.UNDO)
    room.until(lambda view: view.match is not None and len(view.match.journal) == 1)
    back = latest.of(room.table.host.view)
    assert back is not None
    assert back.taken_back
    assert [str(text) for text in back.texts] == ["turned up Sailor 3"]


def test_the_last_moves_are_the_same_whether_they_were_followed_or_are_looked_up(
    room: Room,
) -> None:
    latest = Latest()
    match_id = play(room.table.store, 3, upto=40)
    go_on(room, match_id)
    assert latest.moves(room.table.host.view) == tuple(happenings(room.match, MOVES))
    for key in golden(3)[40:60]:
        choice = room.match.choice
        assert choice is not None
        who = room.match.seats[0] if choice.who is TABLE else choice.who
        room.table.host.ask(Answer(who, key)).result(timeout=PATIENCE)
        assert latest.moves(room.table.host.view) == tuple(happenings(room.match, MOVES))
    room.press(Button.UNDO)
    room.until(lambda view: view.match is not None and len(view.match.journal) == 59)
    assert latest.moves(room.table.host.view) == tuple(happenings(room.match, MOVES))


def test_the_buzzer_sounds_when_somebody_else_is_on_turn(tmp_path: Path) -> None:
    with Assistant(tmp_path, "simulated", lambda _: None) as assistant:
        beeps: list[int] = []
        assistant.panel.beep = lambda times=1: beeps.append(times)  # type: ignore[method-assign]
        host = assistant.host
        host.dealer = None  # any card may be the next one
        host.ask(Begin("port_royal", ("Ann", "Bob"), {})).result(timeout=PATIENCE)

        def answer(seat: int, *keys: str) -> None:
            for key in keys:
                assert host.view.match is not None
                host.ask(Answer(host.view.match.seats[seat], key)).result(timeout=PATIENCE)

        answer(0, "first:red", "draw", "turn:sailor/3.1", "stop", "pass")
        assert beeps == []
        answer(1, "pass")
        assert beeps == [1]


def test_lamp_and_buzzer_tell_of_a_bust_and_of_nothing_else_that_is_loud(tmp_path: Path) -> None:
    with Assistant(tmp_path, "simulated", lambda _: None) as assistant:
        told: list[Signal] = []
        assistant.panel.tell = lambda signal: told.append(signal)  # type: ignore[method-assign]
        host = assistant.host
        host.dealer = None
        host.ask(Begin("port_royal", ("Ann", "Bob"), {})).result(timeout=PATIENCE)
        for key in ("first:red", "draw", "turn:tax/most_swords.1", "draw", "turn:ship/red/3/6.1"):
            assert host.view.match is not None
            host.ask(Answer(host.view.match.seats[0], key)).result(timeout=PATIENCE)
        assert told == []
        for seat, key in ((0, "draw"), (0, "turn:ship/red/1/1.1"), (1, "draw")):
            assert host.view.match is not None
            host.ask(Answer(host.view.match.seats[seat], key)).result(timeout=PATIENCE)
        assert told == [Signal.BUST]  # once


def test_the_screen_stays_on_without_a_lock_by_a_video_on_every_page(
    quay: Quay, phone: Phone
) -> None:
    page = phone(quay)
    page.add_init_script(WITHOUT_LOCK)
    page.goto("/table")
    button = page.get_by_role("button", name="Keep the screen on")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    plays = "() => { const v = document.querySelector('video'); return v && v.currentTime > 0; }"
    page.wait_for_function(plays)
    page.goto("/scores")
    page.wait_for_function(plays)
    button.click()
    expect(page.locator("video")).to_have_count(0)
    page.goto("/screen")  # which nobody touches
    page.wait_for_function(plays)


def test_the_page_can_be_put_on_a_home_screen(room: Room) -> None:
    visitor = room.visitor()
    sent = visitor.get("/static/manifest.webmanifest")
    manifest = json.loads(sent.text)
    sent.close()
    assert manifest["display"] == "standalone"
    icons = {each["src"]: each for each in manifest["icons"] if each["type"] == "image/png"}
    assert {each["purpose"] for each in icons.values()} == {"any", "maskable"}
    for name, icon in icons.items():
        height, width = picture(STATIC / name).shape[:2]
        assert icon["sizes"] == f"{width}x{height}"
    assert 'rel="apple-touch-icon"' in visitor.get("/").text


def test_icons_and_video_are_made_from_our_drawing(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.trials.icons.browser", lambda: nullcontext(browser))
    assert main(["dev", "icons", "--out", str(tmp_path)]) == 0
    for kept in (*STATIC.glob("icon-*.png"), *STATIC.glob("awake.*")):
        made = tmp_path / kept.name
        if kept.suffix == ".png":
            old, new = (picture(each).astype(int) for each in (kept, made))
            assert abs(old - new).mean() < 2
        else:
            assert made.stat().st_size == kept.stat().st_size
