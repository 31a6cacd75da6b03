"""The start page: a match is begun, resumed and found from a phone."""

from __future__ import annotations

import pytest

from rules.games import GAMES
from tests.server.web.conftest import Room

FORM = {
    "game": "port_royal",
    "name-0": "Ann",
    "colour-0": "yellow",
    "name-1": " Bob  the  Bold ",
    "colour-1": "red",
    "setting-others_take": "after_active",
    "setting-expedition_to_win": "yes",
}


def test_a_match_begins_with_the_names_colours_and_settings_of_the_form(room: Room) -> None:
    response = room.player().post("/matches", FORM)
    assert (response.status_code, response.location) == (303, "/set-up")
    match = room.table.host.view.match
    assert match is not None
    assert [(seat.name, seat.colour) for seat in match.seats] == [
        ("Ann", "yellow"),
        ("Bob the Bold", "red"),
    ]
    assert match.settings == {"others_take": "after_active", "expedition_to_win": "yes"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"name-1": ""}, "Port Royal is for 2 to 5 players, not 1."),
        ({"name-1": "ANN"}, "Two players have the same name; make them different."),
        ({"name-1": "B" * 21}, "a name has at most 20 letters"),
        ({"colour-1": "yellow"}, "Two players have the same colour"),
        ({"colour-1": "pink"}, "Every player needs one of the colours"),
        ({"setting-others_take": "never"}, "The option others_take can be"),
    ],
)
def test_what_is_wrong_with_the_form_is_said_and_nothing_typed_is_lost(
    room: Room, change: dict[str, str], reason: str
) -> None:
    response = room.player().post("/matches", {**FORM, **change})
    assert response.status_code == 422
    assert reason in response.text
    assert 'value="Ann"' in response.text
    assert "data-live data-event" not in response.text  # no event may put another page in its place
    assert room.table.host.view.match is None
    assert room.player().get("/matches").location == "/"


def test_an_unknown_game_is_refused(room: Room) -> None:
    response = room.player().post("/matches", {**FORM, "game": "chess"})
    assert response.status_code == 409
    assert "There is no such game here" in response.text


def test_a_name_with_markup_in_it_is_only_a_name(room: Room) -> None:
    player = room.player()
    player.post("/matches", {**FORM, "name-0": "<b>Ann</b>"})
    for path in ("/", "/set-up", "/table", "/me"):
        text = player.get(path).text
        assert "<b>Ann" not in text
    assert "&lt;b&gt;Ann&lt;/b&gt;" in player.get("/set-up").text


def test_every_setting_is_explained_value_by_value(room: Room) -> None:
    text = room.player().get("/").text
    for setting in GAMES["port_royal"].settings:
        assert str(setting.text) in text
        for meaning in setting.values.values():
            assert str(meaning) in text


def test_a_running_match_is_offered_first_and_a_paused_one_can_be_resumed(room: Room) -> None:
    room.begin("Ann", "Bob")
    first = room.table.host.view.match_id
    room.begin("Carla", "Dora")
    player = room.player()
    text = player.get("/").text
    assert text.index("Carla") < text.index("Ann")
    response = player.post(f"/matches/{first}/resume")
    assert (response.status_code, response.location) == (303, "/table")
    assert room.table.host.view.match_id == first


def test_a_match_that_is_not_there_cannot_be_resumed(room: Room) -> None:
    response = room.player().post("/matches/77/resume")
    assert response.status_code == 409
    assert "There is no match 77" in response.text


def test_a_spectator_is_shown_how_to_join_and_can_begin_and_resume_nothing(room: Room) -> None:
    room.begin()
    first = room.table.host.view.match_id
    room.begin()
    second = room.table.host.view.match_id
    visitor = room.visitor()
    text = visitor.get("/").text
    assert 'href="/join"' in text
    assert 'action="/matches"' not in text
    assert "/resume" not in text
    assert visitor.post("/matches", FORM).status_code == 403
    assert visitor.post(f"/matches/{first}/resume").status_code == 403
    assert room.table.host.view.match_id == second


def test_phones_find_the_address_and_its_code_on_the_start_page(room: Room) -> None:
    text = room.visitor().get("/").text
    assert room.table.names.short("localhost") in text
    assert 'src="/qr.svg"' in text
