"""The page of a player: what is asked, what is allowed, and what an answer does."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from server.live.asked import asked
from server.live.concluded import NOBODY
from tests.packages import bring
from tests.rules.kernel.test_at_once import GAME as ORCHARD
from tests.rules.kernel.test_kernel import DIG
from tests.rules.kernel.test_kernel import GAME as BEACH
from tests.rules.port_royal.the_table import at_table
from tests.server.web.conftest import Room, Visitor
from tests.server.web.evenings import go_on, golden, play
from vision.reading import Sighting


def page(visitor: Visitor) -> str:
    html = visitor.get("/me").text
    return html.partition("<main")[2].partition("</main>")[0]


def words(html: str) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


def offered(html: str) -> list[str]:
    return [unescape(key) for key in re.findall(r'name="key" value="([^"]*)"', html)]


def answer(room: Room, visitor: Visitor, seat: str, **fields: object) -> str:
    """What the page says after an answer to what it shows now."""
    form = {
        "match": str(room.table.host.view.match_id),
        "after": str(len(room.match.journal)),
        "asked": asked(room.match, room.table.host.view.question),
        "seat": seat,
        **fields,
    }
    response = visitor.post("/me/answer", form)
    assert (response.status_code, response.location) == (303, "/me")
    return words(page(visitor))


def shown_form(html: str) -> dict[str, str]:
    """What the first question of a page sends with every answer."""
    form = html.partition('action="/me/answer"')[2].partition("</form>")[0]
    return dict(re.findall(r'name="(match|seat|after|asked)" value="([^"]*)"', form))


def begin(room: Room, *keys: str) -> None:
    room.begin()
    room.answer("red", "first:red", *keys)


def test_the_choices_of_the_seat_that_is_asked_are_buttons(room: Room) -> None:
    begin(room, "draw", "turn:sailor/3.1")
    assert offered(page(room.player("red"))) == ["draw", "stop"]
    blue = page(room.player("blue"))
    assert offered(blue) == []
    assert "Waiting Red: Ann is asked: Turn up a card, or stop" in words(blue)


def test_what_is_not_allowed_is_shown_with_its_reason_and_cannot_be_pressed(room: Room) -> None:
    begin(room)
    html = page(room.player("red"))
    assert offered(html) == ["draw"]
    blocked = html[html.index('type="button" aria-disabled="true">') :].partition("</button>")[0]
    blocked = blocked.partition(">")[2]
    assert words(blocked) == "Stop: trade and hire First turn up a card"


def test_an_answer_is_played_for_the_seat(room: Room) -> None:
    begin(room)
    player = room.player("red")
    answer(room, player, "red", key="draw")
    assert room.match.journal == ["first:red", "draw"]
    [*_, entry] = room.table.store.entries(room.table.host.view.match_id or 0)
    assert entry.by == "phone:red"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"seat": "blue"}, "Ann is asked, not Bob"),
        ({"seat": "green"}, "This seat is not yours."),
        ({"after": "0"}, "The question has changed"),
        ({"after": "-1"}, "The question has changed"),
        ({"match": "99"}, "The question has changed"),
        ({"key": "stop"}, "First turn up a card"),
        ({"key": "fly"}, "fly is not possible now."),
        ({"key": "../../etc"}, "is no key of a choice"),
        ({"key": ""}, "The question has changed"),
    ],
)
def test_an_answer_that_does_not_count_is_refused_with_its_reason(
    room: Room, fields: dict[str, str], reason: str
) -> None:
    begin(room)
    player = room.player("red", "blue")
    given = {"key": "draw", "seat": "red", **fields}
    assert reason in answer(room, player, given.pop("seat"), **given)
    assert room.match.journal == ["first:red"]


def test_a_phone_without_a_seat_reads_how_to_get_one_and_answers_nothing(room: Room) -> None:
    begin(room)
    for visitor in (room.visitor(), room.player()):
        assert "This phone has no seat" in page(visitor)
        assert 'href="/join"' in page(visitor)
        form = {"match": "1", "after": "1", "seat": "red", "key": "draw"}
        assert visitor.post("/me/answer", form).status_code == 403
    assert room.match.journal == ["first:red"]


def test_a_question_to_the_table_can_be_answered_by_every_seat(room: Room) -> None:
    begin(room, "draw")
    blue = room.player("blue")
    html = page(blue)
    assert "Which card was turned up?" in html
    assert 'type="search"' in html
    keys = offered(html)
    kinds = {piece.kind for piece in room.match.game.pieces.values()}
    assert len(keys) == len(kinds) - 1  # all but the special expedition, which is in the box
    answer(room, blue, "blue", key="turn:sailor/3.1")
    assert room.match.journal[-1] == "turn:sailor/3.1"


def test_what_was_turned_up_need_only_be_laid_down_if_a_camera_looks(room: Room) -> None:
    begin(room, "draw")
    red = room.player("red")
    told = "Or just lay it there: the harbour."
    assert told not in words(page(red))
    room.see(Sighting())
    text = words(page(red))
    assert text.index("Which card was turned up?") < text.index(told) < text.index("Red ships")


def test_a_long_list_is_grouped_by_what_the_cards_are(room: Room) -> None:
    begin(room, "draw")
    html = page(room.player("red"))
    groups = re.findall(r'<details class="group"[^>]*>(.*?)</details>', html, re.DOTALL)
    title = re.compile(r"<summary><span>([^<]+)</span>")
    found = {title.findall(group)[0]: offered(group) for group in groups}
    assert {"Yellow ships", "Traders", "Expeditions"} <= found.keys()
    assert found["Red ships"]
    assert all(key.startswith("turn:ship/red") for key in found["Red ships"])
    assert sum(map(len, found.values())) == len(offered(html)), "none stands outside of a group"
    assert max(map(len, found.values())) < len(offered(html)) / 2
    assert "<details open" not in html


def test_what_the_camera_sees_stands_on_top(room: Room) -> None:
    begin(room, "draw")
    room.see(Sighting(elsewhere=frozenset({"ship/red/1/1.2"})))
    html = page(room.player("red"))
    top = html[html.index("Seen by the camera") :].partition("<details")[0]
    assert offered(top) == ["turn:ship/red/1/1.2"]
    assert offered(html)[0] == "turn:ship/red/1/1.2"
    kind = [key for key in offered(html) if key.startswith("turn:ship/red/1/1.")]
    assert kind == ["turn:ship/red/1/1.2"], "the one that is seen stands for its kind"


def test_the_cards_that_could_be_in_a_hand_are_grouped_by_their_good(room: Room) -> None:
    at = next(n for n, key in enumerate(golden(2, "maracaibo")) if key.startswith("plan"))
    match_id = play(room.table.store, 2, at, game="maracaibo")
    go_on(room, match_id)
    assert room.match.choice is not None
    html = page(room.player(room.match.choice.who.colour))
    assert len(offered(html)) > 50
    titles = re.findall(r"<summary><span>([^<]+)</span>", html)
    assert {"Sugar", "Tobacco", "Cotton", "Cocoa", "Rum", "Herbs"} <= set(titles)


def test_a_short_list_has_no_search_box(room: Room) -> None:
    begin(room)
    assert 'type="search"' not in page(room.player("red"))


def test_cards_with_the_same_name_are_told_apart_by_what_they_show(room: Room) -> None:
    begin(room, "draw")
    text = words(page(room.player("red")))
    assert "Pinnace 2 1 sword" in text
    assert "Pinnace 2 2 swords" in text


@pytest.fixture
def prepared(room: Room, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Room]:
    """A match that begins at a prepared table, with Red on turn."""

    def prepare(*args: Any, **options: Any) -> Room:
        bring(monkeypatch, "port_royal", at_table(*args, **options).game)
        room.begin("Red", "Blue")
        return room

    return prepare


def test_a_question_of_the_camera_offers_only_what_explains_the_table(
    prepared: Callable[..., Room],
) -> None:
    room = prepared({"blue": "pirate/5.1"}, {"red": 12})
    lying = {"pirate/5.1": "area:blue"}
    room.see(Sighting(lying))
    room.answer("red", "draw", "turn:tax/most_swords.1")
    taxes = dict.fromkeys(("tax/most_swords.1", "tax/most_swords.2"), "discard")
    room.see(Sighting({**lying, **taxes, "sailor/3.1": "harbour"}))
    red = room.player("red")
    html = page(red)
    assert "the camera asks" in html
    assert offered(html) == ["", "draw", NOBODY]
    assert "Nothing more happened" in html
    assert offered(page(room.player("blue"))) == []
    answer(room, red, "red", key="")
    assert room.match.journal[-2:] == ["draw", "turn:sailor/3.1"]
    assert room.table.host.view.question is None


def test_an_answer_to_the_match_does_not_answer_what_the_camera_asks_since(
    prepared: Callable[..., Room],
) -> None:
    room = prepared({"blue": "pirate/5.1"}, {"red": 12})
    lying = {"pirate/5.1": "area:blue"}
    room.see(Sighting(lying))
    room.answer("red", "draw", "turn:tax/most_swords.1")
    red = room.player("red")
    form = shown_form(page(red))
    taxes = dict.fromkeys(("tax/most_swords.1", "tax/most_swords.2"), "discard")
    room.see(Sighting({**lying, **taxes, "sailor/3.1": "harbour"}))
    assert room.table.host.view.question is not None
    before = list(room.match.journal)
    assert form["after"] == str(len(before))
    red.post("/me/answer", {**form, "key": "draw"})
    assert "The question has changed" in words(page(red))
    assert room.match.journal == before


def test_the_active_player_may_step_in_while_another_one_is_asked(
    prepared: Callable[..., Room],
) -> None:
    room = prepared({"red": "captain/4.1 captain/4.2"}, expeditions="expedition/captain2.1")
    room.answer("red", "draw", "turn:sailor/3.1", "stop", "pass")
    red = room.player("red")
    html = page(red)
    assert "Meanwhile you may:" in html
    assert offered(html) == ["expedition:expedition/captain2.1"]
    assert "expedition:expedition/captain2.1" not in offered(page(room.player("blue")))
    answer(room, red, "red", key="expedition:expedition/captain2.1")
    assert room.match.journal[-1] == "expedition:expedition/captain2.1"


def test_if_the_table_is_right_the_match_can_follow_it(room: Room) -> None:
    begin(room)
    room.see(Sighting())
    room.see(Sighting({"sailor/3.1": "harbour", "sailor/3.2": "harbour"}))
    room.press()
    room.until(lambda view: not view.provisional)
    room.see(Sighting({"sailor/3.1": "area:red", "sailor/3.2": "harbour"}))
    room.press()
    room.until(lambda view: not view.provisional)
    room.see(Sighting({"sailor/3.1": "harbour", "sailor/3.2": "area:red"}))
    room.until(lambda view: bool(view.corrections))
    red = room.player("red")
    html = page(red)
    assert "Is the table right?" in html
    [back] = re.findall(r'name="back" value="(\d+)"', html)[:1]
    [keys] = re.findall(r'name="keys" value="([^"]*)"', html)[:1]
    now = asked(room.match, room.table.host.view.question)
    form = {"seat": "red", "asked": now, "back": back, "keys": unescape(keys)}
    assert red.post("/me/table-is-right", {**form, "back": "7"}).status_code == 303
    assert "The table has changed" in words(page(red))
    assert red.post("/me/table-is-right", form).status_code == 303
    assert room.match.journal[-1] == "hire:sailor/3.2"
    assert not room.table.host.view.wrong


def test_several_seats_on_one_phone_are_sections_and_answer_for_themselves(room: Room) -> None:
    begin(room, "draw", "turn:sailor/3.1", "stop")
    both = room.player("red", "blue")
    html = page(both)
    assert 'id="mine-red"' in html
    assert 'id="mine-blue"' in html
    answer(room, both, "red", key="pass")
    answer(room, both, "blue", key="pass")
    assert room.match.table.active is room.match.seats[1]


def test_what_a_seat_has_is_counted_and_listed(room: Room) -> None:
    begin(room, "draw", "turn:sailor/3.1", "stop", "hire:sailor/3.1")
    text = words(page(room.player("red")))
    assert "Coins 0 Influence 1 The area of Ann Sailor 3" in text
    assert "The coins of" not in text


# ------------------------------------------------------------------------ Other forms of questions


@pytest.fixture
def beach(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A game made up for the kernel: it asks in every form."""
    bring(monkeypatch, "beach", BEACH)
    room.begin(game="beach")
    room.answer("red", *DIG)
    return room


