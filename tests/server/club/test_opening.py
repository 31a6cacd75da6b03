"""A club's database is looked at before it is changed; an older one is brought up to date."""

from __future__ import annotations

import logging
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, event, inspect, text

from server.club import opening
from server.club.database import metadata
from server.club.opening import VERSION, open_club
from server.errors import UserError
from tests.patience import until
from tests.server.club.older import FIRST, everything, fill_older, older_file, say
from tests.server.club.postgres import Postgres


@pytest.fixture
def older(database: str, tmp_path: Path) -> str:
    """The address of a club of version 0.2.0, of each kind."""
    if database.startswith("sqlite"):
        return older_file(tmp_path / "either.sqlite")
    fill_older(database)
    return database


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A club of version 0.2.0 in a file, in a folder of its own."""
    folder = tmp_path / "club"
    folder.mkdir()
    older_file(folder / "club.sqlite")
    return folder / "club.sqlite"


def as_it_is(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def version_of(address: str) -> list[tuple[object, ...]]:
    return everything(address)["form"]


def structure(address: str) -> dict[str, object]:
    """What reflection sees of every table, however it was made."""
    engine = create_engine(address)
    looked = inspect(engine)
    found: dict[str, object] = {}
    for name in looked.get_table_names():
        columns = [
            (each["name"], str(each["type"]), each["nullable"], each["default"])
            for each in looked.get_columns(name)
        ]
        foreign = sorted(
            (each["constrained_columns"], each["referred_table"], each["options"])
            for each in looked.get_foreign_keys(name)
        )
        indices = sorted((each["name"], each["column_names"]) for each in looked.get_indexes(name))
        key = looked.get_pk_constraint(name)["constrained_columns"]
        found[name] = (columns, foreign, indices, key)
    engine.dispose()
    return found


# ------------------------------------------------------------------------------ What is brought up


def test_an_older_database_is_brought_up_to_date_with_all_that_is_in_it(older: str) -> None:
    before = everything(older)
    open_club(older).dispose()
    after = everything(older)
    assert (before.pop("form"), after.pop("form")) == ([(FIRST,)], [(VERSION,)])
    assert {name: after[name] for name in before} == before
    assert len(before["matches"]) == 5
    assert len(before["rows"]) > 900


def test_it_is_then_built_as_a_new_one(
    older: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    open_club(older).dispose()
    new = f"sqlite:///{tmp_path / 'new.sqlite'}"
    if not older.startswith("sqlite"):
        server: Postgres = request.getfixturevalue("postgres")
        new = server.new_database()
    open_club(new).dispose()
    assert structure(older) == structure(new)
    assert everything(new)["form"] == [(VERSION,)]
    assert {*everything(new)} == {*metadata.tables}


def test_one_that_has_the_newer_tables_without_saying_so_is_brought_up_as_well(older: str) -> None:
    engine = create_engine(older)
    with engine.begin() as db:
        metadata.create_all(db)
        db.execute(text("INSERT INTO tellings VALUES ('bar', 'mark', 1, 'why', 2.5)"))
    engine.dispose()
    open_club(older).dispose()
    assert version_of(older) == [(VERSION,)]
    assert everything(older)["tellings"] == [("bar", "mark", 1, "why", 2.5)]


def test_a_fault_in_the_middle_leaves_it_as_it_was(
    older: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything(older), structure(older)
    broken = (
        "CREATE TABLE halves (one INTEGER)",
        "DELETE FROM rows",
        "INSERT INTO nowhere VALUES (1)",
    )
    monkeypatch.setattr(opening, "MIGRATIONS", (*opening.MIGRATIONS, broken))
    monkeypatch.setattr(opening, "VERSION", VERSION + 1)
    with pytest.raises(UserError, match=r"cannot be used: .*nowhere"):
        open_club(older)
    assert (everything(older), structure(older)) == before
    monkeypatch.undo()
    open_club(older).dispose()
    assert version_of(older) == [(VERSION,)]


KILLED_AT_THE_END = """
import os, signal, sys
from sqlalchemy import Engine, event
from server.club.opening import open_club
def kill(_db, _cursor, statement, *_):
    if statement.startswith("UPDATE form"):
        print("made", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
event.listen(Engine, "after_cursor_execute", kill)
open_club(sys.argv[1])
"""


def test_a_plug_pulled_in_the_middle_leaves_it_as_it_was(older: str) -> None:
    before = everything(older), structure(older)
    command = (sys.executable, "-c", KILLED_AT_THE_END, older)
    killed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (killed.returncode, killed.stdout) == (-signal.SIGKILL, "made\n")
    assert (everything(older), structure(older)) == before
    open_club(older).dispose()
    assert version_of(older) == [(VERSION,)]


def test_a_file_is_copied_beside_itself_before_and_the_copy_is_a_club(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    before = everything(f"sqlite:///{file}")
    open_club(f"sqlite:///{file}").dispose()
    [copy] = file.parent.glob("*.backup")
    assert copy.name == "club.sqlite.version-1-1.backup"
    assert copy.stat().st_mode == file.stat().st_mode
    assert str(copy) in caplog.text
    assert "from version 1 to version 2" in caplog.text
    assert everything(f"sqlite:///{copy}") == before
    open_club(f"sqlite:///{file}").dispose()
    assert [*file.parent.glob("*.backup")] == [copy]


def test_what_is_only_in_the_log_is_in_the_copy_too(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE people SET name = 'Anna' WHERE name = 'Ann'")
        db.commit()
        assert file.with_name("club.sqlite-wal").stat().st_size
        open_club(f"sqlite:///{file}").dispose()
    [copy] = file.parent.glob("*.backup")
    assert "Anna" in {row[1] for row in everything(f"sqlite:///{copy}")["people"]}


def test_a_file_that_cannot_be_copied_is_not_brought_up(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(opening, "back_up", full)
    with pytest.raises(UserError, match=r"copied beside itself.*No space left.*left as it is"):
        open_club(f"sqlite:///{file}")
    assert version_of(f"sqlite:///{file}") == [(FIRST,)]


def test_the_database_of_today_is_opened_without_writing_into_it(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    open_club(f"sqlite:///{path}").dispose()
    before = as_it_is(tmp_path)
    open_club(f"sqlite:///{path}").dispose()
    assert as_it_is(tmp_path) == before


# ------------------------------------------------------------------------------- What is left alone


@pytest.mark.parametrize("log", ["wal", "delete"])
def test_a_file_of_a_newer_version_is_refused_byte_for_byte(file: Path, log: str) -> None:
    say(f"sqlite:///{file}", "UPDATE form SET version = 99", "DROP TABLE ratings")
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA journal_mode = {log}")
    before = as_it_is(file.parent)
    with pytest.raises(
        UserError, match=r"newer Quartermaster .*99; this one.*Update Quartermaster"
    ):
        open_club(f"sqlite:///{file}")
    assert as_it_is(file.parent) == before


def test_a_newer_version_that_is_only_in_the_log_is_refused_and_stays_there(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE form SET version = 99")
        db.commit()
        log = file.with_name("club.sqlite-wal")
        before = file.read_bytes(), log.read_bytes()
        with pytest.raises(UserError, match=r"newer Quartermaster"):
            open_club(f"sqlite:///{file}")
        assert (file.read_bytes(), log.read_bytes()) == before


def test_a_newer_one_on_postgresql_is_refused_and_left_as_it_is(postgres: Postgres) -> None:
    address = postgres.new_database()
    fill_older(address)
    say(address, "UPDATE form SET version = 99", "DROP TABLE unsettled")
    before = everything(address), structure(address)
    with pytest.raises(
        UserError, match=r"newer Quartermaster .*99; this one.*Update Quartermaster"
    ):
        open_club(address)
    assert (everything(address), structure(address)) == before


@pytest.mark.parametrize(
    "made",
    [
        "CREATE TABLE recipes (name TEXT)",
        "CREATE TABLE form (name TEXT)",
        "CREATE TABLE form (version INTEGER)",
        "CREATE VIEW recipes AS SELECT 1 AS one",
    ],
)
def test_a_database_of_another_program_is_refused_and_left_alone(database: str, made: str) -> None:
    say(database, made)
    before = everything(database)
    with pytest.raises(UserError, match=r"is not a club's: .*(recipes|form).* an empty database"):
        open_club(database)
    assert everything(database) == before


@pytest.mark.parametrize("other", ["the matches of a table", "a text"])
def test_a_file_that_is_no_club_is_refused_byte_for_byte(tmp_path: Path, other: str) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    if other == "a text":
        (folder / "club.sqlite").write_text("Bread, butter, rum.\n" * 100)
    else:
        matches = Path(__file__).parents[1] / "store" / "before" / "matches.sqlite"
        shutil.copy(matches, folder / "club.sqlite")
    before = as_it_is(folder)
    with pytest.raises(UserError, match=r"is not a club's: .*It was left as it is\. Give the club"):
        open_club(f"sqlite:///{folder / 'club.sqlite'}")
    assert as_it_is(folder) == before


def test_a_club_that_has_lost_a_table_is_told_which_and_left_alone(database: str) -> None:
    open_club(database).dispose()
    say(database, "DROP TABLE sign_ins")
    before = structure(database)
    with pytest.raises(UserError, match=r"is damaged \(missing: sign_ins\).*Put a copy"):
        open_club(database)
    assert structure(database) == before


def test_an_older_one_that_has_lost_a_table_stays_as_it_was(older: str) -> None:
    say(older, "DROP TABLE unsettled")
    before = everything(older), structure(older)
    with pytest.raises(UserError, match=r"is damaged \(missing: unsettled\)"):
        open_club(older)
    assert (everything(older), structure(older)) == before


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:", "sqlite:///file:club"])
def test_a_club_is_not_kept_in_memory(address: str) -> None:
    with pytest.raises(
        UserError, match=r"not the address of a database's file\. Use a file, as in"
    ):
        open_club(address)


# ----------------------------------------------------------------------------------- Two at a time


class Held:
    """Stops the first program that makes tables, in the middle, and hears of every other."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.begun, self.go_on = threading.Event(), threading.Event()

    def __call__(self, _db: Any, _cursor: Any, statement: str, *_: object) -> None:
        if "CREATE TABLE" in statement:
            self.made.append(statement)
            self.begun.set()
            self.go_on.wait()


@pytest.fixture
def held() -> Iterator[Held]:
    held = Held()
    event.listen(Engine, "before_cursor_execute", held)
    yield held
    held.go_on.set()
    event.remove(Engine, "before_cursor_execute", held)


@pytest.mark.parametrize("there", ["an older club", "nothing"])
def test_of_two_clubs_that_open_it_at_the_same_moment_only_one_changes_it(
    postgres: Postgres, held: Held, there: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    address = postgres.new_database()
    if there == "an older club":
        held.go_on.set()
        fill_older(address)
        held.go_on.clear()
        held.begun.clear()
        held.made.clear()
    faults: list[BaseException] = []

    def open_it() -> None:
        try:
            open_club(address).dispose()
        except BaseException as fault:
            faults.append(fault)

    first, second = threading.Thread(target=open_it), threading.Thread(target=open_it)
    first.start()
    held.begun.wait()
    second.start()
    until(lambda: waits(address), lambda: f"nobody waits; {faults}")
    held.go_on.set()
    first.join()
    second.join()
    assert faults == []
    assert version_of(address) == [(VERSION,)]
    assert len(held.made) == (3 if there == "an older club" else len(metadata.tables))
    assert caplog.text.count("was brought") == (1 if there == "an older club" else 0)


def waits(address: str) -> bool:
    """Whether a program waits until another has made the tables."""
    engine = create_engine(address)
    with engine.connect() as db:
        waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        found = db.execute(text(waiting)).scalar_one()
    engine.dispose()
    return bool(found)
