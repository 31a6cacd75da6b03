"""Cooper Island's pages: the maps of the peninsulas, and spaces that can be pressed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

from rules.cooper_island.actions.sailing import Toll
from rules.cooper_island.printed.names import GOOD_NAMES
from rules.cooper_island.table import INCOME
from rules.match import Match
from server.web.games.cooper_island.asides import ONE_BY_ONE, aside
from server.web.games.cooper_island.picture import about, mat
from server.web.showing.drawing import picture, scene
from tests.rules.cooper_island.the_table import Given, at_table
from tests.server.web.conftest import Room
from tests.server.web.evenings import go_on, golden, golden_match, play
from tests.server.web.games.navegador.test_pages import plain

NAME = "cooper_island"


def before(seats: int, word: str) -> Match[Any]:
    """A match of the golden journals just before an answer that begins like this."""
    keys = golden(seats, NAME)
    at = next(number for number, key in enumerate(keys) if key.startswith(word))
    return golden_match(seats, at, NAME)


def second_round() -> tuple[int, int]:
    """Where it begins and ends in the golden journal for two."""
    rounds = [(table.round, answered) for answered, table in golden_match(2, game=NAME).checkpoints]
    start, end = (min(at for number, at in rounds if number == wanted) for wanted in (2, 3))
    return start, end


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
    assert match.choice is not None
    asked = next(q for q in match.choice.questions if q.legal()[0].key.startswith("lay:"))
    with room.app.test_request_context(headers={"Accept-Language": "en"}):
        part = about(replace(scene(match), asked=asked))
    assert part is not None
    assert part.pressed
    for option in asked.legal():
        if option.key.startswith("lay:"):
            assert f'data-press="{option.key}"' in part.picture


def test_a_payment_is_ticked_as_it_is_proposed(room: Room) -> None:
    match = before(2, "pay_wood:")
    assert match.choice is not None
    go_on(room, play(room.table.store, 2, len(match.journal), game=NAME))
    page = room.player(match.choice.who.colour).get("/me").text
    ticked = re.findall(r'name="thing" value="([^"]+)"[^>]* checked', page)
    assert match.choice.next_key == f"pay_wood:{'+'.join(ticked)}"


def test_single_steps_are_folded_where_one_answer_does_them_all() -> None:
    def two_boats(given: Given) -> None:
        for pier, kind in enumerate(("coin", "material"), 1):
            boat = given.table.box.boats[f"boat/yellow/{kind}"]
            given.table.places.move(boat, "boats:yellow", f"pier:yellow:{pier}")

    match = at_table(two_boats, phase=INCOME)
    assert match.choice is not None
    folded = {
        o.key for o in match.choice.questions[0].legal() if aside(match, o).group == ONE_BY_ONE
    }
    assert folded == {"boat:coin", "boat:material"}


def test_what_a_player_has_is_said_in_words(room: Room) -> None:
    match = golden_match(2, 150, NAME)
    with room.app.test_request_context(headers={"Accept-Language": "ru"}):
        words = mat(scene(match), match.seats[0])
    assert "Картограф" in words


def test_after_a_round_each_phone_asks_once_whether_its_land_is_as_high(room: Room) -> None:
    whole, (start, end) = golden_match(2, game=NAME), second_round()
    go_on(room, play(room.table.store, 2, start, game=NAME))
    ann, bob = room.player("yellow"), room.player("blue")
    page = ann.get("/me").text
    assert 'id="heights-yellow"' in page
    assert "after round 1" in page
    assert "They differ" in page
    assert 'id="heights-blue"' not in page
    assert "UNDO back to the wrong move" in page
    for nonsense in ({"seat": "blue", "round": "1"}, {"seat": "yellow", "round": "x"}, {}):
        assert ann.post("/me/heights", nonsense).status_code == 303
    assert 'id="heights-yellow"' in ann.get("/me").text
    assert ann.post("/me/heights", {"seat": "yellow", "round": "1"}).status_code == 303
    assert 'id="heights-yellow"' not in ann.get("/me").text
    assert 'id="heights-blue"' in bob.get("/me").text
    assert len(room.match.journal) == start
    for taken in whole.answers[start:end]:
        room.answer(taken.who.colour if taken.who.index >= 0 else "yellow", taken.option.key)
    assert "after round 2" in ann.get("/me").text
    assert room.visitor().post("/me/heights", {"seat": "yellow", "round": "2"}).status_code == 403


def test_table_and_screen_say_who_is_still_to_answer_while_all_play_at_once(room: Room) -> None:
    begun = next(number for number, key in enumerate(golden(3, NAME)) if "@" in key) + 1
    go_on(room, play(room.table.store, 3, begun, game=NAME))
    asked = [question.who.name for question in room.match.choice.questions]  # type: ignore[union-attr]
    assert sorted(asked) == ["Ann", "Bob", "Cleo"]
    pages = [plain(room.visitor().get(path).text) for path in ("/table", "/screen")]
    _, _, to_answer = pages[1].partition("Still to answer: ")
    assert all(name in to_answer[:80] for name in asked)
    assert "All at once Round 1: Income" in pages[0]
    assert "Still to answer:" in pages[0]
    assert "Turn of" not in pages[0] + pages[1]


def test_a_good_that_pays_a_toll_has_a_name_without_the_number_of_its_space() -> None:
    match = before(3, "toll:-")
    assert match.choice is not None
    tolls = [o for o in match.choice.options if isinstance(o.value, Toll) and o.value.space]
    assert tolls
    for option in tolls:
        assert str(aside(match, option).short) == f"{GOOD_NAMES[option.value.good]} of your land"
