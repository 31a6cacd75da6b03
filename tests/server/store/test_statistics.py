"""Statistics are added up once, and anew as soon as anything they are made of has changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from server.store import Entry, Store
from tests.server.web.evenings import golden_match


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "matches.sqlite") as store:
        yield store


def play(store: Store, *names: str) -> int:
    """A match to its end."""
    match = golden_match(2)
    assert match.choice is None
    number = store.new_match("port_royal", names, match.settings, 1.0)
    store.append(number, [Entry("choice", key, "camera", 2.0) for key in match.journal])
    store.finish(number, 3.0, match=match)
    return number


def told(store: Store) -> dict[str, int]:
    return {tally.name: tally.matches for tally in store.statistics.tallies()}


def questions(store: Store) -> list[str]:
    """What the database is asked when somebody looks."""
    asked = list[str]()
    store._db.set_trace_callback(asked.append)
    told(store)
    store._db.set_trace_callback(None)
    return [question for question in asked if "results" in question]


def test_who_looks_again_does_not_have_all_matches_added_up_again(store: Store) -> None:
    play(store, "Ann", "Bob")
    assert questions(store) != []
    assert questions(store) == []
    running = store.new_match("port_royal", ["Ann", "Bob"], {}, 4.0)
    told(store)
    store.append(running, [Entry("choice", "first:red", "phone:red", 5.0)])
    assert questions(store) == []


def test_whatever_changes_is_told(store: Store) -> None:
    first = play(store, "Ann", "Bob")
    assert told(store) == {"Ann": 1, "Bob": 1}
    second = play(store, "Ann", "Cleo")
    assert told(store) == {"Ann": 2, "Bob": 1, "Cleo": 1}
    bob = next(player for player in store.players.recent() if player.name == "Bob")
    store.players.change(replace(bob, name="Robert"))
    assert told(store) == {"Ann": 2, "Robert": 1, "Cleo": 1}
    store.append(second, [Entry("undo", "", "phone:red", 9.0)])
    assert told(store) == {"Ann": 1, "Robert": 1}
    store.delete(first)
    assert told(store) == {}


def test_what_another_program_changes_is_told(store: Store) -> None:
    play(store, "Ann", "Bob")
    assert told(store) == {"Ann": 1, "Bob": 1}
    with closing(sqlite3.connect(store.path)) as other:
        other.execute('DELETE FROM results WHERE "index" = 0')
        other.commit()
    assert told(store) == {"Bob": 1}


def test_what_is_given_away_may_be_changed_by_whoever_has_it(store: Store) -> None:
    play(store, "Ann", "Bob")
    store.statistics.tallies().clear()
    assert told(store) == {"Ann": 1, "Bob": 1}
