"""A tournament of eight over two rounds: the organiser at a desk, somebody looking on by phone."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from server.club import tournaments
from server.club.tournaments import Seating
from server.language.translation import LANGUAGES
from server.trials.screenshots import speak
from tests.server.club.pages.conftest import Pages
from tests.server.club.played import ToldTable
from tests.server.web.test_every_page import violations
from tests.server.web.test_live_page import CUT_OFF, SMALL

EIGHT = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")


@pytest.fixture
def told(served_club: Pages) -> list[ToldTable]:
    return [ToldTable(served_club.house.engine, f"table-{number}") for number in (1, 2)]


def seats(club: Pages, number: int) -> list[Seating]:
    with club.house.engine.connect() as db:
        return [each for each in tournaments.seatings_of(db, 1) if each.round == number]


def sign_in(page: Page, club: Pages) -> None:
    page.goto("/sign-in")
    page.get_by_label("Passphrase").fill(club.passphrase)
    page.locator("main").get_by_role("button", name="Sign in").click()


def play(club: Pages, table: ToldTable, seating: Seating, seed: int) -> None:
    """Those who are seated there play a whole match, and the table tells it."""
    table.play([name for _, name in seating.people], seed, at=time.time())
    club.house.heard(table.key)


def test_eight_play_two_rounds_and_everybody_sees_who_leads(
    phone: Callable[..., Page], served_club: Pages, told: list[ToldTable]
) -> None:
    club, desk = served_club, phone(served_club, viewport={"width": 1200, "height": 900})
    sign_in(desk, club)
    desk.get_by_role("link", name="Tournaments").click()
    desk.get_by_role("link", name="New").click()
    desk.get_by_label("Name").fill("Spring Cup")
    desk.get_by_label("Rounds").fill("2")
    desk.get_by_role("button", name="Make it").click()
    desk.get_by_role("heading", name="Spring Cup").wait_for()
    desk.get_by_label("Other names").fill("\n".join(EIGHT[:5]))
    desk.get_by_role("button", name="Enter players").click()
    desk.get_by_role("button", name="Draw the tables").click()
    expect(desk.get_by_role("alert")).to_contain_text("5 players do not fit tables of 3 to 4")
    desk.get_by_text("Enter players").first.click()
    desk.get_by_label("Other names").fill("\n".join(EIGHT[5:]))
    desk.get_by_role("button", name="Enter players").click()

    looker = phone(club)
    looker.goto("/tournaments/1")
    for number in (1, 2):
        desk.get_by_role("button", name="Draw the tables").click()
        expect(looker.get_by_role("heading", name=f"Round {number}")).to_be_visible()
        one, two = seats(club, number)
        play(club, told[0], one, seed=number)
        if number == 1:
            expect(looker.locator(f"#seating-{one.id}")).to_contain_text("the match")
            expect(looker.locator(f"#seating-{two.id}")).to_contain_text("No result yet")
        play(club, told[1], two, seed=number + 2)
        for each in (one, two):
            expect(looker.locator(f"#seating-{each.id}")).to_contain_text("the match")
        desk.goto("/tournaments/1")
    expect(looker.get_by_role("button", name="Draw the tables")).to_have_count(0)
    rows = looker.locator("section[aria-labelledby=standings] tbody tr")
    expect(rows).to_have_count(8)
    assert [row.locator("td").nth(2).inner_text() for row in rows.all()] == ["2"] * 8
    scores = [float(row.locator("td").nth(1).inner_text()) for row in rows.all()]
    assert scores == sorted(scores, reverse=True)
    assert sum(scores) == pytest.approx(800, abs=0.5)
    looker.get_by_text("How scores are counted").click()
    expect(looker.locator("#why")).to_contain_text("Round 2, table 1: place 1,")
    desk.get_by_text("Close it …").click()
    desk.get_by_role("button", name="Close it").click()
    expect(looker.get_by_text("closed", exact=True)).to_be_visible()
    _in_order(desk, looker, club)


def _in_order(desk: Page, looker: Page, club: Pages) -> None:
    """Pages are for everybody, and fit a phone in every language."""
    leader = looker.locator("section[aria-labelledby=standings] tbody a").first.get_attribute(
        "href"
    )
    assert leader is not None
    desk.set_viewport_size({"width": 360, "height": 740})
    desk.goto("/tournaments/1")
    desk.get_by_role("button", name="Open it again").click()
    found = []
    for path in (
        "/players",
        leader,
        "/results/1",
        "/tournaments",
        "/tournaments/new",
        "/tournaments/1",
        "/tournaments/1/tables/1",
    ):
        desk.goto(path)
        found += [f"{path}: {each}" for each in (*violations(desk), *desk.evaluate(SMALL))]
        for language in LANGUAGES:
            speak(desk, language, club.url)
            desk.goto(path)
            found += [f"{path} {language}: cut off {each}" for each in desk.evaluate(CUT_OFF)]
    assert found == []


def test_the_organiser_joins_two_of_one_name(
    phone: Callable[..., Page], served_club: Pages, told: list[ToldTable]
) -> None:
    for table, seed in zip(told, (1, 2), strict=True):
        table.play(["Ann", f"Bob {seed}"], seed)
        served_club.house.heard(table.key)
    desk = phone(served_club, viewport={"width": 1200, "height": 900})
    sign_in(desk, served_club)
    desk.goto("/players")
    expect(desk.get_by_role("link", name="Ann").first).to_be_visible()
    desk.get_by_role("button", name="One person").click()
    expect(desk.get_by_text("Ann at Table-2")).to_be_visible()
    expect(desk.locator("#why")).to_contain_text("of the others, expected 50 %")
    expect(desk.locator("#why li")).to_have_count(2)
    desk.get_by_role("button", name="This is somebody else").last.click()
    expect(desk.get_by_text("Ann at Table-2")).to_have_count(0)
