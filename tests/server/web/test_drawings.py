"""Cards as small drawings: they can be told apart, slide to their new places, and replays play."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.server.web.conftest import Quay, Room
from tests.server.web.evenings import go_on, golden, golden_match, play
from tests.server.web.test_taps import while_it_changes

Phone = Callable[..., Page]
COMPLETE = "(image) => image.decode().then(() => image.naturalWidth)"


def test_cards_on_the_table_and_in_ones_area_are_drawn_and_named(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    ann = phone(quay)
    quay.sit(ann, "Ann")
    quay.room.answer("red", "first:red", "draw", "turn:sailor/3.1", "stop")
    ann.goto("/me")
    offered = ann.get_by_role("button", name="Hire Sailor 3")
    assert offered.locator("img").evaluate(COMPLETE) == 236
    offered.click()
    mine = ann.locator(".mine .card", has_text="Sailor 3")
    assert mine.locator("img").evaluate(COMPLETE) == 236
    ann.goto("/table")
    expect(ann.locator(".card", has_text="Sailor 3")).to_contain_text("1 sword")
    moved = ann.locator(".card.is-moved")  # the last move is marked
    expect(moved).to_contain_text("Sailor 3")
    expect(moved).to_contain_text("just moved")


def test_a_piece_slides_to_its_new_place_unless_the_phone_shall_keep_still(
    quay: Quay, phone: Phone
) -> None:
    quay.room.begin()
    page = phone(quay, reduced_motion="no-preference")
    page.goto("/table")
    quay.room.answer("red", "first:red", "draw", "turn:sailor/3.1", "stop")
    hired = lambda: quay.room.answer("red", "hire:sailor/3.1")  # noqa: E731
    assert while_it_changes(quay.room.table, page, hired) == ["sailor/3.1"]
    page.emulate_media(reduced_motion="reduce")
    quay.room.answer("blue", "draw", "turn:sailor/3.2", "stop")
    assert (
        while_it_changes(quay.room.table, page, lambda: quay.room.answer("blue", "hire:sailor/3.2"))
        == []
    )


def at_answer(quay: Quay, game: str, number: int) -> tuple[str, str]:
    """A match of this game just before an answer: whose it is, and its key."""
    go_on(quay.room, play(quay.room.table.store, 2, number, game=game, names=("Ann", "Bob")))
    whole = golden_match(2, number + 1, game)
    return whole.answers[-1].who.colour, whole.journal[-1]


def answers_of(game: str, word: str) -> int:
    """The first answer of a golden match that begins with a word."""
    return next(at for at, key in enumerate(golden(2, game)) if key.startswith(word))


@pytest.mark.parametrize(
    ("game", "at", "drawn", "says"),
    [
        ("maracaibo", 193, "Navigator", "compass"),
        ("cooper_island", 222, "Small building 5", "Extra statue slot"),
    ],
)
def test_a_drawn_card_of_a_large_game_tells_what_it_does_when_it_is_tapped(
    quay: Quay, phone: Phone, game: str, at: int, drawn: str, says: str
) -> None:
    at_answer(quay, game, at)
    page = phone(quay)
    page.goto("/table")
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    card = page.locator(".card.is-drawn", has_text=drawn).first
    card.scroll_into_view_if_needed()
    assert card.locator("img").evaluate(COMPLETE) > 100
    card.get_by_role("link", name=drawn).click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(says)
    assert sheet.locator("img").evaluate(COMPLETE) > 100
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize(
    ("game", "word", "moved"),
    [
        ("maracaibo", "sail:", "ship/"),
        ("navegador", "sail:", "ship/"),
        ("cooper_island", "worker:", None),  # it comes from nowhere
    ],
)
def test_on_a_map_what_moves_slides_and_what_was_tapped_stays_where_it_is(
    quay: Quay, phone: Phone, game: str, word: str, moved: str | None
) -> None:
    # The second time, everybody's pieces are on the map already.
    number = answers_of(game, word) if game == "navegador" else answers_of(game, word) + 20
    number += next(at for at, key in enumerate(golden(2, game)[number:]) if key.startswith(word))
    colour, key = at_answer(quay, game, number)
    page = phone(quay, has_touch=True, is_mobile=True, reduced_motion="no-preference")
    page.goto("/table")
    if game == "cooper_island":
        aimed = page.locator(f'.island a[href$="/{key.split(":")[1]}"]')
    else:
        aimed = page.locator(".sea-upright a").nth(3)
    aimed.tap()
    page.get_by_role("button", name="Close").tap()
    before = aimed.locator(".shore").bounding_box()
    moving = while_it_changes(quay.room.table, page, lambda: quay.room.answer(colour, key))
    sliding = [piece for each in moving for piece in each.split()]
    assert moved is None or any(piece.startswith(moved) for piece in sliding)
    after = aimed.locator(".shore").bounding_box()
    assert before is not None
    assert after is not None
    middles = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (before, after)
    ]
    assert middles[0] == pytest.approx(middles[1], abs=3)
    expect(page.locator(".is-moved .shore").first).to_be_visible()


def test_a_replay_plays_by_itself_until_it_is_stopped_or_over(quay: Quay, phone: Phone) -> None:
    quay.room.begin()
    page = phone(quay)
    quay.sit(page, "Ann")
    quay.room.answer("red", "first:red", "draw", "turn:sailor/3.1")
    page.clock.install(time=0)
    page.goto("/history/1/0")
    page.clock.pause_at(3_600_000)  # from here on time passes only when it is told to
    play = page.get_by_role("button", name="Play by itself")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(10)
    expect(page.get_by_role("heading", name="Step 1 of 3")).to_be_visible()
    expect(play).to_have_attribute("aria-pressed", "true")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "false")
    page.clock.run_for(60_000)
    expect(page.get_by_role("heading", name="Step 1 of 3")).to_be_visible()
    play.click()
    for time, step in ((10, "Step 2 of 3"), (1700, "Step 3 of 3")):
        page.clock.run_for(time)
        expect(page.get_by_role("heading", name=step)).to_be_visible()
    expect(page).to_have_url(f"{quay.url}/history/1/3")
    page.clock.run_for(1700)
    expect(play).to_have_attribute("aria-pressed", "false")


def test_what_lies_open_is_painted_first_and_only_kinds_of_a_game_have_pictures(
    room: Room,
) -> None:
    room.begin()
    visitor = room.visitor()
    room.answer("red", "first:red", "draw", "turn:sailor/3.1")
    visitor.get("/table")
    shown = visitor.get("/cards/drawn/port_royal/sailor/3.webp")
    picture = cv2.imdecode(np.frombuffer(shown.data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (364, 236, 3)
    for nothing in ("nothing/sailor/3.webp", "port_royal/marker/red.webp"):
        assert visitor.get(f"/cards/drawn/{nothing}").status_code == 404
    elsewhere = visitor.get("/cards/drawn/port_royal/sailor/3.webp?copy=nobodys")
    assert elsewhere.status_code == 404
