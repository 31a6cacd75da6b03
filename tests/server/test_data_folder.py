"""The folder of the matches: bad ones, shared ones, broken files in it, and one that vanishes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.panel import Lamp
from rules.games import GAMES
from server.assistant import STORE, Assistant
from server.command import main
from server.commands import doctor
from server.data_folder import Occupation, files_aside, is_in_use, put_broken_aside
from server.errors import UserError
from server.live.host import Host
from server.live.messages import Answer, Begin, View
from server.store import Store, StoreError
from server.store import owner_values as owner
from server.store.log import log_of
from tests.patience import PATIENCE
from tests.server.store.test_file import ordinary_user

TOP = Path(__file__).parent.parent.parent
NAMES = ("Ann", "Bob")
NESTED = "[" * 100_000


def serve(data: Path) -> subprocess.CompletedProcess[str]:
    """Where it cannot start: it says why and ends."""
    start = "import server.command; raise SystemExit(server.command.main())"
    where = ("--camera", "simulated", "--bind", "127.0.0.1", "--port", "0", "--data", str(data))
    command = [sys.executable, "-c", start, "serve", *where]
    return subprocess.run(
        command, cwd=TOP, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


# --------------------------------------------------------------------------------- Bad and shared


def test_a_file_in_the_place_of_the_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below" / "it"):
        with pytest.raises(UserError, match=r"file is a file, not a folder\. Choose a folder"):
            Occupation(folder)


def test_a_folder_that_cannot_be_made_or_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be used for the matches"):
        Occupation(Path("/proc/no/such/folder"))
    with pytest.raises(UserError, match="cannot be used for the matches: File name too long"):
        Occupation(tmp_path / ("x" * 300))
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o755)
    os.chmod(tmp_path, 0o755)
    if os.geteuid() == 0:
        with ordinary_user(tmp_path), pytest.raises(UserError, match="Permission denied"):
            Occupation(locked)


def test_a_bad_folder_ends_the_assistant_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = serve(tmp_path / "file")
    assert done.returncode == 2
    assert done.stderr.startswith(f"quartermaster: The folder {tmp_path / 'file'} cannot be used")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["serve", "doctor", "rescue", "trial", "statistics", "album"])
def test_root_works_in_no_folder_of_another_user(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Who could have put a link there, to any file of root's: also in the place of the lock."""
    (tmp_path / "roots").write_text("root's own")
    data = tmp_path / "data"
    data.mkdir()
    (data / "in-use").symlink_to(tmp_path / "roots")
    if os.geteuid() == 0:
        os.chown(data, 65534, 65534)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(SystemExit):
        main([command, *(["port_royal"] if command == "album" else []), "--data", str(data)])
    assert f"{data} belongs to {data.owner()}, " in capsys.readouterr().err
    assert (tmp_path / "roots").read_text() == "root's own"


