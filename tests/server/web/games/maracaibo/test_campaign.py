"""Maracaibo's campaign on the phones: a vote, the story so far, files, and other campaigns."""

from __future__ import annotations

import io
import json
from html import unescape

from rules.maracaibo.story.archive import read_archive
from server.live.messages import Begin
from tests.server.web.conftest import Room
from tests.server.web.games.maracaibo.first_evening import at_the_vote, first_evening, keys


def test_everybody_votes_on_their_own_phone_and_whoever_reads_decides(room: Room) -> None:
    at_the_vote(room)
    reader = room.match.choice.who if room.match.choice else None
    assert reader is not None
    assert "In the chest lies a ledger of soundings" in room.player(reader.colour).get("/me").text
    room.answer(reader.colour, "done")
    asked = []
    for key in keys()[-3:]:
        assert room.match.choice is not None
        who = room.match.choice.who
        asked.append((key, who == reader))
        text = unescape(room.player(who.colour).get("/me").text)
        for words in ("Who may read the ledger?", "Marguerite Roy, the smuggler"):
            assert words in text
        room.answer(who.colour, key)
    assert [is_reader for _, is_reader in asked] == [True, False, True]
    assert room.match.choice is None


def test_the_page_of_a_campaign_tells_the_story_and_begins_the_next_evening(room: Room) -> None:
    first = first_evening(room.table.store)
    player = room.player()
    text = unescape(player.get(f"/campaigns/{first}").text)
    for words in (
        "Chapter 1: The Pilot's Ledger",
        "A pilot, Inés Abascal, has gone down with her sloop",
        "The Pilot's Ledger, how it ended",
        "Who may read the ledger?",
    ):
        assert words in text
    assert player.post(f"/campaigns/{first}/next").location == "/set-up"
    steps = unescape(player.get("/set-up").text)
    assert "Take these story cards out of the archive" in steps
    archive = read_archive(room.match.settings["archive"])
    assert archive is not None
    assert archive.waiting in ((2,), (3,))
    assert "story before" not in player.get(f"/campaigns/{first}").text


def test_a_match_of_another_game_between_two_evenings_changes_nothing(room: Room) -> None:
    first = first_evening(room.table.store)
    before = room.table.store.campaigns.standing(first).next_settings
    room.table.host.ask(Begin("port_royal", ["Ann", "Bob"], {})).result(timeout=60)
    assert room.table.store.campaigns.standing(first).next_settings == before
    assert room.player().post(f"/campaigns/{first}/next").location == "/set-up"
    assert room.match.game.name == "maracaibo"


def test_a_campaign_is_saved_as_a_file_and_goes_on_from_it(room: Room) -> None:
    first = first_evening(room.table.store)
    player = room.player()
    page = player.get(f"/campaigns/{first}").text
    address = f"/campaigns/{first}/campaign.json?after={first}"
    assert address in page
    saved = player.get(address)
    assert "attachment" in saved.headers["Content-Disposition"]
    player.post(f"/campaigns/{first}/delete", {"sure": "yes"})
    assert player.get(f"/campaigns/{first}").status_code == 404
    file = (io.BytesIO(saved.data), "campaign.json")
    assert player.post("/campaigns/restore", {"file": file}).location == "/set-up"
    begun = room.table.host.view.match_id
    assert begun is not None
    assert room.table.store.record(begun).campaign == begun, "it is a campaign of its own"
    assert dict(room.match.settings) == json.loads(saved.text)["settings"]
    text = unescape(player.get(f"/campaigns/{begun}").text)
    assert "The story before" in text
    assert "Inés Abascal" in text, "told from the archive alone"


def test_another_campaign_goes_on_from_the_end_of_an_evening(room: Room) -> None:
    first = first_evening(room.table.store)
    player = room.player()
    assert player.post(f"/campaigns/{first}/fork", {"after": first}).location == "/set-up"
    other = room.table.host.view.match_id
    assert other is not None
    assert room.table.store.record(other).campaign == other
    assert [match.id for match in room.table.store.campaigns.matches(first)] == [first]
    assert player.post(f"/campaigns/{other}/fork", {"after": other}).status_code == 409, "not over"


def test_files_that_are_no_campaign_are_refused_with_the_reason(room: Room) -> None:
    player = room.player()
    head = {"quartermaster_campaign": 1, "game": "maracaibo", "names": ["A"], "colours": ["red"]}
    for content, reason in (
        (b"", "It is not the file of a campaign"),
        (b"\xff\xfe", "It is not the file of a campaign"),
        (b"{}", "it must say"),
        (json.dumps({**head, "settings": []}).encode(), "settings that are texts"),
        (json.dumps({**head, "game": "chess", "settings": {}}).encode(), "no campaign of the game"),
        (json.dumps({**head, "settings": {}}).encode(), "no match of a campaign"),
        (json.dumps({**head, "settings": {"archive": "x"}}).encode(), "setting archive can be"),
    ):
        file = (io.BytesIO(content), "campaign.json")
        assert player.post("/campaigns/restore", {"file": file}).location == "/campaigns"
        assert reason in unescape(player.get("/campaigns").text), content
    assert room.table.host.view.match is None


def test_nobody_asks_on_the_start_page_for_the_archive(room: Room) -> None:
    text = room.player().get("/?game=maracaibo").text
    assert "setting-scenario-89" in text
    assert "setting-archive" not in text
    assert "setting-story" not in text
