"""What is loud covers phones and screen for a moment, and stands in log, history and replay."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules.flow import TABLE
from rules.journal import write_journal
from server.live import loud
from server.live.messages import Answer, Resume
from tests.patience import PATIENCE
from tests.rules.kernel.test_announcements import example
from tests.server.web.conftest import Quay, Room
from tests.server.web.pages.test_me import begin, words
from tests.server.web.test_every_page import violations

Phone = Callable[..., Page]
BUST = ("draw", "turn:ship/red/3/6.1", "draw", "turn:ship/red/1/1.1")
NOTED = """() => {
  window.noted = [];
  navigator.vibrate = (pattern) => noted.push(pattern) > 0;
  speechSynthesis.speak = (said) => noted.push([said.lang, said.text]);
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    noted.push(this.frequency.value);
    start.call(this, at);
  };
}"""
"""A phone that notes what it would sound, vibrate and say."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What covers pages stays until it is tapped, however slow this computer is."""
    monkeypatch.setattr(loud, "SHOWN", 120.0)


def noting_phone(quay: Quay, phone: Phone, name: str, *switches: str) -> Page:
    page = phone(quay)
    page.add_init_script(f"({NOTED})()")
    quay.sit(page, name)
    page.goto("/table")
    for switch in switches:
        page.get_by_role("button", name=switch).click()
    page.locator("h1").first.click()  # a page that nobody has touched must be silent
    page.evaluate("noted.length = 0")
    return page


def test_a_bust_is_seen_on_a_second_phone_on_the_screen_in_the_log_and_in_the_replay(
    quay: Quay, phone: Phone
) -> None:
    quay.room.begin()
    quay.room.answer("red", "first:red")
    bob = noting_phone(quay, phone, "Bob", "Say aloud what happens")
    screen = phone(quay, viewport={"width": 1280, "height": 720})
    screen.goto("/screen")
    quay.room.answer("red", *BUST)
    for page in (bob, screen):
        cover = page.locator(".loud")
        expect(cover).to_be_visible()
        expect(cover).to_have_class("loud seat-red")
        expect(cover.locator(".loud-title")).to_have_text("Ann: bust!")
        expect(cover.locator(".loud-words")).to_have_text("Two red ships")
        expect(cover.locator(".loud-cards img")).to_have_count(2)
        assert violations(page) == []
    assert bob.evaluate("noted.slice(-5)") == [
        392,
        262,
        196,
        [400],
        ["en", "Ann: bust!. Two red ships"],
    ]
    box = bob.locator(".loud").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 360  # what lies under the thumb stays free
    expect(bob.locator("#loud")).to_have_attribute("aria-live", "assertive")
    row = "Ann turned up Frigate 3, Frigate 1"
    expect(screen.locator(".screen-last")).to_contain_text(row)
    expect(screen.locator(".screen-last .result")).to_contain_text("Bust! Two red ships")
    bob.locator(".loud").click()
    expect(bob.locator(".loud")).to_be_hidden()
    bob.goto("/table")
    expect(bob.locator(".loud")).to_be_hidden()  # not again after a reload
    bob.locator("#fold-moves > summary").click()
    log = bob.locator("#fold-moves li").first
    expect(log).to_contain_text(row)
    expect(log.locator(".result")).to_contain_text("Bust!")
    expect(log.locator("img.mini")).to_have_count(2)
    late = phone(quay)
    late.goto("/scores")
    expect(late.locator(".loud")).to_be_visible()  # who comes within these seconds sees it too
    late.keyboard.press("Escape")
    expect(late.locator(".loud")).to_be_hidden()
    quay.room.table.joining.let_look_on(3600)
    match_id = quay.room.table.host.view.match_id
    bob.goto(f"/history/{match_id}/5")
    expect(bob.locator(".turn-so-far")).to_contain_text(row)
    expect(bob.locator(".turn-so-far .result")).to_contain_text("Bust!")
    bob.goto(f"/history/{match_id}/3")
    expect(bob.locator(".turn-so-far")).to_contain_text("Ann turned up Frigate 3")
    expect(bob.locator(".turn-so-far .result")).to_have_count(0)
    bob.goto(f"/history/{match_id}")
    bob.locator("#turns > summary").click()
    expect(bob.locator("#turns")).to_contain_text("Bust!")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
