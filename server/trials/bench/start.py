"""How long the assistant takes to start, and its pages to be made, beside many stored matches, over
beside a few.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from flask.testing import FlaskClient

from rules.games import GAMES
from rules.simulation import Simulation
from server.assistant import STORE, Assistant
from server.store import Entry, Store
from server.web import create_app

FEW, MANY = 10, 5_000
NAMES = ("Ann", "Bob")
PAGES = ("/", "/table", "/history", "/history/1", "/players", "/players/1")
"""What is looked at most, and what tells of all matches."""
_TIMES, _LOOKS = 5, 4
_NO_CAMERA = "/dev/no-camera"
"""Drawing a simulated table would take longer than all the rest."""
_GROWS = "journal_grows_at_its_end"


def ratios() -> dict[str, Any]:
    """With many matches over with few: the median of some starts, and the quickest of each page."""
    took: dict[int, list[float]] = {FEW: [], MANY: []}
    shown: dict[int, dict[str, list[float]]] = {FEW: {}, MANY: {}}
    with TemporaryDirectory() as name:
        for number in took:
            _fill(Path(name) / str(number) / STORE, number)
        for _ in range(_TIMES):
            for number, seconds in took.items():
                seconds.append(_start(Path(name) / str(number), shown[number]))
    return {
        "start_ratio": round(median(took[MANY]) / median(took[FEW]), 2),
        "page_ratios": {
            page: round(min(shown[MANY][page]) / min(shown[FEW][page]), 2) for page in PAGES
        },
    }


def _start(folder: Path, shown: dict[str, list[float]]) -> float:
    """Seconds until phones could see the start page; then how long each page takes."""
    begun = time.perf_counter()
    with Assistant(folder, _NO_CAMERA, lambda _: None) as assistant:
        screen = create_app(assistant.tableside(80)).test_client()
        took = time.perf_counter() - begun
        for page in PAGES:
            shown.setdefault(page, []).extend(_look(screen, page) for _ in range(_LOOKS))
        return took


def _look(screen: FlaskClient, page: str) -> float:
    begun = time.perf_counter()
    answer = screen.get(page, headers={"Host": "localhost"})
    if answer.status_code != 200:
        raise RuntimeError(f"{page} answers with {answer.status}.")
    return time.perf_counter() - begun


def _fill(path: Path, number: int) -> None:
    """So many matches that were played to their end, and one that is running."""
    match = Simulation(GAMES["port_royal"], NAMES, {}, 1).played()
    rows = [Entry("choice", key, "camera", 1.0) for key in match.journal]
    with Store.open(path) as store:
        first = store.new_match("port_royal", NAMES, {}, 1.0)
        store.append(first, rows)
        store.finish(first, 2.0, match=match)
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
