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
from tests.server.web.conftest import Quay, Room
from tests.server.web.pages.test_table import words

SIZES = ((1280, 720), (1920, 1080), (3840, 2160), (800, 1280))


def played(room: Room, game: str, answers: int) -> None:
    """A match that others have played so far, resumed."""
    seats = min(3, max(GAMES[game].seats))
    simulation = Simulation(GAMES[game], ["Ann", "Bob", "Cleo"][:seats], {}, 5)
    simulation.sensible = True
    for _ in range(answers):
        simulation.step()
    match_id = room.table.store.import_match(write_journal(simulation.match), 1.0)
    room.table.host.ask(Resume(match_id)).result(timeout=60)


def test_it_says_who_is_on_turn_what_is_asked_and_what_the_last_moves_brought(room: Room) -> None:
    room.begin()
    room.answer("red", "first:red", "draw", "turn:ship/red/3/6.1", "draw", "turn:sailor/3.1")
    room.answer("red", "stop", "trade:ship/red/3/6.1")
    text = words(room.visitor().get("/screen").text)
    assert "Port Royal · Trade and hire" in text
    assert "Bob is asked" in text
    assert "Ann: Trade Frigate 3 for 3 coins +3 Coins (Frigate 3)" in text
    assert "Ann: Turn up a card → Frigate 3" in text
    assert "Turn of Ann" in text


def test_what_chance_says_belongs_to_the_answer_before_it(room: Room) -> None:
    room.begin()
    room.answer("red", "first:red", "draw", "turn:sailor/3.1", "draw", "turn:sailor/3.2")
    told = happenings(room.match, 2)
    assert [len(each.texts) for each in told] == [2, 2]
    assert [each.number for each in told] == [4, 2]


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
