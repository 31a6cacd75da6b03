"""Thinking time is what lies between the rows of a journal, without the time that nobody played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.switches import Button, Press
from rules.at_once import AtOnce
from rules.games import GAMES
from rules.simulation import Simulation
from server.live.host import Host
from server.live.messages import Answer, Begin, Resume
from server.store import Entry, Store
from server.store.clock import Rest, clocks, seconds_between
from tests.server.web.evenings import golden_match
from vision.reading import Sighting

MINUTE = 60.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "matches.sqlite") as store:
        yield store


def test_a_clock_that_is_set_back_and_a_night_count_for_nothing() -> None:
    assert seconds_between(100, [110, 90, 95, 95 + 9 * 3600, 95 + 9 * 3600 + 4]) == [10, 0, 5, 0, 4]


def test_what_lies_in_a_rest_is_nobodys() -> None:
    rests = [Rest(1, 115, 615), Rest(2, None, 1000)]
    assert seconds_between(100, [110, 620, 1004], rests) == [10, 10, 4]


def test_time_is_that_of_whoever_answered_also_if_answers_were_taken_back() -> None:
    match = golden_match(2, 3)
    first, second, third = match.journal
    entries = [
        Entry("choice", first, "camera", 105),
        Entry("choice", second, "camera", 110),
        Entry("undo", "", "button", 112),
        Entry("choice", second, "camera", 120),
        Entry("choice", third, "camera", 127),
    ]
    found = clocks(match, 100, entries, now=130)
    active = match.table.active
    assert active is not None
    assert found.seconds[active] == 25
    assert found.thinking == (active,)


def test_of_several_who_are_asked_at_once_each_thinks_since_their_own_answer() -> None:
    simulation = Simulation(GAMES["cooper_island"], ["Ann", "Bob"], {}, 1)
    match = simulation.match
    while not (isinstance(match.choice, AtOnce) and match.script_start == len(match.journal)):
        assert simulation.step()
    before, asked = len(match.journal), match.choice.questions
    simulation.step()
    entries = [
        Entry("choice", key, "camera", 100 if number < before else 130)
        for number, key in enumerate(match.journal)
    ]
    found = clocks(match, 100, entries, now=135)
    assert len(asked) == 2
    who = match.answers[-1].who
    [other] = [seat for seat in match.seats if seat != who]
    assert found.seconds[who] in (30, 35)
    assert found.seconds[other] == 35
    assert other in found.thinking


def test_clocks_stand_while_a_match_is_put_away_and_without_power(store: Store) -> None:
    now = [1000.0]
    host = Host(store, lambda _: None, lambda: now[0], lambda: now[0])
    host.handle(Begin("port_royal", ["Ann", "Bob"], {}))
    first, ann = host.view.match_id, host.view.match
    assert first is not None
    assert ann is not None
    host.handle(Answer(ann.seats[0], "first:red"))
    now[0] += MINUTE
    host.handle(Begin("port_royal", ["Ann", "Cleo"], {}))
    now[0] += 10 * MINUTE
    host.handle(Resume(first))
    now[0] += MINUTE
    red = _thought(store, first, now[0])
    assert red == 2 * MINUTE
    host.handle(Answer(ann.seats[0], "draw"))
    now[0] += 5 * MINUTE
    Host(store, lambda _: None, lambda: now[0], lambda: now[0])
    assert _thought(store, first, now[0]) == 2 * MINUTE
    now[0] += 7
    assert _thought(store, first, now[0]) == 2 * MINUTE + 7


@pytest.mark.parametrize("jump", [-40 * 365 * 86_400.0, -90.0, 90.0, 15 * MINUTE, 9e8])
def test_a_clock_that_is_set_while_somebody_thinks_is_nobodys_time(
    store: Store, jump: float
) -> None:
    wall, even = [1.8e9], [0.0]

    def think(seconds: float) -> None:
        wall[0] += seconds
        even[0] += seconds

    host = Host(store, lambda _: None, clock=lambda: wall[0], monotonic=lambda: even[0])
    host.handle(Begin("port_royal", ["Ann", "Bob"], {}))
    match_id, match = host.view.match_id, host.view.match
    assert match_id is not None
    assert match is not None
    host.handle(Answer(match.seats[0], "first:red"))
    think(MINUTE)
    wall[0] += jump
    think(MINUTE)
    host.handle(Sighting())
    think(MINUTE)
    host.handle(Press(Button.SCAN, held=True))  # pause
    wall[0] -= jump
    think(5 * MINUTE)
    host.handle(Press(Button.SCAN, held=True))
    think(MINUTE)
    host.handle(Answer(match.seats[0], "draw"))
    assert _thought(store, match_id, wall[0]) == pytest.approx(4 * MINUTE, abs=0.01)


def _thought(store: Store, match_id: int, now: float) -> float:
    record, match = store.record(match_id), store.load(match_id)
    found = clocks(match, record.created_at, store.entries(match_id), store.rests(match_id), now)
    return found.seconds[match.seats[0]]
