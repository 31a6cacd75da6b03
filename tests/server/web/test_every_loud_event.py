"""Every loud kind of event of every game, where it comes up in a match: a second phone, the screen
for the room, the log, the replay and the history show it.
"""

from __future__ import annotations

import html
import re

import pytest

from rules.announcements import Announcement
from rules.flow import TABLE
from rules.games import GAMES
from rules.journal import write_journal
from server.live import loud
from server.live.messages import Answer, Resume, View
from server.web.showing.ending import ended
from tests.patience import PATIENCE
from tests.rules.kernel.test_announcements import example, loud_kinds
from tests.server.web.conftest import Room

COVER = r'<section class="loud.*?</section>'
ROWS = {
    "/screen": r'<main id="main" class="screen-match.*?</main>',
    "/table": r'<ol class="rows moves">.*?</ol>',
    "/history/{id}/{number}": r'<div class="turn-so-far">.*?</section>',
    "/history/{id}": r'<details[^>]* id="turns">.*?</details>',
}
"""Where it stands for good, and in which part of the page."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What covers pages stays there, however slow this computer is."""
    monkeypatch.setattr(loud, "SHOWN", 3600.0)


def read(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).casefold().split())


def shows(part: str, page: str, event: Announcement) -> bool:
    """Whether a part of a page says both what it is and why."""
    found = re.search(part, page, re.DOTALL)
    seen = read(found[0]) if found else ""
    return all(str(text).casefold() in seen for text in (event.title, event.words))


@pytest.mark.parametrize(
    ("game", "kind"), [(game, kind) for game in GAMES for kind in loud_kinds(game)]
)
def test_it_is_seen_everywhere(room: Room, game: str, kind: str) -> None:
    match, number, event = example(game, kind)
    match_id = room.table.store.import_match(write_journal(match.fork(number - 1)), 1.0)
    host = room.table.host
    host.ask(Resume(match_id)).result(timeout=PATIENCE)
    taken = match.answers[number - 1]
    who = match.seats[0] if taken.who is TABLE else taken.who
    second = room.player(next(seat.colour for seat in match.seats if seat != who))
    assert not re.search(COVER, second.get("/me").text, re.DOTALL)
    host.ask(Answer(who, match.journal[number - 1])).result(timeout=PATIENCE)
    for path in ("/me", "/screen"):
        assert shows(COVER, second.get(path).text, event), path
    for path, part in ROWS.items():
        page = second.get(path.format(id=match_id, number=number)).text
        assert shows(part, page, _in_full(event, host.view) if path == "/screen" else event), path


def _in_full(event: Announcement, view: View) -> Announcement:
    """At the end the screen has more room: it says by how much somebody has won."""
    end = ended(view)
    return event._replace(words=end.because) if end else event
