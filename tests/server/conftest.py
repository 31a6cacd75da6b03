"""What holds for every test of the server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from server.live import host
from server.trials import screenshots


@pytest.fixture(autouse=True)
def next_waits_for_pictures_however_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several tests share a processor, so that hands seem to move for longer than at a table."""
    monkeypatch.setattr(host, "PATIENCE", 60.0)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with screenshots.browser() as browser:
        yield browser
