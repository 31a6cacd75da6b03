"""How much memory is held: told truly, and given back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from server.commands.doctor import examine
from server.data_folder import Occupation
from server.memory import resident_mb

PICTURES = """
import threading
import numpy as np
from server.memory import give_back_large_blocks, resident_mb
give_back_large_blocks()
kept = []
def read():
    for _ in range(20):
        pictures = [np.ones(3_000_000, np.uint8) for _ in range(10)]
        kept.append(bytearray(1000))
before = resident_mb()
readers = [threading.Thread(target=read) for _ in range(4)]
for each in readers: each.start()
for each in readers: each.join()
print(resident_mb() - before)
"""


def test_pictures_that_are_not_needed_any_more_are_given_back() -> None:
    told = subprocess.run(
        [sys.executable, "-c", PICTURES], capture_output=True, text=True, check=True
    )
    assert int(told.stdout) < 20


def test_the_doctor_tells_what_the_running_assistant_holds(tmp_path: Path) -> None:
    def told() -> str:
        findings = examine(tmp_path, service_runs=lambda: True)
        return next(each.found for each in findings if each.what == "memory")

    assert told() == "no assistant is running; it needs up to 350 MB"
    with Occupation(tmp_path):
        assert "the assistant holds" in told()
        assert str(resident_mb())[:-1] in told()


def test_of_a_process_that_is_not_there_nothing_is_told() -> None:
    assert resident_mb(2**30) is None
