"""Every loud kind of event of every game is shown in every language, without an empty word."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest

from rules.announcements import OVER
from rules.games import GAMES
from server.language.translation import LANGUAGES, translator
from server.live.loud import Loud
from server.live.messages import View
from server.web.parts.card_drawings import drawing
from tests.rules.kernel.test_announcements import example, loud_kinds
from tests.server.web.conftest import Room

SECTION = re.compile(r'<section class="loud.*?</section>', re.DOTALL)
PART = r'<p class="{}[^"]*">(.*?)</p>'


def read(part: str, section: str) -> str:
    """A part of the cover without its markup."""
    found = re.search(PART.format(part), section, re.DOTALL)
    assert found is not None, part
    return re.sub(r"<[^>]+>", " ", found[1]).strip()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_it_is_shown_with_title_words_and_pictures(room: Room, game: str, language: str) -> None:
    visitor, host = room.visitor(), room.table.host
    for kind in loud_kinds(game):
        match, number, event = example(game, kind)
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
