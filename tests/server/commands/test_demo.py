"""Something to look at in one command."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.patience import PATIENCE, until

TOP = Path(__file__).parents[3]


def test_robots_play_where_a_browser_is_opened_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    browser, opened, scratch = tmp_path / "browser", tmp_path / "opened", tmp_path / "scratch"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    scratch.mkdir()
    there = {"DISPLAY": ":0", "BROWSER": str(browser), "TMPDIR": str(scratch)}
    time_to_stop = {"QUARTERMASTER_STOPPING": str(PATIENCE)}  # robots end the thought they are in
    start = "import server.command; raise SystemExit(server.command.main())"
    with subprocess.Popen(
        [sys.executable, "-c", start, "--demo", "navegador", "--port", "0"],
        cwd=TOP,
        env={**os.environ, **there, **time_to_stop, "HOME": str(tmp_path / "home")},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        said = list[str]()
        for line in process.stderr:
            said.append(line)
            if found := re.search(r"Watch them: http://[^/]+:(\d+)/simulated$", line):
                break
        assert found is not None, said
        assert "Robots play Navegador. Ctrl+C ends it, and nothing is kept.\n" in said
        address = f"http://localhost:{found[1]}/simulated"
        until(lambda: opened.exists() and opened.read_text())
        assert opened.read_text() == f"{address}\n"
        page = urllib.request.urlopen(address).read().decode()
        assert "<title>Simulated table" in page
        assert "Ada" in page
        assert any(": Choose a sector" in line for line in process.stderr)  # they play
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert list(scratch.iterdir()) == []
    assert not (tmp_path / "home").exists()
