"""The set-up page: the rulebook's steps, and what the camera makes of them."""

from __future__ import annotations

from rules.games import GAMES
from server.live.messages import Begin
from tests.patience import PATIENCE
from tests.server.web.conftest import Room
from vision.reading import Sighting

FIVE = ("Ann", "Bob", "Carla", "Dora", "Emil")
SPECIAL = next(p for p in GAMES["port_royal"].pieces.values() if "Special" in str(p.name))


def test_without_a_camera_every_step_of_the_rulebook_is_ticked_by_hand(room: Room) -> None:
    room.begin()
    text = room.visitor().get("/set-up").text
    match = room.match
    wanted = match.game.guide.set_up(match.game.new(match.seats, match.settings))
    for step in wanted:
        assert str(step.text).replace("'", "&#39;") in text
    assert text.count('type="checkbox"') == len(wanted)
    assert "tick every step yourself" in text


def test_a_step_that_the_camera_sees_is_ticked_by_it(room: Room) -> None:
    room.begin(*FIVE)
    room.see(Sighting({SPECIAL.id: "expeditions"}))
    text = room.visitor().get("/set-up").text
    assert text.count('<li class="done">') == 2  # the zone cards and the special expedition
    assert "The table matches" in text


def test_a_missing_piece_and_one_in_the_wrong_place_are_named(room: Room) -> None:
    room.begin(*FIVE)
    room.see(Sighting())
    visitor = room.visitor()
    assert f"{SPECIAL.name} is missing in the row of expeditions" in visitor.get("/set-up").text
    room.see(Sighting({SPECIAL.id: "harbour"}))
    text = visitor.get("/set-up").text
    assert f"{SPECIAL.name} belongs in the row of expeditions, not in the harbour" in text
    assert text.count('<li class="missing">') == 1


def test_a_zone_card_that_the_camera_does_not_see_is_named(room: Room) -> None:
    room.begin()
    room.see(Sighting(hidden=frozenset({"area:red", "area:black"})))
    text = room.visitor().get("/set-up").text
    assert "Zone card not in sight: the area of Ann" in text
    assert "as it should be" not in text
    assert "area:black" not in text


def test_before_a_match_the_page_says_where_one_begins(room: Room) -> None:
    text = room.visitor().get("/set-up").text
    assert "Nothing to set up yet" in text
    assert 'href="/"' in text


def test_any_piece_of_a_kind_will_do_where_pieces_are_alike(room: Room) -> None:
    """Which two of a player's seven ships lie in Portugal does not matter."""
    game = GAMES["navegador"]
    wish = Begin("navegador", ["Ann", "Bob"], {"tagged": "all"})
    room.table.host.ask(wish).result(timeout=PATIENCE)
    places = room.match.table.places
    seen = {
        piece.id: place
        for piece in game.pieces.values()
        if (place := places.where(piece)) and place not in game.piles.stacks
    }
    seen["ship/red.1"], seen["ship/red.7"] = seen["ship/red.7"], seen["ship/red.1"]
    room.see(Sighting(seen))
    text = room.visitor().get("/set-up").text
    assert '<li class="missing">' not in text
    del seen["ship/red.1"]
    room.see(Sighting(seen))
    assert "Red ship is missing in Portugal (sea)" in room.visitor().get("/set-up").text


def test_while_a_step_lacks_something_nothing_is_said_to_be_as_it_should_be(room: Room) -> None:
    """The match believes no city tile on the board yet, so its lamp alone would be green."""
    room.table.host.ask(Begin("maracaibo", ["Ann", "Bob"], {})).result(timeout=PATIENCE)
    room.see(Sighting())
    text = room.visitor().get("/set-up").text
    assert room.table.host.view.status.matches
    assert '<li class="missing">' in text
    assert "as it should be" not in text


def test_the_way_on_lies_under_the_thumb(room: Room) -> None:
    room.begin()
    assert '<a class="go is-full" href="/join">' in room.visitor().get("/set-up").text
    assert '<a class="go is-full" href="/me">' in room.player("red").get("/set-up").text
