"""Searches that take long go on beside the host: no button and no phone waits for them."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

import server.live.search
from firmware.panel import Lamp
from firmware.switches import Button, Press
from rules.explaining.explain import Ambiguity, Dropped, Run, Unexplained, explain
from rules.games import GAMES
from rules.match import Match
from server.live.host import Host
from server.live.messages import Answer, Begin, Settled, View
from server.live.snapshot import Snapshot
from server.live.thinker import Thinker
from server.store import Store
from tests.patience import PATIENCE
from vision.reading import Sighting

SAILOR = Sighting({"sailor/3.1": "harbour"})


class SlowSearch:
    """Stands before the real search and lets it go on only when it is told to."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.dropped = threading.Event()
        self.error: Exception | None = None

    def __call__(self, *table: Any, **how: Any) -> Run | Ambiguity | Unexplained:
        self.begun.set()
        dropped: Callable[[], bool] = how["dropped"]
        while not self.go_on.wait(0.005):
            if dropped():
                self.dropped.set()
                raise Dropped
        if self.error is not None:
            raise self.error
        return explain(*table, **how)


class Running:
    """A host that runs on its own thread, with all the views it shows."""

    def __init__(self, store: Store) -> None:
        self._views: SimpleQueue[View] = SimpleQueue()
        self.host = Host(store, self._views.put)
        self.host.camera_thread = self
        self.host.start()
        self.host.ask(Begin("port_royal", ("Ann", "Bob"), {})).result(PATIENCE)
        self.host.ask(Answer(self.host.view.match.seats[0], "first:red")).result(  # type: ignore[union-attr]
            PATIENCE
        )
        self.host.post(Sighting())

    def until(self, wanted: Callable[[View], object]) -> View:
        while True:
            view = self._views.get(timeout=PATIENCE)
            if wanted(view):
                return view

    def audit(self) -> None:
        """The camera has nothing more to see."""

    def look(self) -> None:
        self.host.post(Settled())


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Running]:
    with Store.open(tmp_path / "matches.sqlite") as store:
        running = Running(store)
        running.until(lambda view: view.sighting is not None)
        yield running
        running.host.stop()


@pytest.fixture
def slow(table: Running, monkeypatch: pytest.MonkeyPatch) -> SlowSearch:
    del table  # it has begun quickly
    search = SlowSearch()
    monkeypatch.setattr(server.live.search, "explain", search)
    return search


def journal(view: View) -> list[str]:
    return view.match.journal if view.match else []


def test_what_a_long_search_finds_is_played_as_soon_as_it_is_found(
    table: Running, slow: SlowSearch
) -> None:
    table.host.post(SAILOR)
    meanwhile = table.until(lambda view: view.searching)
    assert meanwhile.lamp is Lamp.AMBER
    assert journal(meanwhile) == ["first:red"]
    slow.go_on.set()
    found = table.until(lambda view: not view.searching)
    assert journal(found) == ["first:red", "draw", "turn:sailor/3.1"]
    assert found.lamp is Lamp.GREEN


def test_a_phone_is_heard_during_a_search_which_is_dropped_when_the_match_goes_on(
    table: Running, slow: SlowSearch
) -> None:
    table.host.post(SAILOR)
    view = table.until(lambda view: view.searching)
    assert view.match is not None
    red = view.match.seats[0]
    table.host.ask(Answer(red, "draw")).result(PATIENCE)
    assert slow.dropped.wait(PATIENCE)
    slow.go_on.set()
    found = table.until(lambda view: not view.searching)
    assert journal(found) == ["first:red", "draw", "turn:sailor/3.1"]


def test_a_table_that_changes_during_a_search_is_looked_into_instead(
    table: Running, slow: SlowSearch
) -> None:
    table.host.post(SAILOR)
    table.until(lambda view: view.searching)
    table.host.post(Sighting({"jester/5.1": "harbour"}))
    assert slow.dropped.wait(PATIENCE)
    slow.go_on.set()
    found = table.until(lambda view: view.match and not view.searching)
    assert journal(found) == ["first:red", "draw", "turn:jester/5.1"]


def test_next_waits_until_it_is_found_out_what_has_moved(table: Running, slow: SlowSearch) -> None:
    table.host.post(SAILOR)
    table.until(lambda view: view.searching)
    table.host.post(Press(Button.NEXT))
    slow.go_on.set()
    ended = table.until(lambda view: "stop" in journal(view))
    assert not ended.provisional


def test_if_the_search_itself_fails_the_table_is_not_said_to_be_right(
    table: Running, slow: SlowSearch
) -> None:
    table.host.post(SAILOR)
    table.until(lambda view: view.searching)
    slow.error = RuntimeError("an error in the rules")
    slow.go_on.set()
    failed = table.until(lambda view: not view.searching)
    assert failed.lamp is Lamp.RED
    assert [str(reason) for reason in failed.wrong.values()] == ["Put Sailor 3 back, face down"]


def test_the_host_can_be_stopped_during_a_search(table: Running, slow: SlowSearch) -> None:
    table.host.post(SAILOR)
    table.until(lambda view: view.searching)
    table.host.stop()
    assert slow.dropped.is_set()


class Waiting(server.live.search.Search):
    """Finds nothing, and only when it is told to; it does not even notice that it is dropped."""

    go_on = threading.Event()

    def find(self) -> server.live.search.Finding:
        self.go_on.wait(PATIENCE)
        return server.live.search.Corrections(())


def test_nobody_waits_to_be_told_how_the_match_could_have_gone() -> None:
    """UNDO takes no longer than an answer, though the table differs from the match then."""
    match = Match(GAMES["port_royal"], GAMES["port_royal"].seat(("Ann", "Bob")), {})
    reported: SimpleQueue[server.live.search.Finding] = SimpleQueue()
    thinker = Thinker(lambda _, finding: reported.put(finding))
    table = Snapshot(SAILOR, {}, {}, Counter(), {})
    assert thinker.think(server.live.search.Correct(match, table)) is None
    assert reported.get(timeout=PATIENCE) == server.live.search.Corrections(())
    thinker.close()


def test_the_next_press_does_not_wait_for_a_search_that_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As when UNDO is pressed again and again."""
    match = Match(GAMES["port_royal"], GAMES["port_royal"].seat(("Ann", "Bob")), {})
    snapshot = Snapshot(Sighting(), {}, {}, Counter(), {})
    reported: SimpleQueue[server.live.search.Search] = SimpleQueue()
    thinker = Thinker(lambda search, _: reported.put(search))
    monkeypatch.setattr("server.live.thinker._WAIT", 0.0)
    first, second = Waiting(match, snapshot), Waiting(match, snapshot)
    assert thinker.think(first) is None
    monkeypatch.setattr("server.live.thinker._WAIT", PATIENCE)
    freed = threading.Timer(2.0, Waiting.go_on.set)  # whoever waits learns what the second finds
    freed.start()
    assert thinker.think(second) is None
    freed.cancel()
    Waiting.go_on.set()
    assert [reported.get(timeout=PATIENCE) for _ in range(2)] == [first, second]
    thinker.close()
