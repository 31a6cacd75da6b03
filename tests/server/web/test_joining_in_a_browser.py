"""With a real browser: a seat by the button, and a connection that is lost and comes back."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from firmware.panel import SimulatedPanel
from firmware.switches import Button
from tests.server.web.conftest import Served


def test_a_phone_joins_by_the_button_and_others_see_it_at_once(
    served_with_buttons: Served, phone: Callable[..., Page]
) -> None:
    served = served_with_buttons
    served.begin("Ann", "Bob")
    ann, spectator = phone(served), phone(served)
    spectator.goto("/join")
    ann.goto("/join")
    ann.get_by_role("button", name="Sit here (Ann)").click()
    expect(ann.get_by_text("Press NEXT on the table now.")).to_be_visible()
    expect(spectator.get_by_text("Another phone is joining.")).to_be_visible()
    panel = served.assistant.panel
    assert isinstance(panel, SimulatedPanel)
    panel.press(Button.NEXT)
    expect(ann.get_by_role("button", name="Give up this seat")).to_be_visible()
    expect(spectator.get_by_text("Taken by another phone")).to_be_visible()


def test_a_phone_without_connection_shows_the_right_state_when_it_is_back(
    served_with_buttons: Served, phone: Callable[..., Page]
) -> None:
    served = served_with_buttons
    served.begin("Ann", "Bob")
    page = phone(served)
    page.goto("/join")
    expect(page.get_by_text("Ann", exact=True)).to_be_visible()
    page.context.set_offline(True)
    served.table.events.stop()  # breaks the connections that are open
    served.begin("Cleo", "Dan")
    expect(page.get_by_text("Ann", exact=True)).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("Cleo", exact=True)).to_be_visible(timeout=15_000)
