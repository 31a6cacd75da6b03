"""Fifty tables tell a club what is played at them, twenty times as fast as people play.

First nothing goes wrong, with few tables, with fifty and with many: how long it takes from a row
stored at its table to the club's word there, beside a ping of the same broker, and what a row costs
the processor. Then broker, club and tables are killed again and again. After every run each journal
is compared with what the club has.
"""

from __future__ import annotations

import logging
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import select

from server.club.database import tables as of_club
from server.club.opening import open_club
from server.errors import UserError
from server.progress import part, through
from server.trials.bench.club_run import Faults, Figures, Run
from server.trials.bench.club_tables import record

TABLES = 50
SIZES = (10, 50, 200)
"""Tables of the runs that are compared; the cost of a row is to be the same for all."""
SECONDS = 20.0
"""Of each run; of the one with faults twice as many."""
FAULTS = Faults(broker=5, club=5, tables=10)
_MATCHES = 6


def measure(
    tables: int = TABLES, seconds: float = SECONDS, database: str | None = None
) -> dict[str, Any]:
    logging.getLogger("server.club").setLevel(logging.ERROR)  # Brokers die on purpose here.
    if database is not None:
        _check_empty(database)
    sizes = SIZES if tables == TABLES else (tables,)
    with TemporaryDirectory() as name:
        folder = Path(name)
        record(folder, _MATCHES)
        quiet = {
            size: _run(folder, f"quiet{size}", size, seconds, database)
            for size in through("size", sizes)
        }
        faults = Faults(FAULTS.broker, FAULTS.club, min(FAULTS.tables, tables))
        part("everything is killed")
        disturbed = _run(folder, "disturbed", tables, 2 * seconds, database, faults)
    all_runs, usual = [*quiet.values(), disturbed], quiet[tables]
    return {
        "tables": tables,
        "rows": sum(run.rows for run in all_runs),
        "lost": sum(run.lost for run in all_runs),
        "duplicated": sum(run.duplicated for run in all_runs),
        "p99_ms": round(usual.p99 * 1000, 2),
        "p99_over_ping_p50": round(usual.p99 / usual.ping, 2),
        "rows_per_s": round(usual.per_second, 1),
        "club_mb": usual.club_mb,
        "ping_p50_ms": round(usual.ping * 1000, 2),
        "most_rows_per_s": round(max(run.catching_up for run in quiet.values())),
        "cost_us": {str(size): round(run.cost * 1e6) for size, run in quiet.items()},
        "cost_growth": round(quiet[sizes[-1]].cost / quiet[sizes[0]].cost, 2),
        "killed": {"broker": faults.broker, "club": faults.club, "tables": faults.tables},
        "rows_with_faults": disturbed.rows,
        "longest_wait_s": round(max(disturbed.waits), 1),
    }


def _check_empty(database: str) -> None:
    engine = open_club(database)
    with engine.connect() as db:
        is_empty = db.execute(select(of_club.c.key)).first() is None
    engine.dispose()
    if not is_empty:
        raise UserError("There is a club in this database already. Give the bench an empty one.")


def _run(
    folder: Path,
    name: str,
    tables: int,
    seconds: float,
    database: str | None,
    faults: Faults | None = None,
) -> Figures:
    (folder / name).mkdir()
    return Run(folder / name, tables, faults or Faults(), database).measure(seconds)


def as_text(figures: dict[str, Any]) -> str:
    killed, costs = figures["killed"], figures["cost_us"]
    return (
        f"{figures['tables']} tables, {figures['rows']} rows: {figures['lost']} lost and "
        f"{figures['duplicated']} duplicated, though the broker was killed {killed['broker']} "
        f"times, the club {killed['club']} times and {killed['tables']} tables once.\n"
        f"99 % of all rows are known to be stored {figures['p99_ms']} ms after they were at their "
        f"table, {figures['p99_over_ping_p50']} times a ping of the broker "
        f"({figures['ping_p50_ms']} ms), with {figures['rows_per_s']} rows a second; at most "
        f"{figures['most_rows_per_s']} were taken in. The club holds {figures['club_mb']} MB.\n"
        "A row costs club and broker "
        + ", ".join(f"{cost} µs with {size} tables" for size, cost in costs.items())
        + f": {figures['cost_growth']} times as much."
    )
