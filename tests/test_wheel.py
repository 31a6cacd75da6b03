"""A wheel, as `pipx install` makes it: all that the sources have, and it works by itself."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.packages import pip_install
from tests.patience import PATIENCE

TOP = Path(__file__).parents[1]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = [
    each.rstrip("*") for each in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]
]
START = "import sys; from server.command import main; sys.exit(main())"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a wheel is built from."""
    folder = tmp_path_factory.mktemp("wheel") / "sources"
    for package in PACKAGES:
        without = shutil.ignore_patterns("__pycache__")
        shutil.copytree(TOP / package, folder / package, ignore=without)
    for file in ("pyproject.toml", PROJECT["project"]["readme"], "LICENSE"):
        shutil.copy(TOP / file, folder / file)
    return folder


@pytest.fixture(scope="module")
def installed(sources: Path) -> Path:
    folder = sources.with_name("installed")
    pip_install(sources, folder)
    return folder


def of_the_wheel(installed: Path) -> Mapping[str, str]:
    return {**os.environ, "PYTHONPATH": str(installed), "PYTHONSAFEPATH": "yes"}


def test_a_wheel_holds_every_file_of_the_program(sources: Path, tmp_path: Path) -> None:
    packages = [path for name in PACKAGES for path in (sources / name).rglob("*")]
    wanted = {str(path.relative_to(sources)) for path in packages if path.is_file()}
    copy = tmp_path / "sources"
    shutil.copytree(sources, copy)  # building leaves files behind
    options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")
    command = (
        sys.executable,
        "-m",
        "pip",
        "wheel",
        *options,
        "--wheel-dir",
        str(tmp_path),
        str(copy),
    )
    subprocess.run(command, check=True, capture_output=True, text=True)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as file:
        held = {name for name in file.namelist() if ".dist-info/" not in name}
    assert held == wanted


def test_what_is_installed_of_it_plays_and_prints_without_the_sources(
    installed: Path, tmp_path: Path
) -> None:
    for words in (
        ("trial", "--data", "matches"),
        ("print", "navegador", "--out", "sheets.pdf"),
        ("new-game", "harbour"),
    ):
        done = subprocess.run(
            (sys.executable, "-c", START, *words),
            cwd=tmp_path,
            env=of_the_wheel(installed),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    where = (sys.executable, "-c", "import server; print(server.__file__)")
    told = subprocess.run(
        where, cwd=tmp_path, env=of_the_wheel(installed), capture_output=True, text=True, check=True
    )
    assert Path(told.stdout.strip()) == installed / "server/__init__.py"


def test_what_is_installed_of_it_shows_its_pages_with_their_pictures(
    installed: Path, tmp_path: Path
) -> None:
    words = ("--camera", "simulated", "--port", "0", "--data", str(tmp_path / "matches"))
    with subprocess.Popen(
        (sys.executable, "-c", START, *words),
        cwd=tmp_path,
        env=of_the_wheel(installed),
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        found = (re.search(r"Open http://[^/]+:(\d+)/", line) for line in process.stderr)
        port = next(each[1] for each in found if each)
        address = f"http://127.0.0.1:{port}"
        page = urllib.request.urlopen(f"{address}/").read().decode()
        parts = sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page)))
        assert len(parts) > 2
        for part in parts:
            assert urllib.request.urlopen(address + part.replace("&amp;", "&")).read()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
