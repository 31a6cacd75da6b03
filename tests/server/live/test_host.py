"""The host: events in, rows on the disk, views out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.panel import Lamp
from firmware.switches import Button, Press, Stuck
from rules.games import GAMES
from rules.match import Match, NotLegal
from rules.simulation import Simulation
from rules.text import Text
from server.live import host
from server.live.host import Host
from server.live.messages import Answer, Begin, Event, Refused, Resume, Settled, TableIsRight, View
from server.robots.puppets import HostedTable, Puppets
from server.store import Store, StoreError
from tests.patience import PATIENCE
from vision.reading import Sighting
from vision.watching.watch import Notice

NEXT, UNDO, SCAN = Press(Button.NEXT), Press(Button.UNDO), Press(Button.SCAN)
NAMES = ("Ann", "Bob")


class Evening:
    """A host with a store to look into, and the views it has shown."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.store = Store.open(path)
        self.views: list[View] = []
        self.time = 1_800_000_000.0
        self.host = self.new_host()

    def new_host(self) -> Host:
        return Host(self.store, self.shown, lambda: self.time, lambda: self.time)

    def shown(self, view: View) -> None:
        """Whatever anybody is shown must be on the disk already: another connection looks."""
        self.views.append(view)
        if view.match is not None:
            with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True) as other:
                rows = other.execute(
                    "SELECT kind FROM journal WHERE match = ? ORDER BY number", (view.match_id,)
                ).fetchall()
            other.close()
            answers = sum({"choice": 1, "undo": -1}.get(kind, 0) for (kind,) in rows)
            assert answers == len(view.match.journal)

    def play(self, puppets: Puppets) -> None:
        for _ in puppets.play(HostedTable(self.host)):
            pass

    def begin(self) -> None:
        self.host.handle(Begin("port_royal", NAMES, {}))
        self.host.handle(Answer(self.match.seats[0], "first:red"))

    @property
    def view(self) -> View:
        return self.views[-1]

    @property
    def match(self) -> Match[Any]:
        assert self.view.match is not None
        return self.view.match

    def see(self, sighting: Sighting) -> None:
        self.host.handle(sighting)

    def press_next(self) -> None:
        self.host.handle(NEXT)

    def answer(self, seat: Any, key: str) -> None:
        self.host.handle(Answer(seat, key))

    def refusal(self, event: Event) -> str:
        with pytest.raises((Refused, NotLegal, StoreError)) as refused:
            self.host.handle(event)
        assert self.view.refused
        assert self.view.said is not None
        assert str(self.view.said) == str(refused.value)
        return str(refused.value)


class FakeCamera:
    """Counts what the host asks of the camera."""

    def __init__(self) -> None:
        self.audits = self.looks = 0

    def audit(self) -> None:
        self.audits += 1

    def look(self) -> None:
        self.looks += 1


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    hosted = Evening(tmp_path / "matches.sqlite")
    yield hosted
    hosted.store.close()


def test_a_whole_match_is_stored_choice_by_choice_before_anyone_is_shown_it(
    table: Evening,
) -> None:
    puppets = Puppets(Simulation(GAMES["port_royal"], NAMES, {}, 3))
    table.host.handle(Begin("port_royal", NAMES, {}))
    table.play(puppets)
    match_id = table.view.match_id
    assert match_id is not None
    stored = [e.key for e in table.store.entries(match_id) if e.kind == "choice"]
    assert stored == puppets.intended.journal
    assert table.store.load(match_id).table == puppets.intended.table
    assert table.store.matches()[0].state == "finished"
    assert [view.number for view in table.views] == list(range(1, len(table.views) + 1))


def test_the_running_match_goes_on_after_a_restart(table: Evening) -> None:
    table.begin()
    table.see(Sighting({"sailor/3.1": "harbour"}))
    table.press_next()
    table.see(Sighting({"sailor/3.1": "area:red"}))
    journal = table.match.journal
    table.host = table.new_host()
    table.see(Sighting({"sailor/3.1": "area:red"}))
    assert table.match.journal == journal
    assert table.view.provisional
    assert not table.view.wrong


