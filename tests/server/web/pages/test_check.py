"""The guide that sets up a table: every fault is named in its step, and mended it ends green."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from firmware.switches import Button
from server.assistant import Assistant
from server.language.translation import LANGUAGES
from server.live.checking.looks import Step
from server.simulated.faults import FAULTS
from server.web import create_app
from tests.server.web.conftest import Room, Served, Visitor
from tests.server.web.test_every_page_fits import PUT_IN

SPOKEN = list(LANGUAGES)

GUIDE = [
    ("high", "aim", "Lower the camera by about 95 cm."),
    ("tilted", "aim", "Tilted by 3"),
    ("blurred", "sharpness", "Out of focus: edges are"),
    ("dark", "light", "Too dark: white paper has"),
    ("missing", "cards", "Not in sight: Harbour."),
    ("stuck", "buttons", "Stuck: UNDO."),
]
"""A fault, the step that names it, and how."""


def let_be(page: Page, *faults: str) -> None:
    """On the simulated table just these faults are there from now on."""
    page.locator("#faults").evaluate("node => { node.open = true; }")
    for box in page.locator("#faults input[type=checkbox]").all():
        box.set_checked(box.get_attribute("value") in faults)
    page.get_by_role("button", name="Apply").click()


def test_every_fault_is_named_in_its_step_and_mended_the_guide_ends_green(
    served: Served, phone: Callable[..., Page]
) -> None:
    page = phone(served)
    page.goto("/")
    page.get_by_role("link", name="Set up the table").click()
    page.get_by_role("link", name="Step by step").click()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("The simulated camera, 4608 x 2592 pixels")
    for step in list(Step)[1:]:
        page.locator("#onward a").first.click()
        expect(page).to_have_url(f"{served.url}/check/{step}")
        for fault, where, named in GUIDE:
            if where == step:
                let_be(page, fault)
                expect(verdict).to_contain_text(named)
                expect(verdict.get_by_role("heading")).not_to_have_text("Good")
                page.goto("/check/cause")
                expect(page).to_have_url(f"{served.url}/check/{where}")
                let_be(page)
                expect(verdict).not_to_contain_text(named)
        if step == "lens":
            page.get_by_role("button", name="Begin").click()
            expect(page.locator(".cover .done").first).to_be_visible()
            wait_while_it_goes_on(verdict, "Lens measured: corners off by 0.")
        if step == "buttons":
            try_the_panel(page)
        if step == "reading":
            page.get_by_role("button", name="Lay out pieces").click()
            expect(verdict).to_contain_text("Pieces read so far: 12 of")
        expect(verdict.get_by_role("heading")).to_have_text("Good")
    page.locator("#onward a").first.click()
    expect(page.locator("#ready")).to_contain_text("The table is ready")
    expect(page.locator(".steps .missing")).to_have_count(0)


def wait_while_it_goes_on(verdict: Locator, until: str) -> None:
    """Many pictures are taken: with each of them patience begins anew."""
    while until not in (said := verdict.text_content() or ""):
        expect(verdict).not_to_have_text(said)


def try_the_panel(page: Page) -> None:
    page.get_by_role("button", name="Begin").click()
    for button in Button:
        page.get_by_role("button", name=button.upper(), exact=True).click()
        expect(page.locator(".chip.final", has_text=button.upper())).to_be_visible()
    page.get_by_role("button", name="Amber").click()
    page.locator("#lamp-seen").get_by_role("button", name="It works").click()
    page.get_by_role("button", name="Sound the buzzer").click()
    page.locator("#buzzer-heard").get_by_role("button", name="It works").click()
    expect(page.locator("#verdict")).to_contain_text("All buttons work.")
    page.get_by_role("button", name="Stop trying").click()


def test_the_pages_of_the_guide_fit_a_narrow_phone_in_every_language(
    served: Served, phone: Callable[..., Page]
) -> None:
    page = phone(served)
    page.goto("/check/buttons")
    let_be(page, *FAULTS)
    expect(page.locator("#verdict")).to_contain_text("Stuck: UNDO.")
    page.route("**/live.js*", lambda route: route.abort())
    page.goto("/rules")
    paths = ("", *(f"/{step}" for step in Step), "/buttons?running", "/lens?running")
    found = [each for path in paths for each in page.evaluate(PUT_IN, [f"/check{path}", SPOKEN])]
    assert found == []


@pytest.fixture(scope="module")
def served_here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Assistant(tmp_path_factory.mktemp("data"), "simulated", lambda _: None) as assistant:
        yield Served("", assistant, assistant.tableside(80))


@pytest.fixture
def own(served_here: Served) -> Visitor:
    """The screen of the computer itself."""
    return Visitor(create_app(served_here.table), "127.0.0.1")


def test_who_only_looks_on_neither_sees_nor_changes_the_guide(served_here: Served) -> None:
    stranger = Visitor(create_app(served_here.table), "198.51.100.1")
    pages = ("/check", "/check/cause", "/check/aim", "/check/picture.jpg")
    forms = ("game", "lens", "buttons", "reading", "simulated")
    assert {stranger.get(page).status_code for page in pages} == {403}
    assert {stranger.post(f"/check/{form}").status_code for form in forms} == {403}
    assert "Set up the table" not in stranger.get("/").text


def test_without_a_camera_there_is_no_guide(room: Room) -> None:
    visitor = room.player()
    assert visitor.get("/check").status_code == 404
    assert visitor.post("/check/lens").status_code == 404
    assert "Set up the table" not in visitor.get("/").text


def test_a_picture_is_that_of_the_verdict_and_an_older_one_is_gone(own: Visitor) -> None:
    shown = re.search(r"/check/picture.jpg\?n=\d+", own.get("/check/aim").text)
    assert shown
    picture = own.get(shown[0])
    assert (picture.mimetype, picture.data[:2]) == ("image/jpeg", b"\xff\xd8")
    assert own.get("/check/picture.jpg?n=0").status_code == 404
    assert own.get("/check/nothing").status_code == 404


def test_the_table_is_set_up_for_the_game_and_the_players_that_somebody_chooses(
    served_here: Served, own: Visitor
) -> None:
    assert own.post("/check/game", {"game": "navegador", "players": "4"}).status_code == 303
    chosen = served_here.assistant.check.chosen
    assert chosen is not None
    assert (chosen.game, chosen.players) == ("navegador", 4)
    assert "Navegador" in own.get("/check").text
    assert own.post("/check/game", {"game": "chess"}).status_code == 409


def test_while_a_match_is_played_the_table_is_checked_for_that_match(
    served_here: Served, own: Visitor
) -> None:
    served_here.begin("Ann", "Bob", "Cleo")
    page = own.get("/check").text
    assert "Check the table" in own.get("/").text
    assert "For which game" not in page
    chosen = served_here.assistant.check.chosen
    assert chosen is not None
    assert (chosen.game, chosen.players) == ("port_royal", 3)
    assert own.post("/check/game", {"game": "navegador"}).status_code == 409


def test_every_fault_of_the_simulated_table_is_named_somewhere() -> None:
    tried = {fault for fault, _, _ in GUIDE}
    assert {*FAULTS} - tried == {"low", "glare", "flicker"}  # of which the verdicts have tests
