"""Questions about pieces that somebody moved, and what was concluded from them, on the phones."""

from __future__ import annotations

import pytest

from server.live.concluded import NOBODY
from server.live.host import CHANGED
from tests.packages import bring
from tests.rules.port_royal.the_table import at_table
from tests.server.web.conftest import Room
from tests.server.web.pages.test_me import answer, offered, page, shown_form, words
from vision.reading import Sighting
from vision.registry import load_registry

HARBOUR = {"sailor/3.1": "harbour", "jester/5.1": "harbour"}


@pytest.fixture
def turned_up(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """Ann has turned up two cards and has not stopped; everybody could hire somebody."""
    rich = at_table(coins={"red": 9, "blue": 9, "green": 9}, seats=3)
    load_registry("port_royal")  # of the whole game
    bring(monkeypatch, "port_royal", rich.game)
    room.begin("Ann", "Bob", "Cleo")
    room.see(Sighting({"sailor/3.1": "harbour"}))
    room.see(Sighting(HARBOUR))
    return room


def test_the_question_names_the_piece_its_place_and_who_is_thought_to_have_done_what(
    turned_up: Room,
) -> None:
    turned_up.see(Sighting({**HARBOUR, "sailor/3.1": "area:blue"}))
    red = turned_up.player("red")
    text = words(page(red))
    assert "Sailor 3 lies in the area of Bob" in text
    assert "Ann: did you decide this? Stop: trade and hire; Pass" in text
    assert "Ann: Pass; Bob: Hire Sailor 3 for 3 coins" in text
    assert offered(page(red)) == ["stop", NOBODY]
    for path in ("/table", "/me"):
        assert "Ann: did you decide this?" in words(turned_up.player("blue").get(path).text)


def test_nobody_plays_nothing_and_the_piece_is_listed_with_what_to_do(turned_up: Room) -> None:
    turned_up.see(Sighting({**HARBOUR, "sailor/3.1": "area:blue"}))
    journal = turned_up.match.journal
    assert turned_up.table.host.view.question is not None
    said = answer(turned_up, turned_up.player("red"), "red", key=NOBODY)
    assert "Move Sailor 3 to the harbour" in said
    assert turned_up.match.journal == journal


def test_a_yes_that_was_meant_for_another_card_does_not_count(turned_up: Room) -> None:
    """The same is asked of the same player, but another card lies in Bob's area by now."""
    turned_up.see(Sighting({**HARBOUR, "sailor/3.1": "area:blue"}))
    red, journal = turned_up.player("red"), turned_up.match.journal
    form = shown_form(page(red))
    turned_up.see(Sighting({**HARBOUR, "jester/5.1": "area:blue"}))
    assert "Jester 5 lies in the area of Bob" in words(page(red))
    for key in ("stop", NOBODY):
        red.post("/me/answer", {**form, "key": key})
        assert str(CHANGED) in words(page(red))
        assert turned_up.match.journal == journal
        assert turned_up.table.host.view.question is not None


def test_who_was_passed_over_is_told_and_takes_it_back(turned_up: Room) -> None:
    turned_up.press()
    turned_up.until(lambda _: "stop" in turned_up.match.journal)
    turned_up.press()
    turned_up.until(lambda _: "pass" in turned_up.match.journal)
    turned_up.see(Sighting({**HARBOUR, "sailor/3.1": "area:green"}))
    assert turned_up.match.journal[-2:] == ["pass", "hire:sailor/3.1"]
    blue = turned_up.player("blue")
    for visitor in (blue, turned_up.player("red")):
        assert "Bob was passed over" in words(visitor.get("/table").text)
    assert "/me/take-back" in page(blue)
    assert "/me/take-back" not in page(turned_up.player("red"))
    form = {
        "match": str(turned_up.table.host.view.match_id),
        "after": str(len(turned_up.match.journal)),
        "seat": "blue",
    }
    assert blue.post("/me/take-back", {**form, "after": "1"}).status_code == 303
    assert turned_up.match.journal[-1] == "hire:sailor/3.1", "what it answers has changed"
    assert blue.post("/me/take-back", form).status_code == 303
    assert turned_up.match.choice is not None
    assert turned_up.match.choice.who.colour == "blue"
    assert "Move Sailor 3 to the harbour" in words(page(blue))
