"""What is done for the safety of the matches beside the match at the table."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from rules.score_sheet import ScoreSheet
from rules.text import Text
from server.store import Entry, Store, StoreError
from server.store.checkup import Checkup
from server.store.match_files import match_files
from tests.patience import PATIENCE
from tests.server.web.evenings import play

NAMES = ("Anne", "Edward")


def checked(store: Store) -> list[Text]:
    """What a checkup reports."""
    told: list[Text] = []
    checkup = Checkup(store, told.append, peace=0.0)
    store.plain_files.put(None)  # and nothing more is waited for
    checkup.start()
    checkup._thread.join(PATIENCE)
    checkup.stop()
    return told


def test_the_copies_of_somebody_who_is_renamed_keep_their_score_sheets(tmp_path: Path) -> None:
    with Store.open(tmp_path / "matches.sqlite") as store:
        match_id = play(store)
        [anne] = (player for player in store.players.recent() if player.name == "Ann")
        store.players.change(replace(anne, name="Anne"))
        assert '"name": "Ann"' not in match_files(store.path)[match_id].read_text()  # at once
        assert checked(store) == []
        whole = json.loads(match_files(store.path)[match_id].read_text())
    assert [seat["name"] for seat in whole["seats"]] == ["Anne", "Bob"]
    assert [sheet["total"] for sheet in whole["scores"]] == [12, 12]


def spoil(path: Path, table: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        [[page]] = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xa5" * 4096)


def test_matches_that_ended_before_copies_were_kept_get_one(tmp_path: Path) -> None:
    with Store.open(tmp_path / "matches.sqlite") as store:
        for _ in range(3):
            match_id = store.new_match("port_royal", NAMES, {}, 1.0)
        for number in (1, 2):
            store.finish(number, 2.0)
        for copy in match_files(store.path).values():
            copy.unlink()
        assert checked(store) == []
        assert sorted(match_files(store.path)) == [1, 2]
        assert match_files(store.path)[1].read_text() == store.export_match(1)
        assert match_id not in match_files(store.path)


def test_a_match_that_cannot_be_copied_keeps_no_other_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(tmp_path / "matches.sqlite") as store:
        for number in (1, 2, 3):
            store.new_match("port_royal", NAMES, {}, 1.0)
            store.finish(number, 2.0)
        for copy in match_files(store.path).values():
            copy.unlink()
        export = store.export_match

        def damaged(match_id: int, sheets: Iterable[ScoreSheet] = ()) -> str:
            if match_id == 1:
                raise StoreError(Text("Row 3 of match 1 is damaged."))
            return export(match_id, sheets)

        monkeypatch.setattr(store, "export_match", damaged)
        assert [str(told) for told in checked(store)] == ["Row 3 of match 1 is damaged."]
        assert sorted(match_files(store.path)) == [2, 3]


def test_a_large_database_opens_at_once_and_its_damage_is_told_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "matches.sqlite"
    with Store.open(path) as store:
        match_id = store.new_match("port_royal", NAMES, {}, 1.0)
        store.append(match_id, [Entry("final", "x" * 3000, "robot", 1.0)] * 40)
    spoil(path, "journal")
    with pytest.raises(StoreError, match="is damaged"):
        Store.open(path)
    monkeypatch.setattr("server.store.file._CHECKED_AT_ONCE", 1000)
    with Store.open(path) as store:
        [told] = checked(store)
    assert "is damaged" in str(told)
    assert "./run rescue" in str(told)


def test_a_large_database_whose_matches_are_damaged_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.file._CHECKED_AT_ONCE", 0)
    path = tmp_path / "matches.sqlite"
    with Store.open(path) as store:
        for _ in range(50):
            store.new_match("port_royal", NAMES, {}, 1.0)
    spoil(path, "seats")
    with pytest.raises(StoreError, match="is damaged"):
        Store.open(path)


def test_a_checkup_can_be_stopped_before_it_has_begun(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with Store.open(tmp_path / "matches.sqlite") as store:
        checkup = Checkup(store, lambda _: None)
        checkup.start()
        checkup.stop()
        checkup.stop()
    assert set(threading.enumerate()) <= before