def test_several_things_are_ticked_and_checked_while_they_are(beach: Room) -> None:
    beach.answer("red", "take:shell/cowrie.1")
    blue = beach.player("blue")
    html = page(blue)
    assert html.count('type="checkbox"') == 3
    assert "Choose 1 to 2." in html
    ask = f"/me/check?seat=blue&after={len(beach.match.journal)}"
    none = blue.get(ask).json
    assert none == {"legal": False, "text": "0 chosen, not 1 to 2."}
    pair = blue.get(f"{ask}&thing=shell/conch.1&thing=shell/conch.2").json
    assert pair == {"legal": False, "text": "one of a kind"}
    fine = blue.get(f"{ask}&thing=shell/conch.1&thing=shell/cowrie.2").json
    assert fine == {"legal": True, "text": ""}
    assert blue.get("/me/check?seat=blue&after=1&thing=shell/conch.1").json == {
        "legal": False,
        "text": "The question has changed; look again.",
    }
    said = answer(beach, blue, "blue", thing=["shell/conch.1", "shell/conch.2"])
    assert "one of a kind" in said
    answer(beach, blue, "blue", thing=["shell/cowrie.2", "shell/conch.1"])
    assert beach.match.journal[-1] == "take:shell/conch.1+shell/cowrie.2"


