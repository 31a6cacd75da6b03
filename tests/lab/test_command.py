"""`./run lab`, as far as it goes without a virtual Pi."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.lab.__main__ import main

TOP = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("options", "said"),
    [(["--cuts", "0"], "must be 1 or more"), (["--only", "shipwreck"], "there is first boot")],
)
def test_what_cannot_be_tried_is_said(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(options) == 2
    assert said in capsys.readouterr().err


def test_a_quick_trial_is_visibly_left_out_where_nothing_has_been_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert main(["--quick"]) == 0
    assert "left out" in capsys.readouterr().out
    assert not list(tmp_path.rglob("*"))


def test_run_installs_the_packages_that_the_lab_needs(tmp_path: Path) -> None:
    """A copy of the repository on a computer without any of them."""
    shutil.copy(TOP / "run", tmp_path)
    shutil.copytree(TOP / "firmware/install", tmp_path / "firmware/install")
    shutil.copy(TOP / "pyproject.toml", tmp_path)
    (tmp_path / "tests/lab").mkdir(parents=True)
    shutil.copy(TOP / "tests/lab/tools.txt", tmp_path / "tests/lab")
    stand_ins = {
        "bin/id": "echo 0",
        "bin/dpkg-query": "false",
        "bin/dpkg": "",
        "bin/apt-get": 'echo "apt-get $*" >&2',
        ".venv/bin/python": '[ "$2" != tests.lab ] || echo "python $*"',
    }
    for name, does in stand_ins.items():
        stand_in = tmp_path / name
        stand_in.parent.mkdir(parents=True, exist_ok=True)
        stand_in.write_text(f"#!/bin/sh\n{does}\n")
        stand_in.chmod(0o755)
    done = subprocess.run(
        [str(tmp_path / "run"), "lab", "--cuts", "20"],
        env=os.environ | {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "python -m tests.lab --cuts 20\n"
    assert "Installing qemu-system-x86 qemu-system-arm qemu-user-static " in done.stderr
