"""The screen of the room: large, without controls, and everything on it at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rules.games import GAMES
from rules.journal import write_journal
from rules.simulation import Simulation
from server.live.messages import Resume
from server.web.showing.happened import happenings
from tests.patience import PATIENCE
from tests.server.web.conftest import Quay, Room
from tests.server.web.evenings import go_on, play
from tests.server.web.pages.test_table import words
from tests.server.web.test_every_page import violations

SIZES = ((1280, 720), (1920, 1080), (3840, 2160), (800, 1280))


def played(room: Room, game: str, answers: int) -> None:
    """A match that others have played so far, resumed."""
    seats = min(3, max(GAMES[game].seats))
    simulation = Simulation(GAMES[game], ["Ann", "Bob", "Cleo"][:seats], {}, 5)
    simulation.sensible = True
    for _ in range(answers):
        simulation.step()
    match_id = room.table.store.import_match(write_journal(simulation.match), 1.0)
    room.table.host.ask(Resume(match_id)).result(timeout=PATIENCE)


def test_it_says_who_is_on_turn_what_is_asked_and_what_the_last_moves_brought(room: Room) -> None:
    room.begin()
    room.answer("red", "first:red", "draw", "turn:ship/red/3/6.1", "draw", "turn:sailor/3.1")
    room.answer("red", "stop", "trade:ship/red/3/6.1")
    text = words(room.visitor().get("/screen").text)
    assert "Port Royal · Trade and hire" in text
    assert "Bob is asked" in text
    row = "Ann turned up Frigate 3, Sailor 3; Trade Frigate 3 for 3 coins : +3 Coins"
    assert row in text
    assert "Turn of Ann" in text


def test_what_a_player_does_in_a_turn_is_one_row_with_what_chance_says(room: Room) -> None:
    room.begin()
    room.answer("red", "first:red", "draw", "turn:sailor/3.1", "draw", "turn:sailor/3.2")
    told = happenings(room.match, 2)
    assert [str(text) for text in told[0].texts] == ["turned up Sailor 3, Sailor 3"]
    assert [(each.number, each.last) for each in told] == [(2, 5), (1, 1)]


@pytest.mark.parametrize("game", GAMES)
def test_it_fits_every_screen_without_scrolling_and_has_no_controls(
    quay: Quay, phone: Callable[..., Page], game: str, tmp_path: Path
) -> None:
    played(quay.room, game, 120)
    page = phone(quay)
    page.goto("/screen")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".screen-turn h1")).to_be_visible()
        assert page.locator("a:visible, button:visible, form:visible, summary:visible").count() == 0
        page.screenshot(path=tmp_path / f"{game}-{width}.png")
        for part in (".screen-turn", ".screen-board", ".screen-scores", ".screen-last", ".come-in"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert min(box["x"], box["y"]) >= 0, (part, width)
            assert box["x"] + box["width"] <= width + 1, (part, width)
            assert box["y"] + box["height"] <= height + 1, (part, width)
        over = page.evaluate(
            "(({scrollHeight, scrollWidth}) => [scrollHeight, scrollWidth])(document.body)"
        )
        assert over == [height, width]
        room, fitted = map(page.locator, (".screen-board", "#fitted .drawing"))
        full, used = room.bounding_box(), fitted.bounding_box()
        assert full is not None and used is not None  # noqa: PT018
        assert used["width"] >= 0.95 * full["width"], width
        assert used["height"] >= 0.95 * full["height"], width


PARTS = (".screen-turn", ".screen-board", ".screen-scores", ".screen-last", ".come-in")
QUIET = (".come-in", ".screen-fame", ".screen-results")


@pytest.mark.parametrize("over", [True, False])
def test_at_the_end_and_between_matches_everything_fits_too(
    quay: Quay, phone: Callable[..., Page], over: bool
) -> None:
    store = quay.room.table.store
    for game in ("navegador", "port_royal"):
        match_id = play(store, 5, game=game)
        store.keep_results(match_id)
    if over:
        go_on(quay.room, match_id)
    quay.room.table.joining.let_look_on(3600)
    page = phone(quay)
    page.goto("/screen")
    if over:
        expect(page.get_by_role("heading", name="Dora wins!")).to_be_visible()
        expect(page.get_by_text("The boldest turn: Ann turned up 8 cards")).to_be_visible()
    else:
        expect(page.get_by_role("heading", name="Hall of fame")).to_be_visible()
        expect(page.locator(".screen-results")).to_contain_text("Navegador")
    assert violations(page) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for part in PARTS if over else QUIET:
            box = page.locator(part).bounding_box()
            assert box is not None
            assert min(box["x"], box["y"]) >= 0, (part, width)
            assert box["x"] + box["width"] <= width + 1, (part, width)
            assert box["y"] + box["height"] <= height + 1, (part, width)
        cut = page.evaluate(CUT_OFF_AT_THE_END)
        assert cut == [], (width, height)


CUT_OFF_AT_THE_END = """[...document.querySelectorAll("[data-whole] li")].filter((item) => {
  const { bottom, height } = item.getBoundingClientRect();
  return height && bottom > item.closest("section").getBoundingClientRect().bottom + 1;
}).map((item) => item.textContent)"""
"""Of the list of the last moves, or of what will be remembered, but for its first line."""


def test_what_was_won_before_is_only_for_screens_that_may_look_back(room: Room) -> None:
    room.table.store.keep_results(play(room.table.store, 2))
    assert "Hall of fame" not in room.visitor().get("/screen").text
    assert "Hall of fame" in room.player().get("/screen").text


def test_between_matches_it_is_quiet_and_follows_when_one_begins(
    quay: Quay, phone: Callable[..., Page]
) -> None:
    page = phone(quay, viewport={"width": 1280, "height": 720})
    page.goto("/screen")
    expect(page.get_by_text("No match is running")).to_be_visible()
    quay.room.begin()
    expect(page.locator(".screen-board")).to_be_visible()
    quay.room.answer("red", "first:red")
    expect(page.get_by_role("heading", name="Turn of Ann")).to_be_visible()
