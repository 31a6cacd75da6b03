"""The club's broker: started and kept by the club, encrypted if there are certificates."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from server.club import broker as brokers
from server.club.broker import Broker
from server.club.broker_process import PID, BrokerProcess
from server.errors import UserError
from server.member.invitation import BadInvitation, Invitation, read_code
from server.trials.ports import free_port
from server.wire import trust
from tests.patience import PATIENCE
from tests.server.club.conftest import wait_for


@pytest.fixture
def made(tmp_path: Path) -> Broker:
    return brokers.init(tmp_path / "club", "harbour", "127.0.0.1", port=free_port())


class Guest:
    """Somebody at the broker, with what it answers."""

    def __init__(self, invitation: Invitation) -> None:
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        self.client.username_pw_set(invitation.user, invitation.password)
        if (tls := trust.context(invitation.ca)) is not None:
            self.client.tls_set_context(tls)
        self.answers: list[str] = []
        self.client.on_connect = lambda *args: self.answers.append(str(args[3]))
        self.client.on_disconnect = lambda *args: self.answers.append(str(args[3]))
        self.client.connect(invitation.host, invitation.port)
        self.client.loop_start()

    def __enter__(self) -> list[str]:
        return self.answers

    def __exit__(self, *_: object) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def test_a_table_comes_in_when_it_is_invited_and_is_cut_off_when_it_is_expelled(
    tmp_path: Path, made: Broker
) -> None:
    with BrokerProcess(tmp_path / "club", made) as process:
        one = brokers.invite(tmp_path / "club", made, "table-1", "By the window", "")
        process.reload()
        wait_for(lambda: _lets_in(one), "the broker's reload")
        with Guest(one) as answers:
            wait_for(lambda: answers == ["Success"], "the broker's welcome")
            brokers.expel(tmp_path / "club", "table-1")
            process.reload()
            wait_for(lambda: len(answers) > 1, "the end")
        assert not _lets_in(one)
        assert _lets_in(Invitation("harbour", "club", "", made.host, made.port, made.password))


def test_a_broker_that_has_died_is_started_again(tmp_path: Path, made: Broker) -> None:
    with BrokerProcess(tmp_path / "club", made) as process:
        before = process.pid
        assert before is not None
        os.kill(before, signal.SIGKILL)
        wait_for(lambda: process.pid != before and _listens(made.port), "another broker")
    assert not _listens(made.port)
    assert not (tmp_path / "club" / PID).exists()


@pytest.mark.parametrize("deaf", [False, True])
def test_a_broker_that_a_killed_club_left_behind_makes_room(
    tmp_path: Path, made: Broker, deaf: bool
) -> None:
    """Also one that does not hear it at first, as a Mosquitto that is just starting."""
    broker = (sys.executable, "-c", _DEAF, str(made.port)) if deaf else (_mosquitto(),)
    left = subprocess.Popen(
        (*broker, "-c", str(tmp_path / "club" / brokers.CONFIGURATION)),
        stderr=subprocess.DEVNULL,
    )
    (tmp_path / "club" / PID).write_text(f"{left.pid}\n")
    wait_for(lambda: _listens(made.port), "the old broker")
    with BrokerProcess(tmp_path / "club", made) as process:
        left.wait(PATIENCE)
        assert process.pid != left.pid


_DEAF = """
import signal, socket, sys
told = 0
def hear(*_):
    global told
    told += 1
    if told > 3:
        sys.exit()
signal.signal(signal.SIGTERM, hear)
with socket.create_server(("127.0.0.1", int(sys.argv[1]))) as there:
    while True:
        there.accept()[0].close()
"""


def test_a_port_that_another_program_has_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        made = brokers.init(tmp_path / "club", "harbour", "127.0.0.1", port=port)
        with pytest.raises(UserError, match=f"port {port}"), BrokerProcess(tmp_path / "club", made):
            pass


def test_what_mosquitto_does_not_like_is_told(tmp_path: Path, made: Broker) -> None:
    file = tmp_path / "club" / brokers.CONFIGURATION
    file.write_text(file.read_text() + "no_such_word true\n")
    with (
        pytest.raises(UserError, match="no_such_word"),
        BrokerProcess(tmp_path / "club", made),
    ):
        pass


def test_without_mosquitto_it_is_said_how_to_get_it(
    tmp_path: Path, made: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(UserError, match="sudo apt install mosquitto"):
        BrokerProcess(tmp_path / "club", made)


@pytest.mark.parametrize("name", ["club", "home", "Table", "a/b", "a:b", "", "a" * 41])
def test_a_table_cannot_be_called_anything(tmp_path: Path, made: Broker, name: str) -> None:
    with pytest.raises(UserError, match="small letters"):
        brokers.invite(tmp_path / "club", made, name, "", "")


# ------------------------------------------------------------------------------------ Certificates


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Certificates for 127.0.0.1, signed by an authority that somebody has made for themselves."""
    folder = tmp_path_factory.mktemp("certificates")
    _openssl(folder, "req -x509 -nodes -days 2 -subj /CN=Club -keyout ca.key -out ca.crt")
    sign(folder, "127.0.0.1", "server")
    return folder