def test_after_a_restart_what_was_concluded_together_still_goes_away_together(
    table: Evening,
) -> None:
    table.begin()
    table.see(Sighting({"sailor/3.1": "harbour"}))
    before = table.match.journal
    table.time += 1
    table.see(Sighting({"sailor/3.1": "area:red"}))
    assert table.match.journal == [*before, "stop", "hire:sailor/3.1"]
    table.host = table.new_host()
    table.see(Sighting({"sailor/3.1": "area:red"}))
    table.see(Sighting({"sailor/3.1": "harbour"}))
    assert table.match.journal == before


def test_without_a_match_every_wish_but_a_new_one_is_refused(table: Evening) -> None:
    assert "Begin a match first" in table.refusal(NEXT)
    assert "Begin a match first" in table.refusal(UNDO)
    assert lamp(table) is Lamp.OFF


def test_a_match_can_be_left_and_taken_up_again(table: Evening) -> None:
    table.begin()
    first = table.view.match_id
    table.begin()
    assert table.view.match_id != first
    assert first is not None
    table.host.handle(Resume(first))
    assert table.view.match_id == first
    assert table.match.journal == ["first:red"]


def test_a_table_that_was_cleared_takes_nothing_back_from_a_match_taken_up_again(
    table: Evening,
) -> None:
    table.begin()
    ann, first = table.match.seats[0], table.view.match_id
    assert first is not None
    for key in ("draw", "turn:sailor/3.1"):
        table.host.handle(Answer(ann, key))
    journal = table.match.journal
    table.begin()
    table.see(Sighting({}))
    table.host.handle(Resume(first))
    table.see(Sighting({}))
    assert table.match.journal == journal
    assert table.view.wrong


def test_hands_take_back_only_the_last_turns_of_a_match_that_was_loaded(table: Evening) -> None:
    simulation = Simulation(GAMES["port_royal"], NAMES, {}, 3)
    while len(simulation.match.journal) < 60:
        simulation.step()
    table.host.handle(Begin("port_royal", NAMES, {}))
    for who, option in simulation.match.answers:
        table.host.handle(Answer(who, option.key))
    table.host = table.new_host()
    table.see(Puppets(simulation).sighting())
    table.see(Sighting({}))
    assert len(table.match.journal) >= simulation.match.checkpoints[-2].answered


def test_cards_still_lying_in_the_area_of_an_empty_seat_are_named(table: Evening) -> None:
    table.begin()
    table.see(Sighting({"sailor/3.1": "area:green"}))
    assert wrong(table) == ["Put Sailor 3 back, face down: Sailor 3 cannot come to area:green now"]


# ------------------------------------------------------------------------------------- The lamp


def lamp(table: Evening) -> Lamp:
    return table.view.lamp


def provisional(table: Evening) -> bool:
    return table.view.provisional


def wrong(table: Evening) -> list[str]:
    return [str(text) for text in table.view.wrong.values()]


def test_the_lamp_is_green_when_the_table_matches_and_blinks_while_it_is_provisional(
    table: Evening,
) -> None:
    table.begin()
    table.see(Sighting())
    table.press_next()
    assert "turn up a card" in table.refusal(NEXT)
    table.see(Sighting({"sailor/3.1": "harbour"}))
    assert lamp(table) is Lamp.GREEN
    assert provisional(table)
    assert table.view.final == len(table.match.journal) - 2
    table.press_next()
    assert lamp(table) is Lamp.GREEN
    assert not provisional(table)
    assert table.view.final == len(table.match.journal)


def test_the_lamp_is_amber_without_a_camera_and_with_a_question(table: Evening) -> None:
    table.begin()
    assert lamp(table) is Lamp.AMBER
    table.see(Sighting())
    assert lamp(table) is Lamp.GREEN
    table.host.handle(Notice(Text("The camera is gone."), True))
    assert lamp(table) is Lamp.AMBER
    assert str(table.view.said) == "The camera is gone."
    table.host.handle(Notice(Text("The camera is back."), False))
    assert lamp(table) is Lamp.GREEN
    table.see(Sighting(strangers=(300,)))
    assert lamp(table) is Lamp.AMBER


