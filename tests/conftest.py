"""Which tests are slow: `./check --fast` leaves them out, `./check` does not.

Here is all of it, so that nobody has to look for marks: tests that use a real browser, and those
listed below.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
BROWSER = "browser"
"""The fixture that every test with a real browser uses."""
SLOW = {
    "tests/firmware/test_install.py": "runs the installer",
    "tests/hardware": "makes and rasterises whole files to print",
    "tests/lab": "starts shells and disks",
    "tests/rules/kernel/test_conformance.py": "plays whole matches of every game",
    "tests/rules/kernel/test_explain.py": "plays whole turns at random",
    "tests/server/advice": "starts and kills processes",
    "tests/server/commands/test_commands.py": "measures",
    "tests/server/commands/test_enrol.py": "renders every card",
    "tests/server/commands/test_serve.py": "starts and ends whole assistants",
    "tests/server/commands/test_trial.py": "renders a match",
    "tests/server/live/test_match.py": "follows whole matches",
    "tests/server/robots": "renders whole matches",
    "tests/server/simulated": "renders the table after every move",
    "tests/server/store/test_rescue.py": "spoils every page of databases",
    "tests/server/store/test_store_crash.py": "kills processes",
    "tests/server/test_learning.py": "renders the table after every move",
    "tests/server/test_data_folder.py": "starts and ends processes",
    "tests/server/trials": "kills processes, plays many matches",
    "tests/server/web/door/test_attacks.py": "hundreds of connections",
    "tests/server/web/door/test_fuzz.py": "tries every route with nonsense",
    "tests/server/web/http/test_serving.py": "hundreds of connections",
    "tests/server/web/games/maracaibo/test_pages.py": "draws every moment of matches",
    "tests/server/web/pages/test_check.py": "renders the table with every fault",
    "tests/server/web/pages/test_simulated.py": "renders the table after every move",
    "tests/test_toy_game.py": "renders a whole match",
    "tests/vision/checking": "renders whole tables",
    "tests/vision/games": "renders whole boards",
    "tests/vision/measure": "renders and reads hundreds of pictures",
    "tests/vision/recognise": "renders and reads hundreds of pictures",
    "tests/vision/simulator": "renders whole tables",
    "tests/vision/watching": "renders evenings frame by frame",
}
"""Folders and modules, and why."""


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    for item in items:
        path = item.path.relative_to(TOP)
        named = {path.as_posix(), *(folder.as_posix() for folder in path.parents)}
        if named & SLOW.keys() or BROWSER in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
