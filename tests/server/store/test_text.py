"""A match as one readable file, out of one store and into another."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from server.store import Entry, Store, StoreError
from tests.server.store.store_writer import GOLDEN

NOON = 1_700_000_000.25
ROWS = [
    Entry("choice", "first:red", "phone:blue", NOON),
    Entry("choice", "turn:person/sailor/3.1", "camera", NOON + 1.001),
    Entry("undo", "turn:person/sailor/3.1", "button", NOON + 2),
    Entry("choice", "turn:person/sailor/3.1", "button", NOON + 3),
    Entry("final", "", "button", NOON + 4),
    Entry("final", 'a "note" – Ω', "robot", NOON + 5),
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "matches.db") as store:
        yield store


def first_turn() -> list[Entry]:
    keys = json.loads(GOLDEN.read_text(encoding="utf-8"))["journal"][:2]
    return [
        Entry(row.kind, keys[1] if row.key.startswith("turn:") else row.key, row.by, row.at)
        for row in ROWS
    ]


@pytest.fixture
def exported(store: Store) -> str:
    match_id = store.new_match("port_royal", ["Zoë", "Олег"], {"expedition_to_win": "yes"}, NOON)
    store.append(match_id, first_turn())
    return store.export_match(match_id)


def test_a_file_can_be_read_by_a_person(exported: str) -> None:
    lines = exported.splitlines()
    assert lines[0] == "{"
    assert ' "game": "port_royal",' in lines
    assert ' "created": "2023-11-14T22:13:20.250+00:00",' in lines
    assert '   "name": "Олег"' in lines
    assert (
        '  {"number": 1, "kind": "choice", "key": "first:red", "by": "phone:blue", '
        '"at": "2023-11-14T22:13:20.250+00:00"},'
    ) in lines
    assert json.loads(exported)["settings"]["expedition_to_win"] == "yes"


def test_an_imported_match_is_the_same_match(tmp_path: Path, exported: str) -> None:
    with Store.open(tmp_path / "other.db") as other:
        match_id = other.import_match(exported, NOON + 99)
        assert other.entries(match_id) == first_turn()
        [record] = other.matches()
        assert [seat.name for seat in record.seats] == ["Zoë", "Олег"]
        assert (record.created_at, record.imported_at) == (NOON, NOON + 99)
        assert other.load(match_id).journal == [row.key for row in first_turn()[:2]]
        assert other.export_match(match_id) == exported.replace('"running"', '"paused"')


def test_an_imported_match_does_not_push_the_running_one_aside(store: Store, exported: str) -> None:
    running = store.running()
    imported = store.import_match(exported, NOON)
    assert store.running() == running
    store.resume(imported)
    assert store.running() == imported


def test_a_finished_match_stays_finished(store: Store) -> None:
    match_id = store.new_match("port_royal", ["A", "B"], {}, NOON)
    store.finish(match_id, NOON + 7, abandoned=True)
    imported = store.import_match(store.export_match(match_id), NOON + 99)
    assert imported != match_id
    newest = store.matches()[0]
    assert (newest.state, newest.finished_at) == ("abandoned", NOON + 7)


def test_colours_need_not_be_in_the_usual_order(store: Store, exported: str) -> None:
    head = json.loads(exported)
    head["seats"][0]["colour"] = "black"
    head["journal"][0]["key"] = "first:black"
    match = store.load(store.import_match(json.dumps(head), NOON))
    assert [seat.colour for seat in match.seats] == ["black", "blue"]


def test_a_bare_journal_of_the_rules_can_be_imported(store: Store) -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    match_id = store.import_match(text, NOON)
    keys = json.loads(text)["journal"]
    assert store.entries(match_id) == [Entry("choice", key, "import", NOON) for key in keys]
    [record] = store.matches()
    assert (record.state, record.finished_at) == ("finished", NOON)


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda head: head.update(quartermaster_match=2), "format 2; this version reads 1"),
        (lambda head: head.pop("quartermaster_match"), 'must say "quartermaster_match": 1'),
        (lambda head: head.pop("seats"), "'seats' is missing"),
        (lambda head: head.update(game="chess"), "Unknown: chess"),
        (lambda head: head.update(game=3), "game must be a text, not 3"),
        (lambda head: head.update(settings=[]), r"\[\] must be in braces"),
        (lambda head: head.update(settings={"tide": "low"}), "Unknown: tide"),
        (lambda head: head.update(settings={"others_take": 1}), "others_take must be a text"),
        (lambda head: head.update(journal={}), r"journal must be a list, not \{\}"),
        (lambda head: head.update(state="lost"), "state lost"),
        (lambda head: head.update(state="finished"), "finished does not go with finished: None"),
        (lambda head: head.update(created="yesterday"), "yesterday"),
        (lambda head: head.update(created="2023-11-14"), "must say its zone"),
        (lambda head: head.update(created="1903-11-14T00:00:00Z"), "before 1970"),
        (lambda head: head.update(seats=[]), "port_royal needs 1 to 5 seats"),
        (lambda head: head["seats"].append(head["seats"][0]), "not red, blue, red"),
        (lambda head: head["seats"][0].update(colour="pink"), "not pink, blue"),
        (lambda head: head["seats"][0].update(name="\ud800"), "surrogates not allowed"),
        (lambda head: head["journal"].pop(2), "row 3 of the journal: its number is 4"),
        (lambda head: head["journal"][1].pop("by"), "row 2 of the journal: 'by' is missing"),
        (lambda head: head["journal"][1].update(by="cat"), "row 2 of the journal: by must be"),
        (lambda head: head["journal"][1].update(by="phone:pink"), "no seat for phone:pink"),
        (lambda head: head["journal"][1].update(kind="guess"), "the kind must be one of"),
        (lambda head: head["journal"][1].update(at=5), "a time must be a text"),
        (lambda head: head["journal"].insert(0, 5), "row 1 of the journal: 5 must be in braces"),
        (lambda head: head["journal"][1].update(key="stop"), r"Row 2 \(choice stop\) does not fit"),
        (lambda head: head["journal"][2].update(key="stop"), r"Row 3 \(undo stop\) does not fit"),
        (lambda head: head["journal"][1].update(kind="redo"), "one of choice, undo, final"),
    ],
)
def test_a_file_that_does_not_fit_says_where_and_why_and_is_not_stored(
    store: Store, exported: str, change: Change, message: str
) -> None:
    head = json.loads(exported)
    change(head)
    with pytest.raises(StoreError, match=message) as refused:
        store.import_match(json.dumps(head), NOON)
    assert str(refused.value).startswith("The match was not imported.")
    assert len(store.matches()) == 1


NESTED_SETTING = json.dumps(
    {
        "quartermaster_match": 1,
        "game": "maracaibo",
        "settings": {"quests.tiles[01]": "DEEP"},
        "state": "paused",
        "created": "2026-01-01T00:00:00+00:00",
        "finished": None,
        "seats": [{"colour": "red", "name": "A"}, {"colour": "blue", "name": "B"}],
        "journal": [],
    }
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no match file"),
        ("GIF89a", "no match file"),
        ("[]", "must say"),
        ("[" * 100_000, "no match file"),
        ('{"quartermaster": 9}', "This version cannot read the journal"),
        ('{"quartermaster_match": ' + "[" * 990 + "]" * 990 + "}", "no match file"),
        (NESTED_SETTING.replace("DEEP", "[" * 900 + "]" * 900), "was not imported"),
        (NESTED_SETTING.replace("DEEP", "[" * 9_000), "It cannot be read"),
        (NESTED_SETTING.replace("DEEP", "[" * 90_000), "longer than 10000 letters"),
    ],
)
def test_any_other_file_is_refused(store: Store, text: str, message: str) -> None:
    with pytest.raises(StoreError, match=message):
        store.import_match(text, NOON)
    assert store.matches() == []
