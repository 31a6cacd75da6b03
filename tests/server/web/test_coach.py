"""A player asks on a phone what could be done, and is told while the match goes on."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from server.language.translation import LANGUAGES
from server.trials.screenshots import speak
from tests.server.web.conftest import Quay


def test_up_to_three_suggestions_come_by_themselves_and_go_with_the_question(
    quay: Quay, phone: Callable[..., Page]
) -> None:
    quay.room.begin("Ann", "Bob")
    quay.room.answer("red", "first:red", "draw", "turn:ship/red/1/1.1", "draw", "turn:sailor/3.1")
    screen = phone(quay)
    quay.sit(screen, "Ann")
    screen.goto("/me")
    screen.get_by_role("button", name="Suggestions").click()
    suggestions = screen.locator(".coach li")
    expect(suggestions.first).to_be_visible()
    expect(suggestions.first).to_contain_text(re.compile("Points ahead|clearly better"))
    assert 1 <= suggestions.count() <= 3
    for language in LANGUAGES:
        speak(screen, language, quay.url)
        screen.goto("/me")
        expect(suggestions.first).to_be_visible()
        assert screen.evaluate("document.documentElement.scrollWidth") <= 360
    quay.room.answer("red", "stop")
    expect(suggestions).to_have_count(0)
    expect(screen.locator(".coach button")).to_be_visible()
