"""Maracaibo's campaign on the phones: a vote, the story so far, files, and other campaigns."""

from __future__ import annotations

import io
import json
import re
from html import unescape

from rules.maracaibo.story.archive import Archive, Past, read_archive
from server.live.messages import Begin
from tests.patience import PATIENCE
from tests.server.web.conftest import Room, Visitor
from tests.server.web.games.maracaibo.first_evening import (
    ENDING,
    at_the_vote,
    evening_with,
    first_evening,
    keys,
)


def test_everybody_votes_on_their_own_phone_and_whoever_reads_decides(room: Room) -> None:
    at_the_vote(room)
    reader = room.match.choice.who if room.match.choice else None
    assert reader is not None
    assert "Inside is a ledger of soundings" in room.player(reader.colour).get("/me").text
    room.answer(reader.colour, "done")
    asked = []
    for key in keys()[1 - ENDING : -1]:
        assert room.match.choice is not None
        who = room.match.choice.who
        asked.append((key, who == reader))
        text = unescape(room.player(who.colour).get("/me").text)
        for words in ("Who may read the ledger?", "Marguerite Roy, the smuggler"):
            assert words in text
        room.answer(who.colour, key)
    assert [is_reader for _, is_reader in asked] == [True, False, True]
    text = unescape(room.player(reader.colour).get("/me").text)
    assert "unread, for the next match." in text
    room.answer(reader.colour, "done")
    assert room.match.choice is None


def ticks(page: str) -> list[str]:
    """The sentences that can be ticked."""
    found = re.findall(r'<label class="tick"><input type="checkbox"[^>]*>(.*?)</label>', page, re.S)
    return [unescape(re.sub("<[^>]*>", "", each)).strip() for each in found]


def test_a_vote_says_which_card_follows_and_can_be_left_to_the_others(room: Room) -> None:
    at_the_vote(room)
    reader = room.match.choice.who if room.match.choice else None
    assert reader is not None
    room.answer(reader.colour, "done")
    text = unescape(room.player(reader.colour).get("/me").text)
    for words in ("story card 2 follows", "story card 3 follows", "Abstain"):
        assert words in text
    room.answer(reader.colour, "vote:none")
    other = next(seat for seat in room.match.seats if seat != reader)
    room.answer(other.colour, "vote:b")
    assert room.match.table.stories == [3]


def going_on(room: Room, archive: Archive, sentence: str) -> tuple[Visitor, str]:
    """The phone that is told so on an evening with this archive, and its page."""
    asked = evening_with(room, archive, sentence)
    phone = room.player(asked.colour)
    return phone, phone.get("/me").text


def test_what_a_story_card_does_on_the_table_is_a_list_to_be_ticked(room: Room) -> None:
    _, page = going_on(room, Archive(waiting=(4,), past=(Past(1, "a"), Past(2))), "card 4")
    assert "Lay out story card 4, from the archive. Read aloud:" in unescape(page)
    assert ticks(page) == [
        "Lay Legacy tile L10 on Aruba (12).",
        "Lay Legacy tile L2 on the way from Puerto Plata (3) to Santo Domingo (5).",
        "Discard project cards 90, 92.",
    ]


def test_the_list_names_the_story_tile_and_the_city_that_a_plague_empties(room: Room) -> None:
    archive = Archive(stories=(6,), tiles=("l3", "l25"), cards=(90,))
    _, page = going_on(room, archive, "card 6")
    assert ticks(page) == [
        "Lay Story tile 1 on Aruba (12).",
        "Lay Legacy tile L3 from the archive on Cartagena (14).",
        "Put Cartagena (14)'s city tile in the box.",
    ]


def test_the_set_up_says_step_by_step_what_the_archive_and_its_cards_ask_for(room: Room) -> None:
    archive = Archive(stories=(8,), waiting=(5,), tiles=("l12", "l25"), cards=(90,))
    phone, _ = going_on(room, archive, "card 5")
    steps = ticks(phone.get("/set-up").text)
    first = next(n for n, step in enumerate(steps) if "from the archive" in step)
    assert steps[first] == "Story cards 5, 8 from the archive, with their quests."
    assert steps[first + 1 : -2] == [
        "Read our own story here. Printed cards tell another.",
        "Lay Story tile 1 on St. Kitts (7).",
        "Lay Legacy tile L4 on Margarita (9a).",
        "Shuffle project cards 91 into the deck.",
        "Lay Legacy tile L12 from the archive on Bluefields (16).",
        "Lay Story tile 2 on Baracoa (2).",
        "Lay Legacy tile L20 on St. Kitts (7).",
        "Lay Legacy tile L25 from the archive on Cozumel (19).",
    ]


def test_without_a_campaign_nobody_is_told_of_a_story(room: Room) -> None:
    room.begin("Ann", "Bob", game="maracaibo")
    assert "our own" not in room.player().get("/set-up").text


def test_the_page_of_a_campaign_tells_the_story_and_begins_the_next_evening(room: Room) -> None:
    first = first_evening(room.table.store)
    player = room.player()
    text = unescape(player.get(f"/campaigns/{first}").text)
    for words in (
        "Chapter 1: The Pilot's Ledger",
        "A pilot, Inés Abascal, drowned",
        "The Pilot's Ledger: the end",
        "Who may read the ledger?",
        "Read our own story here.",
    ):
        assert words in text
    assert player.post(f"/campaigns/{first}/next").location == "/set-up"
    steps = unescape(player.get("/set-up").text)
    assert "from the archive, with their quests." in steps
    archive = read_archive(room.match.settings["archive"])
    assert archive is not None
    assert archive.waiting in ((2,), (3,))
    assert "story before" not in player.get(f"/campaigns/{first}").text


def test_a_match_of_another_game_between_two_evenings_changes_nothing(room: Room) -> None:
    first = first_evening(room.table.store)
    before = room.table.store.campaigns.standing(first).next_settings
    room.table.host.ask(Begin("port_royal", ["Ann", "Bob"], {})).result(timeout=PATIENCE)
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
        (b"", "This is no campaign file"),
        (b"\xff\xfe", "This is no campaign file"),
        (b"{}", "it must say"),
        (json.dumps({**head, "settings": []}).encode(), "settings as texts"),
        (json.dumps({**head, "game": "chess", "settings": {}}).encode(), "Unknown: chess"),
        (json.dumps({**head, "settings": {}}).encode(), "not of a campaign"),
        (json.dumps({**head, "settings": {"archive": "x"}}).encode(), "archive can be"),
    ):
        file = (io.BytesIO(content), "campaign.json")
        assert player.post("/campaigns/restore", {"file": file}).location == "/campaigns"
        assert reason in unescape(player.get("/campaigns").text), content
    assert room.table.host.view.match is None


def test_nobody_is_asked_for_the_archive(room: Room) -> None:
    text = room.player().post("/new-match/what", {"game": "maracaibo"}).text
    assert 'value="89"' in text
    assert "setting-archive" not in text
    assert "setting-story" not in text
