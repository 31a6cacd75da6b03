"""From a choice stored to every phone told, beside a bare Flask ping on the same web server.

A hundred phones listen, in a process of their own, while a match is played. Between the choices
they ping an application that does nothing, so that both are measured under the same conditions.
Received is what has arrived at a phone's socket: how soon one process that plays a hundred phones
gets round to reading it is not counted, while a ping counts until it is read.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from firmware.panel import Panel
from rules.flow import TABLE
from rules.games import GAMES
from rules.simulation import Simulation
from server.live.host import Host
from server.live.messages import Answer, Begin, View
from server.progress import through
from server.store import Entry, Store
from server.trials.bench import hostile
from server.trials.bench.start import FEW, MANY, ratios
from server.web import Tableside, create_app
from server.web.door.joining import Joining
from server.web.door.names import HostNames
from server.web.http.events import Events
from server.web.http.serving import WebServer

PHONES = 100
CHOICES = 200
PINGS = 3
"""After each choice."""
NAMES = ("Ann", "Bob", "Cleo")
_PAUSE = 0.015
"""Seconds between two things, so that each is measured by itself."""


def measure() -> dict[str, Any]:
    with _table() as (host, events, stored, web), hostile.bare_server() as bare:
        host.ask(Begin("port_royal", NAMES, {})).result()
        time.sleep(_PAUSE)
        before = _memory()
        ports = (str(web.port), str(bare.port))
        with subprocess.Popen(
            [sys.executable, "-m", "server.trials.bench.phones", *ports, str(PHONES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as phones:
            assert phones.stdin is not None
            assert phones.stdout is not None
            phones.stdout.readline()
            memory = (_memory() - before) / PHONES
            first = int(events.last_id.partition("-")[2]) + 1
            del stored[:]
            for _ in through("move", _play(host)):
                for _ in range(PINGS):
                    time.sleep(_PAUSE)
                    phones.stdin.write(b"ping\n")
                    phones.stdin.flush()
                time.sleep(_PAUSE)
            said = json.loads(phones.communicate()[0])
    received = [
        {number - first: at for number, at in phone if number >= first} for phone in said["events"]
    ]
    waits = [at - stored[number] for phone in received for number, at in phone.items()]
    p99, ping = quantiles(waits, n=100)[98], median(said["pings"])
    return {
        "phones": PHONES,
        "events": len(stored),
        "lost": sum(_lost(len(stored), list(phone)) for phone in received),
        "ping_p50_ms": round(ping * 1000, 3),
        "ping_p99_ms": round(quantiles(said["pings"], n=100)[98] * 1000, 3),
        "p99_ms": round(p99 * 1000, 3),
        "p99_over_ping_p50": round(p99 / ping, 2),
        "kb_per_phone": round(memory / 1024, 1),
        "hostile": hostile.measure(),
        "stored_matches": MANY,
        **ratios(),
    }


def as_text(figures: dict[str, Any]) -> str:
    return (
        f"{figures['phones']} phones, {figures['events']} choices, {figures['lost']} events lost. "
        f"99 % are received {figures['p99_ms']} ms after they were stored, "
        f"{figures['p99_over_ping_p50']} times a bare Flask ping ({figures['ping_p50_ms']} ms). "
        f"{figures['kb_per_phone']} kB of memory for each phone. "
        f"{hostile.as_text(figures['hostile'])} "
        f"With {figures['stored_matches']} stored matches the assistant takes "
        f"{figures['start_ratio']} times as long to start as with {FEW}, and to show pages: "
        f"{', '.join(f'{page} {ratio}' for page, ratio in figures['page_ratios'].items())}."
    )


class _Stamped(Store):
    """Says when a choice was on the disk, in seconds since 1970."""

    at = 0.0

    def append(self, match_id: int, entries: Sequence[Entry], after: int | None = None) -> int:
        last = super().append(match_id, entries, after)
        self.at = time.time()
        return last


@contextmanager
def _table() -> Iterator[tuple[Host, Events, list[float], WebServer]]:
    """A host with pages, and a list that gets the moment at which each shown view was stored."""
    stored: list[float] = []
    with (
        TemporaryDirectory() as name,
        WebServer("127.0.0.1", 0) as web,
        _Stamped.open(Path(name) / "matches.sqlite") as store,
    ):
        events = Events()

        def show(_: View) -> None:
            stored.append(store.at)
            events.publish()

        host = Host(store, show)
        with Panel.simulated(host.post) as panel:
            joining = Joining(store, "", events.publish)
            names = HostNames(web.port)
            web.start(create_app(Tableside(host, store, joining, events, panel, names, Path(name))))
            events.start()
            host.start()
            yield host, events, stored, web
            web.stop()
            host.stop()
            events.stop()


def _play(host: Host) -> Iterator[None]:
    """The choices of a random match; yields after each."""
    simulation = Simulation(GAMES["port_royal"], NAMES, {}, 5)
    while len(simulation.match.journal) < CHOICES and simulation.step():
        pass
    for key in simulation.match.journal:
        match = host.view.match
        assert match is not None
        assert match.choice is not None
        who = match.choice.who
        host.ask(Answer(match.seats[0] if who is TABLE else who, key)).result()
        yield


def _lost(sent: int, received: list[int]) -> int:
    """Events that a phone did not get, or not in their order."""
    in_order = [
        number for number, other in zip(received, sorted(received), strict=True) if number == other
    ]
    return sent - len(in_order)


def _memory() -> int:
    """Bytes of this process that are in memory."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * 4096
