"""The maps and lists of an owner's copy: entered by tapping, and played with afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import cv2
import numpy as np
from playwright.sync_api import Page, expect

from rules.cooper_island import GAME
from server.store.owner_values import read_own
from server.web.games.cooper_island.sketches import SKETCHES
from server.web.parts.table_pictures import Ground, ground
from tests.patience import until
from tests.rules.cooper_island.owned_map import OWN_MAP, REMOVED, RUIN, TAPS, written
from tests.server.web.conftest import Room, Served, Visitor
from tests.server.web.games.navegador.test_in_a_browser import barriers
from vision.layout import Layout, PlaceShape, load_layout
from vision.lying_flat import on_table

PAGE = "/edition/cooper_island"
PENINSULA = SKETCHES["peninsula"]
LISTS = {path: GAME.edition.value(path) for path in PENINSULA.paths}


def form(page: str) -> dict[str, str]:
    """All that a browser would send with a button of the page, but for the button."""
    page = unescape(page)
    values = dict(re.findall(r'name="(value-[^"]+)" (?:id="[^"]+" )?value="([^"]*)"', page))
    values |= dict(re.findall(r"name='(value-[^']+)' value='([^']*)'", page))
    for name, options in re.findall(r'<select name="(value-[^"]+)".*?>(.*?)</select>', page, re.S):
        [values[name]] = re.findall(r'value="([^"]*)" selected', options)
    return {name: text for name, text in values.items() if not text.startswith("[")}


def tap(visitor: Visitor, page: str, brush: str, cell: str, key: str = "peninsula") -> str:
    answer = visitor.post(PAGE, {**form(page), f"brush-{key}": brush, "tap": f"{key}|{cell}"})
    assert answer.status_code == 200
    return answer.text


def test_a_tap_makes_a_space_land_or_water_and_what_is_on_land_goes_with_it() -> None:
    ruin = written("ruins").split()[0]
    q, r = map(int, ruin.split(":"))
    without = PENINSULA.tapped(LISTS, "land", ruin)
    assert [q, r] not in without["peninsula.land"]
    assert [q, r] not in without["peninsula.ruins"]
    again = PENINSULA.tapped(without, "ruins", ruin)
    assert again["peninsula.land"] == LISTS["peninsula.land"]
    assert again["peninsula.ruins"][-1] == [q, r]
    flooded = PENINSULA.tapped(LISTS, "right", ruin)
    assert [q, r] not in flooded["peninsula.land"]
    assert flooded["peninsula.right"] == [*LISTS["peninsula.right"], [q, r]]


def test_there_is_one_start_space_and_a_tap_beside_the_board_changes_nothing() -> None:
    other = written("isthmus").split()[0]
    moved = PENINSULA.tapped(LISTS, "start", other)
    assert moved["peninsula.start"] == [[*map(int, other.split(":"))]]
    for nonsense in ("9:9", "", "x:y", "1", "1:2:3"):
        assert PENINSULA.tapped(LISTS, "land", nonsense) == LISTS


def test_numbers_are_counted_and_goods_taken_in_or_out() -> None:
    piers = SKETCHES["piers"]
    lists = {path: GAME.edition.numbers(path) for path in piers.paths}
    less = piers.tapped(lists, "less", "piers.coin/0")
    assert less["piers.coin"][0] == lists["piers.coin"][0] - 1
    assert piers.tapped(less, "less", "piers.coin/0")["piers.coin"][0] == 0
    assert piers.tapped(lists, "more", "piers.coin/77") == lists
    slots = SKETCHES["statue slots"]
    before = {"statue_slots.slots": [[0, 0], [1, 1]]}
    assert slots.tapped(before, "more", "0/0") == {"statue_slots.slots": [[1, 0], [1, 1]]}
    assert slots.tapped(before, "more", "1/1") == {"statue_slots.slots": [[0, 0], [1, 0]]}
    goods = SKETCHES["logbook gold_or_cloth"]
    (path,) = goods.paths
    assert goods.tapped({path: ["gold", "cloth"]}, "", "coin") == {path: ["coin", "gold", "cloth"]}


def test_the_mix_of_tiles_is_counted_and_the_land_of_islets_painted(room: Room) -> None:
    player = room.player()
    page = player.get(PAGE).text
    page = tap(player, page, "less", "double_tiles.fm_xs/0", "double_tiles")
    page = tap(player, page, "more", "double_tiles.fs_mx/0", "double_tiles")
    page = tap(player, page, "meadow", "islets[draw].land", "islets")
    assert player.post(PAGE, form(page)).status_code == 303
    own = read_own(GAME, room.table.folder)
    before = GAME.edition.counts("double_tiles")
    assert own == {
        "double_tiles.fm_xs": str(before["fm_xs"] - 1),
        "double_tiles.fs_mx": str(before["fs_mx"] + 1),
        "islets[draw].land": "meadow",
    }


def test_without_scripts_every_tap_is_a_form_and_nothing_is_kept_before_one_says_so(
    room: Room,
) -> None:
    player, folder = room.player(), room.table.folder
    page = player.get(PAGE).text
    for brush, cell in TAPS:
        page = tap(player, page, brush, cell)
    assert "not saved yet" in page
    assert not read_own(GAME, folder)
    assert player.post(PAGE, form(page)).status_code == 303
    assert read_own(GAME, folder) == OWN_MAP
    page = player.get(PAGE).text
    assert player.post(PAGE, {**form(page), "house": "peninsula"}).status_code == 303
    assert not read_own(GAME, folder)
    assert "values are house again" in unescape(player.get(PAGE).text)


def test_a_map_that_cannot_be_printed_is_refused_and_stays_as_it_was_tapped(room: Room) -> None:
    player = room.player()
    page = tap(player, player.get(PAGE).text, "isthmus", written("isthmus").split()[0])
    answer = player.post(PAGE, form(page))
    assert answer.status_code == 422
    assert "Isthmus must be 3" in unescape(answer.text)
    assert form(answer.text)["value-peninsula.isthmus"] == " ".join(written("isthmus").split()[1:])
    for nonsense in ("nothing|1:1", "peninsula|", "peninsula", "|"):
        form_ = {**form(page), "brush-peninsula": "land", "tap": nonsense}
        assert player.post(PAGE, form_).status_code == 200
    assert player.post(PAGE, {"tap": "peninsula|0:0"}).status_code == 200
    broken = {**form(page), "value-peninsula.land": "x", "brush-peninsula": "land"}
    assert player.post(PAGE, {**broken, "tap": "peninsula|0:0"}).status_code == 422
    assert room.visitor().post(PAGE, {"tap": "peninsula|0:0"}).status_code == 403


def test_an_owner_taps_the_peninsula_and_the_table_is_laid_out_drawn_and_seen_like_it(
    served: Served, phone: Callable[..., Page]
) -> None:
    page = phone(served)
    page.goto(PAGE)
    for brush, cell in TAPS:
        page.locator(f"#sketch-peninsula-{brush}").check()
        page.locator(f'button[value="peninsula|{cell}"]').click()
        has_it = f"(^| ){cell}( |$)"
        lists = page.locator(f'input[name="value-peninsula.{brush}"]')
        if cell in OWN_MAP[f"peninsula.{brush}"].split():
            expect(lists).to_have_attribute("value", re.compile(has_it))
        else:
            expect(lists).not_to_have_attribute("value", re.compile(has_it))
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert barriers(page) == []
    page.locator("button.stays").click()
    expect(page.get_by_text("values saved as printed on your copy")).to_be_visible()
    assert read_own(GAME, served.assistant.tableside(0).folder) == OWN_MAP

    served.begin("Ann", "Bob", game=GAME.name)
    page.goto("/table")
    spaces = {*page.locator(".land .space").all_text_contents()}
    assert REMOVED not in spaces
    assert page.locator(".land:has(.ruin) .space").all_text_contents().count(RUIN) == 2

    playground = served.assistant.playground
    assert playground is not None
    layout = playground.shown().bare.layout
    names = {*layout.names}
    assert f"on:blue:{REMOVED}" not in names
    assert {f"on:blue:{RUIN}", f"land:blue:{RUIN}"} <= names
    land = painted(layout, f"on:blue:{RUIN}")
    gone = hexes(load_layout(GAME.name))[f"on:blue:{REMOVED}"]
    assert np.abs(painted(layout, gone) - land).max() > 60

    host = served.assistant.host
    until(
        lambda: host.view.sighting and f"on:yellow:{RUIN}" in host.view.sighting.places.values(),
        lambda: host.view,
    )
    assert not host.view.wrong


def hexes(layout: Layout) -> dict[str, PlaceShape]:
    return {place.name: place for place in layout.places}


def painted(layout: Layout, place: PlaceShape | str) -> np.ndarray:
    """The colour of a space in the picture of the simulated table without pieces."""
    shape = hexes(layout)[place] if isinstance(place, str) else place
    bytes_ = np.frombuffer(ground(Ground.of(layout)), np.uint8)
    picture = cv2.imdecode(bytes_, cv2.IMREAD_COLOR)
    assert picture is not None
    mat = layout.mats[shape.mat]
    at = on_table(np.array([shape.shape.centre]), layout.suggested[mat.key], mat.width, mat.height)
    x, y = at[0] * picture.shape[1] / layout.table[0]
    return np.asarray(picture[round(y) + 2, round(x) + 6], int)
