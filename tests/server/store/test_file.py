"""The database file: strange ones are refused and left alone, old ones brought up to date."""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from server.store import Entry, Store, StoreError
from server.store import schema as store_schema
from server.store.schema import APPLICATION_ID, MIGRATIONS, VERSION, migrate

TOP = Path(__file__).parents[3]
NOON = 1_700_000_000.25
NAMES = ("Anne", "Edward")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


def note(text: str) -> Entry:
    return Entry("final", text, "robot", NOON)


def filled(path: Path, rows: int = 40) -> int:
    with Store.open(path) as store:
        match_id = store.new_match("port_royal", NAMES, {}, NOON)
        store.append(match_id, [note(f"{number} {'x' * 200}") for number in range(rows)])
    return match_id


def contents(folder: Path) -> dict[str, bytes]:
    """Every file but the one that SQLite makes and forgets at will."""
    return {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if not file.name.endswith("-shm") and file.stat().st_size
    }


def assert_refused(path: Path, message: str) -> None:
    before = contents(path.parent)
    with pytest.raises(StoreError, match=message) as refused:
        Store.open(path)
    assert str(path) in str(refused.value)
    assert contents(path.parent) == before


def set_header(path: Path, pragma: str, value: int) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA {pragma} = {value}")


def old_database(path: Path) -> None:
    """A store as version 1 wrote it: one match over, one running."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        migrate(db, 1)
        for match_id, finished in ((1, NOON), (2, None)):
            db.execute(
                "INSERT INTO matches (id, game, settings, created_at, finished_at)"
                " VALUES (?, 'port_royal', '{}', ?, ?)",
                (match_id, NOON, finished),
            )
            for index, colour in enumerate(("red", "blue")):
                db.execute(
                    "INSERT INTO seats VALUES (?, ?, ?, ?)",
                    (match_id, index, colour, NAMES[index]),
                )
            db.execute(
                "INSERT INTO journal VALUES (?, 1, 'choice', 'first:red', 'camera', ?)",
                (match_id, NOON),
            )
        db.commit()


def backups(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*.backup"))


def test_a_new_store_is_made_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "100% #1?.db"
    with Store.open(path) as store:
        assert store.matches() == []
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_store_where_no_file_can_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"Cannot open .*: .*Check that its folder"):
        Store.open(tmp_path / "file" / "matches.db")


def test_a_folder_in_the_files_place_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(StoreError, match="is not a file"):
        Store.open(path)


def test_a_store_that_appears_in_the_meantime_is_not_overwritten(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = os.link

    def slow_link(new: Path, target: Path) -> None:
        monkeypatch.undo()
        filled(path)
        link(new, target)

    monkeypatch.setattr(os, "link", slow_link)
    with Store.open(path) as store:
        assert len(store.matches()) == 1


def test_a_memory_card_without_links_will_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_link(new: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted", new, None, target)

    monkeypatch.setattr(os, "link", no_link)
    filled(path)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0", b"holiday photo " * 999])
def test_a_file_of_another_kind_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert_refused(path, r"is no Quartermaster database.*Choose another place")


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_the_database_of_another_program_is_refused_and_left_alone(path: Path, mode: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA journal_mode = {mode}")
        db.execute("CREATE TABLE matches (id)")
        db.commit()
        assert_refused(path, "is no Quartermaster database")


def test_the_log_of_another_program_is_left_alone_even_if_it_crashed(
    path: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "live.db")) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE matches (id)")
        db.commit()
        for suffix in ("", "-wal"):
            shutil.copy(tmp_path / f"live.db{suffix}", f"{path}{suffix}")
    assert_refused(path, "is no Quartermaster database")


def test_a_newer_database_is_refused_and_left_alone(path: Path) -> None:
    filled(path)
    set_header(path, "user_version", VERSION + 1)
    assert_refused(path, rf"newer Quartermaster \(database version {VERSION + 1}.*Update")


def test_a_newer_database_is_recognised_even_if_only_its_log_says_so(
    path: Path, tmp_path: Path
) -> None:
    filled(tmp_path / "live.db")
    with closing(sqlite3.connect(tmp_path / "live.db")) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
        for suffix in ("", "-wal"):
            shutil.copy(tmp_path / f"live.db{suffix}", f"{path}{suffix}")
    assert_refused(path, "newer Quartermaster")


@pytest.mark.parametrize("page", range(7))
def test_a_damaged_database_is_refused_and_left_alone(path: Path, page: int) -> None:
    filled(path)
    head = 0 if page else 100
    with path.open("r+b") as file:
        file.seek(page * 4096 + head)
        file.write(b"\xa5" * (4096 - head))
    assert_refused(path, r"is damaged \(.*was not touched\. Move it")


def test_a_database_with_any_damage_is_read_or_refused_in_words(path: Path) -> None:
    """Rotten bytes anywhere: either they do no harm, or the error is one for people."""
    match_id = filled(path)
    sound, dice = path.read_bytes(), random.Random(1)
    refused = 0
    for _ in range(200):
        rotten = bytearray(sound)
        start = dice.randrange(len(rotten))
        stop = min(start + dice.choice((1, 40)), len(rotten))
        rotten[start:stop] = dice.randbytes(stop - start)
        path.write_bytes(rotten)
        try:
            with Store.open(path) as store:
                store.matches()
                store.load(match_id)
        except StoreError:
            assert path.read_bytes() == rotten
            refused += 1
        for file in path.parent.iterdir():
            file.unlink()
    assert refused


def test_a_database_that_was_cut_short_is_refused_and_left_alone(path: Path) -> None:
    filled(path)
    os.truncate(path, path.stat().st_size - 5000)
    assert_refused(path, "is damaged")


def test_a_damaged_database_with_a_log_is_refused_and_left_alone(
    path: Path, tmp_path: Path
) -> None:
    live = tmp_path / "live.db"
    match_id = filled(live)
    with Store.open(live) as store:
        store.append(match_id, [note("in the log")])
        for suffix in ("", "-wal"):
            shutil.copy(f"{live}{suffix}", f"{path}{suffix}")
    os.truncate(path, path.stat().st_size - 5000)
    assert_refused(path, "is damaged")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("DROP TRIGGER journal_rows_are_kept", "trigger journal_rows_are_kept missing"),
        ("DROP TABLE seats", "table seats, .* missing"),
        ("DELETE FROM matches", "rows of a match that is not there"),
    ],
)
def test_a_database_that_lacks_something_is_refused(
    path: Path, statement: str, message: str
) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement)
        db.commit()
    assert_refused(path, message)


def test_a_damaged_row_is_named(path: Path) -> None:
    match_id = filled(path)
    rotten = path.read_bytes().replace(b"final39 x", b"fimal39 x")
    path.write_bytes(rotten)
    with Store.open(path) as store, pytest.raises(StoreError, match=r"Row 40 of match 1.*'fimal'"):
        store.load(match_id)


def test_a_log_whose_database_is_missing_is_not_thrown_away(path: Path, tmp_path: Path) -> None:
    live = tmp_path / "live.db"
    match_id = filled(live)
    with Store.open(live) as store:
        store.append(match_id, [note("in the log")])
        shutil.copy(f"{live}-wal", f"{path}-wal")
    assert_refused(path, r"is missing, but matches\.db-wal may")
    assert not path.exists()


def test_a_store_that_somebody_else_holds_is_refused_with_advice(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.file._BUSY_SECONDS", 0)
    match_id = filled(path)
    with Store.open(path) as store, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"another program is using .* running twice"):
            store.append(match_id, [note("held up")])
        with pytest.raises(StoreError, match="another program is using"):
            Store.open(path)
        other.rollback()
        assert store.append(match_id, [note("again")]) == 41


def test_a_file_that_may_not_be_written_is_refused_at_once() -> None:
    with TemporaryDirectory() as folder, ordinary_user(Path(folder)):
        path = Path(folder) / "matches.db"
        filled(path)
        path.chmod(0o444)
        assert_refused(path, "Cannot write to .*belong to the user")


@contextmanager
def ordinary_user(folder: Path) -> Iterator[None]:
    """Root may write to any file: then the test is somebody else who owns the folder."""
    if os.geteuid() != 0:
        yield
        return
    os.chown(folder, 65534, 65534)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_an_old_database_is_brought_up_to_date(path: Path) -> None:
    old_database(path)
    with Store.open(path) as store:
        assert [record.state for record in store.matches()] == ["running", "finished"]
        assert store.running() == 2
        assert store.load(2).journal == ["first:red"]
        with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
            store._db.execute("DELETE FROM journal")
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_it_is_backed_up_before_with_all_that_was_in_its_log(path: Path, tmp_path: Path) -> None:
    live = tmp_path / "live.db"
    old_database(live)
    with closing(sqlite3.connect(live)) as db:
        db.execute("INSERT INTO journal VALUES (2, 2, 'final', 'in the log', 'robot', 5)")
        db.commit()
        for suffix in ("", "-wal"):
            shutil.copy(f"{live}{suffix}", f"{path}{suffix}")
    Store.open(path).close()
    [backup] = backups(path)
    assert backup.name == "matches.db.version-1-1.backup"
    with closing(sqlite3.connect(backup)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("SELECT count(*) FROM journal").fetchone() == (3,)


def test_it_is_backed_up_once_and_only_when_it_is_old(path: Path) -> None:
    old_database(path)
    for _ in range(2):
        Store.open(path).close()
    assert len(backups(path)) == 1


def test_a_backup_never_takes_the_name_of_another_file(path: Path) -> None:
    precious = path.with_name("matches.db.version-1-1.backup")
    precious.write_text("precious")
    old_database(path)
    Store.open(path).close()
    assert precious.read_text() == "precious"
    assert len(backups(path)) == 2


def test_an_update_that_fails_changes_nothing_and_can_be_tried_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old_database(path)
    broken = (*MIGRATIONS[:1], (*MIGRATIONS[1], "INSERT INTO nowhere VALUES (1)"))
    with monkeypatch.context() as patched:
        patched.setattr(store_schema, "MIGRATIONS", broken)
        for _ in range(2):
            with pytest.raises(StoreError, match=r"cannot do this: no such table: nowhere"):
                Store.open(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert "state" not in {row[1] for row in db.execute("PRAGMA table_info(matches)")}
    with Store.open(path) as store:
        assert store.running() == 2
    assert len(backups(path)) == 1


def test_a_new_store_and_an_updated_one_have_the_same_tables(path: Path, tmp_path: Path) -> None:
    old_database(path)
    for file in (path, tmp_path / "new.db"):
        Store.open(file).close()
    tables = []
    for file in (path, tmp_path / "new.db"):
        with closing(sqlite3.connect(file)) as db:
            tables.append(db.execute("SELECT type, name, sql FROM sqlite_schema").fetchall())
    assert tables[0] == tables[1]


def fill_up(store: Store, match_id: int) -> StoreError:
    """Write until the disk is full; the error that said so."""
    before = store.entries(match_id)
    pair = [note("x" * 3000)] * 2
    for _ in range(1000):
        try:
            store.append(match_id, pair)
        except StoreError as full:
            assert store.entries(match_id) == before
            return full
        before += pair
    raise AssertionError("the disk was never full")


def test_a_full_database_is_said_so_and_stays_usable(path: Path) -> None:
    match_id = filled(path)
    with Store.open(path) as store:
        store._db.execute("PRAGMA max_page_count = 30")
        assert "Not saved: the disk of" in str(fill_up(store, match_id))
        last = len(store.entries(match_id))
        with pytest.raises(StoreError, match="Free some space"):
            store.append(match_id, [note("y" * 30_000)])
        store._db.execute("PRAGMA max_page_count = 1000")
        assert store.append(match_id, [note("y" * 30_000)]) == last + 1


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond this; to a program it looks like a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_disk_that_refuses_to_write_is_said_so_and_the_store_stays_usable(path: Path) -> None:
    match_id = filled(path)
    with Store.open(path) as store:
        with largest_file(100_000):
            assert "Not saved: the disk of" in str(fill_up(store, match_id))
        last = len(store.entries(match_id))
        assert store.append(match_id, [note("again")]) == last + 1
    with Store.open(path) as store:
        assert len(store.entries(match_id)) == last + 1


def test_a_new_store_or_an_update_on_a_full_disk_leaves_no_debris(path: Path) -> None:
    with largest_file(5000), pytest.raises(StoreError, match=r"Not saved: the disk of .* failed"):
        Store.open(path)
    assert list(path.parent.iterdir()) == []
    old_database(path)
    before = contents(path.parent)
    with largest_file(5000), pytest.raises(StoreError, match=r"Not saved: the disk of .* failed"):
        Store.open(path)
    assert contents(path.parent) == before


def test_a_truly_full_disk(tmp_path: Path) -> None:
    """The same on a small disk of its own, where the system lets a test have one."""
    disk = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
    mount = 'mount -t tmpfs -o size=400k tmpfs "$0"'
    if subprocess.run([*disk, mount, tmp_path], check=False, capture_output=True).returncode:
        pytest.skip("this system does not let a test mount a disk")
    program = (sys.executable, "-m", "tests.server.store.test_file", str(tmp_path / "matches.db"))
    done = subprocess.run(
        [*disk, f'{mount} && exec "$@"', tmp_path, *program],
        cwd=TOP,
        check=True,
        capture_output=True,
        text=True,
    )
    assert "is full. Everything before is safe" in done.stdout


def fill_the_disk(path: Path) -> None:
    match_id = filled(path)
    ballast = path.with_name("ballast")
    ballast.write_bytes(bytes(100_000))
    with Store.open(path) as store:
        print(fill_up(store, match_id))
        last = len(store.entries(match_id))
        ballast.unlink()
        assert store.append(match_id, [note("again")]) == last + 1
    with Store.open(path) as store:
        assert len(store.entries(match_id)) == last + 1


if __name__ == "__main__":
    fill_the_disk(Path(sys.argv[1]))
