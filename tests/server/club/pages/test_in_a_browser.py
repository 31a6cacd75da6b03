"""The club in a real browser: three tables tell it, of which one leaves and comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from server.club import broker as brokers
from server.club.organiser import new_passphrase
from server.club.pages import create_app
from server.club.pages.clubhouse import open_house
from server.trials.ports import free_port
from server.web.http.serving import WebServer
from tests.server.club.conftest import wait_for
from tests.server.club.pages.conftest import Pages
from tests.server.club.test_telling import TellingTable
from tests.server.web.test_every_page import violations
from tests.server.web.test_live_page import CUT_OFF, SMALL

ROOMS = ((1280, 720), (1920, 1080), (3840, 2160))


class Club:
    """The whole club as `./run club` opens it, with its own broker."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        broker = brokers.init(folder, "harbour", "127.0.0.1", port=free_port())
        self.passphrase = new_passphrase(folder)
        web = stack.enter_context(WebServer("127.0.0.1", 0))
        self.house = stack.enter_context(open_house(folder, broker, None, web.port))
        self.url = f"http://127.0.0.1:{web.port}"
        self.outside: list[str] = []
        web.start(create_app(self.house))
        stack.callback(web.stop)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with ExitStack() as stack:
        club = Club(tmp_path / "club", stack)
        yield club
    assert club.outside == []


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[list[TellingTable]]:
    made = [TellingTable(tmp_path / f"table-{number}", number) for number in (1, 2, 3)]
    yield made
    for table in made:
        table.close()


def invited(page: Page, name: str) -> str:
    """The organiser invites a table; its code."""
    page.goto("/tables")
    page.get_by_label("Name of the table").fill(name)
    page.get_by_role("button", name="Make a code").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    return page.locator("#code-text").inner_text()


def test_the_board_is_live_with_three_tables_of_which_one_leaves_and_comes_back(
    club: Club, tables: list[TellingTable], phone: Callable[..., Page], tmp_path: Path
) -> None:
    organiser, guest = phone(club), phone(club)
    guest.goto("/")
    expect(guest.get_by_text("The club has no tables yet.")).to_be_visible()
    organiser.goto("/sign-in")
    organiser.get_by_label("Passphrase").fill(club.passphrase)
    organiser.get_by_role("button", name="Sign in", exact=True).click()
    for table, name in zip(tables, ("Window", "Bar", "Garden"), strict=True):
        table.play(12)
        table.member.join(invited(organiser, name), 102.0)
    for name in ("window", "bar", "garden"):
        card = guest.locator(f"#table-{name}")
        expect(card.get_by_text("here since")).to_be_visible()
        expect(card.get_by_text("Port Royal")).to_be_visible()
    # A move is on the board by itself, and that of no other table.
    last = guest.locator("#table-garden .board-last")
    before, other = last.inner_text(), guest.locator("#table-bar").inner_text()
    guest.evaluate("window.stays = true")
    tables[2].play(3)
    expect(last).not_to_have_text(before)
    assert guest.locator("#table-bar").inner_text() == other
    # One is switched off, plays on without the club, and comes back with all of it.
    tables[0].member.stop()
    expect(guest.locator("#table-window").get_by_text("away since")).to_be_visible()
    tables[0].play(7)
    tables[0].member.start()
    expect(guest.locator("#table-window").get_by_text("here since")).to_be_visible()
    told = tables[0].journal[-1][0]
    wait_for(lambda: _rows(club, "window") == told, "what was played meanwhile")
    assert guest.evaluate("window.stays")
    assert guest.locator("html").evaluate("e => e.scrollWidth") == 360
    guest.screenshot(path=tmp_path / "board.png", full_page=True)
    # The table itself is live too.
    guest.locator("#table-garden h2 a").click()
    expect(guest.locator("#picture")).to_be_attached()
    line = guest.locator("#bar .happened")
    before = line.inner_text()
    tables[2].play(3)
    expect(line).not_to_have_text(before)


def _rows(club: Club, key: str) -> int:
    standing = club.house.standings.of(key)
    return len(standing.replayed.entries) if standing and standing.replayed else 0


def test_every_page_is_for_everybody_and_fits_the_smallest_phone(
    served_club: Pages, phone: Callable[..., Page], tmp_path: Path
) -> None:
    games = {
        "window": "port_royal",
        "a-bar-with-a-very-long-name": "maracaibo",
        "garden": "navegador",
    }
    for key, game in games.items():
        table = served_club.table(key)
        table.begin(game, ("Anastasia Wolkenstein", None, "Cleo"))
        table.go_on(40)
    served_club.table("cellar").comes(here=False)
    page = phone(served_club)
    page.goto("/sign-in")
    found = objections(page)
    page.get_by_label("Passphrase").fill(served_club.passphrase)
    page.get_by_role("button", name="Sign in", exact=True).click()
    for number, path in enumerate(
        ("/", "/tables", "/tables/window/table", "/tables/window/scores", "/tables/cellar/table",
         "/history", "/history/1", "/history/1/20", "/join#qmclub1:abc", "/nowhere")
    ):  # fmt: skip
        page.goto(path)
        found += [f"{path}: {each}" for each in objections(page)]
        page.screenshot(path=tmp_path / f"{number}.png", full_page=True)
    assert found == []


def objections(page: Page) -> list[str]:
    found = violations(page)
    found += [f"cut off: {node}" for node in page.evaluate(CUT_OFF)]
    found += [f"small: {node}" for node in page.evaluate(SMALL)]
    return found


@pytest.mark.parametrize("number", [1, 3, 12])
def test_the_screen_of_the_room_fits_and_can_be_read_from_afar(
    served_club: Pages, phone: Callable[..., Page], tmp_path: Path, number: int
) -> None:
    for each in range(number):
        table = served_club.table(f"table-{each + 1}")
        table.begin(names=("Anastasia Wolkenstein", None, "Cleo", "Dorothea", "Ede"))
        table.go_on(20)
    page = phone(served_club)
    page.goto("/screen")
    for width, height in ROOMS:
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=tmp_path / f"{number}-{width}.png")
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = [each.bounding_box() for each in page.locator(".tile").all()]
        assert len(boxes) == number
        for box in boxes:
            assert box is not None
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
        # A fortieth of the height is what people read across a room.
        name = page.locator(".tile-name").first
        size = name.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
        assert size >= height / 40
        seat, line = (page.locator(each).last.bounding_box() for each in (".tile li", ".tile-last"))
        assert seat is not None
        assert line is not None
        assert seat["y"] + seat["height"] <= line["y"] + 1
    assert page.locator("a:visible, button:visible, form:visible").count() == 0
    assert violations(page) == []
