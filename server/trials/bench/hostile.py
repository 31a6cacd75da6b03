"""How long phones wait while strangers do their worst, beside the same without them.

Phones at addresses of their own take turns to ping a bare Flask application on our web server,
while nobody else is there, and while one address has hundreds of connections to it on which nothing
comes, or a byte now and then. As with events, what counts is when an answer has come to the phone's
socket, while a bare ping counts until it is read.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from typing import Any

from flask import Flask

from server.web.http.serving import WebServer

IDLE = 500
DRIPPING = 100
HONEST_PHONES = 50
ROUNDS = 6
"""Pings of each phone in a try, without the strangers and again with them."""
TRIES = 5
"""Of which the middle one counts: a computer now and then has something else to do."""

_HERE = __name__.rpartition(".")[0]


def measure() -> dict[str, Any]:
    pings, alone, beside = [], [], []
    with bare_server() as web:
        for _ in range(TRIES):
            came, read = _pings(web.port)
            pings.append(median(read))
            alone.append(_p99(came))
            with _strangers(web.port):
                beside.append(_p99(_pings(web.port)[0]))
    ping = median(pings)
    return {
        "idle": IDLE,
        "dripping": DRIPPING,
        "honest_phones": HONEST_PHONES,
        "ping_p50_ms": round(ping * 1000, 3),
        "p99_alone_ms": round(median(alone) * 1000, 3),
        "p99_ms": round(median(beside) * 1000, 3),
        "p99_over_ping_p50": round(median(beside) / ping, 2),
    }


def as_text(figures: dict[str, Any]) -> str:
    return (
        f"While {figures['idle']} idle and {figures['dripping']} dripping connections of one "
        f"address are there, {figures['honest_phones']} phones at others wait at most "
        f"{figures['p99_ms']} ms for 99 % of their pings, {figures['p99_over_ping_p50']} times a "
        f"bare ping without them ({figures['ping_p50_ms']} ms; {figures['p99_alone_ms']} ms for "
        "99 % of those)."
    )


@contextmanager
def bare_server() -> Iterator[WebServer]:
    """An application that does nothing, on our web server."""
    app = Flask("ping")
    app.add_url_rule("/ping", view_func=lambda: "pong")
    with WebServer("127.0.0.1", 0) as web:
        web.start(app)
        yield web


@contextmanager
def _strangers(port: int) -> Iterator[None]:
    with subprocess.Popen(
        [sys.executable, "-m", f"{_HERE}.strangers", str(port), str(IDLE), str(DRIPPING)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as strangers:
        assert strangers.stdin is not None
        assert strangers.stdout is not None
        strangers.stdout.readline()
        yield
        strangers.stdin.close()


def _pings(port: int) -> tuple[list[float], list[float]]:
    """Seconds after which the answers had come, and after which they were read."""
    arguments = [str(port), str(HONEST_PHONES), str(ROUNDS)]
    said = subprocess.check_output([sys.executable, "-m", f"{_HERE}.pinging", *arguments])
    took = json.loads(said)
    return [came for came, _ in took], [read for _, read in took]


def _p99(seconds: list[float]) -> float:
    return quantiles(seconds, n=100)[98]
