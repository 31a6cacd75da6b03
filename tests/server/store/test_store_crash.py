"""Pulled plugs: what append has said is stored is there, whatever the moment and the debris."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest

from server.store import Store
from tests.server.store.store_writer import batches, boundaries

TOP = Path(__file__).parents[3]
CUTS = 12
SECTOR = 512


@dataclass
class Shown:
    """What a killed writer had said: the last row of each match, and how much log was synced."""

    last: dict[int, int]
    synced: int = 0


@contextmanager
def writers(path: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.server.store.store_writer", str(path)],
        cwd=TOP,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process


def stream(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def cut(process: subprocess.Popen[str], checkpoint_pages: int, dice: random.Random) -> Shown:
    """Start a writer and kill it at a random moment; what it had said until then."""
    commands, answers = stream(process.stdin), stream(process.stdout)
    commands.write(f"{checkpoint_pages}\n")
    commands.flush()
    pid = int(answers.readline())
    lines = [answers.readline() for _ in range(dice.choice((0, 1, 5, 20)))]
    assert all(lines), "the writer ended by itself"
    time.sleep(dice.uniform(0, 0.02))
    os.kill(pid, signal.SIGKILL)
    while (line := answers.readline()) != "ended\n":
        assert line, "the writer ended by itself"
        lines.append(line)
    shown = Shown({})
    for line in lines:
        match_id, number, shown.synced = map(int, line.split())
        shown.last[match_id] = number
    return shown


def leave(_log: Path, _synced: int, _dice: random.Random) -> None:
    """Nothing more happens than that the process is gone."""


def add_garbage(log: Path, _synced: int, dice: random.Random) -> None:
    with log.open("ab") as file:
        file.write(dice.randbytes(dice.randrange(1, 20_000)))


def repeat_the_log(log: Path, _synced: int, _dice: random.Random) -> None:
    """Whole pages of the log once more behind its end, as a disk that mixes up sectors might."""
    written = log.read_bytes()
    with log.open("ab") as file:
        file.write(written[32:])


def tear(log: Path, synced: int, dice: random.Random) -> None:
    """Of what was not synced yet, any sector may be there, be empty, be rubbish, or be cut off."""
    tail = log.read_bytes()[synced:]
    sectors = [tail[start : start + SECTOR] for start in range(0, len(tail), SECTOR)]
    torn = b"".join(
        dice.choice((sector, sector, bytes(len(sector)), dice.randbytes(len(sector))))
        for sector in sectors
    )
    with log.open("r+b") as file:
        file.truncate(synced)
        file.seek(synced)
        file.write(torn[: dice.randint(0, len(torn))])


def assert_sound(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.parametrize(
    ("damage", "checkpoint_pages"),
    [(leave, 4), (add_garbage, 4), (repeat_the_log, 1000), (tear, 1000)],
    ids=["checkpoints", "garbage", "repeated", "torn"],
)
def test_every_row_that_was_reported_survives_a_kill_at_any_moment(
    tmp_path: Path,
    damage: Callable[[Path, int, random.Random], None],
    checkpoint_pages: int,
) -> None:
    path, log = tmp_path / "matches.db", tmp_path / "matches.db-wal"
    dice = random.Random(damage.__name__)
    pieces = batches()
    script = [entry for piece in pieces for entry in piece]
    ends = set(boundaries(pieces))
    last: dict[int, int] = {}
    with writers(path) as process:
        for _ in range(CUTS):
            shown = cut(process, checkpoint_pages, dice)
            last |= shown.last
            if log.exists() and log.stat().st_size:
                damage(log, shown.synced, dice)
            if not path.exists():
                assert not last
                continue
            with Store.open(path) as store:
                for record in store.matches():
                    entries = store.entries(record.id)
                    assert len(entries) >= last.get(record.id, 0)
                    assert len(entries) in ends
                    assert entries == script[: len(entries)]
                assert {record.id for record in store.matches()} >= last.keys()
                running = store.running()
                if running:
                    change = {"choice": 1, "undo": -1, "final": 0}
                    assert len(store.load(running).journal) == sum(
                        change[entry.kind] for entry in store.entries(running)
                    )
            assert_sound(path)
    assert last, "no writer lived long enough to say anything"
