"""The table page and the on-screen buttons."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from firmware.panel import Panel, simulated_pins
from firmware.pins import load_pins
from firmware.switches import Button
from rules.games import GAMES
from rules.journal import write_journal
from rules.simulation import Simulation
from rules.text import Text
from server.live.messages import Resume
from server.store import Entry, Store, StoreError
from server.store.phones import KnownPhone
from server.web import create_app
from tests.patience import PATIENCE
from tests.server.web.conftest import Room, Visitor
from vision.reading import Sighting


def words(html: str) -> str:
    """The page as it is read aloud, without its markup."""
    main = html.partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def begin(room: Room) -> None:
    room.begin()
    room.answer("red", "first:red")


def test_the_page_says_whose_turn_it_is_which_phase_and_what_is_asked_of_whom(room: Room) -> None:
    begin(room)
    text = words(room.visitor().get("/table").text)
    assert "On turn Red: Ann Discover" in text
    assert "Turn up a card, or stop" in text
    room.answer("red", "draw")
    text = words(room.visitor().get("/table").text)
    assert "The table is asked Which card was turned up?" in text


def test_the_page_is_shown_although_the_disk_cannot_be_read_any_more(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(room)
    shown = words(room.visitor().get("/table").text)

    def fail(*_: object, **__: object) -> list[Entry]:
        raise StoreError(Text("The disk refused to read."))

    monkeypatch.setattr(Store, "entries", fail)
    for _ in range(2):
        page = room.visitor().get("/table")
        assert (page.status_code, words(page.text)) == (200, shown)


def test_the_last_moves_are_shown_with_who_or_what_reported_them(room: Room) -> None:
    begin(room)
    room.see(Sighting())
    room.see(Sighting({"sailor/3.1": "harbour"}))
    room.press()  # final, and stopped
    room.until(lambda view: not view.provisional)
    text = words(room.visitor().get("/table").text)
    newest_first = text[text.index("What happened last") :]
    assert re.search(
        r"Ann turned up Sailor 3 seen by the camera by button "
        r"The table: Ann begins phone of Ann",
        newest_first,
    )


def test_what_is_taken_back_is_not_among_the_last_moves(room: Room) -> None:
    begin(room)
    room.answer("red", "draw", "turn:sailor/3.1")
    room.press(Button.UNDO)
    room.until(lambda view: len(view.match.journal) == 1 if view.match else False)
    text = words(room.visitor().get("/table").text)
    assert "Sailor 3" not in text[text.index("What happened last") :]
    assert "Ann begins" in text


def test_of_a_long_journal_only_the_new_rows_are_read(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(room)
    visitor, store, read = room.visitor(), room.table.store, []
    entries = store.entries

    def counted(match_id: int, after: int = 0) -> list[Entry]:
        rows = entries(match_id, after)
        read.append(len(rows))
        return rows

    monkeypatch.setattr(store, "entries", counted)
    visitor.get("/table")
    room.answer("red", "draw")
    visitor.get("/table")
    visitor.get("/table")
    assert read == [1, 1, 0]


def test_provisional_moves_are_told_from_final_ones(room: Room) -> None:
    begin(room)
    room.press()
    room.until(lambda view: view.final == 1)
    room.answer("red", "draw", "turn:sailor/3.1")
    text = words(room.visitor().get("/table").text)
    assert text.count("not final yet") == 2  # the turn, and the whole
    room.see(Sighting({"sailor/3.1": "harbour"}))
    room.press()
    room.until(lambda view: not view.provisional)
    assert "not final yet" not in words(room.visitor().get("/table").text)


def test_what_is_wrong_unclear_and_still_to_do_is_named(room: Room) -> None:
    begin(room)
    room.see(Sighting())
    room.see(Sighting({"admiral/9.1": "area:red"}))
    page = room.visitor().get("/table").text
    assert "Wrong on the table" in page
    assert "lamp-red" in page
    room.see(Sighting(strangers=(300,)))
    assert "Unknown tag 300" in room.visitor().get("/table").text
    room.see(Sighting({"expedition/captain2.1": "harbour"}))
    text = words(room.visitor().get("/table").text)
    assert "Do on the table 1 Move Expedition (2 captains) to the row of expeditions" in text


def test_a_player_who_is_asked_gets_from_every_page_to_the_answer(room: Room) -> None:
    begin(room)
    assert "you are asked" in room.player("red").get("/table").text
    assert "you are asked" not in room.player("blue").get("/table").text
    assert "you are asked" not in room.visitor().get("/table").text
    assert "Take a seat to answer" in room.visitor().get("/table").text


def test_the_end_names_the_winner_and_why(room: Room) -> None:
    simulation = Simulation(GAMES["port_royal"], ("Ann", "Bob"), {}, 3)
    while simulation.step():
        pass
    match_id = room.table.store.import_match(write_journal(simulation.match), 1.0)
    room.table.host.ask(Resume(match_id)).result(timeout=PATIENCE)
    outcome = room.match.outcome()
    assert outcome is not None
    text = words(room.visitor().get("/table").text)
    assert "The match is over" in text
    [winner] = outcome.winners
    assert f"{winner.name} wins! 4 points ahead of" in text
    assert "not final yet" not in text


def test_before_a_match_the_page_says_where_one_begins(room: Room) -> None:
    assert "No match is running" in words(room.visitor().get("/table").text)


# ------------------------------------------------------------------------------------- The buttons


def test_on_screen_buttons_do_what_the_real_ones_do(room: Room) -> None:
    begin(room)
    player = room.player()
    room.answer("red", "draw", "turn:sailor/3.1")
    response = player.post("/buttons/next", headers={"Referer": "http://localhost/table"})
    assert (response.status_code, response.location) == (303, "/table")
    room.until(lambda view: not view.provisional)
    assert room.match.journal[-1] == "stop"
    player.post("/buttons/undo")
    room.until(lambda view: view.match is not None and view.match.journal[-1] != "stop")
    player.post("/buttons/undo", {"held": "yes"})
    room.until(lambda view: view.match is not None and view.match.journal == ["first:red"])
    player.post("/buttons/scan", {"held": "yes"})
    room.until(lambda view: view.paused)
    assert "SCAN: go on" in player.get("/table").text


def test_what_a_button_cannot_do_is_said_on_the_page(room: Room) -> None:
    begin(room)
    player = room.player()
    player.post("/buttons/scan")
    room.until(lambda view: view.refused)
    assert "There is no camera." in player.get("/table").text


def test_a_spectator_has_no_buttons_and_can_press_none(room: Room) -> None:
    begin(room)
    visitor = room.visitor()
    assert "/buttons/" not in visitor.get("/table").text
    assert visitor.post("/buttons/undo").status_code == 403
    assert room.match.journal == ["first:red"]


def test_there_are_only_the_three_buttons(room: Room) -> None:
    assert room.player().post("/buttons/self-destruct").status_code == 404


def test_beside_real_buttons_a_press_on_the_screen_goes_to_the_match(room: Room) -> None:
    """Only simulated contacts can be closed by a program."""
    begin(room)
    with Panel(room.table.host.post, load_pins(), simulated_pins()) as panel:
        app = create_app(replace(room.table, panel=panel))
        player = Visitor(app, "198.51.100.77")
        room.table.store.phones.admit(KnownPhone(player.id, 1.0))
        room.answer("red", "draw", "turn:sailor/3.1")
        player.post("/buttons/next")
        room.until(lambda view: not view.provisional)
        player.post("/buttons/undo", {"held": "yes"})
        room.until(lambda view: view.match is not None and view.match.journal == ["first:red"])
