"""What ./run and ./check say while they set themselves up."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
ENVIRONMENT = TOP / "firmware" / "install" / "environment.sh"
SCRIPTS = ("run", "check", "firmware/install/install.sh")


def said_by(command: str) -> tuple[str, int]:
    """What a newcomer reads, and how it ended."""
    script = f"set -euo pipefail; . {ENVIRONMENT}; quietly 'Installing 2 packages' {command}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == ""
    return done.stderr, done.returncode


def test_chatter_of_other_programs_is_not_what_a_newcomer_reads() -> None:
    chatter = "bash -c 'echo Collecting; echo WARNING: an index is ignored >&2'"
    assert said_by(chatter) == ("  Installing 2 packages ... done.\n", 0)


def test_what_a_program_says_that_fails_is_shown_whole() -> None:
    failing = "bash -c 'echo Collecting; echo ERROR: no network >&2; exit 3'"
    said = "  Installing 2 packages ... failed:\nCollecting\nERROR: no network\n"
    assert said_by(failing) == (said, 3)


# -------------------------------------------------------------------------- On other computers


def newcomer(
    folder: Path, script: str, stand_ins: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Starts a script in a fresh copy, on a computer with some other commands."""
    copy, programs = folder / "copy", folder / "bin"
    programs.mkdir()
    shutil.copytree(TOP / "firmware/install", copy / "firmware/install")
    for name in ("run", "check", "pyproject.toml"):
        shutil.copy(TOP / name, copy / name)
    for name, does in stand_ins.items():
        (programs / name).write_text(f"#!/bin/bash\n{does}\n")
        (programs / name).chmod(0o755)
    return subprocess.run(
        [copy / script],
        env={"PATH": f"{programs}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_system_of_32_bits_is_told_what_to_do_before_anything_is_changed(
    tmp_path: Path, script: str
) -> None:
    """As a Raspberry Pi OS of 32 bits whose kernel has 64."""
    called = f'echo "$0 $*" >> {tmp_path}/called'
    stand_ins = {"getconf": "echo 32", "id": "echo 0", "apt-get": called, "dpkg": called}
    done = newcomer(tmp_path, script, stand_ins)
    assert done.returncode == 1
    assert "needs a 64-bit system; this one has 32 bits" in done.stderr
    assert 'write "Raspberry Pi OS (64-bit)" to the card' in done.stderr
    assert not (tmp_path / "called").exists()
    assert not (tmp_path / "copy/.venv").exists()


@pytest.mark.parametrize("script", ["run", "check"])
def test_a_user_who_may_install_nothing_gets_the_line_for_an_administrator(
    tmp_path: Path, script: str
) -> None:
    stand_ins = {
        "id": "echo 1000",
        "sudo": 'echo "guest is not in the sudoers file." >&2; exit 1',
        "dpkg-query": "exit 1",
        "apt-get": f"touch {tmp_path}/called",
        "python3": '[[ "$*" != *ensurepip* ]] || exit 1\necho Python 3.13.5',
    }
    done = newcomer(tmp_path, script, stand_ins)
    assert done.returncode == 1
    *_, why, line = done.stderr.splitlines()
    assert why.startswith("You may not install them. Ask an administrator")
    wanted = "python3-venv" if script == "run" else "tesseract-ocr"
    assert line.startswith("    sudo apt-get install --no-install-recommends ")
    assert wanted in line.split()
    assert not (tmp_path / "called").exists()


def test_a_user_who_may_install_nothing_is_set_up_where_python3_venv_is(tmp_path: Path) -> None:
    python = """
        case "$*" in
            "-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python
                printf '#!/bin/sh\necho started "$@"\n' > .venv/bin/quartermaster
                chmod +x .venv/bin/quartermaster ;;
            *"pip --version") [ -e .venv ] ;;
            --version) echo Python 3.13.5 ;;
        esac"""
    stand_ins = {"id": "echo 1000", "sudo": "exit 1", "python3": python, "dpkg-query": "exit 1"}
    done = newcomer(tmp_path, "run", stand_ins)
    assert (done.returncode, done.stdout) == (0, "started\n"), done.stderr
    assert "administrator" not in done.stderr


@pytest.mark.parametrize(
    ("asked", "warnings"),
    [
        ("--no-index no-such-package", 0),
        ("--index-url http://127.0.0.1:9 --retries 1 no-such-package", 1),
    ],
)
def test_of_what_pip_says_errors_are_shown_and_once_why_nothing_answers(
    tmp_path: Path, asked: str, warnings: int
) -> None:
    """Settings that are not ours make it warn often, and of nothing that matters here."""
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; . {ENVIRONMENT}; pip_install {asked}"],
        cwd=tmp_path,
        env={**os.environ, "PIP_FIND_LINKS": str(tmp_path / "not-there")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    said = (done.stdout + done.stderr).splitlines()
    other = [line for line in said if not line.startswith("ERROR: ")]
    assert ["Retrying" in line for line in other] == [True] * warnings
    assert "no-such-package" in said[-1]
