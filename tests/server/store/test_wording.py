"""Names and texts in files are what they could be on a phone, and no file costs a page."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rules.games import GAMES
from rules.journal import write_journal
from rules.simulation import Simulation
from server.store import Store, StoreError
from server.store.campaigns import read_saved
from server.store.owner_values import OwnerError, in_force, own_file, set_values, values_file
from server.store.wording import LONGEST_NAME, as_name, is_name

HUGE = "A" * 1_000_000


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "matches.sqlite") as store:
        yield store


@pytest.fixture
def written(store: Store) -> str:
    return store.export_match(store.new_match("port_royal", ["Ann", "Bob"], {}, 1.0))


def bare() -> str:
    return write_journal(Simulation(GAMES["port_royal"], ["Ann", "Bob"], {}, 1).match)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        (" Ann \n  Lee ", "Ann Lee"),
        ("A\0n\x1bn", "A n n"),
        ("Дарья", "Дарья"),
        ("A" * LONGEST_NAME, "A" * LONGEST_NAME),
        (HUGE, "A" * (LONGEST_NAME - 1) + "\u2026"),
        ("\0", "?"),
        ("", "?"),
        ("\ud800", "?"),
    ],
)
def test_any_text_becomes_a_name_as_phones_have_them(text: str, name: str) -> None:
    assert as_name(text) == name
    assert is_name(name)
    assert as_name(name) == name


@pytest.mark.parametrize("name", [HUGE, "A\0nn", "  Ann \t Lee "])
def test_names_in_journals_that_are_brought_in_are_those_of_phones(
    store: Store, written: str, name: str
) -> None:
    for text in (written, bare()):
        brought = text.replace('"Ann"', json.dumps(name))
        assert brought != text
        match = store.import_match(brought, 2.0)
        assert store.record(match).seats[0].name == as_name(name)
        assert store.players.at_seats(match)["red"].name == as_name(name)
        assert store.load(match).seats[0].name == as_name(name)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"Ann"', '"\\ud800"'),
        ('"mode": "base"', '"mode": "\\ud800"'),
        ('"mode": "base"', '"mode": "base", "\\udfff": "yes"'),
        ('"port_royal"', '"\\ud800"'),
        ('"red"', '"\\ud800"'),
    ],
)
def test_half_a_letter_in_a_journal_is_refused_in_words_that_can_be_shown(
    store: Store, written: str, before: str, after: str
) -> None:
    for text in (written, bare()):
        with pytest.raises(StoreError) as refused:
            store.import_match(text.replace(before, after, 1), 2.0)
        assert len(str(refused.value.reason).encode()) < 1_000
    assert len(store.matches()) == 1


def test_no_key_and_no_setting_of_a_journal_is_endless_or_has_something_unseen_in_it(
    store: Store, written: str
) -> None:
    head = json.loads(written)
    row = {"number": 1, "kind": "final", "key": HUGE, "by": "button", "at": head["created"]}
    for key in (HUGE, "a\0b"):
        head["journal"] = [{**row, "key": key}]
        with pytest.raises(StoreError, match="key"):
            store.import_match(json.dumps(head), 2.0)
    head["journal"] = []
    for value in (HUGE, "a\0b", '{"text": "a\\u0000b"}', ["no", "text"]):
        head["settings"]["story"] = value
        with pytest.raises(StoreError, match="story"):
            store.import_match(json.dumps(head), 2.0)


def test_names_and_settings_of_a_campaign_in_a_file_are_looked_at_too() -> None:
    saved = {
        "quartermaster_campaign": 1,
        "game": "maracaibo",
        "names": [HUGE, "Bob"],
        "colours": ["red", "blue"],
        "settings": {"campaign": "yes"},
    }
    assert read_saved(json.dumps(saved)).names == (as_name(HUGE), "Bob")
    for settings in ({"campaign": HUGE}, {"campaign": "a\0"}, {"\ud800": "yes"}, ["yes"]):
        with pytest.raises(StoreError):
            read_saved(json.dumps({**saved, "settings": settings}))
    with pytest.raises(StoreError) as refused:
        read_saved(json.dumps({**saved, "game": "\ud800"}))
    assert str(refused.value.reason).encode()


def test_texts_that_an_owner_gives_are_looked_at_too(tmp_path: Path) -> None:
    game = GAMES["port_royal"]
    path = next(
        value.path
        for value in in_force(game, tmp_path).values
        if value.path.endswith(".text") and game.edition.is_open(value.path)
    )
    for text in (HUGE, "a\0b", "a\ud800b"):
        with pytest.raises(OwnerError):
            set_values(game, tmp_path, {path: text})
        values_file(game.name, tmp_path).write_text(
            json.dumps({"format": 1, "values": {path: text}}), encoding="utf-8"
        )
        with pytest.raises(OwnerError):
            in_force(game, tmp_path)
        values_file(game.name, tmp_path).unlink()
    own_file(game, tmp_path).write_text('[numbers]\ntext = "a\\u0000b"\n')
    with pytest.raises(OwnerError):
        in_force(game, tmp_path)


def test_names_that_an_older_version_has_let_in_are_short_and_their_matches_open(
    tmp_path: Path,
) -> None:
    path = tmp_path / "matches.sqlite"
    with Store.open(path) as store:
        match = store.new_match("port_royal", ["Ann", "Bob"], {}, 1.0)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE seats SET name = ? WHERE colour = 'red'", (HUGE,))
        db.execute("UPDATE seats SET name = ? WHERE colour = 'blue'", ("B\0b",))
        db.execute("UPDATE players SET name = ? WHERE name = 'Ann'", (HUGE,))
        db.execute("DROP TRIGGER club_marks_what_it_hears")
        db.execute("DROP TABLE marks")
        db.execute("PRAGMA user_version = 11")
    with Store.open(path) as store:
        assert [seat.name for seat in store.load(match).seats] == [as_name(HUGE), "B b"]
        assert store.players.at_seats(match)["red"].name == as_name(HUGE)
