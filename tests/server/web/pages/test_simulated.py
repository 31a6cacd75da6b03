"""The simulated table: cards dragged in a real browser are seen and played."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, Page

from rules.games import GAMES
from server.assistant import Assistant
from server.live.messages import Answer, Begin, Resume, View
from server.simulated.dealers import Dealers
from server.simulated.playground import Playground
from server.store.phones import KnownPhone
from server.web import create_app
from server.web.parts.table_pictures import Side, back_name
from tests import patience
from tests.patience import PATIENCE
from tests.server.web.conftest import NAMES, Room, Served, Visitor
from tests.server.web.evenings import golden, play
from tests.server.web.test_taps import press

PHONES = "198.51.100.1"


@pytest.fixture(autouse=True)
def shuffled_always_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dealers, "_seed", lambda *_: Random(7).getrandbits(64))


def begin(served: Served, game: str = "port_royal") -> None:
    wish = Begin(game, NAMES, GAMES[game].proposed(simulated=True))
    served.assistant.host.ask(wish).result(timeout=PATIENCE)
    match = served.assistant.host.view.match
    assert match is not None
    served.assistant.host.ask(Answer(match.seats[0], "first:red")).result(timeout=PATIENCE)


def take_up(served: Served, seats: int, word: str) -> None:
    """A match of Maracaibo just before the first answer that begins like this."""
    at = next(at for at, key in enumerate(golden(seats, "maracaibo")) if key.startswith(word))
    match_id = play(served.table.store, seats, at, game="maracaibo")
    served.assistant.host.ask(Resume(match_id)).result(timeout=PATIENCE)


def until(served: Served, shown: Callable[[View], object]) -> View:
    host = served.assistant.host
    patience.until(lambda: shown(host.view), lambda: host.view)
    return served.assistant.host.view


def turned_up(view: View) -> list[str]:
    return [key for key in view.match.journal if key.startswith("turn:")] if view.match else []


def drag(page: Page, what: Locator, x: float, y: float) -> None:
    """Drag with the mouse to a spot of the table in millimetres."""
    what.scroll_into_view_if_needed()
    box, stage = what.bounding_box(), page.locator("#stage-svg").bounding_box()
    assert box is not None
    assert stage is not None
    scale = stage["width"] / float(page.locator("#stage-svg").get_attribute("data-width") or 0)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(stage["x"] + x * scale, stage["y"] + y * scale, steps=4)
    page.mouse.up()


class Fingers:
    """One finger that swipes, or two that pinch."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def swipe(self, x: float, y: float, by: tuple[float, float]) -> None:
        steps = [(x + by[0] * step / 8, y + by[1] * step / 8) for step in range(9)]
        self._touch([[at] for at in steps])

    def pinch(self, x: float, y: float, apart: tuple[float, float]) -> None:
        """Around a spot, from one distance to another."""
        first, last = apart
        halves = [(first + (last - first) * step / 8) / 2 for step in range(9)]
        self._touch([[(x - half, y), (x + half, y)] for half in halves])

    def _touch(self, steps: list[list[tuple[float, float]]]) -> None:
        for number, fingers in enumerate(steps):
            points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(fingers)]
            self._send("touchMove" if number else "touchStart", points)
        self._send("touchEnd", [])

    def _send(self, kind: str, points: list[dict[str, float]]) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def piece(page: Page, name: str) -> Locator:
    return page.locator(f'[data-piece="{name}"]')


def test_a_whole_turn_is_played_by_dragging_and_with_the_buttons_on_the_screen(
    served: Served, phone: Callable[..., Page]
) -> None:
    begin(served)
    page = phone(served, viewport={"width": 1280, "height": 800})
    page.goto("/simulated")
    drag(page, piece(page, "pile:deck"), 300, 350)
    (key,) = turned_up(until(served, turned_up))
    ship = key.removeprefix("turn:")
    assert ship.startswith("ship/")
    piece(page, ship).wait_for()
    press(served.table, page, "NEXT")
    until(served, lambda view: view.match and view.match.journal[-1] == "stop")
    drag(page, piece(page, ship), 75, 330)
    until(served, lambda view: view.match and view.match.journal[-1] == f"trade:{ship}")
    # The coin of the ship has come by itself.
    page.get_by_label("The coins of Ann: 4 pieces").wait_for()


