"""One run of the club's benchmark: a real broker, a real club and simulated tables, each a process.

Whatever is wanted is killed in between; afterwards every table's journal is compared with what the
club has.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import random
import signal
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from sqlalchemy import select

from server.club.broker import Broker
from server.club.broker_process import BrokerProcess
from server.club.database import matches, rows
from server.club.opening import open_club
from server.memory import resident_mb
from server.trials.bench.club_process import Club
from server.trials.bench.club_tables import CODE, MATCHES, Time, play_tables, read_times
from server.wire.connection import send_at_once
from server.wire.topics import ROOT

_TOGETHER = 25
"""Tables of one process, apart from those that will be killed."""
_PING_EVERY = 0.05
_AWAY = 0.5
"""Seconds for which a club or a table that was killed is gone."""
_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload(["server.trials.bench.club_tables"])
_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Faults:
    """How often each is killed during a run; as many tables, each once."""

    broker: int = 0
    club: int = 0
    tables: int = 0


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one run."""

    rows: int
    lost: int
    duplicated: int
    waits: list[float]
    """Seconds from a row stored at its table to the club's word there that it has stored it."""
    ping: float
    """Median of the seconds from publishing something to hearing it from the broker."""
    per_second: float
    catching_up: float
    """Rows a second while tables told what they had played before the club was there."""
    cost: float
    """Seconds of the processor for a row, of club and broker together; nothing was killed."""
    club_mb: int

    @property
    def p99(self) -> float:
        return quantiles(self.waits, n=100)[98]


class Run:
    """Everything that one run needs, in a folder of its own."""

    def __init__(self, folder: Path, number: int, faults: Faults, url: str | None) -> None:
        """`url` is that of a database; without it there is a new file."""
        self._folder = folder
        self._faults = faults
        self._url = url or f"sqlite:///{folder / 'club.sqlite'}"
        self._names = [f"{folder.name}-{each}" for each in range(1, number + 1)]
        self._club = Club(folder, self._url)
        for name, code in self._club.invite(self._names):
            (folder / name).mkdir()
            (folder / name / CODE).write_text(code, encoding="ascii")
        self._workers = {names: _Tables(folder, names) for names in self._groups()}

    def measure(self, seconds: float) -> Figures:
        with ExitStack() as running:
            broker = running.enter_context(self._club.running_broker())
            for worker in self._workers.values():
                running.enter_context(worker)
            for worker in self._workers.values():
                worker.wait("ready", self._club.check)
            running.enter_context(self._club)
            begun = time.time()
            for worker in self._workers.values():
                worker.say("go")
            for worker in self._workers.values():
                worker.wait("told", self._club.check)
            caught_up = time.time()
            for worker in self._workers.values():
                worker.say("play")
            pings = running.enter_context(_pinging(self._club.broker))
            used, start = self._used(broker), time.time()
            self._disturb(broker, seconds)
            used, end = self._used(broker) - used, time.time()
            for worker in self._workers.values():
                worker.say("end")
            for worker in self._workers.values():
                worker.wait("done", self._club.check)
            club_mb = resident_mb(self._club.pid) or 0
        times = [read_times(self._folder / name) for name in self._names]
        told = sum(_told(of_table, end) - _told(of_table, start) for of_table in times)
        before = sum(_told(of_table, caught_up) for of_table in times)
        return Figures(
            *self._compare(),
            [wait for of_table in times for wait in _waits(of_table, start, end)],
            median(pings),
            told / (end - start),
            before / (caught_up - begun),
            used / max(1, told),
            club_mb,
        )

    def _groups(self) -> Iterator[tuple[str, ...]]:
        """Those that will be killed have a process each."""
        yield from ((name,) for name in self._names[: self._faults.tables])
        others = self._names[self._faults.tables :]
        for first in range(0, len(others), _TOGETHER):
            yield tuple(others[first : first + _TOGETHER])

    def _disturb(self, broker: BrokerProcess, seconds: float) -> None:
        """Let so many seconds pass, and kill in them what is to be killed, in any order."""
        faults = self._faults
        killed = ["broker"] * faults.broker + ["club"] * faults.club
        killed += self._names[: faults.tables]
        random.Random(1).shuffle(killed)
        begun = time.monotonic()
        for number, each in enumerate(killed, start=1):
            time.sleep(max(0.0, begun + seconds * number / (len(killed) + 1) - time.monotonic()))
            if each == "broker":
                assert broker.pid is not None
                os.kill(broker.pid, signal.SIGKILL)  # It is started again by itself.
            elif each == "club":
                self._club.kill()
                time.sleep(_AWAY)
                self._club.start()
            else:
                table = self._workers[each,]
                table.kill()
                time.sleep(_AWAY)
                table.start(again=True)
        time.sleep(max(0.0, begun + seconds - time.monotonic()))

    def _used(self, broker: BrokerProcess) -> float:
        """Seconds of the processor; unknown if they are killed."""
        if self._faults != Faults():
            return math.nan
        return sum(_processor(pid) for pid in (self._club.pid, broker.pid))

    def _compare(self) -> tuple[int, int, int]:
        """Rows of all journals, those that the club has not, and those that it has too often."""
        played: Counter[tuple[object, ...]] = Counter()
        for name in self._names:
            with closing(sqlite3.connect(self._folder / name / MATCHES)) as db:
                found = db.execute("SELECT match, number, kind, key, by, at FROM journal")
                played.update((name, *row) for row in found)
        r = rows.c
        of_club = (
            select(matches.c.table, matches.c.number, r.number, r.kind, r.key, r.by, r.at)
            .join(matches, matches.c.id == r.match)
            .where(matches.c.table.in_(self._names))
        )
        engine = open_club(self._url)
        with engine.connect() as db:
            heard = Counter(tuple(row) for row in db.execute(of_club))
        engine.dispose()
        return played.total(), (played - heard).total(), (heard - played).total()


