"""A real broker, a club that listens to it, and tables that tell it what they store."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion
from sqlalchemy import Engine, insert

from server.club import broker as brokers
from server.club.database import tables
from server.club.opening import open_club
from server.member.invitation import Invitation
from server.trials.ports import free_port
from tests.patience import until
from tests.server.club.postgres import Postgres


class Mosquitto:
    """Debian's broker, with the files that a club makes for it."""

    def __init__(self, folder: Path) -> None:
        self.broker = brokers.init(folder, "harbour", "127.0.0.1", port=free_port())
        self.folder = folder
        self.spy = brokers.invite(folder, self.broker, "spy", "", "").password
        with (folder / brokers.RULES).open("a") as rules:
            rules.write("user spy\ntopic read #\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        command = (program, "-c", str(self.folder / brokers.CONFIGURATION))
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        wait_for(self._listens, "the broker")

    def kill(self) -> None:
        """As when its power fails."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def invite(self, table: str) -> Invitation:
        invitation = brokers.invite(self.folder, self.broker, table, table.title(), "")
        if self._process is not None:
            self._process.send_signal(signal.SIGHUP)
        return invitation

    def _listens(self) -> bool:
        with socket.socket() as there:
            return there.connect_ex(("127.0.0.1", self.broker.port)) == 0


def wait_for(happened: Callable[[], bool], what: str) -> None:
    until(happened, lambda: f"no sign of {what}")


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path / "club")
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for all tests of a process, started only if one of them needs it."""
    with Postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind that a club may have."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'either.sqlite'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """In a file, or on PostgreSQL where a test asks for both."""
    address = f"sqlite:///{tmp_path / 'club.sqlite'}"
    if getattr(request, "param", "") == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        address = server.new_database()
    engine = open_club(address)
    yield engine
    engine.dispose()


@pytest.fixture
def either(database: str) -> Iterator[Engine]:
    """A club with two tables, on each kind of database."""
    engine = open_club(database)
    with engine.begin() as db:
        db.execute(insert(tables), [{"key": f"table-{n}", "name": ""} for n in (1, 2)])
    yield engine
    engine.dispose()


class Wire:
    """Somebody who hears everything that goes over a broker, which nobody else may."""

    def __init__(self, mosquitto: Mosquitto) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self._client = client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        client.username_pw_set("spy", mosquitto.spy)
        client.on_connect = self._listen
        client.on_message = lambda _client, _data, said: self.heard.append(
            (said.topic, bytes(said.payload))
        )
        client.reconnect_delay_set(1, 1)
        listens = threading.Event()
        client.on_subscribe = lambda *_: listens.set()
        client.connect("127.0.0.1", mosquitto.broker.port)
        client.loop_start()
        wait_for(listens.is_set, "what is kept")

    def _listen(self, client: mqtt.Client, *_: object) -> None:
        client.subscribe("#", qos=1)

    def of(self, what: str, table: str = "") -> list[dict[str, Any]]:
        """What was said of one kind, by all tables or by one."""
        return [
            json.loads(payload)
            for topic, payload in list(self.heard)
            if topic.endswith(f"{table}/{what}") and payload
        ]

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def wire(mosquitto: Mosquitto) -> Iterator[Wire]:
    listener = Wire(mosquitto)
    yield listener
    listener.close()
