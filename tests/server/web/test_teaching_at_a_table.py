"""Teaching on the simulated table: pieces and taps alone go on from step to step."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.flow import TABLE, Reveal
from rules.games import GAMES
from rules.match import Match
from rules.simulation import Simulation
from server.assistant import Assistant
from server.live.cameras import SIMULATED
from server.live.host import Host
from server.live.messages import Answer
from server.simulated.dealers import Dealers
from server.simulated.playground import Playground
from server.web import create_app
from server.web.showing.asking import TURN_UP
from tests.patience import PATIENCE, until
from tests.server.web.conftest import Served, Visitor
from tests.server.web.showing.test_teaching import OVER, turns
from tests.server.web.test_every_page import violations


@pytest.fixture(autouse=True)
def shuffled_always_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dealers, "_seed", lambda *_: Random(60).getrandbits(64))


def is_over(match: Match[Any]) -> bool:
    """Whether somebody has begun a second turn, and has done something in it."""
    second = max(turns(match).values(), default=0) > match.game.guide.teaching.scripts
    return second and len(match.journal) > match.script_start


@pytest.fixture
def assistant(tmp_path: Path) -> Iterator[Assistant]:
    with Assistant(tmp_path, SIMULATED, lambda _: None) as assistant:
        yield assistant


def tidy_up(playground: Playground, host: Host) -> None:
    """Hands do what phones have said, and the camera sees it."""
    playground.tidy_up()
    until(lambda: not host.view.searching and playground.is_seen_by(host.view.sighting))


@pytest.mark.parametrize("game", GAMES)
def test_at_the_simulated_table_all_first_turns_are_taught(assistant: Assistant, game: str) -> None:
    table, host = assistant.tableside(80), assistant.host
    own, plain = Visitor(create_app(table), "127.0.0.1"), GAMES[game]
    chosen = {f"setting-{key}": value for key, value in plain.proposed(simulated=True).items()}
    form = {"game": game, "name-0": "Ann", "name-1": "Bob", "teach": "yes", **chosen}
    assert own.post("/matches", form).status_code == 303
    match = host.view.match
    assert match is not None and match.choice is not None  # noqa: PT018
    step = match.game.guide.teaching.steps[match.choice.prompt.message]
    assert str(step.do) in own.get("/screen").text
    assert table.playground is not None
    while (match := host.view.match) and match.choice and not is_over(match):
        simulation = Simulation.going_on(*table.playground.truth(), seed=len(match.journal))
        simulation.sensible = True
        option = simulation.pick()
        assert option is not None
        who = option.who or match.choice.who
        seat = match.seats[0] if who is TABLE else who
        host.ask(Answer(seat, option.key)).result(timeout=PATIENCE)
        if option.moves:
            tidy_up(table.playground, host)
    after = host.view.match
    assert after is not None and after.choice is not None  # noqa: PT018
    every = (str(each.do) for each in after.game.guide.teaching.steps.values())
    page = own.get("/screen").text
    assert not [each for each in every if each in page]


def wanted(match: Match[Any]) -> str:
    """A quick first turn: a card is turned up, and nobody takes it."""
    choice = match.choice
    assert choice is not None
    if isinstance(choice, Reveal):
        return TURN_UP
    keys = [option.key for option in choice.options if option.blocked is None]
    if "draw" in keys:
        return "draw" if not match.table.harbour() or "stop" not in keys else "stop"
    return choice.next_key or keys[0]


def begin(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bob")
    page.get_by_label("Teach us as we play").check()
    page.get_by_role("button", name="Begin the match").click()
    expect(page).to_have_url(re.compile("/set-up$"))


def sit(page: Page, name: str) -> None:
    page.goto("/join")
    page.get_by_role("button", name=f"Sit here ({name})").click()
    page.get_by_role("button", name="Join from this screen").click()
    expect(page.locator("li", has_text=name).get_by_text("This phone")).to_be_visible()


def test_a_group_is_taught_in_the_browser_from_begin_until_it_ends_by_itself(
    served: Served, phone: Callable[..., Page]
) -> None:
    host, page = served.assistant.host, phone(served)
    begin(page)
    sit(page, "Ann")
    sit(page, "Bob")
    page.goto("/me")
    expect(page.locator(".taught")).to_contain_text("Tap the player who was last near water")
    assert violations(page) == []

    def now() -> Match[Any]:
        match = host.view.match
        assert match is not None
        return match

    told = set[str]()
    while max(turns(now()).values(), default=0) < 2:
        match, answered = now(), len(now().journal)
        assert match.choice is not None
        step = match.game.guide.teaching.steps[match.choice.prompt.message]
        expect(page.locator(".taught b")).to_have_text(str(step.do))
        told.add(str(step.do))
        form = page.locator(f'form:has(input[name=after][value="{answered}"])')
        form.locator(f'button[name=key][value="{wanted(match)}"]').first.click()
        until(lambda after=answered: len(now().journal) > after)  # type: ignore[misc]
    assert len(told) >= 3
    expect(page.locator(".taught")).to_contain_text(OVER)
    answered = len(now().journal)
    form = page.locator(f'form:has(input[name=after][value="{answered}"])')
    form.locator('button[name=key][value="draw"]').first.click()
    expect(page.locator(".ask .prompt")).to_have_text("Which card was turned up?")
    expect(page.locator(".taught")).to_have_count(0)
    assert now().choice is not None


def test_the_button_in_the_step_stops_teaching(served: Served, phone: Callable[..., Page]) -> None:
    page = phone(served)
    begin(page)
    sit(page, "Ann")
    page.goto("/me")
    page.get_by_role("button", name="Stop teaching").click()
    expect(page.locator(".taught")).to_have_count(0)
    expect(page.locator(".ask .prompt")).to_be_visible()