@pytest.mark.parametrize("command", ["serve", "doctor", "rescue", "trial"])
def test_a_folder_without_a_name_is_refused(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As when a variable of a script was not set: it must not be the folder one stands in."""
    with pytest.raises(SystemExit):
        main([command, "--data", ""])
    assert "say which folder" in capsys.readouterr().err


def test_the_doctor_says_that_a_folder_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = {finding.what: finding for finding in doctor.examine(tmp_path / "file")}
    assert "It is a file, not a folder." in found["database"].advice
    under = {each.what: each for each in doctor.examine(tmp_path / "file" / "below" / "it")}
    assert f"{tmp_path / 'file'} is a file, not a folder." in under["database"].advice
    below = {finding.what: finding for finding in doctor.examine(tmp_path / "none" / "yet")}
    assert below["database"].advice == ""


def test_a_second_assistant_with_the_same_folder_says_so_and_ends(tmp_path: Path) -> None:
    with Assistant(tmp_path, "simulated", lambda _: None):
        assert is_in_use(tmp_path)
        done = serve(tmp_path)
        assert done.returncode == 2
        assert f"running already with the folder {tmp_path} (process {os.getpid()})" in done.stderr
        assert "Traceback" not in done.stderr
        # What does not need the folder for itself goes on beside it.
        found = {each.what: each for each in doctor.examine(tmp_path)}
        assert found["camera"].found == "used by the service that is running"
        assert found["database"].advice == ""
        assert main(["edition", "navegador", "--data", str(tmp_path), "--confirm", "points"]) == 0
    assert not is_in_use(tmp_path)
    with Assistant(tmp_path, "simulated", lambda _: None):
        pass


# ----------------------------------------------------------------------------------- Broken files


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("lens.toml", b"size = [4608", "Measure the lens again"),
        ("lens.toml", f"size = {NESTED}".encode(), "Measure the lens again"),
        ("lens.toml", b"\xff\xfe", "Measure the lens again"),
        ("key", b"", "All phones must join again."),
        ("shuffle", b"half of it", "reshuffled"),
        ("navegador-printed.json", b'{"format": 1, "val', "your copy of Navegador"),
        ("maracaibo-printed.json", NESTED.encode(), "your copy of Maracaibo"),
        ("dealt/7.json", NESTED.encode(), "hands in this match may have changed"),
    ],
)
def test_a_broken_file_is_put_aside_with_a_sentence(
    tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(content)
    found = {finding.what: finding for finding in doctor.examine(tmp_path)}
    assert said in found["files"].advice
    [told] = put_broken_aside(tmp_path)
    assert said in str(told)
    assert f"damaged and is kept as {Path(name).name}.broken" in str(told)
    assert (tmp_path / f"{name}.broken").read_bytes() == content
    assert not (tmp_path / name).exists()
    assert put_broken_aside(tmp_path) == []
    found = {finding.what: finding for finding in doctor.examine(tmp_path)}
    assert f"{Path(name).name}.broken" in found["files"].found


def test_a_second_broken_file_does_not_take_the_place_of_the_first(tmp_path: Path) -> None:
    for content in ("one", "two"):
        (tmp_path / "lens.toml").write_text(content)
        put_broken_aside(tmp_path)
    assert files_aside(tmp_path) == ["lens.toml.broken", "lens.toml.broken-2"]
    assert (tmp_path / "lens.toml.broken").read_text() == "one"


def test_the_assistant_starts_with_broken_files_and_tells_phones(tmp_path: Path) -> None:
    (tmp_path / "lens.toml").write_text("this is no lens")
    with Assistant(tmp_path, "simulated", lambda _: None) as assistant:
        [notice] = assistant.tableside(80).notices
        assert "lens.toml.broken" in str(notice)


def test_a_spoilt_log_is_told_on_phones_and_by_the_doctor(tmp_path: Path) -> None:
    live = tmp_path / "live"
    with Store.open(live / STORE) as store:
        for _ in range(20):
            store.new_match("port_royal", NAMES, {}, 1.0)
        shutil.copytree(live, tmp_path / "found")
    path = tmp_path / "found" / STORE
    spoilt = bytearray(log_of(path).read_bytes())
    spoilt[9000:9100] = b"\xa5" * 100
    log_of(path).write_bytes(spoilt)
    [database] = [each for each in doctor.examine(path.parent) if each.what == "database"]
    assert "of its log the last" in database.found
    assert "memory card may be failing" in database.advice
    with Assistant(path.parent, "simulated", lambda _: None) as assistant:
        [notice] = assistant.tableside(80).notices
        assert "matches.sqlite-wal is damaged" in str(notice)
    [files] = [each for each in doctor.examine(path.parent) if each.what == "files"]
    assert "matches.sqlite-wal.damaged-1" in files.found


def test_what_an_owner_nests_too_deeply_is_said(tmp_path: Path) -> None:
    maracaibo = GAMES["maracaibo"]
    for depth in (400, 900, 100_000):
        nested = "[" * depth + "]" * depth
        text = f'[[quests.tiles]]\nid = "01"\nreward = {nested}\n'
        (tmp_path / "maracaibo-own.toml").write_text(text)
        with pytest.raises(owner.OwnerError, match=r"maracaibo-own\.toml"):
            owner.read_own(maracaibo, tmp_path)


# ---------------------------------------------------------------------------------- It vanishes


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Host]:
    """A host with a match; its folder can be taken away."""
    folder = tmp_path / "stick"
    with Store.open(folder / STORE) as store:
        host = Host(store, lambda _: None)
        host.handle(Begin("port_royal", NAMES, {}))
        yield host


def refused(host: Host) -> View:
    assert host.view.match is not None
    with pytest.raises(StoreError, match=r"Not saved: .* is gone"):
        host.handle(Answer(host.view.match.seats[0], "first:red"))
    return host.view


def test_a_folder_that_was_deleted_is_noticed_before_an_answer_is_confirmed(
    playing: Host, tmp_path: Path
) -> None:
    shutil.rmtree(tmp_path / "stick")
    view = refused(playing)
    assert view.match is not None
    assert view.match.journal == []
    assert (view.lamp, view.refused) == (Lamp.RED, True)


def test_another_database_with_the_same_name_is_noticed(playing: Host, tmp_path: Path) -> None:
    (tmp_path / "stick").rename(tmp_path / "elsewhere")
    Store.open(tmp_path / "stick" / STORE).close()
    refused(playing)


def test_a_log_that_was_deleted_is_noticed(playing: Host, tmp_path: Path) -> None:
    log_of(tmp_path / "stick" / STORE).unlink()
    refused(playing)


def test_a_folder_that_comes_back_goes_on(playing: Host, tmp_path: Path) -> None:
    (tmp_path / "stick").rename(tmp_path / "elsewhere")
    refused(playing)
    (tmp_path / "elsewhere").rename(tmp_path / "stick")
    assert playing.view.match is not None
    playing.handle(Answer(playing.view.match.seats[0], "first:red"))
    assert playing.view.match.journal == ["first:red"]
