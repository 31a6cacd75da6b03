"""With a real browser: a turn of each of Navegador's eight sectors, played on a phone."""

from __future__ import annotations

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from rules.navegador.pieces import SECTORS
from tests.server.conftest import still
from tests.server.web.conftest import Line
from tests.server.web.evenings import go_on, play


def sit_down(line: Line, page: Page, *names: str) -> None:
    """Take the seats of these players; the button on the table says yes."""
    page.goto("/join")
    for name in names:
        page.get_by_role("button", name=f"Sit here ({name})").click()
        expect(page.get_by_text("Hold NEXT for two seconds")).to_be_visible()
        line.room.let_in()
        expect(page.get_by_text("Hold NEXT for two seconds")).to_be_hidden()


def answer(line: Line, page: Page, what: Locator) -> None:
    """Press something and wait for the next question: a second press on the old one is dropped."""
    asked = page.locator(".ask input[name=after]").first
    answered = len(line.room.match.journal)
    expect(asked).to_have_value(str(answered))
    what.click()
    expect(asked).to_have_value(str(answered + 1))


def choose(line: Line, page: Page, *texts: str) -> None:
    """Answer one question after another by what stands on the buttons."""
    for text in texts:
        page.evaluate("document.querySelectorAll('.ask details').forEach((e) => (e.open = true))")
        answer(line, page, page.get_by_role("button", name=text).first)


def press_sector(line: Line, page: Page, sector: str) -> None:
    """On the drawn rondel."""
    answer(line, page, page.locator(f'[data-press="sector:{sector}"] .sector-name').first)


def test_a_turn_of_each_of_the_eight_sectors_is_played_on_a_phone(
    line: Line, phone: Callable[..., Page]
) -> None:
    line.room.begin("Ann", "Bob", game="navegador")
    page = phone(line)
    sit_down(line, page, "Ann", "Bob")
    page.goto("/me")
    question = page.locator(".ask .prompt")

    choose(line, page, "Ann begins")
    expect(question).to_have_text("Choose a sector")
    press_sector(line, page, "sailing")
    expect(question).to_have_text("Sail, explore, or stop")
    choose(line, page, "Explore Guiné with 2 ships from Portugal")
    for tile in ("Gold colony 70", "Gold colony 90", "Gold colony 140"):
        expect(question).to_have_text("Guiné: which colony?")
        choose(line, page, tile)

    press_sector(line, page, "ships")
    choose(line, page, "Build 1 ship for 50")

    press_sector(line, page, "market_1")
    expect(page.locator(".verb .badge.gain").last).to_have_text("+30")
    choose(line, page, "Process 1 spice for 30")

    press_sector(line, page, "market_2")
    choose(line, page, "Process 1 spice for 30")

    press_sector(line, page, "colony")
    expect(question).to_have_text("Found a colony, or stop")
    choose(line, page, "Found in Guiné: Gold colony 70 for 70")

    choose(line, page, "Buildings")
    choose(line, page, "Sugar factory for 50")

    press_sector(line, page, "privilege")
    choose(line, page, "Privilege for colonies: 30 now")

    choose(line, page, "Workers")
    choose(line, page, "Hire 1 worker for 50")
    expect(question).to_have_text("Choose a sector")

    table = line.room.match.table
    assert {key.removeprefix("sector:") for key in line.room.match.journal} >= {*SECTORS}
    ann, bob = table.seats
    assert (table.money(ann), table.money(bob)) == (
        200 + 70 + 30 - 70 + 30,
        200 - 50 + 30 - 50 - 50,
    )
    expect(page.locator(".mat", has_text="Ann")).to_contain_text("260")
    page.goto("/table")
    expect(page.locator(".mat", has_text="Bob")).to_contain_text("80")


def test_many_voyages_are_on_the_map_and_folded_in_words(
    line: Line, phone: Callable[..., Page]
) -> None:
    whole = play(line.room.table.store, 5, 365, game="navegador")
    go_on(line.room, whole)
    page = phone(line)
    asked = line.room.match.choice
    assert asked is not None
    sit_down(line, page, asked.who.name)
    page.goto("/me")
    voyages = [option for option in asked.legal() if option.key.startswith("sail:")]
    assert len(voyages) > 12
    button = page.get_by_role("button", name=str(voyages[-1].text))
    assert not button.is_visible()
    page.get_by_text("In words", exact=True).click()
    expect(button).to_be_visible()
    button.click()
    expect(page.locator(".moves, .ask").first).to_be_visible()
    line.room.until(lambda view: bool(view.match and view.match.journal[-1] == voyages[-1].key))


def test_the_pages_have_no_serious_barrier_and_fit_on_a_narrow_phone(
    line: Line, phone: Callable[..., Page]
) -> None:
    go_on(line.room, play(line.room.table.store, 3, 200, game="navegador"))
    asked = line.room.match.choice
    assert asked is not None
    page = phone(line)
    sit_down(line, page, asked.who.name)
    for path in ("/table", "/me", "/rules", "/edition/navegador"):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
        assert barriers(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") == 360, path
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 1280, "height": 800})
    for path in ("/table", "/me", "/edition/navegador"):
        page.goto(path)
        assert barriers(page, runOnly=["color-contrast"]) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") == 1280, path


def barriers(page: Page, **options: object) -> list[tuple[str, str]]:
    """What keeps people from reading or using the page: the rule, and where it is broken first."""
    found = Axe().run(still(page), options={"resultTypes": ["violations"], **options}).response
    serious = [v for v in found["violations"] if v["impact"] in ("serious", "critical")]
    return [(violation["id"], violation["nodes"][0]["html"]) for violation in serious]
