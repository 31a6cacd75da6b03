"""With a real browser: a turn of each of Maracaibo's main actions, played on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.match import Match
from tests.server.web.conftest import Line
from tests.server.web.evenings import go_on, golden_match, play
from tests.server.web.games.navegador.test_in_a_browser import barriers, sit_down


@pytest.fixture(scope="module")
def whole() -> Match[Any]:
    return golden_match(2, game="maracaibo")


def turn_with(whole: Match[Any], word: str) -> tuple[int, int]:
    """From where to where the first turn goes in which such an answer follows the sailing."""
    starts = [
        step
        for step, key in enumerate(whole.journal)
        if key.startswith("sail:") and whole.journal[step + 1].startswith(word)
    ]
    later = [step for step, key in enumerate(whole.journal) if key.startswith("sail:")]
    return starts[0], next((step for step in later if step > starts[0]), len(whole.journal))


def press(line: Line, page: Page, key: str) -> None:
    """Answer on the phone; what is folded away is unfolded."""
    asked = page.locator(".ask input[name=after]").first
    answered = len(line.room.match.journal)
    expect(asked).to_have_value(str(answered))
    button = page.locator(f'main button[name=key][value="{key}"]').first
    if not button.is_visible():
        page.evaluate("document.querySelectorAll('.ask details').forEach((e) => (e.open = true))")
    button.click()
    expect(asked).to_have_value(str(answered + 1))


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("deliver:", "After the delivery"),
        ("village", "A village action"),
        ("quest:", "Remove a disc"),
        ("assistant:", "village action"),
    ],
)
def test_a_turn_of_each_main_action_is_played_on_a_phone(
    line: Line, phone: Callable[..., Page], whole: Match[Any], word: str, said: str
) -> None:
    start, end = turn_with(whole, word)
    go_on(line.room, play(line.room.table.store, 2, start, game="maracaibo"))
    page = phone(line)
    sit_down(line, page, "Ann", "Bob")
    page.goto("/me")
    expect(page.locator(".ask .prompt")).to_have_text("Sail up to 7 spaces")
    prompts = set()
    for key in whole.journal[start:end]:
        press(line, page, key)
        prompts.add(page.locator(".ask .prompt").inner_text())
    assert any(said in prompt for prompt in prompts), prompts
    assert line.room.match.journal == whole.journal[:end]
    expect(page.locator(".ask .prompt")).to_have_text("Sail up to 7 spaces")
    now = whole.fork(end)
    for seat in now.seats:
        doubloons = now.table.has(seat, "doubloons")
        expect(page.locator(f".mat.seat-{seat.colour} .facts")).to_contain_text(
            re.compile(rf"Doubloons\s*{doubloons}\b")
        )


def test_jeans_turn_is_done_step_by_step_on_a_phone(line: Line, phone: Callable[..., Page]) -> None:
    whole = golden_match(1, game="maracaibo")
    start = next(step for step, key in enumerate(whole.journal) if key.startswith("turn:jean/"))
    end = next(s for s, key in enumerate(whole.journal) if s > start and key.startswith("sail:"))
    go_on(line.room, play(line.room.table.store, 1, start, game="maracaibo"))
    page = phone(line)
    sit_down(line, page, "Ann")
    page.goto("/me")
    for key in whole.journal[start:end]:
        press(line, page, key)
    expect(page.locator(".ask .prompt")).to_have_text("Sail up to 7 spaces")
    expect(page.locator(".jean")).to_contain_text("Turned up")


def test_the_pages_have_no_serious_barrier_and_fit_on_a_narrow_phone(
    line: Line, phone: Callable[..., Page]
) -> None:
    go_on(line.room, play(line.room.table.store, 1, 142, game="maracaibo"))
    page = phone(line)
    sit_down(line, page, "Ann")
    for path in ("/table", "/me", "/scores"):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
        assert barriers(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") == 360, path
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 1280, "height": 800})
    for path in ("/table", "/me"):
        page.goto(path)
        assert barriers(page, runOnly=["color-contrast"]) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") == 1280, path
