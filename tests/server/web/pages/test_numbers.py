"""Numbers in addresses and forms are a few plain digits; whatever else comes is answered too."""

from __future__ import annotations

import pytest

from server.web.request.numbers import measure, whole
from tests.server.web.conftest import Room

ENDLESS = "9" * 4_400
NO_NUMBERS = (ENDLESS, "9" * 30, "٣", "1_0", " 1", "+1", "nan", "inf", "1e9", "0x1", "", "\0")


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_only_a_few_plain_digits_are_a_number(text: str) -> None:
    assert whole(text, None) is None
    assert measure(text, None) is None


def test_plain_digits_are_a_number_and_places_may_have_a_point() -> None:
    assert [whole(text, None) for text in ("0", "-7", "123456789", "1.5")] == [
        0, -7, 123_456_789, None
    ]  # fmt: skip
    assert [measure(text, None) for text in ("0", "-7.25", "12.0")] == [0.0, -7.25, 12.0]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_no_number_in_an_address_or_a_form_fails(room: Room, text: str) -> None:
    room.begin("Ann", "Bob")
    phone = room.player("red")
    assert phone.post("/upload/part", query_string={"at": text}).status_code == 400
    for path in ("/history", "/history/1", "/cards/spread/alike.jpg", "/campaigns/1/campaign.json"):
        query = dict.fromkeys(("page", "step", "group", "after"), text)
        assert phone.get(path, query_string=query).status_code < 500
    for path in ("/history", "/players", "/campaigns", "/matches"):
        if text and "\0" not in text:
            assert phone.get(f"{path}/{text}").status_code in (303, 404, 405)
    form = dict.fromkeys(("add", "into", "player", "named", "players", "after"), text)
    for path in ("/new-match", "/players/1/merge", "/players/sit", "/club/named", "/check/game"):
        answer = phone.post(path, {**form, "game": "port_royal", "seat": "red"})
        assert answer.status_code < 500


def test_a_part_of_a_file_at_no_number_is_refused_in_words(room: Room) -> None:
    phone = room.player()
    answer = phone.post(f"/upload/part?at={ENDLESS}")
    assert answer.status_code == 400
    assert "Load the page again" in answer.text