def test_a_rondel_marker_is_dragged_and_a_stack_of_tiles_turned_up_with_two_clicks(
    served: Served, phone: Callable[..., Page]
) -> None:
    begin(served, "navegador")
    page = phone(served, viewport={"width": 1280, "height": 800})
    page.goto("/simulated")
    until(served, lambda view: view.sighting and "navegador" in view.sighting.places)
    drag(page, piece(page, "rondel_marker/red"), 316, 50)
    until(served, lambda view: view.match and view.match.journal[-1] == "sector:sailing")
    page.get_by_text("Sail, explore, or stop").first.wait_for()
    piece(page, "pile:colonies:bahia").dblclick()
    page.locator('.piece[data-place="colonies:bahia"]').nth(3).wait_for()
    assert not piece(page, "pile:colonies:bahia").count()
    # Nobody has explored it yet.
    until(served, lambda view: len(view.wrong) == 4)


def test_a_ship_is_sailed_and_a_card_of_the_hand_bought_in_the_browser(
    served: Served, phone: Callable[..., Page]
) -> None:
    take_up(served, 2, "sail")
    page = phone(served, viewport={"width": 1280, "height": 800})
    page.goto("/simulated")
    table, match = served.table.playground, served.assistant.host.view.match
    assert table is not None
    assert match is not None
    assert match.choice is not None
    seat = match.choice.who
    until(served, lambda view: not view.searching and table.is_seen_by(view.sighting))
    spot = table.spot_in("location:1")
    drag(page, piece(page, f"ship/{seat.colour}"), spot.x, spot.y)
    until(served, lambda view: view.match and view.match.journal[-1] == "sail:1")
    page.get_by_text("Main action in").first.wait_for()
    served.assistant.host.ask(Answer(seat, "village")).result(timeout=PATIENCE)
    page.get_by_role("link", name=f"{seat.name}'s hand").click()
    page.get_by_role("button", name="Buy").first.click()
    until(served, lambda view: view.match and view.match.journal[-1].startswith("buy:"))
    page.locator(f'.piece[data-place="display:{seat.colour}"]').wait_for()


def test_the_three_cards_discarded_at_the_set_up_are_asked_of_who_holds_them(
    served: Served, phone: Callable[..., Page]
) -> None:
    take_up(served, 2, "plan")
    table, match = served.table.playground, served.assistant.host.view.match
    assert table is not None
    assert match is not None
    assert match.choice is not None
    seat = match.choice.who
    until(served, lambda view: table.is_seen_by(view.sighting))
    page = phone(served)
    page.goto(f"/simulated/hand/hand:{seat.colour}")
    page.get_by_role("button", name="Plan").first.click()
    page.get_by_text("discards 3 cards face down.").wait_for()
    page.get_by_role("link", name="Choose which").click()
    boxes = page.get_by_role("checkbox")
    assert boxes.count() == 7
    names = [box.get_attribute("value") for box in boxes.all()]
    for box in boxes.all()[2:5]:
        box.check()
    page.get_by_role("button", name="Discard them").click()
    page.locator("#stage-svg").wait_for()
    assert page.get_by_text("discards 3 cards").count() == 0
    held = {piece.id for piece in table.hand(f"hand:{seat.colour}")}
    assert held == {*names[:2], *names[5:]}


def test_the_table_can_be_shown_larger_and_stays_so(
    served: Served, phone: Callable[..., Page]
) -> None:
    page = phone(served)
    page.goto("/simulated")
    width = "document.getElementById('stage-svg').getBoundingClientRect().width"
    before = page.evaluate(width)
    page.get_by_role("button", name="Larger").click()
    assert page.evaluate(width) == pytest.approx(1.5 * before)
    begin(served)
    page.locator("#pile-deck").wait_for()
    assert page.evaluate(width) == pytest.approx(1.5 * before)
    page.get_by_role("button", name="Smaller").click()
    assert page.evaluate(width) == pytest.approx(before)


