"""`new-game` writes a package that can be installed, tested and played at once."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from server.command import main
from tests.packages import pip_install

MINUTES, LINES_A_MINUTE = 10, 60


@pytest.fixture
def written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["new-game", "lighthouse", "--in", str(tmp_path)]) == 0
    assert f"-e {tmp_path / 'lighthouse'}" in capsys.readouterr().out
    return tmp_path / "lighthouse"


def test_what_it_writes_passes_its_own_tests(written: Path, tmp_path: Path) -> None:
    pip_install(written, tmp_path / "packages")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-W", "error", str(written / "tests")],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "packages")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "6 passed" in done.stdout


def test_what_it_writes_is_read_in_ten_minutes(written: Path) -> None:
    files = [path for path in written.rglob("*") if path.is_file()]
    assert sum(len(path.read_text().splitlines()) for path in files) < MINUTES * LINES_A_MINUTE


def test_what_it_writes_is_as_tidy_as_ours(written: Path) -> None:
    ours = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["tool"]["ruff"]
    options = ["--isolated", "--no-cache", "--line-length", str(ours["line-length"])]
    laws = [f"--{word}={','.join(ours['lint'][word])}" for word in ("select", "ignore")]
    for words in (["check", *laws], ["format", "--check"]):
        command = ["ruff", *words, *options, "."]
        done = subprocess.run(command, cwd=written, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_another_name_is_put_in_everywhere(tmp_path: Path) -> None:
    assert main(["new-game", "whale_watch", "--in", str(tmp_path)]) == 0
    files = [path for path in (tmp_path / "whale_watch").rglob("*") if path.is_file()]
    assert (tmp_path / "whale_watch" / "tests" / "test_whale_watch.py") in files
    assert 'title = "Whale watch"' in "".join(path.read_text() for path in files)
    assert [path for path in files if "lighthouse" in path.read_text().casefold()] == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Light-house", "Light-house is no name: use small letters"),
        ("navegador", "There is a package called navegador already"),
        ("json", "There is a package called json already"),
        ("full_folder", "full_folder is there already"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    (tmp_path / "full_folder").mkdir()
    assert main(["new-game", name, "--in", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == [tmp_path / "full_folder"]