def sign(folder: Path, address: str, name: str) -> None:
    _openssl(folder, f"req -nodes -subj /CN=broker -keyout {name}.key -out {name}.csr")
    (folder / "for").write_text(f"subjectAltName=IP:{address}\n")
    ca = "-CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile for"
    _openssl(folder, f"x509 -req -in {name}.csr {ca} -out {name}.crt", key=False)


def _openssl(folder: Path, words: str, key: bool = True) -> None:
    made = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1") if key else ()
    command = ("openssl", *words.split(), *made)
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def test_with_certificates_tables_know_the_broker_and_nothing_is_read_on_the_way(
    tmp_path: Path, authority: Path
) -> None:
    club = tmp_path / "club"
    made = brokers.init(club, "harbour", "127.0.0.1", authority, free_port())
    one = read_code(brokers.invite(club, made, "table-1", "One", "").code())
    with BrokerProcess(club, made):
        with Guest(one) as answers:
            wait_for(lambda: answers == ["Success"], "the broker's welcome")
        stranger = trust.context(trust.PUBLIC)
        assert stranger is not None
        with (
            socket.create_connection((made.host, made.port)) as there,
            pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"),
        ):
            stranger.wrap_socket(there, server_hostname=made.host)


def test_the_code_of_an_encrypted_club_can_still_be_scanned(
    tmp_path: Path, authority: Path
) -> None:
    made = brokers.init(tmp_path / "club", "harbour", "127.0.0.1", authority)
    pages = "http://club.example:8090"
    invitation = brokers.invite(tmp_path / "club", made, "table-1", "One", pages)
    assert len(invitation.link()) < 1_300, "a phone reads no more from a screen"
    assert read_code(invitation.link()) == invitation


def _break(name: str, text: str | None) -> Callable[[Path], None]:
    def broken(folder: Path) -> None:
        if text is None:
            (folder / name).unlink()
        else:
            (folder / name).write_text(text)

    return broken


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_break("server.crt", None), "There is no server.crt"),
        (_break("server.key", None), "There is no server.key"),
        (_break("server.key", "no key"), "cannot be used together"),
        (_break("ca.crt", "no certificate"), "is not a certificate"),
        (_break("ca.crt", None), "would not trust"),
        (lambda folder: shutil.copy(folder / "ca.key", folder / "server.key"), "together"),
        (lambda folder: sign(folder, "10.0.0.9", "server"), "name 127.0.0.1"),
    ],
)
def test_wrong_certificates_are_explained_before_anything_is_made(
    tmp_path: Path, authority: Path, spoil: Callable[[Path], None], told: str
) -> None:
    folder = Path(shutil.copytree(authority, tmp_path / "certificates"))
    spoil(folder)
    with pytest.raises(UserError, match=told):
        brokers.init(tmp_path / "club", "harbour", "127.0.0.1", folder)
    assert not (tmp_path / "club").exists()


@pytest.mark.parametrize(
    "changed",
    [{"ca": "no certificate"}, {"pages": "javascript:alert(1)"}, {"host": ""}, {"table": "A"}],
)
def test_a_code_that_was_tampered_with_is_refused(changed: dict[str, str]) -> None:
    sound = {"club": "harbour", "table": "one", "name": "One", "host": "h", "password": "p"}
    code = Invitation(**{**sound, **changed}, port=1).code()
    with pytest.raises(BadInvitation):
        read_code(code)


def _lets_in(invitation: Invitation) -> bool:
    with Guest(invitation) as answers:
        wait_for(lambda: bool(answers), "an answer")
        return answers[0] == "Success"


def _listens(port: int) -> bool:
    with socket.socket() as there:
        return there.connect_ex(("127.0.0.1", port)) == 0


def _mosquitto() -> str:
    return shutil.which("mosquitto") or "/usr/sbin/mosquitto"