def test_a_finger_on_a_card_drags_it_and_elsewhere_moves_the_table(
    served: Served, phone: Callable[..., Page]
) -> None:
    begin(served)
    page = phone(served, has_touch=True, is_mobile=True)
    page.goto("/simulated")
    finger = Fingers(page)
    for _ in range(2):
        page.get_by_role("button", name="Larger").tap()
    in_the_middle = "node => node.scrollIntoView({ block: 'center', inline: 'center' })"
    piece(page, "pile:deck").evaluate(in_the_middle)
    deck = piece(page, "pile:deck").bounding_box()
    assert deck is not None
    at = page.evaluate("[scrollY, document.getElementById('stage').scrollLeft]")
    finger.swipe(deck["x"] + 20, deck["y"] + 30, (-40, -160))
    assert page.evaluate("[scrollY, document.getElementById('stage').scrollLeft]") == at
    until(served, turned_up)
    finger.swipe(deck["x"] - 60, deck["y"] - 20, (-120, 0))
    page.evaluate(
        """new Promise((done) => {
            const stage = document.getElementById("stage");
            const look = () => (stage.scrollLeft > 0 ? done() : requestAnimationFrame(look));
            look();
        })"""
    )


def test_a_phone_shows_the_whole_table_and_pieces_are_dragged_at_every_zoom(
    served: Served, phone: Callable[..., Page]
) -> None:
    take_up(served, 2, "sail")
    playground = served.table.playground
    assert playground is not None
    for upright in (True, False):
        width, height = (360, 740) if upright else (740, 360)
        size = {"width": width, "height": height}
        page = phone(served, has_touch=True, is_mobile=True, viewport=size)
        page.goto("/simulated")
        assert page.evaluate(IN_VIEW) > (0.95 if upright else 0.8), "before anybody scrolls"
        page.evaluate("document.getElementById('stage').scrollIntoView({ block: 'center' })")
        table, free = page.locator("#stage-svg").bounding_box(), page.evaluate(FREE)
        assert table is not None
        assert table["x"] >= 0
        assert table["x"] + table["width"] <= width
        assert table["y"] >= free["top"] - 1
        assert table["y"] + table["height"] <= free["bottom"] + 1
        assert table["width"] > 0.9 * width or table["height"] > 0.75 * height
        middle = (table["x"] + table["width"] / 2, table["y"] + table["height"] / 2)
        Fingers(page).pinch(*middle, (60, 150))
        assert wide(page) == pytest.approx(2.5 * table["width"], rel=0.05)
        drag_towards_the_middle(page, playground, "ship/red")
        Fingers(page).pinch(*middle, (150, 20))
        assert wide(page) == pytest.approx(table["width"], rel=0.01)
        drag_towards_the_middle(page, playground, "ship/red")


def wide(page: Page) -> float:
    box = page.locator("#stage-svg").bounding_box()
    assert box is not None
    return box["width"]


AT_REST = """node => {
  node.scrollIntoView({ block: "center", inline: "center" });
  return new Promise((done) => {
    let where = "", frames = 0;
    const look = () => {
      const { x, y, width } = node.getBoundingClientRect(), now = `${x} ${y} ${width}`;
      frames = now === where ? frames + 1 : 0;
      where = now;
      if (frames > 5) done(); else requestAnimationFrame(look);
    };
    look();
  });
}"""
"""Brings a piece into view, and waits until it moves no more."""


def drag_towards_the_middle(page: Page, playground: Playground, what: str) -> None:
    """A piece is dragged by finger, and lies where it was let go."""
    piece(page, what).evaluate(AT_REST)
    box, stage = piece(page, what).bounding_box(), page.locator("#stage").bounding_box()
    assert box is not None
    assert stage is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    by = (30 if x < stage["x"] + stage["width"] / 2 else -30), 0
    at = page.evaluate(SPOT, [x + by[0], y])
    with page.expect_response("**/simulated/put"):
        Fingers(page).swipe(x, y, by)
    lies = next(each.pose for each in playground.shown().pieces if each.piece == what)
    assert (lies.x, lies.y) == pytest.approx(at, abs=12)


FREE = """() => {
  const head = document.getElementById("head").getBoundingClientRect();
  const thumb = document.getElementById("thumb").getBoundingClientRect();
  return { top: Math.max(0, head.bottom), bottom: thumb.top > 0 ? thumb.top : innerHeight };
}"""
"""What is free between the bars: on its side a phone has none at its foot."""
IN_VIEW = f"""() => {{
  const table = document.getElementById("stage-svg").getBoundingClientRect();
  const {{ bottom }} = ({FREE})();
  return (Math.min(table.bottom, bottom) - Math.max(table.top, 0)) / table.height;
}}"""
"""How much of the table's height is seen."""
SPOT = """([x, y]) => {
  const toTable = document.getElementById("stage-svg").getScreenCTM().inverse();
  const at = new DOMPoint(x, y).matrixTransform(toTable);
  return [at.x, at.y];
}"""


