"""The trial of a version before it is put to use."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.assistant import STORE
from server.command import main
from server.commands.trial import UNREADABLE_MATCHES
from server.store import Store


def test_a_version_that_works_reads_a_copy_of_the_matches_and_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(tmp_path / STORE) as store:
        store.new_match("port_royal", ["Ann", "Bob"], {}, 1.0)
        before = (tmp_path / STORE).read_bytes()
        assert main(["trial", "--data", str(tmp_path)]) == 0
        assert (tmp_path / STORE).read_bytes() == before
    said = capsys.readouterr().out
    assert "1 matches" in said
    assert "choices were understood as they were meant" in said
    assert "a whole match on the simulated table" in said


def test_matches_of_a_newer_version_are_told_from_other_trouble(tmp_path: Path) -> None:
    Store.open(tmp_path / STORE).close()
    with closing(sqlite3.connect(tmp_path / STORE)) as db:
        db.execute("PRAGMA user_version = 9999")
        db.commit()
    assert main(["trial", "--data", str(tmp_path)]) == UNREADABLE_MATCHES
