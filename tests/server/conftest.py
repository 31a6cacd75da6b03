"""What holds for every test of the server, and browsers for pages of tables and clubs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page

from server.live import host
from server.trials import screenshots

WITHOUT_GUIDE = "localStorage.getItem('guide') ?? localStorage.setItem('guide', 'off')"


class Reached(Protocol):
    """Pages that are served."""

    @property
    def url(self) -> str: ...

    @property
    def outside(self) -> list[str]:
        """Addresses of others that a page tried to reach."""


@pytest.fixture(autouse=True)
def next_waits_for_pictures_however_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several tests share a processor, so that hands seem to move for longer than at a table."""
    monkeypatch.setattr(host, "PATIENCE", 60.0)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with screenshots.browser() as browser:
        yield browser


@pytest.fixture
def phone(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Makes phones; each has cookies of its own, and may reach nothing but the table or the club.

    Their people know the game, but for those with a `guide`.
    """
    with ExitStack() as stack:

        def make(served: Reached, guide: bool = False, **options: Any) -> Page:
            size = {"width": 360, "height": 740}
            settings = {"viewport": size, "base_url": served.url, **options}
            context = browser.new_context(**settings)
            stack.callback(context.close)
            table = settings["base_url"].rstrip("/")

            def watch(request: Any) -> None:
                if not request.url.startswith((f"{table}/", "data:", "blob:")):
                    served.outside.append(request.url)

            context.on("request", watch)
            if not guide:
                context.add_init_script(WITHOUT_GUIDE)
            return context.new_page()

        yield make
