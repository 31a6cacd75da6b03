"""How long the assistant takes to start beside many stored matches, over beside a few."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rules.games import GAMES
from rules.simulation import Simulation
from server.assistant import STORE, Assistant
from server.store import Entry, Store
from server.web import create_app

FEW, MANY = 10, 5_000
NAMES = ("Ann", "Bob")
_TIMES = 5
_NO_CAMERA = "/dev/no-camera"
"""Drawing a simulated table would take longer than all the rest."""
_GROWS = "journal_grows_at_its_end"


def start_ratio() -> float:
    """The median of some starts with many matches over that with few, taken in turn."""
    took: dict[int, list[float]] = {FEW: [], MANY: []}
    with TemporaryDirectory() as name:
        for number in took:
            _fill(Path(name) / str(number) / STORE, number)
        for _ in range(_TIMES):
            for number, seconds in took.items():
                seconds.append(_start(Path(name) / str(number)))
    return median(took[MANY]) / median(took[FEW])


def _start(folder: Path) -> float:
    """Seconds until phones could see the start page."""
    begun = time.perf_counter()
    with Assistant(folder, _NO_CAMERA, lambda _: None) as assistant:
        create_app(assistant.tableside(80))
        return time.perf_counter() - begun


def _fill(path: Path, number: int) -> None:
    """So many matches that were played to their end, and one that is running."""
    simulation = Simulation(GAMES["port_royal"], NAMES, {}, 1)
    while simulation.step():
        pass
    rows = [Entry("choice", key, "camera", 1.0) for key in simulation.match.journal]
    with Store.open(path) as store:
        first = store.new_match("port_royal", NAMES, {}, 1.0)
        store.append(first, rows)
        store.finish(first, 2.0, match=simulation.match)
    with closing(sqlite3.connect(path)) as db:
        _repeat(db, first, number)
        db.commit()
    with Store.open(path) as store:
        running = store.new_match("port_royal", NAMES, {}, 3.0)
        store.append(running, rows[: len(rows) // 2])


def _repeat(db: sqlite3.Connection, first: int, number: int) -> None:
    """Matches like the first, up to this number, in no time: rows are not appended one by one."""
    [[trigger]] = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (_GROWS,))
    db.execute(f"DROP TRIGGER {_GROWS}")
    db.execute("PRAGMA ignore_check_constraints = ON")
    for table in ("matches", "seats", "journal", "ends", "results"):
        key = "id" if table == "matches" else "match"
        columns = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
        rest = ", ".join(f'"{name}"' for name in columns if name != key)
        db.execute(
            f"""
            WITH RECURSIVE more (n) AS (SELECT ? + 1 UNION ALL SELECT n + 1 FROM more WHERE n < ?)
            INSERT INTO {table} ({key}, {rest})
            SELECT n, {rest} FROM more CROSS JOIN {table} WHERE {table}.{key} = ?
            """,
            (first, number, first),
        )
    db.execute(trigger)
