"""What stands in the outbox: all of the matches that are played while a table is in a club."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.member.outbox import reading, waiting_after
from server.store import Entry, Store

CODE = {"club": "harbour"}
NAMES = ("Ann", "Bob")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "matches.sqlite") as store:
        yield store


def begin(store: Store, rows: int) -> int:
    match = store.new_match("port_royal", NAMES, {}, 1.0)
    store.resume(match)
    store.append(match, [Entry("final", "", "button", 2.0)] * rows)
    return match


def outbox(store: Store) -> list[tuple[int, str]]:
    with reading(store.path) as db:
        return [(each.match, each.what) for each in waiting_after(db, 0, 1_000)]


def test_a_table_in_no_club_writes_down_nothing(store: Store) -> None:
    begin(store, 3)
    assert outbox(store) == []


def test_the_match_that_is_played_is_told_from_its_beginning(store: Store) -> None:
    match = begin(store, 2)
    store.club.join(CODE, "e1", 3.0)
    store.append(match, [Entry("final", "", "button", 4.0)])
    assert outbox(store) == [(match, "begun"), *[(match, "row")] * 3]


def test_an_older_match_is_told_as_a_whole_once_it_goes_on_and_not_before(store: Store) -> None:
    old, new = begin(store, 2), begin(store, 1)
    store.club.join(CODE, "e1", 3.0)
    ann = store.players.at_seats(old)["red"]
    store.club.put_guest(ann.id, True)
    store.robots.seat(old, "blue", "easy")
    assert {match for match, _ in outbox(store)} == {new}
    before = len(outbox(store))
    store.resume(old)
    told = [(match, what) for match, what in outbox(store)[before:] if match == old]
    assert told[:3] == [(old, "begun"), (old, "row"), (old, "row")]
    store.robots.seat(old, "blue", None)
    assert outbox(store)[-1] == (old, "begun")


def test_a_match_that_is_brought_in_as_a_file_was_not_played_here(store: Store) -> None:
    text = store.export_match(begin(store, 2))
    store.club.join(CODE, "e1", 3.0)
    before = outbox(store)
    store.import_match(text, 5.0)
    assert outbox(store) == before


def test_whoever_joins_another_club_tells_it_everything_anew(store: Store) -> None:
    match = begin(store, 1)
    store.club.join(CODE, "e1", 3.0)
    store.club.leave()
    store.append(match, [Entry("final", "", "button", 4.0)])
    assert outbox(store) == []
    store.club.join(CODE, "e2", 5.0)
    with reading(store.path) as db:
        assert [each.seq for each in waiting_after(db, 0, 10)] == [1, 2, 3]