def test_a_card_can_be_turned_over_with_two_taps_and_put_by_name(
    served: Served, phone: Callable[..., Page]
) -> None:
    begin(served)
    page = phone(served, has_touch=True)
    page.goto("/simulated")
    page.get_by_label("Place").select_option("harbour")
    page.get_by_role("button", name="Put it there").click()
    until(served, turned_up)
    first = page.locator("#stage-svg .piece")
    first.focus()
    page.keyboard.press("Enter")
    page.get_by_label("Place").select_option("area:blue")
    page.get_by_role("button", name="Put it there").click()
    until(served, lambda view: view.wrong)
    page.locator("#wrong").wait_for()
    first.scroll_into_view_if_needed()
    first.tap()
    first.tap()
    page.locator("#stage-svg .piece.is-down").wait_for()
    page.get_by_role("button", name="Tidy up").click()
    until(served, lambda view: not view.wrong)


def test_robots_play_in_the_browser_until_somebody_takes_a_card(
    served: Served, phone: Callable[..., Page]
) -> None:
    page = phone(served)
    page.goto("/simulated")
    page.get_by_role("button", name="Let the robots play").click()
    page.get_by_role("button", name="Stop the robots").wait_for()
    card = page.locator("#stage-svg .piece").first
    card.wait_for()
    drag(page, card, 600, 100)
    page.get_by_role("button", name="Let the robots play").wait_for()
    assert served.table.robots is not None
    assert not served.table.robots.playing


