"""What systemd is told, over a real socket of the kind it listens on."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware import notify
from tests.patience import PATIENCE


@pytest.fixture(params=["file", "abstract"])
def systemd(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.settimeout(PATIENCE)
        if request.param == "file":
            listener.bind(str(tmp_path / "notify"))
            monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        else:
            listener.bind("")  # Linux chooses a name
            monkeypatch.setenv("NOTIFY_SOCKET", listener.getsockname().decode().replace("\0", "@"))
        yield listener


def heard(systemd: socket.socket) -> str:
    return systemd.recv(4096).decode()


def test_systemd_hears_that_the_service_is_ready(systemd: socket.socket) -> None:
    assert notify.ready()
    assert heard(systemd) == "READY=1"


def test_being_ready_can_be_said_in_words(systemd: socket.socket) -> None:
    assert notify.ready("Port Royal, 3 players")
    assert heard(systemd) == "READY=1\nSTATUS=Port Royal, 3 players"


def test_the_watchdog_is_fed(systemd: socket.socket) -> None:
    assert notify.alive()
    assert heard(systemd) == "WATCHDOG=1"


def test_systemd_hears_that_the_service_stops(systemd: socket.socket) -> None:
    assert notify.stopping("Good night.")
    assert heard(systemd) == "STOPPING=1\nSTATUS=Good night."


def test_a_status_stays_on_its_line(systemd: socket.socket) -> None:
    """A second line would be a message of its own to systemd."""
    assert notify.status("No camera.\nSTOPPING=1")
    assert heard(systemd) == "STATUS=No camera. STOPPING=1"


def test_an_empty_status_is_not_sent(systemd: socket.socket) -> None:
    assert not notify.status("  ")
    notify.alive()
    assert heard(systemd) == "WATCHDOG=1"


def test_without_systemd_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not notify.ready()
    assert not notify.alive()
    assert not notify.stopping()
    assert not notify.status("Nobody listens.")


def test_a_socket_that_is_gone_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    assert not notify.alive()
    assert "systemd could not be told WATCHDOG=1" in caplog.text


def test_the_watchdogs_patience_is_read_in_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    assert notify.watchdog_seconds() == 30
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    assert notify.watchdog_seconds() == 30


@pytest.mark.parametrize(
    ("microseconds", "process"), [("", "0"), ("soon", "0"), ("0", "self"), ("30000000", "1")]
)
def test_without_a_watchdog_of_ours_there_is_no_patience(
    monkeypatch: pytest.MonkeyPatch, microseconds: str, process: str
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", microseconds)
    monkeypatch.setenv("WATCHDOG_PID", process.replace("self", str(os.getpid())))
    assert notify.watchdog_seconds() is None
    monkeypatch.delenv("WATCHDOG_USEC")
    assert notify.watchdog_seconds() is None