def test_phones_get_what_the_camera_saw_last_as_long_as_there_is_a_camera(table: Evening) -> None:
    assert table.host.view.sighting is None
    table.see(Sighting())
    table.begin()
    seen = Sighting({"sailor/3.1": "harbour"})
    table.see(seen)
    assert table.view.sighting is seen
    table.host.handle(Notice(Text("The camera is gone."), True))
    assert table.view.sighting is None


def test_the_lamp_is_red_when_a_piece_is_wrong(table: Evening) -> None:
    table.begin()
    table.see(Sighting({"admiral/9.1": "harbour"}))
    table.see(Sighting({"admiral/9.1": "area:red"}))
    assert lamp(table) is Lamp.RED
    assert wrong(table) == ["Admiral 9 costs 9, Ann has 3: put it back"]
    table.see(Sighting({"admiral/9.1": "harbour"}))
    assert lamp(table) is Lamp.GREEN


# ------------------------------------------------------------------------------------ The buttons


def test_next_looks_at_the_table_once_more_before_the_phase_ends(table: Evening) -> None:
    table.begin()
    table.host.camera_thread = camera_thread = FakeCamera()
    table.see(Sighting({"sailor/3.1": "harbour"}))
    table.press_next()
    assert camera_thread.looks == 1
    assert "stop" not in table.match.journal
    table.host.handle(Settled())
    assert table.match.journal[-1] == "stop"


def test_a_card_laid_in_the_last_moment_counts_before_the_phase_ends(table: Evening) -> None:
    table.begin()
    table.host.camera_thread = FakeCamera()
    table.see(Sighting({"sailor/3.1": "harbour"}))
    table.press_next()
    table.see(Sighting({"sailor/3.1": "harbour", "jester/5.1": "harbour"}))
    table.host.handle(Settled())
    assert table.match.journal[-3:] == ["draw", "turn:jester/5.1", "stop"]


def test_next_gives_up_waiting_while_hands_keep_moving(table: Evening) -> None:
    table.begin()
    table.host.camera_thread = FakeCamera()
    table.see(Sighting({"sailor/3.1": "harbour"}))
    table.press_next()
    table.host.expire()
    assert table.view.said is None
    table.time += host.PATIENCE
    table.host.expire()
    assert "Hands are still moving" in str(table.view.said)
    table.host.handle(Settled())
    assert "stop" not in table.match.journal


def test_next_does_not_wait_for_a_camera_that_is_gone(table: Evening) -> None:
    table.begin()
    table.host.camera_thread = FakeCamera()
    table.see(Sighting({"sailor/3.1": "harbour"}))
    table.host.handle(Notice(Text("gone"), True))
    table.press_next()
    assert table.match.journal[-1] == "stop"


def test_undo_and_undo_held(table: Evening) -> None:
    table.begin()
    for key in ("draw", "turn:sailor/3.1", "draw", "turn:sailor/3.2", "stop"):
        table.answer(table.match.seats[0], key)
    table.host.handle(UNDO)
    assert table.match.journal[-1] == "turn:sailor/3.2"
    table.host.handle(Press(Button.UNDO, held=True))
    assert table.match.journal == ["first:red"]


def test_scan_asks_for_a_whole_look_and_scan_held_pauses(table: Evening) -> None:
    table.begin()
    assert "no camera" in table.refusal(SCAN)
    table.host.camera_thread = camera_thread = FakeCamera()
    table.see(Sighting())
    table.host.handle(SCAN)
    assert camera_thread.audits == 1
    table.host.handle(Press(Button.SCAN, held=True))
    assert table.view.paused
    table.see(Sighting({"sailor/3.1": "harbour"}))
    assert table.match.journal == ["first:red"]
    table.host.handle(Press(Button.SCAN, held=True))
    assert table.match.journal == ["first:red", "draw", "turn:sailor/3.1"]


def test_a_stuck_button_is_said(table: Evening) -> None:
    table.begin()
    table.host.handle(Stuck(Button.NEXT))
    assert str(table.view.said) == "NEXT is stuck."


# ---------------------------------------------------------------------------------------- Phones


def test_a_phone_chooses_only_for_its_own_seat(table: Evening) -> None:
    table.begin()
    assert table.refusal(Answer(table.match.seats[1], "draw")) == "Ann is asked, not Bob"
    assert table.match.journal == ["first:red"]


