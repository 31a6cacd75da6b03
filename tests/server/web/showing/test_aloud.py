"""Every loud kind of event of every game is shown in every language, without an empty word."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from typing import Any

import pytest

from rules.announcements import OVER, Announcement
from rules.games import GAMES
from rules.match import Match
from server.language.translation import LANGUAGES, translator
from server.live.loud import Loud
from server.live.messages import View
from server.web.parts.card_drawings import drawing
from tests.rules.kernel.test_announcements import matches
from tests.server.web.conftest import Room

SECTION = re.compile(r'<section class="loud.*?</section>', re.DOTALL)
PART = r'<p class="{}[^"]*">(.*?)</p>'


def loud(game: str) -> dict[str, tuple[Match[Any], int, Announcement]]:
    """One of each kind, with its match and answer."""
    return {
        each.kind.key: (match, number, each)
        for match in matches(game)
        for number in range(1, len(match.journal) + 1)
        for each in match.events(number)
        if each.is_loud
    }


def read(part: str, section: str) -> str:
    """A part of the cover without its markup."""
    found = re.search(PART.format(part), section, re.DOTALL)
    assert found is not None, part
    return re.sub(r"<[^>]+>", " ", found[1]).strip()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_it_is_shown_with_title_words_and_pictures(room: Room, game: str, language: str) -> None:
    visitor, host = room.visitor(), room.table.host
    for kind, (match, number, event) in loud(game).items():
        now = Loud((event,), number, time.monotonic())
        host.view = View(number=host.view.number + 1, match_id=1, match=match, loud=now)
        page = visitor.get("/screen", headers={"Accept-Language": language}).text
        section = SECTION.search(page)
        assert section is not None, kind
        title, words = (read(part, section[0]) for part in ("loud-title", "loud-words"))
        for text in (title, words):
            assert re.search(r"\w{2}", text), (kind, text)
            assert not re.search(r"\{\w+\}|None|: *:|: *$|, *,", text), (kind, text)
        if language != "en" and kind != OVER.key:
            assert translator(language).text(event.title) != str(event.title), kind
        if event.who is not None:
            assert event.who.name in title
            assert f"seat-{event.who.colour}" in section[0]
        drawn = [piece for piece in event.pieces if drawing(game, piece.kind)]
        assert section[0].partition("loud-words")[0].count("<img") == len(drawn), kind
    host.view = replace(host.view, match=None, match_id=None, loud=None)
