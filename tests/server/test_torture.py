"""Pulling the plug hundreds of times while a match is played."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parent.parent.parent

SHOWS_TOO_EARLY = """
import sys, time
from pathlib import Path
import server.host

def handle(self, event):
    self._said = None
    acts = self._take(event)
    self._publish()
    time.sleep(0.01)
    self._store_acts(acts)

server.host.Host.handle = handle
from server.torture import torture
print(torture(Path(sys.argv[1]), 20, 1, lambda damage: None).lost)
"""


def python(*arguments: str) -> str:
    return subprocess.run(
        [sys.executable, *arguments], cwd=TOP, capture_output=True, text=True, check=True
    ).stdout


def test_nothing_that_was_shown_is_lost_in_hundreds_of_power_cuts() -> None:
    out = python("-c", "import server.command as c; c.main(['torture', '--cuts', '200', '--json'])")
    damage = json.loads(out)
    assert damage["cuts"] == 200
    assert damage["shown"] > 200
    assert damage["lost"] == 0


def test_a_host_that_shows_before_it_stores_would_be_caught(tmp_path: Path) -> None:
    assert int(python("-c", SHOWS_TOO_EARLY, str(tmp_path / "matches.sqlite"))) > 0
