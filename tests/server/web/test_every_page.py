"""Every page in a real browser: for everybody, in every size and language, light and dark.

What is outside of the table cannot be reached, and no page tries to.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ProxySettings

from server.command import main
from server.trials.screenshots import SIZES, looks, sit, speak
from server.trials.tour import Stop, Tour, tour
from tests.server.conftest import patient, still
from tests.server.web.test_live_page import CUT_OFF, SMALL

CHECKED_IN = {("phone", "light"), ("desktop", "dark")}
"""Both sizes and both schemes; the other two pairs have nothing of their own."""
OF_LOOKS = ("color-contrast", "scrollable-region-focusable")
"""The rules that a size or a scheme can break; the others are about what both have in common."""
LONGEST = "ru"
"""Its words need the most room; `test_every_page_fits.py` looks at all languages."""
NOWHERE: ProxySettings = {"server": "127.0.0.1:9", "bypass": "127.0.0.1"}
"""What is not on this computer is asked for there, and nobody answers."""


def violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe has against a page, by these rules or by all."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    found = Axe().run(still(page), options=options).response["violations"]
    return [
        f"{each['id']} ({each['impact']}): {node['target']} {node['html'][:200]}"
        for each in found
        for node in each["nodes"]
    ]


def objections(page: Page, stop: Stop) -> list[str]:
    """What speaks against a page as it is: what axe finds, and what does not fit."""
    found = []
    rules: Sequence[str] = ()
    for look in looks(stop):
        if (look.name, look.scheme) in CHECKED_IN:
            replace(look, whole=False).take(page)
            found += violations(page, rules)
            rules = OF_LOOKS
            found += [f"cut off: {node}" for node in page.evaluate(CUT_OFF)]
            found += [f"small: {node}" for node in page.evaluate(SMALL)]
    return found


@pytest.fixture
def evening(tmp_path: Path) -> Any:
    with tour(tmp_path) as evening:
        yield evening


def test_every_page_is_for_everybody_and_needs_nothing_from_outside(
    evening: Tour, browser: Browser
) -> None:
    player, stranger = (
        patient(browser, base_url=evening.url, proxy=NOWHERE).new_page() for _ in range(2)
    )
    asked: list[str] = []
    for page in (player, stranger):
        page.on("request", lambda request: asked.append(request.url))
    found = []
    for stop in evening.stops(partial(sit, evening, player)):
        page = stranger if stop.looks_on else player
        for language in ("en", LONGEST):
            speak(page, language, evening.url)
            page.goto(stop.path)
            if language == "en":
                found += [f"{stop.name}: {each}" for each in objections(page, stop)]
                page.set_viewport_size({"width": 360, "height": 740})
            else:
                found += [f"{stop.name} {language}: {each}" for each in page.evaluate(CUT_OFF)]
    player.context.close()
    stranger.context.close()
    assert found == []
    assert [url for url in asked if not url.startswith((f"{evening.url}/", "data:"))] == []


# ------------------------------------------------------------------------------------ Screenshots


def test_the_command_photographs_pages_in_every_size_by_day_and_by_night(
    browser: Browser,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def one_stop(*_: object) -> list[Stop]:
        return [Stop("start", "/", looks_on=True)]

    monkeypatch.setattr(Tour, "stops", one_stop)
    monkeypatch.setattr("server.trials.screenshots.browser", lambda: nullcontext(browser))
    assert main(["dev", "screenshots", "--out", str(tmp_path / "new"), "--language", "it"]) == 0
    assert "4 pictures" in capsys.readouterr().out
    for size, (width, height) in SIZES.items():
        for scheme, is_dark in (("light", False), ("dark", True)):
            picture = cv2.imread(str(tmp_path / "new" / f"start.{size}.{scheme}.it.png"))
            assert picture is not None
            assert picture.shape[1] == width
            assert picture.shape[0] >= height
            assert (picture.mean() < 100) == is_dark


def test_without_a_browser_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["dev", "screenshots", "--out", str(tmp_path / "new")]) == 2
    assert "apt-get install chromium" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
