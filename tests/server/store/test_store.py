"""Matches in a store: what goes in comes out, in order, and stays."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rules.game import BadSettings
from rules.games import GAMES
from server.store import Entry, Store, StoreError
from server.store.match_files import match_files
from server.store.phones import KnownPhone
from tests.server.store.store_writer import GOLDEN, NAMES

NOON = 1_700_000_000.25


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path) as store:
        yield store


@pytest.fixture
def match_id(store: Store) -> int:
    return store.new_match("port_royal", NAMES, {}, NOON)


def golden_keys() -> list[str]:
    keys: list[str] = json.loads(GOLDEN.read_text(encoding="utf-8"))["journal"]
    return keys


def choices(*keys: str) -> list[Entry]:
    return [Entry("choice", key, "camera", NOON) for key in keys]


def opening(length: int) -> list[Entry]:
    return choices(*golden_keys()[:length])


def test_rows_come_back_as_they_were_appended(store: Store, match_id: int) -> None:
    rows = [
        Entry("choice", "first:red", "phone:red", NOON),
        Entry("undo", "first:red", "button", NOON + 0.125),
        Entry("choice", "first:red", "button", NOON + 0.25),
        Entry("final", "", "button", NOON + 1),
        Entry("final", "Кава! {caffè}", "robot", NOON + 2),
    ]
    assert store.append(match_id, rows[:2]) == 2
    assert store.append(match_id, rows[2:]) == 5
    assert store.entries(match_id) == rows
    assert store.entries(match_id, after=3) == rows[3:]
    assert store.entries(match_id, after=5) == []


def test_appending_nothing_changes_nothing(store: Store, match_id: int) -> None:
    store.append(match_id, opening(2))
    assert store.append(match_id, []) == 2


def test_times_are_kept_to_the_millisecond(store: Store, match_id: int) -> None:
    store.append(match_id, [Entry("final", "now", "camera", 1_700_000_000.123456)])
    assert store.entries(match_id)[0].at == 1_700_000_000.123


def test_a_clock_that_jumps_back_does_not_change_the_order(store: Store, match_id: int) -> None:
    keys = golden_keys()[:3]
    rows = [Entry("choice", key, "camera", NOON - 9e6 * n) for n, key in enumerate(keys)]
    store.append(match_id, rows)
    assert store.load(match_id).journal == keys


def test_another_program_sees_the_rows_as_soon_as_append_returns(
    store: Store, match_id: int, path: Path
) -> None:
    with closing(sqlite3.connect(path)) as other:
        for number in range(1, 4):
            store.append(match_id, choices("first:red"))
            assert other.execute("SELECT count(*) FROM journal").fetchone() == (number,)


def test_the_log_is_synced_at_every_commit(store: Store) -> None:
    pragmas = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    for pragma, value in pragmas.items():
        assert store._db.execute(f"PRAGMA {pragma}").fetchone() == (value,)


@pytest.mark.parametrize(
    ("kind", "key", "by", "at", "message"),
    [
        ("guess", "stop", "camera", NOON, "the kind must be one of choice, undo"),
        ("choice", "", "camera", NOON, "a choice must have a key"),
        ("choice", "stop", "cat", NOON, "not 'cat'"),
        ("choice", "stop", "phone:", NOON, "not 'phone:'"),
        ("choice", "stop", "phone:red ", NOON, "not 'phone:red '"),
        ("choice", "stop", "camera", -1.0, "-1.0 is not a time"),
        ("choice", "stop", "camera", float("nan"), "nan is not a time"),
        ("choice", "stop", "camera", 1e12, "is not a time"),
    ],
)
def test_a_row_must_say_what_and_who_and_when(
    store: Store, match_id: int, kind: str, key: str, by: str, at: float, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Entry(kind, key, by, at)  # type: ignore[arg-type]
    with pytest.raises(sqlite3.IntegrityError):
        store._db.execute(
            "INSERT INTO journal VALUES (?, 1, ?, ?, ?, ?)", (match_id, kind, key, by, at)
        )


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE journal SET key = 'stop' WHERE number = 2", "never changed"),
        ("DELETE FROM journal WHERE number = 3", "never deleted"),
        (
            "INSERT OR REPLACE INTO journal SELECT match, 2, kind, key, by, at FROM journal",
            "numbered without gaps",
        ),
        ("INSERT INTO journal SELECT match, 9, kind, key, by, at FROM journal", "without gaps"),
        ("DELETE FROM matches", "FOREIGN KEY"),
    ],
)
def test_a_journal_refuses_to_be_anything_but_continued(
    store: Store, match_id: int, statement: str, message: str
) -> None:
    store.append(match_id, opening(3))
    with pytest.raises(sqlite3.IntegrityError, match=message):
        store._db.execute(statement)
    assert store.entries(match_id) == opening(3)


def test_rows_are_appended_all_or_none(store: Store, match_id: int) -> None:
    broken = Entry("final", "\ud800", "phone:red", NOON)
    with pytest.raises(StoreError, match="a character that cannot be stored"):
        store.append(match_id, [*opening(2), broken])
    assert store.entries(match_id) == []
    assert store.append(match_id, opening(1)) == 1


def test_a_writer_who_missed_a_row_is_told(store: Store, match_id: int, path: Path) -> None:
    with Store.open(path) as second:
        assert second.append(match_id, opening(1), after=0) == 1
    with pytest.raises(StoreError, match=r"1 row on the disk, not 0.*runs twice"):
        store.append(match_id, opening(1), after=0)
    assert store.append(match_id, opening(1), after=1) == 2


def test_writers_in_several_threads_take_turns(store: Store, match_id: int) -> None:
    def write(colour: str) -> None:
        for _ in range(10):
            store.append(match_id, [Entry("final", n, f"phone:{colour}", NOON) for n in "ab"])

    threads = [threading.Thread(target=write, args=(colour,)) for colour in ("red", "blue")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = store.entries(match_id)
    assert len(rows) == 40
    assert all(first.by == second.by for first, second in zip(rows[::2], rows[1::2], strict=True))


def test_a_match_is_loaded_by_replaying_its_journal(store: Store, match_id: int) -> None:
    keys = golden_keys()
    store.append(match_id, choices(*keys))
    match = store.load(match_id)
    assert match.journal == keys
    assert [seat.name for seat in match.seats] == list(NAMES)
    assert match.outcome() is not None


def test_an_undo_is_a_row_that_is_replayed(store: Store, match_id: int) -> None:
    one, two, three = golden_keys()[:3]
    store.append(
        match_id,
        [
            *choices(one, two, three),
            Entry("undo", three, "button", NOON),
            Entry("undo", "", "button", NOON),
            Entry("choice", two, "button", NOON),
            Entry("final", "", "button", NOON),
            Entry("final", "coffee", "phone:blue", NOON),
        ],
    )
    match = store.load(match_id)
    assert match.journal == [one, two]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (("choice", "stop"), r"Row 2 \(choice stop\) does not fit: First turn up a card"),
        (("choice", "fly:away"), r"Row 2 \(choice fly:away\) does not fit"),
        (("undo", "stop"), r"Row 2 \(undo stop\) does not fit: it would be first:red"),
    ],
)
def test_a_row_that_does_not_fit_any_more_is_named_and_kept(
    store: Store, match_id: int, entry: tuple[str, str], message: str
) -> None:
    kind, key = entry
    rows = [*choices("first:red"), Entry(kind, key, "camera", NOON)]  # type: ignore[arg-type]
    store.append(match_id, rows)
    with pytest.raises(StoreError, match=message) as refused:
        store.load(match_id)
    assert "but is kept" in str(refused.value)
    assert store.entries(match_id) == rows


def test_a_game_that_is_not_there_any_more_is_named(store: Store, match_id: int) -> None:
    store._db.execute("UPDATE matches SET game = 'navegador_2'")
    with pytest.raises(StoreError, match=r"Unknown: navegador_2\. There is port_royal"):
        store.load(match_id)


def test_settings_that_are_not_there_any_more_are_named(store: Store, match_id: int) -> None:
    store._db.execute("""UPDATE matches SET settings = '{"tide": "low"}'""")
    with pytest.raises(StoreError, match="Unknown: tide"):
        store.load(match_id)


def test_all_settings_are_stored_even_those_that_were_not_chosen(store: Store) -> None:
    match_id = store.new_match("port_royal", NAMES, {"others_take": "after_active"}, NOON)
    [record] = store.matches()
    chosen = {"others_take": "after_active", "expedition_to_win": "no", "conclude": "ask"}
    assert record.settings == {**GAMES["port_royal"].settle({}), **chosen}
    assert store.load(match_id).settings == record.settings


def test_a_match_that_cannot_be_set_up_is_not_stored(store: Store) -> None:
    with pytest.raises(StoreError, match=r"Unknown: chess\. There is port_royal"):
        store.new_match("chess", NAMES, {}, NOON)
    with pytest.raises(BadSettings, match="2 to 5 players"):
        store.new_match("port_royal", ["Anne"], {}, NOON)
    with pytest.raises(BadSettings, match="Unknown: tide"):
        store.new_match("port_royal", NAMES, {"tide": "low"}, NOON)
    assert store.matches() == []


def test_matches_are_listed_the_newest_first(store: Store, match_id: int) -> None:
    store.append(match_id, opening(3))
    store.finish(match_id, NOON + 60)
    second = store.new_match("port_royal", ["A", "B", "C"], {}, NOON + 90)
    newest, oldest = store.matches()
    assert (newest.id, newest.state, newest.rows, newest.finished_at) == (
        second,
        "running",
        0,
        None,
    )
    assert (oldest.id, oldest.state, oldest.rows) == (match_id, "finished", 3)
    assert (oldest.created_at, oldest.finished_at) == (NOON, NOON + 60)
    assert [str(seat) for seat in newest.seats] == ["A", "B", "C"]
    assert [seat.colour for seat in newest.seats] == ["red", "blue", "green"]
    assert store.record(match_id) == oldest


def test_the_newest_unfinished_match_is_the_running_one(store: Store) -> None:
    assert store.running() is None
    first = store.new_match("port_royal", NAMES, {}, NOON)
    second = store.new_match("port_royal", NAMES, {}, NOON - 5)
    assert store.running() == second
    store.finish(second, NOON)
    assert store.running() == first
    store.finish(first, NOON, abandoned=True)
    assert store.running() is None
    assert [record.state for record in store.matches()] == ["finished", "abandoned"]


def test_a_match_is_finished_only_once(store: Store, match_id: int) -> None:
    store.finish(match_id, NOON)
    store.finish(match_id, NOON + 9, abandoned=True)
    [record] = store.matches()
    assert (record.state, record.finished_at) == ("finished", NOON)


def test_an_older_match_can_be_taken_up_again(store: Store, match_id: int) -> None:
    store.finish(match_id, NOON)
    second = store.new_match("port_royal", NAMES, {}, NOON)
    store.resume(match_id)
    assert store.running() == match_id
    assert [record.state for record in store.matches()] == ["paused", "running"]
    store.resume(second)
    assert store.running() == second


def test_a_match_that_was_given_up_is_not_taken_up_again(store: Store, match_id: int) -> None:
    store.finish(match_id, NOON, abandoned=True)
    with pytest.raises(StoreError, match="was given up"):
        store.resume(match_id)
    assert store.running() is None


def test_a_deleted_match_is_gone_with_all_that_was_its_own_and_no_other_one_is(path: Path) -> None:
    with Store.open(path) as store:
        kept, gone = (store.new_match("port_royal", NAMES, {}, NOON) for _ in range(2))
        store.phones.admit(KnownPhone("a phone", NOON))
        for match_id in (kept, gone):
            store.append(match_id, opening(5))
            store.phones.hold(match_id, "red", "a phone")
        store.resume(kept)
        store.delete(gone)
    with Store.open(path) as again:
        assert [record.id for record in again.matches()] == [kept]
        assert again.entries(kept) == opening(5)
        assert again.phones.holders(kept) == {"red": "a phone"}
        for table in ("journal", "seats", "holders"):
            rows = again._db.execute(f"SELECT count(*) FROM {table} WHERE match = ?", (gone,))
            assert rows.fetchone() == (0,), table
        with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
            again._db.execute("DELETE FROM journal")


def test_the_text_file_of_a_deleted_match_goes_with_it(store: Store, match_id: int) -> None:
    store.finish(match_id, NOON)
    store.keep_file(match_id)
    assert set(match_files(store.path)) == {match_id}
    store.delete(match_id)
    assert match_files(store.path) == {}


def test_the_number_of_a_deleted_match_is_never_given_again(store: Store, match_id: int) -> None:
    store.finish(match_id, NOON)
    store.delete(match_id)
    assert store.new_match("port_royal", NAMES, {}, NOON) == match_id + 1


def test_a_running_match_is_not_deleted(store: Store, match_id: int) -> None:
    store.append(match_id, opening(3))
    with pytest.raises(StoreError, match="is being played"):
        store.delete(match_id)
    assert store.entries(match_id) == opening(3)


def test_a_match_that_is_not_there_is_named(store: Store) -> None:
    for action in (
        lambda: store.append(7, opening(1)),
        lambda: store.entries(7),
        lambda: store.record(7),
        lambda: store.load(7),
        lambda: store.finish(7, NOON),
        lambda: store.resume(7),
        lambda: store.delete(7),
        lambda: store.export_match(7),
    ):
        with pytest.raises(StoreError, match="Match 7 does not exist"):
            action()


def test_everything_is_there_after_closing_and_closing_again(path: Path) -> None:
    with Store.open(path) as store:
        match_id = store.new_match("port_royal", NAMES, {}, NOON)
        store.append(match_id, opening(5))
        store.close()
    store.close()
    with Store.open(path) as again:
        assert again.running() == match_id
        assert again.entries(match_id) == opening(5)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_how_a_match_ended_is_kept_until_it_goes_on(store: Store, match_id: int) -> None:
    store.finish(match_id, NOON)
    winner = store.record(match_id).seats[1]
    store.keep_winners(match_id, store.record(match_id).rows, [winner])
    assert store.record(match_id).winners == (winner.colour,)
    store.append(match_id, [Entry("final", "one more row", "robot", NOON)])
    assert store.record(match_id).winners is None


def test_answers_that_only_an_older_version_asked_for_are_passed_over(store: Store) -> None:
    text = (GOLDEN.parent / "older" / GOLDEN.name).read_text("utf-8")
    keys = json.loads(text)["journal"]
    at = next(n for n, key in enumerate(keys) if key == "done" and keys[n - 1].startswith("exp"))
    match_id = store.new_match("port_royal", NAMES, {}, NOON)
    rows = [Entry("choice", key, "phone:red", NOON) for key in keys[: at + 1]]
    undone = Entry("undo", "done", "button", NOON)
    store.append(match_id, [*rows, undone, *rows[-1:], Entry("choice", "draw", "camera", NOON)])
    assert store.load(match_id).journal == [*keys[:at], "draw"]
