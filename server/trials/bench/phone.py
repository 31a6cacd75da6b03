"""How much of a question is seen at a glance on a narrow phone, in a real browser.

Positions of sensible matches are put on the table one after another, and the page of whoever has to
answer is loaded anew for each, as by somebody who has never seen it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page, Request, Response, ViewportSize

from firmware.panel import Panel
from rules.flow import TABLE
from rules.games import GAMES
from rules.simulation import Simulation
from server.live.host import Host
from server.live.messages import Answer, GiveUp, Resume
from server.store import Entry, Store
from server.store.phones import KnownPhone
from server.trials.answers import Taps
from server.trials.questions import NAMES, Question, questions
from server.trials.screenshots import browser
from server.web import Tableside, create_app
from server.web.door.joining import Joining
from server.web.door.names import HostNames
from server.web.http.events import Events
from server.web.http.serving import WebServer
from server.web.request.security import COOKIE

NARROW = ViewportSize(width=360, height=740)
_EVENING = 1_700_000_000.0
_TAPS = 5
_MATCHES = 4
"""Of each mode, with more players each time."""
_SLOWER = 6
_SLOW_3G = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 62_500,
    "uploadThroughput": 62_500,
}
"""Milliseconds, and bytes in a second."""
_TIMED = """() => document.addEventListener("click", ({ timeStamp }) => {
  const marked = new MutationObserver(() => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { window.heard ??= performance.now() - timeStamp; };
    port2.postMessage("");
  }));
  marked.observe(document, { subtree: true, attributeFilter: ["data-heard"] });
  const answered = () => { window.answered = performance.now() - timeStamp; };
  document.addEventListener("quartermaster:swapped", answered, { once: true });
}, { capture: true, once: true })"""
"""That a tap was heard is on the screen when the frame after it was marked is drawn."""
_FOLLOWED = """number =>
  Number(document.getElementById("main").dataset.event.split("-")[1]) >= number"""
_ANY = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
_EVENTS = 12
"""Of each game, one after another in the middle of a match."""

ANSWERS = """[name="key"]:not([type="hidden"]), main form [data-press], main form [data-choose],
  main form [data-keys]:not([data-keys=""]),
  [name="thing"], [name="amount"], main form .pick > summary, main form .group > summary"""
"""What answers a question, or leads to its answers; what is asked for in words is folded up."""

GLANCE = f"""() => {{
  const bar = (node) => {{
    const box = node.getBoundingClientRect();
    return box.width && node.checkVisibility() ? box : null;
  }};
  const bars = [...document.querySelectorAll(".head, .thumb, .bar, .tabs")]
    .filter((node) => ["fixed", "sticky"].includes(getComputedStyle(node).position))
    .map(bar).filter(Boolean);
  const covered = new Set();
  for (const {{ top, bottom }} of bars) {{
    const last = Math.min(innerHeight, bottom);
    for (let y = Math.max(0, Math.round(top)); y < last; y += 1) covered.add(y);
  }}
  let end = innerHeight;
  while (covered.has(end - 1)) end -= 1;
  const open = (node) => node.getAttribute("aria-disabled") !== "true" && !node.disabled;
  const boxes = [...document.querySelectorAll(`{ANSWERS}`)]
    .filter((node) => node.checkVisibility() && open(node))
    .map((node) => ({{ node: node.closest("label") || node, fixed: !!node.closest(".thumb") }}))
    .map(({{ node, fixed }}) => ({{ fixed, box: node.getBoundingClientRect() }}))
    .filter(({{ box }}) => box.width && box.height);
  const here = boxes.filter(({{ fixed }}) => !fixed).map(({{ box }}) => box);
  const asked = here.length ? here : boxes.map(({{ box }}) => box);
  // A line of text is seen if its middle is on the screen, and nothing around it cuts it off.
  const shows = (box, node) => {{
    const y = (box.top + box.bottom) / 2;
    if (y < 0 || y > innerHeight) return false;
    for (; node; node = node.parentElement) {{
      const clip = node.getBoundingClientRect();
      const clips = getComputedStyle(node).overflowY !== "visible" && node.parentElement;
      if (clips && (y < clip.top || y > clip.bottom)) return false;
    }}
    return true;
  }};
  let words = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {{
    const node = walker.currentNode, around = node.parentElement;
    if (!node.data.trim() || around.closest("svg, script, .sr-only, [hidden]")) continue;
    if (!around.checkVisibility({{ visibilityProperty: true }})) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((box) => box.width > 1);
    const long = lines.reduce((sum, box) => sum + box.width, 0);
    const seen = lines.filter((box) => shows(box, around)).reduce((sum, box) => sum + box.width, 0);
    const all = (node.data.match(/\\S*[\\p{{L}}\\p{{N}}]\\S*/gu) || []).length;
    if (seen) words += Math.ceil((all * seen) / long);
  }}
  return {{
    first: asked.length ? Math.round(Math.min(...asked.map((box) => box.top))) : null,
    whole: here.every((box) => box.bottom <= end + 1),
    words,
    height: document.documentElement.scrollHeight,
    bars: covered.size,
    sideways: document.documentElement.scrollWidth > innerWidth,
  }};
}}"""


@dataclass(frozen=True, slots=True)
class Glance:
    """What is seen of a page before anybody scrolls."""

    first: int | None
    """How far down the first answer begins, in pixels; None if there is nothing to answer."""
    whole: bool
    """Whether all answers are in sight."""
    words: int
    height: int
    bars: int
    """Pixels of the screen's height that do not scroll."""
    sideways: bool


