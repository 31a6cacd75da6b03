"""Cooper Island's pages: the maps of the peninsulas, and spaces that can be pressed."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from rules.match import Match
from server.web.games.cooper_island.picture import about, mat
from server.web.showing.drawing import picture, scene
from tests.server.web.conftest import Room
from tests.server.web.evenings import go_on, golden, golden_match, play

NAME = "cooper_island"


def before(seats: int, word: str) -> Match[Any]:
    """A match of the golden journals just before an answer that begins like this."""
    keys = golden(seats, NAME)
    at = next(number for number, key in enumerate(keys) if key.startswith(word))
    return golden_match(seats, at, NAME)


def with_class(element: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [e for e in element.iter() if name in e.get("class", "").split()]


def test_every_peninsula_is_drawn_with_its_land_its_cubes_and_all_ships(room: Room) -> None:
    match = golden_match(3, 200, NAME)
    with room.app.test_request_context(headers={"Accept-Language": "en"}):
        drawing = ElementTree.fromstring(picture(match))
    assert len(with_class(drawing, "land")) == 3 * 20
    cubes = [p.cube for player in match.table.players for p in player.land.values() if p.cube]
    assert len(with_class(drawing, "cube")) == len(cubes)
    levels = [p.level for player in match.table.players for p in player.land.values() if p.level]
    shown = [int(e.text or 0) for e in with_class(drawing, "level")]
    assert sorted(shown) == sorted(levels)


def test_where_a_tile_can_be_laid_can_be_pressed_on_the_map(room: Room) -> None:
    match = before(2, "lay:")
    with room.app.test_request_context(headers={"Accept-Language": "en"}):
        part = about(scene(match))
    assert part is not None
    assert part.pressed
    for option in match.choice.legal():  # type: ignore[union-attr]
        if option.key.startswith("lay:"):
            assert f'data-press="{option.key}"' in part.picture


def test_what_a_player_has_is_said_in_words(room: Room) -> None:
    match = golden_match(2, 150, NAME)
    with room.app.test_request_context(headers={"Accept-Language": "ru"}):
        words = mat(scene(match), match.seats[0])
    assert "Картограф" in words


def test_after_a_round_each_phone_asks_once_whether_its_land_is_as_high(room: Room) -> None:
    rounds = [golden_match(2, upto, NAME).table.round for upto in (75, 134)]
    assert rounds == [2, 3]
    go_on(room, play(room.table.store, 2, 75, game=NAME))
    ann, bob = room.player("yellow"), room.player("blue")
    page = ann.get("/me").text
    assert 'id="heights-yellow"' in page
    assert "after round 1" in page
    assert "No, it is different" in page
    assert 'id="heights-blue"' not in page
    assert "UNDO takes back one move after another" in page
    for nonsense in ({"seat": "blue", "round": "1"}, {"seat": "yellow", "round": "x"}, {}):
        assert ann.post("/me/heights", nonsense).status_code == 303
    assert 'id="heights-yellow"' in ann.get("/me").text
    assert ann.post("/me/heights", {"seat": "yellow", "round": "1"}).status_code == 303
    assert 'id="heights-yellow"' not in ann.get("/me").text
    assert 'id="heights-blue"' in bob.get("/me").text
    assert len(room.match.journal) == 75
    for key in golden(2, NAME)[75:134]:
        choice = room.match.choice
        assert choice is not None
        room.answer(choice.who.colour if choice.who.index >= 0 else "yellow", key)
    assert "after round 2" in ann.get("/me").text
    assert room.visitor().post("/me/heights", {"seat": "yellow", "round": "2"}).status_code == 403
