"""How long phones wait while strangers do their worst, beside the same without them.

Phones at addresses of their own take turns to ping a bare Flask application on our web server,
while nobody else is there, and while one address has hundreds of connections to it on which nothing
comes, or a byte now and then; sends bodies in chunks of one byte; asks without waiting for answers,
or without taking any; or comes and goes thousands of times a second. As with events, what counts is
when an answer has come to the phone's socket, while a bare ping counts until it is read.

Meanwhile the watchdog asks for a page as it does at a table.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from flask import Flask

import server.web
from server.progress import through
from server.web.http.serving import WebServer

IDLE = 500
DRIPPING = 100
ATTACKS = {"chunked": 60, "churn": 5760, "pipelined": 60, "never_reading": 60}
"""Connections; with `churn` those of a second, which come and go."""
ATTACK_SECONDS = 10.0
HONEST_PHONES = 50
ROUNDS = 6
"""Pings of each phone in a try, without the strangers and again with them."""
TRIES = 5
"""Of which the middle one counts: a computer now and then has something else to do."""
_LARGE = "x" * 1024 * 1024
_WATCHDOG_EVERY, _WATCHDOG_PATIENCE = 1.0, 5.0
"""Seconds."""

_HERE = __name__.rpartition(".")[0]


class Pings(NamedTuple):
    """Seconds."""

    came: list[float]
    read: list[float]
    new: list[float]
    """Until a phone that was not there before had its first answer."""


def measure() -> dict[str, Any]:
    pings, alone, beside = [], [], []
    with bare_server() as web, _watched(web) as fed:
        for _ in range(TRIES):
            quiet = _pings(web.port)
            pings.append(median(quiet.read))
            alone.append(_p99(quiet.came))
            with _strangers(web.port, "besiege", IDLE, DRIPPING):
                beside.append(_p99(_pings(web.port).came))
        attacks = {
            kind: _attacked(web.port, kind, number)
            for kind, number in through("attack", ATTACKS.items(), len(ATTACKS))
        }
    ping = median(pings)
    return {
        "idle": IDLE,
        "dripping": DRIPPING,
        "honest_phones": HONEST_PHONES,
        "ping_p50_ms": _ms(ping),
        "p99_alone_ms": _ms(median(alone)),
        "p99_ms": _ms(median(beside)),
        "p99_over_ping_p50": round(median(beside) / ping, 2),
        **attacks,
        "watchdog_fed": all(fed) and bool(fed),
    }


def as_text(figures: dict[str, Any]) -> str:
    attacks = "; ".join(
        f"{kind} {figures[kind]['p99_ms']} ms, {figures[kind]['p99_over_ping_p50']} times"
        for kind in ATTACKS
    )
    fed = "was always fed" if figures["watchdog_fed"] else "was NOT always fed"
    return (
        f"While {figures['idle']} idle and {figures['dripping']} dripping connections of one "
        f"address are there, {figures['honest_phones']} phones at others wait at most "
        f"{figures['p99_ms']} ms for 99 % of their pings, {figures['p99_over_ping_p50']} times a "
        f"bare ping without them ({figures['ping_p50_ms']} ms; {figures['p99_alone_ms']} ms for "
        f"99 % of those). The same while one address does worse: {attacks}. The watchdog {fed}."
    )


@contextmanager
def bare_server() -> Iterator[WebServer]:
    """An application that does nothing, on our web server."""
    app = Flask("ping", static_folder=str(Path(server.web.__file__).parent / "static"))
    app.add_url_rule("/ping", view_func=lambda: "pong")
    app.add_url_rule("/large", "large", lambda: _LARGE)
    with WebServer("127.0.0.1", 0) as web:
        web.start(app)
        yield web


def _attacked(port: int, kind: str, number: int) -> dict[str, Any]:
    """What honest phones have of an attack, beside what they had right before it."""
    quiet = _pings(port)
    came: list[float] = []
    new: list[float] = []
    with _strangers(port, kind, number) as had:
        begun = time.monotonic()
        while time.monotonic() - begun < ATTACK_SECONDS:
            pings = _pings(port)
            came += pings.came
            new += pings.new
        seconds = time.monotonic() - begun
    ping = median(quiet.read)
    return {
        "asked_for": number,
        "connections": had[0],
        "seconds": round(seconds, 1),
        "ping_p50_ms": _ms(ping),
        "p99_alone_ms": _ms(_p99(quiet.came)),
        "p50_ms": _ms(median(came)),
        "p99_ms": _ms(_p99(came)),
        "p99_over_ping_p50": round(_p99(came) / ping, 2),
        "new_p99_alone_ms": _ms(_p99(quiet.new)),
        "new_p99_ms": _ms(_p99(new)),
    }


@contextmanager
def _strangers(port: int, kind: str, *numbers: int) -> Iterator[list[int]]:
    """Gives how many connections they have had, once they have gone."""
    arguments = [str(port), kind, *map(str, numbers)]
    had: list[int] = []
    with subprocess.Popen(
        [sys.executable, "-m", f"{_HERE}.strangers", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as strangers:
        assert strangers.stdin is not None
        assert strangers.stdout is not None
        strangers.stdout.readline()
        yield had
        strangers.stdin.close()
        had.append(int(strangers.stdout.readline()))


@contextmanager
def _watched(web: WebServer) -> Iterator[list[bool]]:
    """Whether the watchdog was fed, each time that it should have been."""
    fed: list[bool] = []
    done = threading.Event()

    def look() -> None:
        while not done.wait(_WATCHDOG_EVERY):
            fed.append(web.is_alive(_WATCHDOG_PATIENCE))

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield fed
    finally:
        done.set()
        thread.join()
        fed.append(web.is_alive(_WATCHDOG_PATIENCE))


def _pings(port: int) -> Pings:
    arguments = [str(port), str(HONEST_PHONES), str(ROUNDS)]
    said = json.loads(
        subprocess.check_output([sys.executable, "-m", f"{_HERE}.pinging", *arguments])
    )
    return Pings(
        [came for came, _ in said["pings"]], [read for _, read in said["pings"]], said["new"]
    )


def _p99(seconds: list[float]) -> float:
    return quantiles(seconds, n=100)[98]


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)
