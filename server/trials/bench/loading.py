"""What starting costs: `serve` with a camera and no match, beside a bare Flask application.

Each starts in a process of its own, several times. The least counts: whatever else the machine does
only adds to it.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any, NamedTuple

from server.progress import through

ROUNDS = 5
_FLASK = """
import time
import flask
app = flask.Flask("bare")
app.add_url_rule("/", view_func=lambda: "")
loaded = time.process_time()
"""
_SERVE = """
import time
import server.commands.serve
loaded = time.process_time()
from pathlib import Path
from tempfile import TemporaryDirectory
from server.assistant import Assistant
from server.web import create_app
folder = TemporaryDirectory()
assistant = Assistant(Path(folder.name), "/dev/no-camera", lambda view: None).__enter__()
app = create_app(assistant.tableside(80))
"""
_TELL = """
from pathlib import Path
rows = (row.split() for row in Path("/proc/self/status").read_text().splitlines())
held = {row[0]: int(row[1]) * 1024 / 1e6 for row in rows if row[0] in ("VmRSS:", "RssAnon:")}
print(loaded, held["VmRSS:"], held["RssAnon:"])
"""
_CLOSE = """
assistant.__exit__()
folder.cleanup()
"""


class Start(NamedTuple):
    seconds: float
    """Of the processor, until everything was imported."""
    megabytes: float
    """That were held once pages could be asked for."""
    own: float
    """Of these, without the pages of programs and libraries: how many of those are there at once is
    the system's affair, and differs from one computer to the next.
    """


def measure(rounds: int = ROUNDS) -> dict[str, Any]:
    starts = [
        (_start(_FLASK + _TELL), _start(_SERVE + _TELL + _CLOSE))
        for _ in through("start", range(rounds))
    ]
    bare, ours = (
        Start(*(min(figures) for figures in zip(*some, strict=True)))
        for some in zip(*starts, strict=True)
    )
    return {
        "import_s": round(ours.seconds, 2),
        "import_ratio": round(ours.seconds / bare.seconds, 2),
        "start_mb": round(ours.megabytes),
        "start_mb_ratio": round(ours.megabytes / bare.megabytes, 2),
        "own_mb": round(ours.own),
        "own_mb_ratio": round(ours.own / bare.own, 2),
    }


def as_text(figures: dict[str, Any]) -> str:
    return (
        f"serve is imported in {figures['import_s']} s of the processor, {figures['import_ratio']} "
        f"times a bare Flask application. At its start it holds {figures['start_mb']} MB, "
        f"{figures['start_mb_ratio']} times as much; {figures['own_mb']} MB, "
        f"{figures['own_mb_ratio']} times as much, without programs and libraries."
    )


def _start(code: str) -> Start:
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Start(*map(float, done.stdout.split()))
