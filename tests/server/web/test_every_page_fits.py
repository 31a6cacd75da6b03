"""Every page of every game in every language on a narrow phone: nothing is cut off, and axe has
nothing against it.

A page is fetched in each language and put into the browser in place of the one before, so that only
its layout is worked out again. What axe looks at is the same in every language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from flask import Flask
from playwright.sync_api import Browser, Page

from rules.games import GAMES
from rules.match import Match
from server.language.translation import LANGUAGES
from server.live.albums import Albums
from server.live.camera_thread import CameraThread
from server.live.learning import Learner
from server.live.spreads import Spreads
from server.robots.demonstration import Demonstration
from server.simulated.playground import Playground
from server.store.phones import KnownPhone
from server.store.preferences import CLOCKS
from server.web import create_app
from server.web.door.names import HostNames
from server.web.games import topic_path
from server.web.http.serving import WebServer
from server.web.request.security import COOKIE
from tests.server.conftest import patient
from tests.server.web.conftest import Room, opened_room
from tests.server.web.evenings import EVENING, go_on, golden, play
from tests.server.web.games.maracaibo.first_evening import first_evening
from tests.server.web.test_live_page import CUT_OFF
from vision.layout import load_layout
from vision.locate.places import looking
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.watching.watch import Watch

NARROW = {"width": 360, "height": 740}
NO_PAGES = {
    *("camera.picture", "simulated.back_picture", "simulated.ground_picture", "join.qr", "static"),
    *("simulated.face_picture", "events.listen", "history.journal", "me.check", "start.form"),
    *("albums.save", "cards.picture", "cards.known_picture", "spread.picture", "spread.alike"),
    *("cards.one", "spread.one"),
    *("printing.document", "campaigns.save", "check.picture"),
    *("check.page", "check.mend", "check.step", "export.table", "export.bgstats"),
    *("cards.drawn_picture", "cards.signs_of_maps"),
}
"""What a browser gets that is no page: pictures, files, and where a form is loaded again. The guide
and cards that are learned need a camera that looks: see `pages/test_check.py`, `test_spread.py`.
"""

OF_GAMES = {
    *("edition.page", "history.match", "history.step", "me.page", "rules.about", "rules.page"),
    *("rules.piece", "scores.page", "screen.page", "setup.page", "simulated.hand", "table.page"),
    *("history.page", "players.page", "printing.page", "simulated.page", "start.page"),
    "start.what",
}
"""Pages that are not the same for each game; the others are looked at once."""
COLOURED = {"me.page", "screen.page", "table.page"}
"""Where games have colours of their own: to compare them takes longer than all else."""
MODES = {
    "port_royal": ("all_cards-4", "adventure-3", "together-3"),
    "maracaibo": ("1",),
}
"""What else is played of a game: by the golden journals after its name."""

Judged = Literal["structure", "colours"] | None
"""What axe looks at: all but the colours of what is written, these too, or nothing."""
FIRST = next(iter(GAMES))

PUT_IN = f"""async ([path, languages, judged]) => {{
  const cutOff = {CUT_OFF};
  const found = [];
  for (const language of languages) {{
    const response = await fetch(path, {{ headers: {{ "Accept-Language": language }} }});
    if (!response.ok) found.push(`${{language}}: ${{response.status}}`);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const picture of page.querySelectorAll("img, image")) picture.removeAttribute("href");
    for (const folded of page.querySelectorAll("details")) folded.open = true;
    document.documentElement.lang = page.documentElement.lang;
    document.body.replaceWith(page.body);
    const cut = cutOff();
    if (document.documentElement.scrollWidth > innerWidth) cut.push("the page itself");
    for (const node of document.querySelectorAll("main *")) {{
      const shifts = ["auto", "scroll"].includes(getComputedStyle(node).overflowX);
      const hides = node.scrollWidth > node.clientWidth + 1 && !node.matches(".sideways");
      if (shifts && hides) cut.push(node.outerHTML.slice(0, 80));
    }}
    found.push(...cut.slice(0, 3).map((node) => `${{language}}: ${{node}}`));
    if (!judged || language !== "en") continue;
    const rules = {{ "color-contrast": {{ enabled: judged === "colours" }} }};
    const {{ violations }} = await axe.run(document, {{ resultTypes: ["violations"], rules }});
    found.push(...violations.map(({{ id, nodes }}) => `${{id}}: ${{nodes[0].html.slice(0, 99)}}`));
  }}
  return found;
}}"""
"""Also what is folded up is looked at, as somebody would unfold it. Only what says so in its class
may have to be shifted sideways to be read: the chart as a table has a column for every round.
"""


@dataclass
class Walk:
    """A phone that plays for everybody, and the pages as they are served to it."""

    room: Room
    app: Flask
    playground: Playground
    page: Page
    phone: str = ""

    def stand_at(self, game: str, seats: int, upto: int | None) -> int:
        """A match of the golden journals at this point is the one at the table."""
        match_id = play(self.room.table.store, seats, upto, game=game, names=LONG)
        if upto is None:
            self.room.table.store.keep_results(match_id)
        go_on(self.room, match_id)
        self.playground.follow(self.room.table.host.view)
        for seat in self.room.match.seats:
            self.room.table.store.phones.hold(match_id, seat.colour, self.phone)
        return match_id

    def paths(self, game: str, match_id: int) -> Iterator[tuple[str, Judged]]:
        """Every page that there is now, whatever may be added later, and what axe judges it by."""
        of_route = {
            "campaigns.story": [f"/campaigns/{each}" for each in self.campaigns_beside(match_id)],
            "edition.page": [f"/edition/{game}", *(f"/edition/{game}?chapter={n}" for n in (1, 4))],
            "history.match": [f"/history/{match_id}"],
            "history.step": [f"/history/{match_id}/{len(self.room.match.journal)}"],
            "simulated.hand": [
                f"/simulated/hand/{place}"
                for place in GAMES[game].piles.hands(self.room.match.seats[0])
            ],
            "players.page": ["/players", f"/players?game={game}"],
            "players.one": ["/players/1"],
            "printing.page": [f"/sheets?game={game}"],
            "rules.about": [f"/rules/about/{game}/{topic(self.room.match)}"],
            "rules.piece": [f"/rules/piece/{game}/{next(iter(GAMES[game].pieces.values())).kind}"],
            "start.page": [f"/?game={game}"],
            "start.what": [f"/new-match/what?game={game}"],
        }
        for rule in self.app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or rule.endpoint in NO_PAGES:
                continue
            if game == FIRST or rule.endpoint in OF_GAMES:
                judged: Judged = "colours" if rule.endpoint in COLOURED else "structure"
                yield from ((path, judged) for path in of_route.get(rule.endpoint, [rule.rule]))

    def campaigns_beside(self, match_id: int) -> tuple[int, int]:
        """One that has just begun and one that has told something."""
        store = self.room.table.store
        begun = store.new_match("port_royal", LONG[:4], {"mode": "adventure"}, EVENING)
        told = first_evening(store, names=LONG[:2])
        store.resume(match_id)
        return begun, told

    def objections(self, *paths: str, judged: Judged = None) -> list[str]:
        """What is cut off on these pages, and what axe has against them."""
        found: list[str] = []
        for path in paths:
            said = self.page.evaluate(PUT_IN, [path, list(LANGUAGES), judged])
            found += [f"{path} {each}" for each in said]
        return found


def topic(match: Match[Any]) -> str:
    """Something that is told of a game and is no piece."""
    return next(what for what in match.game.accounts if topic_path(match, what))


LONG = ("Konstantin Alexandro", "Maria-Antonietta Bel", "Wolfeschlegelsteinha", "Bo", "Ann")


def watch() -> Watch:
    layout, registry = load_layout("port_royal"), load_registry("port_royal")
    return Watch(TagReader(registry, layout), looking(layout, registry))


@pytest.fixture
def walk(tmp_path: Path, browser: Browser) -> Iterator[Walk]:
    with WebServer("127.0.0.1", 0) as web, opened_room(tmp_path, web.port) as room:
        playground = Playground("port_royal")
        robots = Demonstration(room.table.host, playground)
        camera_thread = CameraThread(playground, watch(), lambda _: None)
        learner = Learner(camera_thread, Albums(tmp_path), lambda: None)
        table = replace(
            room.table,
            names=HostNames(web.port),
            playground=playground,
            robots=robots,
            learner=learner,
            spreads=Spreads(learner),
        )
        app = create_app(table)
        web.start(app)
        url = f"http://127.0.0.1:{web.port}"
        with patient(browser, viewport=NARROW, base_url=url) as context:
            context.route("**/events*", lambda route: route.abort())
            page = context.new_page()
            page.goto("/rules")
            page.evaluate(AXE_SCRIPT)
            cookie = next(each for each in context.cookies() if each["name"] == COOKIE)
            signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
            phone = str(signer.loads(cookie["value"])["phone"])
            room.table.store.phones.admit(KnownPhone(phone, 1.0))
            room.table.store.preferences.put(CLOCKS, True)
            yield Walk(room, app, playground, page, phone)
        web.stop()


@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_a_game_is_for_everybody_and_fits_a_narrow_phone_in_every_language(
    walk: Walk, game: str
) -> None:
    seats = max(GAMES[game].seats)
    middle = len(golden(seats, game)) * 2 // 3
    over = walk.stand_at(game, seats, None)
    found = walk.objections("/table", "/me", f"/history/{over}")
    found += walk.objections("/scores", "/screen", judged="structure")
    begun = walk.stand_at(game, seats, 3)
    found += walk.objections("/table", "/me", "/set-up", f"/history/{begun}")
    match_id = walk.stand_at(game, seats, middle)
    for path, judged in walk.paths(game, match_id):
        found += walk.objections(path, judged=judged)
    for mode in MODES.get(game, ()):
        of, _, number = f"{game}-{mode}".rpartition("-")
        walk.stand_at(of, int(number), len(golden(int(number), of)) * 2 // 3)
        found += walk.objections("/table", "/me", "/rules", judged="structure")
    assert "\n".join(found) == ""
