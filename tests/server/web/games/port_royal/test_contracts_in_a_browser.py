"""Contracts in a real browser: fulfilled by dragging a marker, by a tap, and to the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from server.live.messages import Begin
from server.web.parts import table_pictures
from tests.packages import bring
from tests.patience import PATIENCE
from tests.rules.port_royal.the_table import at_table
from tests.server.web.conftest import Quay, Served
from tests.server.web.pages.test_simulated import drag, piece, until

ARMED = {"red": "pirate/5.1 sailor/3.1"}
TRADING = {**ARMED, "blue": "trader/red/3.1 trader/blue/3.1"}
Phone = Callable[..., Page]


@pytest.fixture(autouse=True)
def nothing_is_kept_of_a_box_with_fewer_cards() -> Iterator[None]:
    yield
    table_pictures._back_names.cache_clear()
    table_pictures._backs.cache_clear()


def test_a_marker_dragged_to_a_contract_fulfils_it(
    served: Served, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"mode": "contracts", "markers": "tags"}
    armed = at_table(ARMED, contracts="mercenary jinx", mode="contracts", markers="tags")
    bring(monkeypatch, "port_royal", armed.game)
    wish = Begin("port_royal", ["Ann", "Bob"], settings)
    served.assistant.host.ask(wish).result(timeout=PATIENCE)
    page = phone(served, viewport={"width": 1280, "height": 800})
    page.goto("/simulated")
    drag(page, piece(page, "marker/red.1"), 466, 548)
    view = until(served, lambda view: view.match and view.match.journal)
    assert view.match is not None
    assert view.match.journal == ["fulfil:contract/mercenary"]


def test_together_the_last_contract_fulfilled_by_phone_wins_the_match(
    quay: Quay, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"mode": "contracts_together"}
    row = "mercenary trade_master"
    trading = at_table(TRADING, contracts=row, mode=settings["mode"])
    bring(monkeypatch, "port_royal", trading.game)
    room = quay.room
    room.table.host.ask(Begin("port_royal", ["Ann", "Bob"], settings)).result(timeout=PATIENCE)
    page = phone(quay)
    quay.sit(page, "Ann", "Bob")
    page.goto("/me")
    expect(page.get_by_role("heading", name="Contracts").first).to_be_visible()
    page.locator('button[name=key][value="fulfil:contract/mercenary"]').click()
    room.until(lambda view: view.match is not None and len(view.match.journal) == 1)
    room.answer("red", "draw")
    room.answer("red", "turn:sailor/3.2", "stop", "pass")
    page.locator('button[name=key][value="fulfil:contract/trade_master"]').click()
    room.until(lambda view: view.match is not None and view.match.choice is None)
    page.goto("/scores")
    expect(page.locator("main").get_by_text("Won together").first).to_be_visible()
