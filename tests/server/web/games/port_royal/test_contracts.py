"""Contracts on the phones: begun on the start page, shown beside questions, fulfilled by a tap."""

from __future__ import annotations

from server.live.messages import Begin
from tests.patience import PATIENCE
from tests.server.web.conftest import Room

FORM = {"game": "port_royal", "name-0": "Ann", "name-1": "Bob", "setting-mode": "contracts"}


def test_a_match_with_contracts_begins_on_the_start_page(room: Room) -> None:
    assert room.player().post("/matches", FORM).location == "/set-up"
    match = room.match
    assert match.game.sets == ("contract_cards", "contracts")
    assert "Put the two white contracts aside." in room.player().get("/set-up").text


def test_what_cannot_be_combined_is_said_on_the_start_page(room: Room) -> None:
    form = {**FORM, "setting-mode": "set_sail", "setting-gambler": "yes"}
    response = room.player().post("/matches", form)
    assert response.status_code == 422
    assert "Set Sail on its own: leave out “Gambler" in response.text


def test_the_open_contracts_stand_beside_the_question_with_demands_and_time(room: Room) -> None:
    begin = Begin("port_royal", ["Ann"], {"mode": "contracts_alone"})
    room.table.host.ask(begin).result(timeout=PATIENCE)
    red = room.player("red")
    assert "Have 3 swords" in red.get("/me").text
    for key in ("jinx", "mercenary", "galleon_nemesis"):
        room.answer("red", f"turn:contract/{key}")
    text = red.get("/me").text
    assert "Time deck: take 14 cards off the deck, face down." in text
    room.answer("red", "time_deck")
    text = red.get("/me").text
    for words in ("2 times: trade a galleon for nothing", "Time deck: 14 cards", "seal -1H"):
        assert words in text