def test_a_bust_is_read_from_a_sofa_with_what_to_clear_what_all_have_and_who_is_next(
    quay: Quay, phone: Phone, size: tuple[int, int]
) -> None:
    width, height = size
    quay.room.begin()
    quay.room.answer("red", "first:red")
    screen = phone(quay, viewport={"width": width, "height": height})
    screen.goto("/screen")
    before = screen.locator("#fitted").bounding_box()
    quay.room.answer("red", *BUST)
    cover = screen.locator(".loud")
    expect(cover).to_be_visible()
    expect(cover.locator(".loud-clear")).to_have_text("Clear away 2 cards")
    box, strip = cover.bounding_box(), cover.locator(".loud-gone").bounding_box()
    assert box is not None and strip is not None and before is not None  # noqa: PT018
    coloured = box["width"] * (box["height"] - strip["height"])
    assert coloured >= 0.54 * width * height
    for part, least in (
        (".loud-title", 0.09),
        (".loud-words", 0.04),
        (".screen-scores strong", 0.06),
    ):
        letters = screen.locator(part).first.evaluate(
            "(node) => parseFloat(getComputedStyle(node).fontSize)"
        )
        assert letters >= least * height, part
    for shown in (
        ".loud-cards img >> nth=0",
        ".loud-words",
        ".loud-clear",
        ".screen-scores",
        ".screen-turn",
    ):
        expect(screen.locator(shown)).to_be_in_viewport(ratio=0.99)
    expect(screen.locator(".screen-turn.seat-blue h1")).to_have_text("Turn of Bob")
    expect(screen.locator(".screen-last")).to_be_hidden()
    quay.room.answer("blue", "draw")  # the cover goes with its seconds, or is taken back
    screen.locator(".loud").evaluate("(node) => { node.hidden = true; }")
    expect(screen.locator(".screen-last")).to_be_visible()
    screen.wait_for_function(
        """(width) => {
          const now = document.getElementById("fitted").getBoundingClientRect().width;
          return Math.abs(now - width) < 3;
        }""",
        arg=before["width"],
    )  # the table has its room again


def test_a_phone_that_has_sound_off_stays_quiet_and_a_cover_goes_by_itself(
    quay: Quay, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loud, "SHOWN", 3.0)
    quay.room.begin()
    quay.room.answer("red", "first:red")
    bob = noting_phone(quay, phone, "Bob", "Sound at my turn", "Vibration at my turn")
    quay.room.answer("red", *BUST)
    expect(bob.locator(".loud")).to_have_count(1)
    expect(bob.locator(".loud")).to_be_hidden()
    assert bob.evaluate("noted") == []


def test_a_tap_on_the_cover_means_nothing_else(quay: Quay, phone: Phone) -> None:
    """What lies below it is not pressed, and the page goes on following the match."""
    quay.room.begin()
    quay.room.answer("red", "first:red")
    bob = phone(quay)
    quay.sit(bob, "Bob")
    bob.goto("/me")
    quay.room.answer("red", *BUST)
    bob.get_by_role("button", name="Close").click()
    assert quay.room.match.journal[-1] == BUST[-1]
    quay.room.answer("blue", "draw", "turn:sailor/3.1")
    expect(bob.locator(".loud")).to_be_hidden()
    expect(bob.locator(".happened")).to_contain_text("Sailor 3")


@pytest.mark.parametrize(
    ("game", "kind", "title"),
    [
        ("navegador", "explored", "new region!"),
        ("maracaibo", "round_ends", "the round ends!"),
        ("cooper_island", "hungry", "hungry workers!"),
        ("port_royal", "tax", "Tax increase"),
    ],
)
def test_other_loud_events_are_seen_on_a_second_phone_on_the_screen_in_log_and_replay(
    quay: Quay, phone: Phone, game: str, kind: str, title: str
) -> None:
    match, number, _ = example(game, kind)
    before = write_journal(match.fork(number - 1))
    match_id = quay.room.table.store.import_match(before, 1.0)
    quay.room.table.host.ask(Resume(match_id)).result(timeout=PATIENCE)
    quay.room.table.joining.let_look_on(3600)
    second, screen = phone(quay), phone(quay, viewport={"width": 1280, "height": 720})
    second.goto("/table")
    screen.goto("/screen")
    taken = match.answers[number - 1]
    seat = match.seats[0] if taken.who is TABLE else taken.who
    quay.room.table.host.ask(Answer(seat, match.journal[number - 1])).result(timeout=PATIENCE)
    for page in (second, screen):
        expect(page.locator(".loud-title").first).to_contain_text(title)
    second.keyboard.press("Escape")
    second.locator("#fold-moves > summary").click()
    result = f".result[data-kind='{kind}']"
    expect(second.locator(f"#fold-moves {result}").first).to_be_visible()
    expect(screen.locator(f".screen-last {result}").first).to_be_attached()
    second.goto(f"/history/{match_id}/{number}")
    expect(second.locator(f".turn-so-far {result}").first).to_be_visible()


def test_a_line_that_is_cut_begins_with_what_is_loud(room: Room) -> None:
    begin(room, *BUST)
    line = words(room.player("blue").get("/me").text.partition('id="happened-')[2])
    assert line.index("Bust!") < line.index("turned up")
