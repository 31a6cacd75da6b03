"""What a table does not need is not loaded when `serve` starts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.games import GAMES
from server.trials.bench import loading

STARTED = """
import sys
import time
from pathlib import Path
import server.commands.serve
from server.assistant import Assistant
from server.web import create_app

with Assistant(Path(sys.argv[1]), sys.argv[2], lambda view: None) as assistant:
    table = assistant.tableside(80)
    create_app(table)
    assert sys.argv[2] == "simulated" or table.sight.photograph() is not None
    print(*sys.modules)
"""
"""Run in a process of its own, since this one has loaded everything."""
OF_A_SIMULATED_TABLE = ("vision.simulator", "server.simulated", "server.robots.demonstration")
OF_NO_TABLE = (
    *("server.club", "server.trials", "hardware", "tests", "vision.measure", "server.robots.match"),
    *("PIL", "sqlalchemy", "psycopg", "reportlab", "openskill", "paho", "pytest", "playwright"),
)


MOST_OVER_FLASK = 2.6
"""OpenCV with NumPy is 0.6 of it; a game is 0.2."""


def loaded(folder: Path, camera: str) -> set[str]:
    command = (sys.executable, "-c", STARTED, str(folder), camera)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def of(packages: tuple[str, ...], modules: set[str]) -> list[str]:
    starts = tuple(f"{package}." for package in packages)
    return sorted(name for name in modules if name in packages or name.startswith(starts))


@pytest.fixture
def camera(tmp_path: Path) -> str:
    """It shows an empty table for longer than anybody looks."""
    folder = tmp_path / "camera"
    folder.mkdir()
    picture = np.full((480, 640, 3), 128, np.uint8)
    for number in range(100):
        cv2.imwrite(str(folder / f"{number:03}.png"), picture)
    return str(folder)


def test_with_a_camera_nothing_of_clubs_developers_and_simulated_tables_is_loaded(
    tmp_path: Path, camera: str
) -> None:
    modules = loaded(tmp_path / "data", camera)
    assert "server.commands.serve" in modules
    assert of(OF_NO_TABLE, modules) == []
    assert of(OF_A_SIMULATED_TABLE, modules) == []


def test_before_any_match_no_game_is_loaded(tmp_path: Path, camera: str) -> None:
    layers = ("rules", "vision.games", "server.web.games", "hardware.print.games")
    games = tuple(f"{layer}.{game}" for layer in layers for game in GAMES.names)
    assert of(games, loaded(tmp_path / "data", camera)) == []


def test_a_simulated_table_is_loaded_where_there_is_no_camera(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "simulated")
    assert {*OF_A_SIMULATED_TABLE} <= modules
    assert of(OF_NO_TABLE, modules) == []


def test_at_its_start_serve_holds_little_more_than_flask_and_opencv() -> None:
    figures = loading.measure(rounds=1)
    assert figures["own_mb_ratio"] < MOST_OVER_FLASK
