"""What stands in the outbox: all of the matches that are played while a table is in a club."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.member.outbox import mark_of, reading, seated_in, waiting_after
from server.store import Entry, Store

CODE = {"club": "harbour", "host": "192.0.2.7"}
BEFORE = Path(__file__).parent / "before_ticks"
"""With version 10 of the database everybody was named in the club who was not unticked."""
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
    store.club.name(ann.id)
    store.club.make_guest(ann.id)
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


def epoch(store: Store) -> str:
    membership = store.club.membership()
    assert membership is not None
    return membership.epoch


def test_whoever_was_put_back_tells_all_of_every_match_that_the_club_may_know(store: Store) -> None:
    older = begin(store, 1)
    store.club.join(CODE, "e1", 3.0)
    over, given_up, gone = begin(store, 1), begin(store, 0), begin(store, 1)
    store.finish(over, 4.0)
    store.finish(given_up, 4.0, abandoned=True)
    store.finish(gone, 4.0, abandoned=True)
    store.delete(gone)
    running = begin(store, 2)
    store.club.tell_anew("e1")
    assert outbox(store) == [
        *((older, "begun"), (older, "row"), (older, "changed")),
        *((over, "begun"), (over, "row"), (over, "changed")),
        *((given_up, "begun"), (given_up, "changed")),
        *((running, "begun"), (running, "row"), (running, "row")),
    ]
    assert re.fullmatch(r"e1\.11\.[0-9a-f]{8}", epoch(store))
    before = epoch(store)
    store.club.tell_anew("e1")  # by a process that knows only the epoch before
    assert epoch(store) == before
    store.club.tell_anew(before)
    assert re.fullmatch(r"e1\.11\.[0-9a-f]{8}", epoch(store))
    assert epoch(store) != before


def test_a_table_that_has_nothing_to_tell_any_more_says_so(store: Store) -> None:
    store.club.join(CODE, "e1", 3.0)
    store.club.tell_anew("e1")
    assert outbox(store) == [(1, "deleted")]
    assert epoch(store).startswith("e1.1.")


def test_what_stands_at_the_same_number_in_two_copies_is_told_apart(
    store: Store, tmp_path: Path
) -> None:
    store.club.join(CODE, "e1", 3.0)
    match = begin(store, 1)
    shutil.copytree(tmp_path, tmp_path / "copy")
    marks = []
    with Store.open(tmp_path / "copy" / "matches.sqlite") as copy:
        for each in (store, copy):
            each.append(match, [Entry("final", "", "button", 4.0)])
            with reading(each.path) as db:
                marks.append([mark_of(db, each.seq) for each in waiting_after(db, 0, 10)])
    assert marks[0][:-1] == marks[1][:-1]
    assert marks[0][-1] != marks[1][-1]
    assert "" not in marks[0]


def named(store: Store, match: int) -> list[str | None]:
    with reading(store.path) as db:
        return [each.name for each in seated_in(db, match)]


def test_nobody_is_named_in_a_club_who_has_not_agreed(store: Store) -> None:
    store.club.join(CODE, "e1", 1.0)
    match = begin(store, 1)
    assert named(store, match) == [None, None]
    before = len(outbox(store))
    store.club.name(store.players.at_seats(match)["red"].id)
    assert named(store, match) == ["Ann", None]
    assert outbox(store)[before:] == [(match, "begun")]


def test_whoever_has_agreed_once_stays_named_until_they_take_it_back(store: Store) -> None:
    store.club.join(CODE, "e1", 1.0)
    first = begin(store, 1)
    ann = store.players.at_seats(first)["red"].id
    store.club.name(ann)
    store.club.name(ann)
    second = begin(store, 1)
    assert named(store, second) == ["Ann", None]
    store.club.leave()
    assert store.club.named() == set()
    store.club.join(CODE, "e2", 2.0)
    assert store.club.named() == {ann}
    store.resume(first)
    before = len(outbox(store))
    store.club.make_guest(ann)
    assert {*outbox(store)[before:]} == {(first, "begun"), (second, "begun")}
    assert named(store, second) == [None, None]


def test_what_somebody_has_agreed_to_in_one_club_is_not_said_in_another(store: Store) -> None:
    store.club.join(CODE, "e1", 1.0)
    match = begin(store, 1)
    store.club.name(store.players.at_seats(match)["red"].id)
    store.club.join({"club": "harbour", "host": "192.0.2.8"}, "e2", 2.0)
    assert named(store, match) == [None, None]
    store.club.join(CODE, "e3", 3.0)
    assert named(store, match) == ["Ann", None]


def test_whoever_is_forgotten_has_agreed_to_nothing(store: Store) -> None:
    store.club.join(CODE, "e1", 1.0)
    match = begin(store, 1)
    ann = store.players.at_seats(match)["red"].id
    store.club.name(ann)
    store.players.forget(ann, "a player")
    assert store.club.named() == set()
    store.club.name(ann)
    assert store.club.named() == set()


def test_after_the_update_the_club_is_told_that_all_are_guests_until_they_tick(
    tmp_path: Path,
) -> None:
    path = Path(shutil.copy(BEFORE / "matches.sqlite", tmp_path / "matches.sqlite"))
    with Store.open(path) as store:
        assert store.trouble is None
        assert outbox(store) == [(1, "begun")]
        assert named(store, 1) == [None, None]
        bob = store.players.at_seats(1)["blue"].id
        store.club.name(bob)
        assert named(store, 1) == [None, "Bob"]
        assert store.club.named() == {bob}
