"""The Adventure Begins on the phones: missions and crowns beside the question, and the campaign."""

from __future__ import annotations

from firmware.switches import Button
from server.live.messages import Begin
from tests.patience import PATIENCE
from tests.server.store.test_campaigns import ALONE, chapter
from tests.server.web.conftest import Room

FORM = {"game": "port_royal", "name-0": "Ann", "name-1": "Bob", "setting-mode": "adventure"}


def alone(room: Room, *keys: str) -> int:
    room.table.host.ask(Begin("port_royal", ["Ann"], ALONE)).result(timeout=PATIENCE)
    room.answer("red", *keys)
    match_id = room.table.host.view.match_id
    assert match_id is not None
    return match_id


def test_a_chapter_begins_on_the_start_page_with_its_set_up(room: Room) -> None:
    assert room.player().post("/matches", FORM).location == "/set-up"
    text = room.player().get("/set-up").text
    assert "Put month&#39;s end 2 below them." in text
    assert "Everybody gets a character card and chooses a side." in text


def test_missions_crowns_and_card_9_stand_beside_the_question(room: Room) -> None:
    alone(room, "turn:character/2", "side:anne", "read:chapter/1", "read:mission/10")
    text = room.player("red").get("/me").text
    for words in ("Mission 10", "2 × Ares&#39; pirates", "Card 9: markers 0 of 4", "Señora Anne"):
        assert words in text
    assert text.count('class="crown-track"') == 1


def test_a_campaign_is_told_gone_on_with_and_deleted(room: Room) -> None:
    first = alone(room, *chapter(ALONE, won=True))
    player = room.player("red")
    assert f'href="/campaigns/{first}"' in player.get("/scores").text
    assert "Ann" in player.get("/campaigns").text
    text = player.get(f"/campaigns/{first}").text
    for words in ("Chapter 1: Sails without a flag", "Mission 10", "Story card 61"):
        assert words in text
    assert player.post(f"/campaigns/{first}/next").location == "/set-up"
    assert room.match.settings["chapter"] == "2"
    second = room.table.host.view.match_id
    assert second is not None
    assert [m.id for m in room.table.store.campaigns.matches(first)] == [first, second]
    assert player.post(f"/campaigns/{first}/next").status_code == 409, "the second is not over"
    player.post(f"/matches/{second}/give-up")
    assert player.post(f"/campaigns/{first}/delete").location == f"/campaigns/{first}"
    assert player.post(f"/campaigns/{first}/delete", {"sure": "yes"}).location == "/campaigns"
    assert player.get(f"/campaigns/{first}").status_code == 404


def test_nobody_is_asked_for_what_the_match_before_left_behind(room: Room) -> None:
    text = room.player().post("/new-match/what", FORM).text
    assert "setting-chapter" in text
    assert "setting-shuffled" not in text
    assert "setting-failures" not in text


def test_the_end_of_a_chapter_is_taken_back_by_the_button_and_so_is_the_next_one(
    room: Room,
) -> None:
    keys = chapter(ALONE, won=True)
    first = alone(room, *keys)
    campaigns = room.table.store.campaigns
    behind = campaigns.standing(first).next_settings
    assert behind is not None
    room.press(Button.UNDO)
    room.until(lambda view: view.match is not None and view.match.choice is not None)
    assert campaigns.standing(first).next_settings is None
    assert room.player("red").post(f"/campaigns/{first}/next").status_code == 409
    room.answer("red", keys[-1])
    assert campaigns.standing(first).next_settings == behind
