"""Pictures of every page, for looking at all of them after a change."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

from server.errors import UserError
from server.trials.tour import Stop, Tour, tour
from server.web.request.language import COOKIE

Scheme = Literal["light", "dark"]
SIZES = {"phone": (360, 740), "desktop": (1280, 800)}
TELEVISION = (1920, 1080)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # One process for all pages: they are of one site, and a process each costs a second or two.
    "--in-process-gpu",
    "--renderer-process-limit=1",
    "--process-per-site",
)
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first draws the same pages without what a browser has around them, for half of the work."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a page is looked at."""

    name: str
    size: tuple[int, int]
    scheme: Scheme
    whole: bool = True
    """Whether the picture shows what has to be scrolled to as well."""

    def take(self, page: Page) -> None:
        width, height = self.size
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=self.scheme, reduced_motion="reduce")
        if self.whole:
            # As high as the page, so that the tabs at the bottom of a phone hide nothing.
            all_of_it = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": width, "height": max(height, all_of_it)})


@contextmanager
def browser() -> Iterator[Browser]:
    """The browser that this computer has."""
    path = next((found for name in _BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        install = "sudo apt-get install chromium-headless-shell"
        raise UserError(f"Screenshots need a browser. Install one: {install}")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(_OPTIONS))
        yield opened
        opened.close()


def take_all(folder: Path, languages: Sequence[str], progress: Callable[[str], None]) -> int:
    """Every page in every size, by day and by night; how many pictures there are now."""
    taken = 0
    with (
        browser() as opened,
        TemporaryDirectory() as data,
        tour(Path(data)) as evening,
        opened.new_page(base_url=evening.url) as player,
        opened.new_page(base_url=evening.url) as stranger,
    ):
        folder.mkdir(parents=True, exist_ok=True)
        for stop in evening.stops(partial(sit, evening, player)):
            page = stranger if stop.looks_on else player
            for language in languages:
                speak(page, language, evening.url)
                page.goto(stop.path)
                for look in looks(stop):
                    look.take(page)
                    name = f"{stop.name}.{look.name}.{look.scheme}.{language}.png"
                    page.screenshot(path=folder / name)
                    taken += 1
            progress(stop.name)
    return taken


def sit(evening: Tour, page: Page, colour: str) -> None:
    """A phone takes a seat, and NEXT, held, says yes."""
    page.goto("/join")
    page.locator(f'[action="/join/ask"] button[value={colour}]').click()
    page.locator("#claim").wait_for()
    evening.let_in()
    page.locator(f'[action="/join/leave"] button[value={colour}]').wait_for()


def speak(page: Page, language: str, url: str) -> None:
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": url}])


def looks(stop: Stop) -> Iterator[Look]:
    for scheme in SCHEMES:
        for name, size in SIZES.items():
            yield Look(name, size, scheme)
        if stop.path == "/table":
            # It hangs on the wall: what does not fit at once is not seen.
            yield Look("television", TELEVISION, scheme, whole=False)
