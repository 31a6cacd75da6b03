"""Simulated tables, several in a process, at the other end of a pipe.

Each has its own store with its outbox, and its own publisher, exactly as a real table; only what is
played was recorded before, so that no time goes into rules. The process says `ready` when its
stores are open, after `go` tells the club what was played before and says `told`, plays from `play`
to `end`, and says `done` when the club has everything. One that was killed plays at once. When each
row was stored, and when the club's word came that it has it, is written to the file `times` of each
table.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import select
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from rules.games import GAMES
from rules.simulation import Simulation
from server.live.messages import View
from server.member.invitation import read_code
from server.member.outbox import find_joined, reading
from server.member.publisher import Publisher
from server.member.summary import summary_of
from server.store import Entry, Store
from server.wire.messages import read_summary, write

SCRIPT, CODE, MATCHES, TIMES = "script.json", "code", "matches.sqlite", "times"
GAME, NAMES = "port_royal", ("Ann", "Bob", "Cleo")
PACE = (0.4, 0.5)
"""Seconds between two choices of a table: twenty times the pace of people."""
_PLAYED = 120
"""Rows of the match that is on when a table joins."""
_LOOK_EVERY = 1.0


class Moment(NamedTuple):
    """A choice, and how things stand after it."""

    key: str
    summary: str


@dataclass(frozen=True, slots=True)
class Time:
    """A row of a table's outbox: stored, or heard of from the club."""

    stored: bool
    number: int
    at: float


def record(folder: Path, matches: int) -> None:
    """Whole matches, to be played by all tables of the runs in this folder."""
    script = []
    for seed in range(matches):
        simulation, moments = Simulation(GAMES[GAME], NAMES, {}, seed), []
        while simulation.step():
            view = View(match_id=1, match=simulation.match)
            moments.append(Moment(simulation.match.journal[-1], write(summary_of(view)).decode()))
        script.append(moments)
    (folder / SCRIPT).write_text(json.dumps(script), encoding="utf-8")


def read_times(folder: Path) -> list[Time]:
    """Of one table, in their order."""
    times = []
    for line in (folder / TIMES).read_text(encoding="ascii").splitlines():
        what, number, at = line.split()
        times.append(Time(what == "stored", int(number), float(at)))
    return times


class Table:
    """Plays the recorded matches again, one after the other."""

    def __init__(self, folder: Path, script: list[list[Moment]], running: ExitStack) -> None:
        self._script = script
        self._store = running.enter_context(Store.open(folder / MATCHES))
        self._times = os.open(folder / TIMES, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._dice = random.Random(str(folder))
        self._match = self._store.running() or self._first(folder)
        self._at = self._store.record(self._match).rows
        db = running.enter_context(reading(folder / MATCHES))
        joined = find_joined(db)
        assert joined is not None
        self.publisher = Publisher(db, joined, self._hear)
        self._outbox = db

    def play(self) -> None:
        """The next choice, or the end of the match and the beginning of another."""
        moments = self._script[self._match % len(self._script)]
        if self._at == len(moments):
            self._store.finish(self._match, time.time())
            self._begin()
        else:
            moment = moments[self._at]
            self._put([moment])
            self.publisher.show(read_summary(moment.summary.encode()))
        [[last]] = self._outbox.execute("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'")
        self._note("stored", last)
        self.publisher.send()

    def pause(self) -> float:
        return self._dice.uniform(*PACE)

    @property
    def has_told_all(self) -> bool:
        return self._store.club.waiting() == 0

    def _first(self, folder: Path) -> int:
        """Joins the club in the middle of a match."""
        self._begin()
        moments = self._script[self._match % len(self._script)]
        self._put(moments[: self._dice.randrange(1, _PLAYED)])
        invitation = read_code((folder / CODE).read_text(encoding="ascii"))
        fields = {name: str(value) for name, value in asdict(invitation).items()}
        self._store.club.join(fields, secrets.token_hex(8), time.time())
        return self._match

    def _begin(self) -> None:
        self._match = self._store.new_match(GAME, NAMES, {}, time.time())
        self._at = 0

    def _put(self, moments: list[Moment]) -> None:
        now = round(time.time(), 3)
        self._store.append(
            self._match, [Entry("choice", each.key, "camera", now) for each in moments]
        )
        self._at += len(moments)

    def _hear(self, **said: Any) -> None:
        if "acked" in said:
            self._note("heard", said["acked"])
            self._store.club.told(said["acked"])

    def _note(self, what: str, number: int) -> None:
        os.write(self._times, f"{what} {number} {time.time():.6f}\n".encode())


def play_tables(pipe: Connection, folder: Path, names: Sequence[str], again: bool) -> None:
    """What such a process does, `again` after it was killed."""
    with (folder.parent / SCRIPT).open(encoding="utf-8") as file:
        script = [[Moment(*moment) for moment in moments] for moments in json.load(file)]
    with ExitStack() as running:
        tables = [Table(folder / name, script, running) for name in names]
        if not again:
            pipe.send("ready")
            pipe.recv()
        for table in tables:
            table.publisher.start()
            running.callback(table.publisher.stop)
        if not again:
            _tell(tables)
            pipe.send("told")
            pipe.recv()
        _play(tables, pipe)
        _tell(tables)
        pipe.send("done")


def _play(tables: list[Table], pipe: Connection) -> None:
    """Until the next word comes."""
    due = {table: time.monotonic() + table.pause() for table in tables}
    while not pipe.poll():
        _tend(tables, min(due.values()) - time.monotonic(), pipe)
        now = time.monotonic()
        for table, moment in due.items():
            if moment <= now:
                table.play()
                due[table] = max(now, moment + table.pause())


def _tell(tables: list[Table]) -> None:
    """Until the club has everything."""
    while not all(table.has_told_all for table in tables):
        _tend(tables, _LOOK_EVERY)


def _tend(tables: list[Table], seconds: float, *others: Connection) -> None:
    """Wait so long, or until something happens, and do what the publishers' own loop does."""
    publishers = [table.publisher for table in tables]
    watched: list[Any] = [*publishers, *others]
    ready, _, _ = select.select(watched, [], [], max(0.0, seconds))
    for publisher in publishers:
        if publisher in ready:
            publisher.heard()
        publisher.send()
