"""What fails beside other tests runs once more by itself, and is named if it passes then."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

STEADILY = Path(__file__).with_name("steadily.sh")
GOOD = "def test_good(): pass"
ONCE = """
def test_once():
    assert len(open("runs").read().split()) > 1, "beside others"
"""
ALWAYS = "def test_always(): raise AssertionError('by itself as well')"
INTERRUPTED = "def test_interrupted(): raise KeyboardInterrupt"
FEW_PLUGINS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
OWN_RUN = """
def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        with open("runs", "a") as runs: runs.write("one ")
"""
"""Counts how often pytest was started."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "conftest.py").write_text(OWN_RUN, encoding="utf-8")
    return tmp_path


def steadily(folder: Path, *options: str, **modules: str) -> tuple[int, str, int]:
    """How it ended, what it said, and how often pytest was started for that."""
    for name, text in modules.items():
        (folder / f"test_{name}.py").write_text(text, encoding="utf-8")
    found = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [str(STEADILY), *options],
        cwd=folder,
        env={**os.environ, "PATH": found, **FEW_PLUGINS},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, len((folder / "runs").read_text("utf-8").split())


def test_what_passes_by_itself_is_named_and_breaks_nothing(folder: Path) -> None:
    code, said, runs = steadily(folder, "-n", "2", good=GOOD, once=ONCE)
    assert (code, runs) == (0, 2)
    ends = "UNSTEADY: passes only by itself, and needs mending:\ntest_once.py::test_once\n"
    assert said.endswith(ends)


def test_what_fails_by_itself_as_well_is_broken(folder: Path) -> None:
    code, said, runs = steadily(folder, good=GOOD, once=ONCE, always=ALWAYS)
    assert (code, runs) == (1, 2)
    assert "by itself as well" in said
    assert "UNSTEADY" not in said


def test_what_an_earlier_run_failed_is_not_named(folder: Path) -> None:
    steadily(folder, "test_always.py", always=ALWAYS)
    (folder / "runs").unlink()
    code, said, runs = steadily(folder, "test_once.py", once=ONCE)
    assert (code, runs) == (0, 2)
    assert "test_always" not in said


@pytest.mark.parametrize(
    ("options", "modules", "ends"),
    [
        ([], {"good": GOOD}, 0),
        ([], {"always": ALWAYS, "interrupted": INTERRUPTED}, 2),
        (["--exitfirst", "nowhere.py"], {"good": GOOD}, 4),
        ([], {}, 5),
    ],
    ids=["passed", "interrupted", "misunderstood", "no tests"],
)
def test_only_tests_that_failed_run_once_more(
    folder: Path, options: list[str], modules: dict[str, str], ends: int
) -> None:
    code, said, runs = steadily(folder, *options, **modules)
    assert (code, runs) == (ends, 1)
    assert "UNSTEADY" not in said