@dataclass(slots=True)
class Quarterdeck:
    """A table without a camera, and the phone of whoever has to answer."""

    host: Host
    store: Store
    events: Events
    page: Page
    phone: str
    url: str

    def stand_at(self, question: Question) -> int:
        """This is asked at the table now, and the phone has the seat that is asked."""
        store, names = self.store, NAMES[: question.seats]
        match_id = store.new_match(question.game.name, names, question.settings, _EVENING)
        store.append(
            match_id, [Entry("choice", k, "phone:red", _EVENING) for k in question.journal]
        )
        self.host.ask(Resume(match_id)).result()
        match = self.host.view.match
        assert match is not None
        colour = match.seats[0].colour if question.colour == "table" else question.colour
        store.phones.hold(match_id, colour, self.phone)
        return match_id

    def answer(self, said: str) -> None:
        """Whoever is asked has answered so, and the page shows it."""
        match = self.host.view.match
        assert match is not None
        assert match.choice is not None
        key, _, colour = said.partition("@")  # where several are asked
        who = match.choice.questions[0].who
        colour = colour or ("" if who is TABLE else who.colour)
        seat = next((each for each in match.seats if each.colour == colour), match.seats[0])
        self.host.ask(Answer(seat, key)).result()
        number = int(self.events.last_id.partition("-")[2])
        self.page.wait_for_function(_FOLLOWED, arg=number)

    def clear(self) -> None:
        """Nothing is played any more."""
        match_id = self.host.view.match_id
        if match_id is not None:
            self.host.ask(GiveUp(match_id)).result()

    def glance(self, path: str = "/me") -> Glance:
        """At a page that nobody has looked at before."""
        self.page.evaluate("localStorage.clear()")
        self.page.goto(f"{self.url}{path}")
        return glance(self.page)


def glance(page: Page) -> Glance:
    """At a page as it is shown."""
    return Glance(**page.evaluate(GLANCE))


@contextmanager
def quarterdeck(page: Page, folder: Path) -> Iterator[Quarterdeck]:
    """A page of a browser that is served by a table of its own."""
    with WebServer("127.0.0.1", 0) as web, Store.open(folder / "matches.sqlite") as store:
        events = Events()
        host = Host(store, lambda _: events.publish())
        with Panel.simulated(host.post) as panel:
            joining = Joining(store, "", events.publish)
            table = Tableside(host, store, joining, events, panel, HostNames(web.port), folder)
            app = create_app(table)
            web.start(app)
            events.start()
            host.start()
            url = f"http://127.0.0.1:{web.port}"
            page.goto(f"{url}/rules")
            cookie = next(c for c in page.context.cookies() if c["name"] == COOKIE)
            signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
            phone = str(signer.loads(cookie["value"])["phone"])
            store.phones.admit(KnownPhone(phone, 1.0))
            yield Quarterdeck(host, store, events, page, phone, url)
            web.stop()
            host.stop()
            events.stop()


def measure() -> dict[str, Any]:
    with TemporaryDirectory() as name, browser() as opened:
        context = opened.new_context(viewport=NARROW, has_touch=True, is_mobile=True)
        with context, quarterdeck(context.new_page(), Path(name)) as deck:
            games, bars, event = {}, 0, list[int]()
            new = _bottom(deck, "#name-3")
            for game in GAMES:
                games[game], highest = _game(deck, game)
                bars = max(bars, highest)
                event += _events(deck, game)
            heard, answered = _tapped(deck)
            deck.clear()
            return {
                "games": games,
                "event_kb": round(median(event) / 1024, 1),
                "event_most_kb": round(max(event) / 1024, 1),
                "tap_to_heard_ms": heard,
                "tap_to_answer_ms": answered,
                "start_begin_y": _bottom(deck, "[data-begin]"),
                "start_fourth_name_y": new,
                "bars_px": bars,
            }


