"""Packages from outside that bring games, for as long as a test runs."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from hardware.print.on_paper import PAPER
from rules import plugins
from rules.game import Game
from rules.games import GAMES
from rules.plugins import Plugins
from server.web.games import PHONES
from vision.looks import LOOKS

TOY = Path(__file__).parent / "toy"
_TEXTS = (".py", ".toml", ".html")
LAYERS: tuple[Plugins[Any], ...] = (GAMES, LOOKS, PHONES, PAPER)


def pip_install(package: Path, to: Path) -> None:
    """A package with its `pyproject.toml`, without a network."""
    source = to.parent / f"{to.name}-source"
    shutil.copytree(package, source)  # building leaves files behind
    options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")
    command = (sys.executable, "-m", "pip", "install", *options, "--target", str(to), str(source))
    subprocess.run(command, check=True, capture_output=True, text=True)


def write_package(folder: Path, name: str, files: Mapping[str, str], points: str) -> None:
    """An installed package of these files; `points` are its entry points."""
    for file, text in files.items():
        path = folder / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    about = folder / f"{name}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (about / "entry_points.txt").write_text(points, encoding="utf-8")


def broken_toy(folder: Path, file: str, right: str, wrong: str) -> None:
    """The toy game with a fault in one of its files."""
    points = tomllib.loads((TOY / "pyproject.toml").read_text())["project"]["entry-points"]
    lines = [f"[{group}]\nnumbers = {named['numbers']}" for group, named in points.items()]
    sources = [path for path in (TOY / "toy_numbers").rglob("*") if path.suffix in _TEXTS]
    files = {str(path.relative_to(TOY / "toy_numbers")): path.read_text() for path in sources}
    assert right in files[file]
    files[file] = files[file].replace(right, wrong)
    write_package(folder, "toy_numbers", files, "\n".join(lines))


def bring(patch: pytest.MonkeyPatch, name: str, game: Game[Any]) -> None:
    """Have this game be the one of that name, as if a package had brought it."""
    patch.setitem(GAMES._loaded, name, game)
    if name not in GAMES.names:
        patch.setattr(GAMES, "_points", {**GAMES._found(), name: ()})


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """As if packages had been installed there before anything was started."""
    before = {*sys.modules}
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setattr(plugins, "_installed", entry_points)
        for layer in LAYERS:
            patch.setattr(layer, "_points", None)
            patch.setattr(layer, "_loaded", {**layer._loaded})
            patch.setattr(layer, "_failed", {})
        try:
            yield
        finally:
            for name in {*sys.modules} - before:
                if (folder / name.partition(".")[0]).exists():
                    del sys.modules[name]
