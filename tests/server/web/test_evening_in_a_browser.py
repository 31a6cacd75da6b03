"""An evening in real browsers: a whole game at the simulated table, and phones around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from rules.match import Match
from server.assistant import Assistant
from server.live.cameras import SIMULATED
from server.live.messages import View
from server.simulated.dealers import Dealers
from server.web import create_app
from server.web.http.serving import ALL, WebServer
from server.web.pages.phones import EVENING
from server.web.showing.asking import TURN_UP
from tests.patience import PATIENCE, until
from tests.server.web.conftest import Quay, Served
from tests.server.web.evenings import go_on, golden, play
from tests.server.web.pages.test_simulated import drag, piece
from tests.server.web.test_taps import press

Phone = Callable[..., Page]

SHUFFLE = 60
GAME = """
    first:blue
    draw draw stop trade:ship/red/3/6 trade:ship/green/1/1
    draw stop pass trade:ship/red/4/skull
    draw draw stop hire:admiral/9 hire:sailor/3
    draw stop pass trade:ship/blue/3/5
    draw draw stop trade:ship/green/4/5 trade:ship/blue/2/2
    draw draw
    draw stop trade:ship/black/3/skull
    draw stop pass hire:trader/black/3
    draw stop trade:ship/black/3/7
    draw draw draw draw draw stop pass hire:trader/green/3
    draw stop hire:trader/yellow/5
    draw stop pass trade:ship/blue/2/1
    draw draw stop pass hire:priest/4
    draw draw draw stop pass trade:ship/blue/4/5
    draw stop hire:trader/yellow/3
    draw stop pass trade:ship/black/4/skull
    draw draw draw draw draw stop hire:sailor/7 trade:ship/black/1/2
    draw stop pass hire:jack_of_all_trades/6