def test_a_button_tapped_after_the_question_has_changed_plays_nothing(table: Evening) -> None:
    table.begin()
    ann = table.match.seats[0]
    shown = len(table.match.journal)
    table.host.handle(Answer(ann, "draw", shown))
    table.host.handle(Answer(ann, "turn:sailor/3.1", shown + 1))
    journal = table.match.journal
    for late in (Answer(ann, "draw", shown), Answer(ann, "")):
        assert "The question has changed" in table.refusal(late)
    assert table.match.journal == journal


def test_players_sit_in_the_colours_they_chose(table: Evening) -> None:
    table.host.handle(Begin("port_royal", NAMES, {}, ("yellow", "red")))
    assert [(seat.name, seat.colour) for seat in table.match.seats] == [
        ("Ann", "yellow"),
        ("Bob", "red"),
    ]
    [record] = table.store.matches()
    assert [seat.colour for seat in record.seats] == ["yellow", "red"]


def test_a_phone_can_say_that_the_table_is_right(table: Evening) -> None:
    table.begin()
    table.see(Sighting({"sailor/3.1": "harbour"}))
    table.see(Sighting({"sailor/3.1": "harbour", "sailor/3.2": "harbour"}))
    table.press_next()
    table.see(Sighting({"sailor/3.1": "area:red", "sailor/3.2": "harbour"}))
    table.press_next()
    table.see(Sighting({"sailor/3.1": "harbour", "sailor/3.2": "area:red"}))
    assert len(wrong(table)) == 2
    correction = table.view.corrections[0]
    table.host.handle(TableIsRight(table.match.seats[0], correction))
    assert table.match.journal[-1] == "hire:sailor/3.2"
    assert wrong(table) == []


def test_a_wish_from_another_thread_is_granted_or_refused(table: Evening) -> None:
    table.host.start()
    table.host.ask(Begin("port_royal", NAMES, {})).result(timeout=PATIENCE)
    seat = table.host.view.match.seats[0]  # type: ignore[union-attr]
    table.host.ask(Answer(seat, "first:blue")).result(timeout=PATIENCE)
    with pytest.raises(NotLegal):
        table.host.ask(Answer(seat, "stop")).result(timeout=PATIENCE)
    table.host.stop()
    table.host.stop()
    assert table.match.journal == ["first:blue"]


# ------------------------------------------------------------------------------- When things break


def test_what_a_full_disk_refused_has_not_happened_and_can_be_done_again(
    table: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin()
    table.see(Sighting())
    full = Text("The disk is full.")

    def refuse(*_: object, **__: object) -> int:
        raise StoreError(full)

    with monkeypatch.context() as patched:
        patched.setattr(table.store, "append", refuse)
        assert table.refusal(Sighting({"sailor/3.1": "harbour"})) == "The disk is full."
    assert lamp(table) is Lamp.RED
    assert table.match.journal == ["first:red"]
    table.see(Sighting({"sailor/3.1": "harbour"}))
    assert table.match.journal == ["first:red", "draw", "turn:sailor/3.1"]
    assert lamp(table) is Lamp.GREEN


def test_what_a_card_refused_that_cannot_even_be_read_has_not_happened(
    table: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin()
    table.see(Sighting())
    failed = Text("The card has failed.")

    def refuse(*_: object, **__: object) -> None:
        raise StoreError(failed)

    with monkeypatch.context() as patched:
        for does in ("append", "load", "entries"):
            patched.setattr(table.store, does, refuse)
        assert table.refusal(Sighting({"sailor/3.1": "harbour"})) == "The card has failed."
    assert lamp(table) is Lamp.RED
    assert table.match.journal == ["first:red"]
    table.see(Sighting({"sailor/3.1": "harbour"}))
    assert table.match.journal == ["first:red", "draw", "turn:sailor/3.1"]


@pytest.mark.parametrize("jump", [-1e12, 1e15, -86_400.0])
def test_a_clock_that_jumps_changes_nothing_but_the_times(table: Evening, jump: float) -> None:
    table.begin()
    table.time += jump
    table.see(Sighting({"sailor/3.1": "harbour"}))
    table.press_next()
    assert table.match.journal[-1] == "stop"
