"""The page on which cards are learned and corrected, in a real browser."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rules.game import KNOWN_BY, PICTURES
from server.live.albums import Albums
from server.live.messages import Answer, Begin, Refused, View
from tests.server.web.conftest import Room, Served
from vision.recognise.art import NO_CARD

_PATIENCE = 60.0


def until(served: Served, shown: Callable[[View], object]) -> View:
    give_up = time.monotonic() + _PATIENCE
    while not shown(served.assistant.host.view):
        assert time.monotonic() < give_up, served.assistant.host.view
        time.sleep(0.05)
    return served.assistant.host.view


def turned_up(served: Served) -> str:
    """A match without labels, in which a first card was turned up that nobody knows."""
    host, playground = served.assistant.host, served.assistant.playground
    assert playground is not None
    host.ask(Begin("port_royal", ("Ann", "Bob"), {KNOWN_BY.key: PICTURES})).result(_PATIENCE)
    backs = until(served, lambda view: view.unknown).unknown
    served.assistant.learner.learn("port_royal", NO_CARD, backs[0])
    view = until(served, lambda view: view.status.matches)
    assert view.match is not None
    host.ask(Answer(view.match.seats[0], "first:red")).result(_PATIENCE)
    piece = playground.draw("deck", playground.spot_in("harbour"))
    until(served, lambda view: view.unknown)
    return piece.kind


def test_a_card_is_learned_while_playing_and_its_wrong_name_is_put_right(
    served: Served, phone: Callable[..., Page], tmp_path: Path
) -> None:
    kind = turned_up(served)
    wrong = "pirate/9" if kind != "pirate/9" else "pirate/7"
    page = phone(served)
    page.goto("/table")
    page.get_by_role("link", name="Which card is this?").click()
    picture = page.get_by_alt_text("The card as the camera sees it")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalHeight)") > 100
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_label("Its name").select_option(wrong)
    page.get_by_role("button", name="This is it").click()
    expect(page.get_by_text("is known from now on")).to_be_visible()
    view = until(served, lambda view: view.match and len(view.match.journal) == 3)
    assert view.match is not None
    assert view.match.journal[-1].startswith(f"turn:{wrong}.")
    page.goto("/cards")
    expect(page.get_by_text("Kinds known: 1 of 62")).to_be_visible()
    page.locator("summary", has_text=wrong).click()
    entry = page.locator("details", has=page.locator("summary", has_text=wrong))
    entry.get_by_label("This is another card").select_option(kind)
    entry.get_by_role("button", name="Put it right").click()
    expect(page.get_by_text("is known from now on")).to_be_visible()
    expect(page.locator("summary", has_text=kind)).to_be_visible()
    view = until(served, lambda view: view.wrong or view.question)
    assert view.match is not None
    assert view.match.journal[-1].startswith(f"turn:{wrong}."), "what was played stays"
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the album as a file").click()
    restored = Albums(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    restored.restore("port_royal", Path(download.value.path()))
    assert set(restored.cards("port_royal")) == {kind, f"{NO_CARD}/1"}


def test_a_file_that_is_no_album_of_the_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "foreign"
    file.write_bytes(b"nothing of the kind")
    with pytest.raises(Refused, match=re.escape("This file cannot be used")):
        Albums(tmp_path).restore("port_royal", file)
    assert not Albums(tmp_path).cards("port_royal")


def test_there_is_no_such_page_without_a_match(room: Room) -> None:
    assert room.player().get("/cards").status_code == 404
