"""A damaged database, and what is brought back of it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rules.games import GAMES
from rules.score_sheet import score_sheets
from rules.simulation import Simulation
from server.command import main
from server.data_folder import Occupation
from server.store import Entry, Store
from server.store.log import log_of
from server.store.match_files import match_files
from server.store.phones import KnownPhone
from server.store.rescue import is_sound, rescue

NAMES = ("Anne", "Edward")
NOON = 1_700_000_000.0


@pytest.fixture(scope="module")
def played() -> Simulation:
    simulation = Simulation(GAMES["port_royal"], NAMES, {}, 1)
    while simulation.step():
        pass
    return simulation


@pytest.fixture
def path(tmp_path: Path, played: Simulation) -> Path:
    """Three matches are over, the fourth runs; a phone plays for Anne."""
    path = tmp_path / "matches.sqlite"
    rows = [Entry("choice", key, "camera", NOON) for key in played.match.journal]
    with Store.open(path) as store:
        for _ in range(3):
            match_id = store.new_match("port_royal", NAMES, {}, NOON)
            store.append(match_id, rows)
            store.finish(match_id, NOON, match=played.match)
        match_id = store.new_match("port_royal", NAMES, {}, NOON)
        store.append(match_id, rows[:60])
        store.phones.admit(KnownPhone("phone", NOON))
        store.phones.hold(match_id, "red", "phone")
    return path


def pages_of(path: Path, table: str) -> list[int]:
    with closing(sqlite3.connect(path)) as db:
        return [
            page for (page,) in db.execute("SELECT pageno FROM dbstat WHERE name = ?", (table,))
        ]


def spoil(path: Path, page: int) -> None:
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xa5" * 4096)


def rows_of(path: Path, number: int) -> int:
    with Store.open(path) as store:
        return len(store.entries(number))


def test_every_finished_match_has_a_copy_beside_the_database(
    path: Path, played: Simulation
) -> None:
    assert sorted(match_files(path)) == [1, 2, 3]
    with Store.open(path) as store:
        assert match_files(path)[2].read_text() == store.export_match(2, score_sheets(played.match))


def test_a_sound_database_is_left_alone(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = path.read_bytes()
    assert main(["rescue", "--data", str(path.parent)]) == 0
    assert "Nothing to do" in capsys.readouterr().out
    assert path.read_bytes() == before


@pytest.mark.parametrize("table", ["sqlite_schema", "matches", "seats", "journal", "phones"])
def test_whatever_page_is_spoilt_every_finished_match_comes_back(
    path: Path, played: Simulation, table: str
) -> None:
    for page in [1] if table == "sqlite_schema" else pages_of(path, table):
        sound = path.read_bytes()
        spoil(path, page)
        spoilt = path.read_bytes()
        assert not is_sound(path)
        report = rescue(path)
        assert {1, 2, 3} <= {*report.from_database, *report.from_copies}
        assert 4 in (*report.from_database, *report.in_part, *report.lost) or page == 1
        assert report.kept is not None
        assert report.kept.read_bytes() == spoilt
        with Store.open(path) as store:
            for number in (1, 2, 3):
                assert store.load(number).journal == played.match.journal
                assert store.record(number).state == "finished"
        assert is_sound(path)
        report.kept.unlink()
        path.write_bytes(sound)


def test_a_running_match_is_brought_back_as_far_as_it_can_be_read(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER journal_rows_never_change")
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("UPDATE journal SET kind = 'chaice' WHERE match = 4 AND number = 50")
        db.commit()
    report = rescue(path)
    assert (report.from_database, report.in_part, report.lost) == ([1, 2, 3], {4: 49}, [])
    with Store.open(path) as store:
        assert store.record(4).state == "paused"
        assert len(store.load(4).journal) == 49


def test_phones_and_seats_come_back_as_well(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER journal_rows_never_change")
    report = rescue(path)
    assert (report.from_database, report.phones) == ([1, 2, 3, 4], 1)
    with Store.open(path) as store:
        assert store.phones.find("phone")
        assert store.phones.holders(4) == {"red": "phone"}


def test_a_database_that_is_gone_is_made_again_from_the_copies(path: Path) -> None:
    path.unlink()
    report = rescue(path)
    assert (report.from_database, report.from_copies) == ([], [1, 2, 3])
    assert report.kept is None
    assert rows_of(path, 3) == rows_of(path, 1)


def test_matches_that_a_spoilt_log_has_taken_with_it_come_back(path: Path) -> None:
    """The database is sound, but does not have what there are copies of."""
    text = match_files(path)[3].read_text()
    match_files(path)[3].with_name("7-port_royal.json").write_text(text)
    report = rescue(path)
    assert (report.from_database, report.from_copies) == ([1, 2, 3, 4], [7])
    with Store.open(path) as store:
        assert store.record(3).winners is not None


def test_choices_that_a_spoilt_log_has_taken_with_it_are_told(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = path.parent / "found" / path.name
    found.parent.mkdir()
    with Store.open(path) as store:
        for number in range(9):
            store.append(4, [Entry("final", f"number {number}", "robot", NOON)])
        for file in (path, log_of(path)):
            shutil.copy(file, found.parent)
    log = log_of(found)
    written = log.read_bytes()
    log.write_bytes(written[:5000] + b"\xa5" * 512 + written[5512:])
    assert main(["rescue", "--data", str(found.parent)]) == 1
    assert "cannot be used: the\n     last choices may be missing" in capsys.readouterr().out
    assert 60 <= rows_of(found, 4) < 69
    assert is_sound(found)


def test_a_broken_copy_is_not_believed(path: Path) -> None:
    file = match_files(path)[2]
    file.write_text(file.read_text()[:-500])
    path.unlink()
    report = rescue(path)
    assert (report.from_copies, report.lost) == ([1, 3], [2])


def test_the_command_says_what_became_of_everything(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(path, pages_of(path, "matches")[0])
    assert main(["rescue", "--data", str(path.parent)]) == 1
    out = capsys.readouterr().out
    assert "Brought back from their text files: 3 matches (1, 2, 3)." in out
    assert "Lost: 1 match (4)." in out
    assert "kept as matches.sqlite.damaged" in out
    assert path.with_name("matches.sqlite.damaged").exists()


def test_nothing_is_rescued_beside_a_running_assistant(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(path, pages_of(path, "matches")[0])
    with Occupation(path.parent):
        assert main(["rescue", "--data", str(path.parent)]) == 2
    assert "is running already" in capsys.readouterr().err


def test_where_there_is_nothing_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rescue", "--data", str(tmp_path / "elsewhere")]) == 2
    assert "--data FOLDER" in capsys.readouterr().err