# ------------------------------------------------------------------------------ Without a browser


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A match on the simulated table, of which no card has been turned up."""
    with Assistant(tmp_path_factory.mktemp("data"), "simulated", lambda _: None) as assistant:
        served = Served("", assistant, assistant.tableside(80))
        begin(served)
        yield served


@pytest.fixture
def assistant(tmp_path: Path) -> Iterator[Assistant]:
    with Assistant(tmp_path, "simulated", lambda _: None) as assistant:
        yield assistant


def test_only_who_is_in_or_at_the_table_may_move_cards(begun: Served) -> None:
    app = create_app(begun.table)
    stranger, own = Visitor(app, PHONES), Visitor(app, "127.0.0.1")
    assert own.post("/simulated/robots", {"play": "no"}).status_code == 303
    card = {"piece": "pile:deck", "place": "harbour", "play": "yes"}
    for path in ("/simulated/put", "/simulated/tidy-up", "/simulated/robots"):
        assert stranger.post(path, card).status_code == 403
    assert begun.table.playground is not None
    assert not begun.table.playground.shown().pieces
    looked = stranger.get("/simulated")
    assert looked.status_code == 200
    assert "data-may-drag" not in looked.text
    assert "data-may-drag" in own.get("/simulated").text


def test_nonsense_is_refused_in_words_and_nothing_moves(begun: Served) -> None:
    own = Visitor(create_app(begun.table), "127.0.0.1")
    told = own.post("/simulated/put", {"piece": "x"}, follow_redirects=True)
    assert "No such place on this table." in told.text
    nonsense = [
        {},
        {"piece": "pile:deck"},
        {"piece": "pile:deck", "x_mm": "1"},
        {"piece": "pile:deck", "x_mm": "1", "y_mm": "nan"},
        {"piece": "pile:deck", "x_mm": "1e400", "y_mm": "1"},
        {"piece": "pile:deck", "x_mm": "many", "y_mm": "1"},
        {"piece": "pile:deck", "place": "../../etc"},
        {"piece": "pile:coins:red", "place": "harbour"},
        {"piece": "sailor/3.1", "place": "harbour"},
        {"piece": "sailor/3.1", "over": "yes"},
        {"piece": "<script>", "place": "harbour"},
        {"piece": "sailor/3.1", "x_mm": "5", "y_mm": "5", "angle": "inf"},
    ]
    for form in nonsense:
        answer = own.post("/simulated/put", form, headers={"Accept": "application/json"})
        assert answer.status_code == 409, form
        assert answer.json
        assert answer.json["text"]
    assert begun.table.playground is not None
    assert not begun.table.playground.shown().pieces


def test_pictures_are_those_of_this_table_only_and_may_be_kept(begun: Served) -> None:
    own = Visitor(create_app(begun.table), "127.0.0.1")
    page = own.get("/simulated").text
    assert "/simulated/ground/port_royal/red-blue.jpg" in page
    ground = own.get("/simulated/ground/port_royal/red-blue.jpg")
    assert (ground.mimetype, ground.data[:2]) == ("image/jpeg", b"\xff\xd8")
    for name in ("sailor/3.1", "ship/red/2/3.1"):
        card = own.get(f"/simulated/piece/port_royal/{name}.webp")
        assert (card.mimetype, card.data[:4]) == ("image/webp", b"RIFF")
        assert "immutable" in card.headers["Cache-Control"]
    for path in (
        "ground/port_royal/red.jpg",
        "ground/x/red-blue.jpg",
        "piece/port_royal/x.webp",
        "piece/port_royal/../../key.webp",
    ):
        assert own.get(f"/simulated/{path}").status_code == 404


@pytest.mark.parametrize("game", ["port_royal", "navegador", "maracaibo"])
def test_nobody_learns_from_the_page_what_lies_face_down(assistant: Assistant, game: str) -> None:
    served = Served("", assistant, assistant.tableside(80))
    if game == "maracaibo":
        take_up(served, 2, "sail")
    else:
        begin(served, game)
    own = Visitor(create_app(served.table), "127.0.0.1")
    page, match = own.get("/simulated").text, assistant.host.view.match
    assert match is not None
    piles = match.table.places.unseen
    # The uppermost quest lies face up on its pile.
    assert len([piece for piece in piles if f'"{piece.id}"' in page]) == (game == "maracaibo")
    # The backs of a deck are all alike; those of colonies tell their good.
    backs = set(re.findall(r"/simulated/back/\w+/\w+\.webp", page))
    assert len(backs) == {"port_royal": 1, "navegador": 3, "maracaibo": 3}[game]
    for back in backs:
        assert own.get(back).data[:4] == b"RIFF"
    assert own.get(f"/simulated/back/{game}/another.webp").status_code == 404


def test_only_who_holds_a_hand_looks_at_it_and_plays_from_it(assistant: Assistant) -> None:
    served = Served("", assistant, replace(assistant.tableside(80), own_screen=False))
    take_up(served, 2, "sail")
    store, playground = served.table.store, served.table.playground
    assert playground is not None
    app = create_app(served.table)
    owner, other = Visitor(app, PHONES), Visitor(app, "198.51.100.2")
    match_id = served.table.host.view.match_id
    assert match_id is not None
    for visitor, colour in ((owner, "red"), (other, "blue")):
        store.phones.admit(KnownPhone(visitor.id, 1.0))
        store.phones.hold(match_id, colour, visitor.id)
    card = playground.hand("hand:red")[0]
    assert f'"{card.id}"' in owner.get("/simulated/hand/hand:red").text
    assert "/simulated/hand/hand:red" not in other.get("/simulated").text
    for place in ("hand:red", "deck", "nowhere"):
        assert other.get(f"/simulated/hand/{place}").status_code == 404
    form = {"hand": "hand:red", "piece": card.id, "place": "discard"}
    other.post("/simulated/put", form)
    assert card in playground.hand("hand:red")
    owner.post("/simulated/put", form)
    assert card not in playground.hand("hand:red")


def test_the_start_page_proposes_tags_on_all_pieces_of_a_simulated_table(
    assistant: Assistant, room: Room
) -> None:
    simulated = Visitor(create_app(assistant.tableside(80)), "127.0.0.1")
    for visitor, proposed in ((simulated, "all"), (room.player(), "tiles")):
        page = visitor.post("/new-match/what", {"game": "navegador"}).text
        (checked,) = re.findall(r'name="setting-tagged" value="(\w+)"[^>]* checked', page)
        assert checked == proposed


def test_with_a_real_camera_there_is_no_such_page(room: Room) -> None:
    assert room.visitor().get("/simulated").status_code == 404
    assert room.player().post("/simulated/put", {"piece": "pile:deck"}).status_code == 404


@pytest.mark.parametrize("game", ["port_royal", "navegador", "maracaibo"])
def test_backs_have_the_same_name_if_and_only_if_they_look_the_same(game: str) -> None:
    called: dict[str, list[str]] = {}
    for piece in GAMES[game].pieces:
        called.setdefault(back_name(game, piece), []).append(piece)
    looks = {
        name: {Side(game, piece, face_up=False).paint() for piece in (pieces[0], pieces[-1])}
        for name, pieces in called.items()
    }
    assert all(len(pictures) == 1 for pictures in looks.values())
    assert len(set().union(*looks.values())) == len(called)
