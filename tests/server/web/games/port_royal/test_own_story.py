"""Own story cards, and what is settled by hand, on the pages of a match."""

from __future__ import annotations

from rules.games import GAMES
from rules.simulation import Simulation
from server.live.messages import Begin
from server.store.owner_values import read_own
from tests.patience import PATIENCE
from tests.rules.port_royal.test_by_hand import BY_HAND, EVENT, house_words
from tests.server.web.conftest import Room
from tests.server.web.pages.test_me import answer, offered, page, words

ALONE = {"mode": "adventure_alone"}
NO_BREAD = "missions.cards[20].needs.discards.bread"
GAME = GAMES["port_royal"]


def begin(room: Room, settings: dict[str, str], *keys: str) -> None:
    room.table.host.ask(Begin("port_royal", ["Ann"], settings)).result(timeout=PATIENCE)
    room.answer("red", *keys)


def test_no_page_tells_the_houses_story_to_those_who_read_their_own(room: Room) -> None:
    settings = {**ALONE, **BY_HAND, "chapter": "2", "story_cards": "own"}
    simulation = Simulation(GAME, ["Ann"], settings, 5)
    begin(room, settings)
    red, told = room.player("red"), house_words()
    for _ in range(90):
        option = simulation.pick()
        assert option is not None
        simulation.take(option)
        room.answer("red", option.key)
        for path in ("/me", "/table", "/screen"):
            seen = words(red.get(path).text)
            assert not [text for text in told if text in seen], (path, option.key)
    for path in ("/rules", "/campaigns/1", "/history/1", "/set-up"):
        seen = words(red.get(path).text)
        assert not [text for text in told if text in seen], path
    assert "The card says what happened." in words(red.get("/campaigns/1").text)


def test_the_house_story_stands_on_the_pages_of_all_others(room: Room) -> None:
    begin(room, {**ALONE, "chapter": "2"}, "turn:character/1", "side:grace")
    assert "The empty larder" in words(page(room.player("red")))


def test_a_phone_is_asked_what_an_event_changes_and_says_it(room: Room) -> None:
    begin(room, {**ALONE, **EVENT}, "turn:character/1", "side:grace", "read:chapter/1")
    room.answer("red", "read:mission/10", "turn:event/fair-wind")
    red = room.player("red")
    shown = page(red)
    assert "Fair wind: read it aloud. What changes at once?" in words(shown)
    assert "do what the card says" in words(red.get("/table").text)
    assert {"settled", "by_hand:coins"} <= set(offered(shown))
    coins = room.match.table.coins(room.match.seats[0])
    assert "How many coins?" in answer(room, red, "red", key="by_hand:coins")
    answer(room, red, "red", key="amount:3")
    answer(room, red, "red", key="settled")
    assert room.match.table.coins(room.match.seats[0]) == coins + 3
    last = [line for line in room.match.table.ledger.lines if line.what == "coins"][-1]
    assert (str(last.because), last.amount) == ("Fair wind", 3)


def test_an_owner_switches_it_on_where_the_values_are_and_is_told_what_cannot_be(
    room: Room,
) -> None:
    red, [by_hand] = room.player(), EVENT
    form = {f"value-{by_hand}": "yes"}
    assert red.post("/edition/port_royal", form).status_code == 303
    assert read_own(GAME, room.table.folder) == {by_hand: "yes"}
    response = red.post("/edition/port_royal", {"value-missions.cards[11].needs.swords": "-1"})
    assert response.status_code == 422
    assert "It must be a whole number from 0 to 99, not -1." in words(response.text)
    assert read_own(GAME, room.table.folder) == {by_hand: "yes"}


def test_a_phone_says_that_a_mission_is_fulfilled_and_what_it_brought(room: Room) -> None:
    own = {"missions.cards[20].needs.by_hand": "yes", NO_BREAD: "0", "chapter": "2"}
    begin(room, {**ALONE, **own}, "turn:character/1", "side:grace")
    room.answer("red", "read:chapter/2", "read:mission/20")
    room.answer("red", "turn:event/carnival")
    red = room.player("red")
    assert "Do what the card says" in words(red.get("/table").text)
    shown = page(red)
    assert "fulfil:mission/20" in offered(shown)
    asked = answer(room, red, "red", key="fulfil:mission/20")
    assert "Mission 20: what changes? One thing at a time." in asked
    answer(room, red, "red", key="by_hand:crowns")
    answer(room, red, "red", key="amount:2")
    assert "Turn up a card" in answer(room, red, "red", key="settled")
