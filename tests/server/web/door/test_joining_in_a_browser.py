"""With a real browser: a seat by the button, and a connection that is lost and comes back."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from firmware.panel import SimulatedPanel
from firmware.switches import Button
from tests.server.web.conftest import Quay, Served


def test_a_phone_joins_by_the_button_and_others_see_it_at_once(
    served_with_buttons: Served, phone: Callable[..., Page]
) -> None:
    served = served_with_buttons
    served.begin("Ann", "Bob")
    ann, spectator = phone(served), phone(served)
    spectator.goto("/join")
    ann.goto("/join")
    ann.get_by_role("button", name="Sit here (Ann)").click()
    expect(ann.get_by_text("Hold NEXT for two seconds")).to_be_visible()
    number = ann.locator("#claim .sign .number").inner_text()
    expect(spectator.get_by_text(f"Phone {number} wants to join")).to_be_visible()
    panel = served.assistant.panel
    assert isinstance(panel, SimulatedPanel)
    called = panel.calling
    panel.hold(Button.NEXT)
    assert (called, panel.calling) == (True, False)
    expect(ann.get_by_role("button", name="Give up seat")).to_be_visible()
    expect(spectator.get_by_text("Taken")).to_be_visible()


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
    expect(page.get_by_text("Cleo", exact=True)).to_be_visible()


def test_the_seconds_are_counted_down_and_their_end_is_said(
    quay: Quay, phone: Callable[..., Page]
) -> None:
    quay.room.begin("Ann", "Bob")
    page = phone(quay)
    page.clock.install()
    page.goto("/join")
    page.get_by_role("button", name="Sit here (Ann)").click()
    left = page.locator("[data-countdown]")
    expect(left).to_have_text("30")
    page.clock.run_for(9_000)
    expect(left).to_have_text("21")
    [claim] = quay.room.table.joining.claims
    quay.room.table.joining._expire(claim)  # as its timer does
    expect(page.get_by_text("Nobody said yes in time.")).to_be_visible()
    expect(left).to_have_count(0)


def test_without_javascript_the_page_is_loaded_again_while_its_phone_asks(
    quay: Quay, phone: Callable[..., Page]
) -> None:
    quay.room.begin("Ann", "Bob")
    page = phone(quay, java_script_enabled=False)
    page.goto("/join")
    assert page.locator("meta[http-equiv=refresh]").count() == 0
    page.get_by_role("button", name="Sit here (Ann)").click()
    expect(page.locator("meta[http-equiv=refresh]")).to_be_attached()
