"""Help where one needs it: what is tapped is explained, and what is new is explained by itself."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules.games import GAMES
from tests.server.web.conftest import Quay, Room
from tests.server.web.evenings import go_on, golden, play
from tests.server.web.test_taps import while_it_changes

Phone = Callable[..., Page]


def anns_phone(quay: Quay, phone: Phone) -> Page:
    quay.room.begin()
    ann = phone(quay)
    quay.sit(ann, "Ann")
    quay.room.answer("red", "first:red", "draw", "turn:admiral/7.1")
    return ann


# ------------------------------------------------------------------------------- Tapped to be read


def test_a_card_that_is_tapped_says_what_it_does(quay: Quay, phone: Phone) -> None:
    ann = anns_phone(quay, phone)
    ann.goto("/table")
    ann.get_by_role("link", name="Admiral 7").click()
    sheet = ann.get_by_role("dialog")
    expect(sheet).to_contain_text("Admiral: 2 coins if the harbour has")
    expect(sheet.locator("img")).to_be_visible()
    while_it_changes(quay.room.table, ann, lambda: quay.room.answer("red", "stop"))
    expect(sheet).to_be_visible()  # it stays while the table changes
    ann.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    expect(ann).to_have_url(f"{quay.url}/table")


def test_without_javascript_a_card_leads_to_a_page_with_the_same_words(
    quay: Quay, phone: Phone
) -> None:
    anns_phone(quay, phone)
    page = phone(quay, java_script_enabled=False)
    page.goto("/table")
    page.get_by_role("link", name="Admiral 7").click()
    expect(page.get_by_role("heading", name="Admiral 7")).to_be_visible()
    expect(page.locator("main")).to_contain_text("when you may take")


SAYS = '<ul class="rules"><li>'
"""That something stands there besides a name."""


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_of_every_game_says_what_it_does(room: Room, game: str) -> None:
    visitor = room.visitor()
    first = next(iter(GAMES[game].pieces.values())).kind
    assert SAYS in visitor.get(f"/rules/piece/{game}/{first}").text  # before any match
    room.begin(game=game)
    kinds = dict.fromkeys(piece.kind for piece in room.match.game.pieces.values())
    for kind in kinds:
        page = visitor.get(f"/rules/piece/{game}/{kind}")
        assert SAYS in page.text, kind
    assert visitor.get(f"/rules/piece/{game}/nothing").status_code == 404
    assert visitor.get("/rules/piece/nothing/nothing").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_what_is_tapped_on_the_pages_of_a_game_leads_to_what_it_does(room: Room, game: str) -> None:
    seats = 2
    go_on(room, play(room.table.store, seats, len(golden(seats, game)) * 2 // 3, game=game))
    player = room.player(*(seat.colour for seat in room.match.seats))
    links = {link for path in ("/table", "/me") for link in LINK.findall(player.get(path).text)}
    assert len(links) > 3
    for link in links:
        assert SAYS in player.get(link).text, link
    assert not LINK.findall(player.get("/screen").text)  # nothing can be tapped there
    assert player.get(f"/rules/about/{game}/nothing").status_code == 404


LINK = re.compile(r'href="(/rules/[^"]+)"')


def test_what_can_be_chosen_can_be_read_first_without_choosing_it(quay: Quay, phone: Phone) -> None:
    ann = anns_phone(quay, phone)
    quay.room.answer("red", "draw", "turn:sailor/3.1", "stop")
    ann.goto("/me")
    ann.get_by_role("button", name="Only read what you tap").click()
    ann.get_by_role("link", name="What is this? Hire Sailor 3").click()
    sheet = ann.get_by_role("dialog")
    expect(sheet).to_contain_text("their swords repel ships")
    expect(sheet.get_by_role("link", name="1 sword")).to_be_visible()
    sheet.get_by_role("link", name="1 sword").click()
    expect(sheet).to_contain_text("You keep them")
    ann.get_by_role("button", name="Close").click()
    expect(ann.locator("button[value='hire:sailor/3.1']")).to_be_visible()  # still to be chosen


# --------------------------------------------------------------------------------- The first match


def test_a_long_press_is_a_longer_look_and_chooses_nothing(quay: Quay, phone: Phone) -> None:
    ann = anns_phone(quay, phone)
    quay.room.answer("red", "draw", "turn:sailor/3.1", "stop")
    ann.goto("/me")
    ann.locator("button[value='hire:sailor/3.1']").click(delay=1000)
    expect(ann.get_by_role("dialog")).to_contain_text("their swords repel ships")
    assert quay.room.match.journal[-1] == "stop"


def test_the_rules_of_a_question_are_a_line_below_its_answers(quay: Quay, phone: Phone) -> None:
    ann = anns_phone(quay, phone)
    ann.goto("/me")
    lesson = ann.locator("details.guide")
    expect(lesson).not_to_have_attribute("open", "")
    answer = ann.get_by_role("button", name="Turn up a card").bounding_box()
    below = lesson.bounding_box()
    assert answer is not None
    assert below is not None
    assert answer["y"] < below["y"]
    lesson.get_by_text("New here?").click()
    for words in ("Turn up cards one by one into the harbour", "After a bust, you may still"):
        expect(lesson).to_contain_text(words)
    quay.room.answer("red", "draw", "turn:sailor/3.1", "stop")  # and now another one
    expect(lesson).to_contain_text("You may take one card")
    expect(lesson).not_to_have_attribute("open", "")


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_of_every_game_has_a_picture(room: Room, game: str) -> None:
    room.begin(game=game)
    player = room.player(*(seat.colour for seat in room.match.seats))
    page = player.get("/me").text
    lesson = page[page.index('<div class="lesson">') :].partition("<ul")[0]
    assert "<img" in lesson or 'href="#sign-' in lesson