"""
"""A short game for this shuffle of the deck, a turn in each line: what the players choose."""


class Players:
    """Two phones and hands at the simulated table, whose browser runs beside it."""

    def __init__(self, served: Served, screen: Page, phones: dict[str, Page]) -> None:
        self.served = served
        self.screen = screen
        self.phones = phones

    @property
    def match(self) -> Match[Any]:
        match = self.served.assistant.host.view.match
        assert match is not None
        return match

    def until(self, shown: Callable[[View], object]) -> None:
        host = self.served.assistant.host
        until(lambda: shown(host.view), lambda: (str(host.view.said), host.view.status, host.view))

    def press(self, button: str) -> None:
        press(self.served.table, self.screen, button)

    def tidy_up(self) -> None:
        table = self.served.assistant.playground
        assert table is not None
        self.press("Tidy up")
        self.until(lambda view: not view.searching and table.is_seen_by(view.sighting))
        self.until(lambda view: view.paused or not (view.pending or view.wrong))

    # ------------------------------------------------------------------ With hands and buttons

    def by_hand(self, choice: str) -> None:
        answered = len(self.match.journal)
        if choice == "draw":
            drag(self.screen, piece(self.screen, "pile:deck"), *self._free_spot("harbour"))
            self.until(lambda view: view.match and len(view.match.journal) >= answered + 2)
        elif choice in ("stop", "pass"):
            self._press_next_until(choice)
        else:
            what, _, kind = choice.partition(":")
            card = next(card for card in self.match.table.places["harbour"] if card.kind == kind)
            asked = self.match.choice
            assert asked is not None
            target = "discard" if what == "trade" else f"area:{asked.who.colour}"
            drag(self.screen, piece(self.screen, card.id), *self._free_spot(target))
            key = f"{what}:{card.id}"
            self.until(lambda view: view.question or key in self.match.journal)
            if key not in self.match.journal:
                # A ship that goes away may be traded, or cleared away after a pass.
                self._tell_the_camera(key)

    def _tell_the_camera(self, key: str) -> None:
        question = self.served.assistant.host.view.question
        assert question is not None
        phone = self.phones[question.choice.who.colour]
        expect(phone.get_by_text("the camera asks")).to_be_visible()
        phone.locator(f'button[name=key][value="{key}"]').click()
        self.until(lambda _: key in self.match.journal)

    def _press_next_until(self, key: str) -> None:
        """The first press may only confirm what the one before did."""
        while self.match.journal[-1] != key:
            self._press_next(self.served.assistant.host.view.final)

    def _press_next(self, final: int) -> None:
        """Again, if nothing has come of it: something had just changed."""
        host = self.served.assistant.host
        while host.view.final == final:
            self.press("NEXT")
            assert host.is_alive(PATIENCE), "the press was not heard"
            self.until(lambda _: host._next_until is None)
            assert host.is_alive(PATIENCE), "what came of it was not shown"

    def _free_spot(self, place: str) -> tuple[float, float]:
        """Beside the cards that lie there."""
        table = self.served.assistant.playground
        assert table is not None
        here = [lying for lying in table.shown().pieces if self._lies_in(lying.pose, place)]
        middle = table.spot_in(place)
        if place == "discard":
            return middle.x, middle.y
        return middle.x - 130 + 66 * (len(here) % 5), middle.y

    def _lies_in(self, pose: Any, place: str) -> bool:
        table = self.served.assistant.playground
        assert table is not None
        return table.shown().bare.place_of(pose) == place

    # ----------------------------------------------------------------------------- With phones

    def by_phone(self, choice: str) -> None:
        answered, asked = len(self.match.journal), self.match.choice
        assert asked is not None
        phone = self.phones.get(asked.who.colour, self.phones["red"])
        # The page may still show the question before: its answer would come too late.
        form = phone.locator(f'form:has(input[name=after][value="{answered}"])')
        button = f'button[name=key][value="{choice}"], button[name=key][value^="{choice}."]'
        form.locator(button).first.click()
        self.until(lambda view: view.match and len(view.match.journal) > answered)
        if choice == "draw":
            self.by_phone(TURN_UP)


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """As after `./run`: reached at every address of this computer, whose own screen may press."""
    monkeypatch.setattr(Dealers, "_seed", lambda *_: Random(SHUFFLE).getrandbits(64))
    with (
        WebServer(ALL, 0) as web,
        Assistant(tmp_path, SIMULATED, lambda _: None) as assistant,
    ):
        table = assistant.tableside(web.port)
        web.start(create_app(table))
        yield Served(f"http://127.0.0.1:{web.port}", assistant, table)
        web.stop()


def scanned(page: Page) -> str:
    """What a phone reads from the QR code that a screen shows."""
    shown = np.frombuffer(page.locator(".join-card img").screenshot(), np.uint8)
    picture = cv2.imdecode(shown, cv2.IMREAD_COLOR)
    assert picture is not None
    address, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    return address


def to_me(page: Page) -> None:
    page.get_by_role("button", name="More pages").click()
    page.locator(".tabs a[href='/me']").click()


def test_a_whole_game_is_played_on_two_phones_and_the_simulated_table(
    at_home: Served, phone: Phone
) -> None:
    screen = phone(at_home, viewport={"width": 1280, "height": 800})
    screen.goto("/")
    address = scanned(screen)
    screen.get_by_label("Player 1", exact=True).fill("Ann")
    screen.get_by_label("Player 2", exact=True).fill("Bob")
    screen.get_by_role("button", name="Begin the match").click()
    expect(screen).to_have_url(f"{at_home.url}/set-up")
    screen.goto("/simulated")
    phones = {}
    for colour, name in (("red", "Ann"), ("blue", "Bob")):
        phones[colour] = page = phone(at_home, base_url=address)
        page.goto(address)
        to_me(page)
        page.get_by_role("link", name="Take a seat").click()
        page.get_by_role("button", name=f"Sit here ({name})").click()
        expect(page.get_by_text("Hold NEXT for two seconds")).to_be_visible()
        number = page.locator("#claim .sign .number").inner_text()
        screen.get_by_role("link", name=f"Phone {number} wants to join").click()
        screen.get_by_role("button", name="Let in").click()
        expect(page.get_by_text("This phone", exact=True)).to_be_visible()
        screen.goto("/simulated")
        to_me(page)
    players = Players(at_home, screen, phones)

    begin, *turns = [line.split() for line in GAME.strip().splitlines()]
    players.by_phone(*begin)
    for turn in turns[:3]:
        for choice in turn:
            players.by_hand(choice)
        players.tidy_up()
    # Somebody takes the cards away for a while; the phones go on without the table.
    screen.get_by_text("Hold a button").click()
    players.press("SCAN: pause")
    players.until(lambda view: view.paused)
    for turn in turns[3:-1]:
        for choice in turn:
            players.by_phone(choice)
    players.tidy_up()
    players.press("SCAN: go on")
    players.until(lambda view: not (view.paused or view.pending or view.wrong))
    for choice in turns[-1]:
        players.by_hand(choice)

    outcome = players.match.outcome()
    assert outcome is not None
    assert [seat.name for seat in outcome.winners] == ["Bob"]
    for page in phones.values():
        expect(page.get_by_role("heading", name="wins!")).to_be_visible()
        page.get_by_role("link", name="To the scores").click()
        expect(page.locator(".ranking > li").first).to_contain_text("Bob")
        expect(page.locator(".ranking > li").first).to_contain_text("12 Influence")
    assert at_home.table.store.record(1).state == "finished"
    assert at_home.outside == []


# ------------------------------------------------------------------------------- Around the game


def test_a_phone_cannot_choose_for_the_seat_of_another(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    quay.room.answer("red", "first:red")
    ann, bob = phone(quay), phone(quay)
    quay.sit(ann, "Ann")
    quay.sit(bob, "Bob")
    bob.goto("/me")
    expect(bob.get_by_role("heading", name="Waiting")).to_be_visible()
    ann.goto("/me")
    # Bob's browser sends Ann's form, with its own cookie and token.
    form = ann.locator("form", has=ann.get_by_role("button", name="Turn up a card"))
    bob.evaluate(
        """(form) => {
          document.getElementById("main").insertAdjacentHTML("beforeend", form);
          const token = document.querySelector("main > form:last-child [name=csrf]");
          token.value = document.querySelector("meta[name=csrf]").content;
        }""",
        form.evaluate("form => form.outerHTML"),
    )
    bob.get_by_role("button", name="Turn up a card").click()
    expect(bob.get_by_text("This seat is not yours.")).to_be_visible()
    assert quay.room.match.journal == ["first:red"]


def test_every_phone_speaks_its_own_language(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    ann, bob = phone(quay, locale="it-IT"), phone(quay)
    ann.goto("/table")
    bob.goto("/table")
    expect(ann.locator("html")).to_have_attribute("lang", "it")
    expect(ann.locator(".tabs")).to_contain_text("Tavolo")
    bob.get_by_role("button", name="Українська").click()
    expect(bob.locator("html")).to_have_attribute("lang", "uk")
    expect(bob.locator(".tabs")).to_contain_text("Стіл")
    quay.room.answer("red", "first:red")
    expect(bob.locator("#head")).to_contain_text("Хід: Ann")
    expect(ann.locator("#head")).to_contain_text("Turno di Ann")


def test_score_lines_open_and_stay_open_while_the_game_goes_on(quay: Quay, phone: Phone) -> None:
    room = quay.room
    go_on(room, play(room.table.store, 2, 60))
    page = phone(quay)
    page.goto("/scores")
    lines = page.locator("#coins-red tbody tr")
    expect(lines.first).to_be_hidden()
    page.locator("#coins-red summary").click()
    balance = room.match.table.ledger.balance(room.match.seats[0], "coins")
    expect(lines.last.locator("td").last).to_have_text(str(balance))
    event = page.locator("#main").get_attribute("data-event")
    assert room.match.choice is not None
    room.answer(room.match.choice.who.colour.replace("table", "red"), golden(2)[60])
    expect(page.locator("#main")).not_to_have_attribute("data-event", event or "")
    expect(lines.last).to_be_visible()


def test_a_finished_match_is_replayed_step_by_step(quay: Quay, phone: Phone) -> None:
    play(quay.room.table.store, 2)
    quay.room.table.joining.let_look_on(EVENING)
    page = phone(quay)
    page.goto("/history")
    page.get_by_role("link", name="Port Royal").click()
    expect(page.get_by_role("heading", name="Final ranking")).to_be_visible()
    page.get_by_role("link", name="Replay step by step").click()
    expect(page.get_by_text("Before the first choice")).to_be_visible()
    page.get_by_role("link", name="Forward", exact=True).click()
    expect(page.get_by_role("heading", name=f"Step 1 of {len(golden(2))}")).to_be_visible()
    page.get_by_role("link", name="Turn forward").click()
    page.get_by_role("link", name="Last").click()
    expect(page.locator("main")).to_contain_text("The match is over")
    expect(page.get_by_role("link", name="Forward", exact=True)).to_be_hidden()


def test_a_link_in_another_app_leads_to_ones_own_seat(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    page = phone(quay)
    quay.sit(page, "Ann")
    page.goto("about:blank")
    page.set_content(f'<a href="{quay.url}/join">To the table</a>')
    page.get_by_text("To the table").click()
    expect(page.locator("li", has_text="Ann").get_by_text("This phone")).to_be_visible()
