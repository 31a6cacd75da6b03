"""Every kind of question of every game is answered from the first screen of a narrow phone, in all
languages.

A page is fetched in each language and put into the browser in place of the one before, so that only
its layout is worked out again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from rules.games import GAMES
from server.language.translation import LANGUAGES
from server.trials.bench.phone import GLANCE, NARROW, Glance, Quarterdeck, glance, quarterdeck
from server.trials.questions import Question, questions
from server.web.showing.teaching import wish
from tests.server.conftest import patient
from tests.server.web.test_every_page import violations

FIRST_ANSWER, WORDS, BARS = 420, 90, 104
LANDSCAPE_BARS = 56

IN_EACH = f"""async (languages) => {{
  const glance = {GLANCE}, found = {{}};
  for (const language of languages) {{
    const response = await fetch("/me", {{ headers: {{ "Accept-Language": language }} }});
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    document.documentElement.lang = page.documentElement.lang;
    document.body.replaceWith(page.body);
    for (const node of document.querySelectorAll("[data-search], [data-look], [data-stepper] *")) {{
      node.hidden = false; // as scripts do
    }}
    const seen = [...document.images].filter((image) => image.checkVisibility());
    await Promise.all(seen.map((image) => image.decode().catch(() => null)));
    found[language] = glance();
  }}
  return found;
}}"""


@pytest.fixture
def deck(browser: Browser, tmp_path: Path) -> Iterator[Quarterdeck]:
    with (
        patient(browser, viewport=NARROW, has_touch=True, is_mobile=True) as context,
        quarterdeck(context.new_page(), tmp_path) as deck,
    ):
        yield deck


def one_of_each_kind(game: str) -> dict[str, Question]:
    found: dict[str, Question] = {}
    for question in questions(game, matches=1):
        found.setdefault(question.kind, question)
    return found


def question_of(game: str, kind: str) -> Question:
    return next(q for name, q in one_of_each_kind(game).items() if name.startswith(kind))


def objections(seen: Glance) -> list[str]:
    found = []
    if seen.first is None or seen.first > FIRST_ANSWER:
        found.append(f"the first answer is at {seen.first}")
    if seen.words > WORDS:
        found.append(f"{seen.words} words")
    if seen.bars > BARS:
        found.append(f"{seen.bars} px of bars")
    return [*found, "it moves sideways"] if seen.sideways else found


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_question_is_answered_from_the_first_screen_in_every_language(
    deck: Quarterdeck, game: str
) -> None:
    found = list[str]()
    for kind, question in one_of_each_kind(game).items():
        deck.stand_at(question)
        if not found and deck.page.url != f"{deck.url}/me":
            deck.glance()
        each = deck.page.evaluate(IN_EACH, list(LANGUAGES))
        for language, seen in each.items():
            found += [f"{kind} ({language}): {why}" for why in objections(Glance(**seen))]
    assert "\n".join(found) == ""


@pytest.mark.parametrize("game", GAMES)
def test_a_step_that_is_taught_leaves_the_answers_on_the_first_screen(
    deck: Quarterdeck, game: str
) -> None:
    found = list[str]()
    for kind, question in one_of_each_kind(game).items():
        match_id = deck.stand_at(question)
        deck.store.preferences.put(wish(match_id), True)
        deck.glance()
        seen = deck.glance()
        if deck.page.locator(".taught").count():
            found += [f"{kind}: {why}" for why in objections(replace(seen, words=0))]
    assert "\n".join(found) == ""


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_on_its_side_has_one_low_bar(deck: Quarterdeck, game: str) -> None:
    deck.page.set_viewport_size({"width": 740, "height": 360})
    for question in list(one_of_each_kind(game).values())[1:4]:
        deck.stand_at(question)
        seen = deck.glance()
        assert seen.bars <= LANDSCAPE_BARS
        assert not seen.sideways


@pytest.mark.parametrize("game", GAMES)
def test_with_letters_twice_as_large_everything_is_reached_without_moving_sideways(
    deck: Quarterdeck, game: str
) -> None:
    for question in one_of_each_kind(game).values():
        deck.stand_at(question)
        deck.glance()
        deck.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        seen = glance(deck.page)
        assert seen.bars <= NARROW["height"] / 3, question.kind
        assert not seen.sideways, question.kind


def test_a_card_is_taken_and_the_next_page_found_with_the_keyboard_alone(
    deck: Quarterdeck,
) -> None:
    deck.stand_at(question_of("port_royal", "Choice: Turn up a card"))
    deck.glance()
    page = deck.page

    def to(name: str) -> None:
        wanted = page.get_by_role("button", name=name).first
        for _ in range(60):
            page.keyboard.press("Tab")
            if wanted.evaluate("(node) => node === document.activeElement"):
                return
        raise AssertionError(f"{name} is never reached.")

    to("Turn up a card")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Which card was turned up?")).to_be_visible()
    to("More pages")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Rules", exact=True)).to_be_visible()


def test_what_is_too_dear_keeps_its_place_and_says_what_is_missing(deck: Quarterdeck) -> None:
    deck.stand_at(question_of("port_royal", "Choice: Take a card, or pass ({n} card"))
    deck.glance()
    match = deck.host.view.match
    assert match is not None
    harbour = [card.id for card in match.table.harbour()]
    shown = deck.page.locator(".picks > li").all()
    assert len(shown) == len(harbour)
    for card in shown:
        dear = "no" in (card.get_attribute("class") or "").split()
        assert ("short" in (card.locator(".badge").text_content() or "")) == dear


@pytest.mark.parametrize("names", [0, 4])
def test_a_match_is_begun_from_the_first_screen(deck: Quarterdeck, names: int) -> None:
    if names:
        deck.stand_at(question_of("port_royal", "Choice: Turn up a card"))
        deck.clear()
    deck.glance("/")
    begin = deck.page.get_by_role("button", name="Begin the match")
    expect(begin).to_be_in_viewport(ratio=1)
    last = deck.page.get_by_label("Player 4", exact=True).bounding_box()
    assert last is not None
    assert last["y"] < 2 * NARROW["height"]


@pytest.mark.parametrize("path", ["/", "/new-match/what?game=port_royal"])
def test_a_match_is_begun_on_its_side_and_with_letters_twice_as_large(
    deck: Quarterdeck, path: str
) -> None:
    deck.page.set_viewport_size({"width": 740, "height": 360})
    seen = deck.glance(path)
    assert seen.bars <= LANDSCAPE_BARS
    assert not seen.sideways
    expect(deck.page.locator(".thumb .go")).to_be_in_viewport(ratio=1)
    assert violations(deck.page, ["color-contrast"]) == []
    deck.page.set_viewport_size(NARROW)
    deck.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    seen = glance(deck.page)
    assert seen.bars <= NARROW["height"] / 3
    assert not seen.sideways
    expect(deck.page.locator(".thumb .go")).to_be_in_viewport(ratio=1)


def test_a_card_has_its_place_before_its_picture_has_come(deck: Quarterdeck) -> None:
    deck.page.route(re.compile(r"/cards/.*\.webp"), lambda _route: None)
    deck.stand_at(question_of("port_royal", "Choice: Take a card"))
    deck.page.goto(f"{deck.url}/me", wait_until="domcontentloaded")
    picture = deck.page.locator(".pick img").first
    assert picture.evaluate("image => image.naturalWidth") == 0
    box = picture.bounding_box()
    assert box is not None
    assert box["height"] > box["width"] > 80