def _game(deck: Quarterdeck, game: str) -> tuple[dict[str, Any], int]:
    """The figures of one game, and the highest that the bars were."""
    taps, seen = Taps(), list[Glance]()
    for question in questions(game, taps, matches=_MATCHES):
        deck.stand_at(question)
        seen.append(deck.glance())
    firsts = [each.first for each in seen if each.first is not None]
    words, heights = [each.words for each in seen], [each.height for each in seen]
    figures = {
        "questions": len(seen),
        "first_answer_y_p50": round(median(firsts)),
        "first_answer_y_max": max(firsts),
        "on_one_screen": round(sum(each.whole for each in seen) / len(seen), 2),
        "words_p50": round(median(words)),
        "words_max": max(words),
        "taps_per_turn": taps.per_turn,
        "taps_per_match": taps.per_match,
        "taps": taps.most_asked,
        "height_p50": round(median(heights)),
    }
    return figures, max(each.bars for each in seen)


def _bottom(deck: Quarterdeck, of: str) -> int:
    """How far down something of the start page ends."""
    deck.glance("/")
    box = deck.page.locator(of).bounding_box()
    assert box is not None
    return round(box["y"] + box["height"])


def _events(deck: Quarterdeck, game: str) -> Iterator[int]:
    """How many bytes the page of a player fetches after each of some answers of a match."""
    simulation = Simulation(GAMES[game], NAMES[:2], {}, 1)
    simulation.sensible = True
    while (option := simulation.pick()) is not None:
        simulation.take(option)
    journal = simulation.match.journal
    half = len(journal) // 2
    deck.stand_at(Question(GAMES[game], {}, 2, "", TABLE.colour, tuple(journal[:half])))
    deck.glance()
    came = list[Response]()

    def note(answer: Response) -> None:
        came.append(answer)

    deck.page.on("response", note)
    for key in journal[half : half + _EVENTS]:
        came.clear()
        deck.answer(key)
        yield sum(_size(each.request) for each in came if each.url.endswith("/me"))
    deck.page.remove_listener("response", note)


def _size(request: Request) -> int:
    sizes = request.sizes()
    return sizes["responseHeadersSize"] + sizes["responseBodySize"]


def _tapped(deck: Quarterdeck) -> tuple[int, int]:
    """Milliseconds until a tap shows that it was heard, and until the next question is there, with
    a slow processor on a slow network.
    """
    slow, took = deck.page.context.new_cdp_session(deck.page), list[tuple[float, float]]()
    slow.send("Network.enable")
    for question in questions("port_royal", matches=1):
        deck.stand_at(question)
        deck.glance()
        button = deck.page.locator('button[name="key"]:visible').first
        if not button.count():
            continue  # all are folded up
        deck.page.evaluate(_TIMED)
        slow.send("Network.emulateNetworkConditions", _SLOW_3G)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
        button.tap()
        deck.page.wait_for_function("() => window.heard && window.answered")
        took.append(tuple(deck.page.evaluate("[window.heard, window.answered]")))
        slow.send("Network.emulateNetworkConditions", _ANY)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        if len(took) == _TAPS:
            break
    heard, answered = zip(*took, strict=True)
    return round(median(heard)), round(median(answered))


def as_text(figures: dict[str, Any]) -> str:
    lines = [
        f"{name}: {game['questions']} questions; the first answer at {game['first_answer_y_p50']}"
        f" px, at most {game['first_answer_y_max']}; {game['on_one_screen']:.0%} on one screen;"
        f" {game['words_p50']} words, at most {game['words_max']}; {game['height_p50']} px high;"
        f" {game['taps_per_turn']} taps a turn, {game['taps_per_match']} a match."
        for name, game in figures["games"].items()
    ]
    return "\n".join(
        [
            *lines,
            f"An event fetches {figures['event_kb']} kB, at most {figures['event_most_kb']}; a tap"
            f" is seen to be heard in {figures['tap_to_heard_ms']} ms and answered in"
            f" {figures['tap_to_answer_ms']} ms. A match begins at {figures['start_begin_y']} px,"
            f" a fourth name is at {figures['start_fourth_name_y']}."
            f" The bars take {figures['bars_px']} px.",
        ]
    )
