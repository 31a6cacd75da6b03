"""What is wrong on the table stands where a player looks: under the thumb, and where it is gone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.flow import Reveal
from rules.games import GAMES
from rules.match import Match
from rules.pieces import Move
from server.live.messages import Answer, Begin
from server.simulated.dealers import Dealers
from server.simulated.playground import Playground
from server.trials.bench.phone import glance
from tests.patience import PATIENCE, until
from tests.server.conftest import still
from tests.server.web.conftest import NAMES, Room, Served
from tests.server.web.pages.test_me import begin, offered, page, words
from vision.reading import Sighting

Phone = Callable[..., Page]
ADMIRAL_FIRST = 11
"""A shuffle of the deck in which an Admiral for nine coins lies on top."""


class Harbour:
    """A match of Port Royal on the simulated table, of which Ann's phone sees everything."""

    def __init__(self, served: Served, phone: Phone) -> None:
        self.host, playground = served.assistant.host, served.table.playground
        assert playground is not None
        self.playground: Playground = playground
        wish = Begin("port_royal", NAMES, GAMES["port_royal"].proposed(simulated=True))
        self.host.ask(wish).result(timeout=PATIENCE)
        self.answer("first:red")
        self.ann = phone(served)
        self.ann.goto("/join")
        self.ann.get_by_role("button", name="Sit here (Ann)").click()
        self.ann.get_by_role("button", name="Join from this screen").click()
        expect(self.ann.locator("li", has_text="Ann").get_by_text("This phone")).to_be_visible()
        self.ann.goto("/me")

    @property
    def match(self) -> Match[Any]:
        assert self.host.view.match is not None
        return self.host.view.match

    def answer(self, *keys: str) -> None:
        """By phone; what is turned up then is laid into the harbour."""
        for key in keys:
            choice = self.match.choice
            assert choice is not None
            who = choice.who if choice.who.index >= 0 else self.match.seats[0]
            self.host.ask(Answer(who, key)).result(timeout=PATIENCE)
            if isinstance(self.match.choice, Reveal):
                up = self.playground.comes_up()
                assert up is not None
                self.answer(up.key)
                self.playground.lay_open(up.value)
            self.until_seen()

    def until_seen(self) -> None:
        """The camera has seen all that lies there, and it is known what it means."""

        def seen() -> bool:
            view = self.host.view
            return self.playground.is_seen_by(view.sighting) and not view.searching

        until(seen, lambda: self.host.view)

    def carry(self, card: str, source: str, target: str) -> None:
        """A hand moves a card."""
        self.playground.do([Move(self.match.game.pieces[card], source, target)])
        self.until_seen()


@pytest.fixture
def harbour(served: Served, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> Harbour:
    monkeypatch.setattr(Dealers, "_seed", lambda *_: Random(ADMIRAL_FIRST).getrandbits(64))
    return Harbour(served, phone)


def test_a_card_that_is_too_dear_is_told_under_the_thumb_and_marked_where_it_lies(
    harbour: Harbour,
) -> None:
    harbour.answer("draw", "draw", "stop")
    ann, admiral = harbour.ann, "admiral/9.1"
    thumb = ann.locator("#thumb")
    expect(thumb.get_by_role("button", name="Pass")).to_be_visible()
    harbour.carry(admiral, "harbour", "area:red")
    wrong = thumb.get_by_role("link", name="Admiral 9 costs 9, Ann has 3: put it back")
    expect(wrong).to_be_visible()
    still(ann)
    box = wrong.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 740
    expect(ann.locator(".pick.is-astray")).to_have_count(1)
    seen = glance(ann)
    assert seen.bars <= 104
    assert not seen.sideways
    ann.evaluate("document.documentElement.style.fontSize = '200%'")
    large = glance(ann)
    assert large.bars <= 740 / 3
    assert not large.sideways
    ann.evaluate("document.documentElement.style.fontSize = ''")
    ann.set_viewport_size({"width": 740, "height": 360})
    assert glance(ann).bars <= 56
    ann.set_viewport_size({"width": 360, "height": 740})
    expect(ann.locator(".mine .holds .is-astray")).to_be_visible()
    expect(ann.locator("main").get_by_role("button", name="Pass")).to_be_visible()
    wrong.click()
    expect(ann.locator("#wrong")).to_be_in_viewport()
    harbour.carry(admiral, "area:red", "harbour")
    expect(thumb.get_by_role("button", name="Pass")).to_be_visible()
    expect(ann.locator(".is-astray")).to_have_count(0)


def test_what_hands_do_is_a_list_that_ticks_itself_as_the_camera_sees_it(harbour: Harbour) -> None:
    harbour.answer("draw", "draw", "stop", "pass", "pass")
    ann = harbour.ann
    todo = ann.locator("#pending .chore")
    expect(todo).to_contain_text("Clear the harbour: 2 cards to the discard pile")
    expect(todo.locator(".box")).to_have_text("0/2")
    still(ann)
    box = todo.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 600, "it is seen without scrolling"
    cards = [piece.id for piece in harbour.host.view.chores[0].pieces]
    harbour.carry(cards[0], "harbour", "discard")
    expect(todo.locator(".box")).to_have_text("1/2")
    expect(todo.locator(".mini-done .icon")).to_have_count(1)
    harbour.carry(cards[1], "harbour", "discard")
    expect(ann.locator("#pending")).to_have_count(0)


def test_it_is_told_on_every_page_of_a_player_however_much_is_wrong(room: Room) -> None:
    begin(room)
    room.see(Sighting())
    room.see(Sighting({"sailor/3.1": "harbour", "sailor/3.2": "harbour"}))
    room.press()
    room.until(lambda view: not view.provisional)
    blue, stranger = room.player("blue"), room.player()
    assert 'id="under-thumb"' not in blue.get("/scores").text
    room.see(Sighting({"ship/red/1/1.1": "area:red", "ship/red/1/1.2": "area:blue"}))
    assert len(room.table.host.view.wrong) > 1
    for path in ("/me", "/scores", "/table"):
        html = blue.get(path).text
        said = words(html.partition('id="under-thumb"')[2].partition("</div>")[0])
        first = next(iter(room.table.host.view.wrong.values()))
        assert str(first) in said
        assert said.endswith(f"+{len(room.table.host.view.wrong) - 1}")
    assert 'id="under-thumb"' not in stranger.get("/scores").text


def test_what_the_camera_cannot_make_out_is_told_there_and_everything_can_still_be_answered(
    room: Room,
) -> None:
    begin(room, "draw", "turn:sailor/3.1")
    red = room.player("red")
    before = offered(page(red))
    room.see(Sighting({"sailor/3.1": "harbour"}, strangers=(999,)))
    told = red.get("/me").text.partition('id="under-thumb"')[2].partition("</div>")[0]
    assert "Unknown tag 999: take it away" in told
    assert sorted(offered(page(red))) == sorted(before)