class _Tables:
    """A process of simulated tables, which can be killed and started again. Use it in `with`."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self._arguments = folder, names

    def __enter__(self) -> None:
        self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self, again: bool = False) -> None:
        self._pipe, theirs = _FORKING.Pipe()
        self._process = _FORKING.Process(
            target=play_tables, args=(theirs, *self._arguments, again), daemon=True
        )
        self._process.start()
        theirs.close()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def say(self, word: str) -> None:
        self._pipe.send(word)

    def wait(self, word: str, meanwhile: Callable[[], None]) -> None:
        """Until it says so; does something else every second."""
        while not self._pipe.poll(1.0) or self._pipe.recv() != word:
            meanwhile()


@contextmanager
def _pinging(broker: Broker) -> Iterator[list[float]]:
    """A list that gets the time of every ping, until it is left."""
    client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    client.username_pw_set(broker.user, broker.password)
    topic = f"{ROOT}/{broker.club}/bench/ping"
    heard, ended, took = threading.Event(), threading.Event(), list[float]()
    client.on_socket_open = send_at_once

    def subscribe(*_: object) -> None:
        client.subscribe(topic, qos=1)

    def hear(*_: object) -> None:
        heard.set()

    client.on_connect, client.on_subscribe, client.on_message = subscribe, hear, hear

    def ping() -> None:
        heard.wait()
        while not ended.wait(_PING_EVERY):
            heard.clear()
            start = time.perf_counter()
            client.publish(topic, b"ping" * 40, qos=1)
            if heard.wait(2):  # A broker that was killed does not answer.
                took.append(time.perf_counter() - start)

    client.connect(broker.host, broker.port)
    client.loop_start()
    thread = threading.Thread(target=ping, daemon=True)
    thread.start()
    try:
        yield took
    finally:
        ended.set()
        heard.set()
        thread.join()
        client.disconnect()
        client.loop_stop()


def _told(times: list[Time], at: float) -> int:
    """How far a table had told its club at that moment."""
    return max((time.number for time in times if not time.stored and time.at <= at), default=0)


def _waits(times: list[Time], start: float, end: float) -> Iterator[float]:
    """Seconds until the club's word came, for everything that was stored in this time."""
    waiting: list[Time] = []
    for each in times:
        if each.stored:
            waiting.append(each)
            continue
        while waiting and waiting[0].number <= each.number:
            stored = waiting.pop(0)
            if start <= stored.at <= end:
                yield each.at - stored.at


def _processor(pid: int | None) -> float:
    """Seconds of the processor that a process has used."""
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / _TICK