def test_an_amount_is_a_number_between_two_others(beach: Room) -> None:
    beach.answer("red", "take:shell/cowrie.1")
    beach.answer("blue", "take:shell/conch.1")
    blue = beach.player("blue")
    assert re.findall(r'name="amount" value="(\d)"', page(blue)) == ["1", "2", "3"]
    assert "amount:4 is not possible now" in answer(beach, blue, "blue", amount="4")
    assert "The question has changed" in answer(beach, blue, "blue", amount="a lot")
    answer(beach, blue, "blue", amount="2")
    assert beach.match.journal[-1] == "amount:2"


def test_yes_and_no_stand_side_by_side(beach: Room) -> None:
    beach.answer("red", "take:shell/cowrie.1")
    beach.answer("blue", "take:shell/conch.1", "amount:1")
    html = page(beach.player("red"))
    assert 'class="pair"' in html
    assert offered(html) == ["home:yes", "home:no"]


# ------------------------------------------------------------------------------------ All at once


@pytest.fixture
def orchard(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A game made up for the kernel, in which all are asked at once."""
    bring(monkeypatch, "orchard", ORCHARD)
    room.begin("Ann", "Bob", "Cleo", game="orchard")
    return room


def test_every_phone_is_asked_its_own_question_at_the_same_time(orchard: Room) -> None:
    red, blue = orchard.player("red"), orchard.player("blue")
    for visitor, own, other in ((red, "red", "blue"), (blue, "blue", "red")):
        html = page(visitor)
        assert f'value="pick:apple/{own}.1"' in html
        assert f"apple/{other}" not in html
        assert "One at a time: Ann first" in words(html)


def test_a_form_counts_that_was_shown_before_others_answered(orchard: Room) -> None:
    red, blue = orchard.player("red"), orchard.player("blue")
    shown = shown_form(page(red))
    said = shown_form(page(blue))
    blue.post("/me/answer", {**said, "key": "pick:apple/blue.2"})
    assert shown_form(page(red)) == shown
    red.post("/me/answer", {**shown, "key": "pick:apple/red.1"})
    assert orchard.match.journal == ["pick:apple/blue.2@blue", "pick:apple/red.1@red"]
    blue.post("/me/answer", {**said, "key": "enough"})
    assert "The question has changed" in words(page(blue))
    assert len(orchard.match.journal) == 2


def test_a_phone_cannot_answer_for_another_one_that_is_asked_too(orchard: Room) -> None:
    red = orchard.player("red")
    red.post("/me/answer", {**shown_form(page(red)), "key": "pick:apple/blue.1@blue"})
    assert "Bob is asked, not Ann" in words(page(red))
    assert orchard.match.journal == []


def test_who_is_done_is_told_who_is_still_to_answer(orchard: Room) -> None:
    orchard.answer("blue", "pick:apple/blue.1", "enough")
    said = words(page(orchard.player("blue")))
    assert "Waiting Still to answer: Red: Ann Green: Cleo" in said


def test_one_phone_has_all_come_in_turn(orchard: Room) -> None:
    green = orchard.player("green")
    green.post("/me/answer", {**shown_form(page(green)), "key": "in_order"})
    assert orchard.match.journal == ["in_order@green"]
    said = words(page(green))
    assert "Ann is asked: Which apple?" in said
