"""Who may say and hear what at the club's broker: the broker itself sees to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from server.club.broker import HOME
from tests.server.club.conftest import Mosquitto, Wire, wait_for

OWN = "quartermaster/1/harbour/table-1"
OTHER = "quartermaster/1/harbour/table-2"


class Somebody:
    """Signed in at the broker, with what it hears and how it is answered."""

    def __init__(self, port: int, user: str, password: str) -> None:
        self._client = client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        client.username_pw_set(user, password)
        self._answers: dict[int, str] = {}
        connected: list[str] = []
        self.heard: list[str] = []
        client.on_connect = lambda *args: connected.append(str(args[3]))
        client.on_publish = lambda _c, _d, mid, code, _p: self._answers.update({mid: str(code)})
        client.on_subscribe = lambda _c, _d, mid, codes, _p: self._answers.update({mid: str(codes)})
        client.on_message = lambda _c, _d, said: self.heard.append(said.topic)
        client.connect("127.0.0.1", port)
        client.loop_start()
        wait_for(lambda: bool(connected), "the broker's answer")
        self.let_in = connected[0] == "Success"

    def say(self, *topics: str) -> list[str]:
        """What the broker answers to each."""
        sent = [self._client.publish(topic, b"{}", qos=1).mid for topic in topics]
        wait_for(lambda: all(mid in self._answers for mid in sent), "the broker's answers")
        return [self._answers[mid] for mid in sent]

    def listen(self, *topics: str) -> None:
        _, mid = self._client.subscribe([(topic, 1) for topic in topics])
        wait_for(lambda: mid in self._answers, "the broker's answer")

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def somebody(mosquitto: Mosquitto, user: str, password: str) -> Iterator[Somebody]:
    found = Somebody(mosquitto.broker.port, user, password)
    yield found
    found.close()


def test_a_table_writes_under_its_own_name_only(mosquitto: Mosquitto, wire: Wire) -> None:
    one = mosquitto.invite("table-1")
    mosquitto.invite("table-2")
    config = "homeassistant/sensor/quartermaster-harbour-table-{}/turn/config"
    allowed = [f"{OWN}/status", f"{OWN}/summary", config.format(1), f"{OWN}/rows"]
    refused = [
        f"{OTHER}/rows",
        f"{OTHER}/status",
        f"{OWN}/ack",
        f"{OWN}/secrets",
        "quartermaster/1/other/table-1/rows",
        "quartermaster/2/harbour/table-1/rows",
        config.format(2),
    ]
    with somebody(mosquitto, one.user, one.password) as table:
        assert set(table.say(*refused)) == {"Not authorized"}
        assert "Not authorized" not in table.say(*allowed)
    wait_for(lambda: f"{OWN}/rows" in dict(wire.heard), "what is allowed")
    assert sorted(dict(wire.heard)) == sorted(allowed)


def test_a_table_hears_nothing_of_others(mosquitto: Mosquitto, wire: Wire) -> None:
    one, two = mosquitto.invite("table-1"), mosquitto.invite("table-2")
    club = mosquitto.broker
    with (
        somebody(mosquitto, one.user, one.password) as curious,
        somebody(mosquitto, two.user, two.password) as other,
        somebody(mosquitto, club.user, club.password) as organiser,
    ):
        curious.listen("#", "quartermaster/#", f"{OTHER}/rows", f"{OWN}/ack")
        other.say(f"{OTHER}/rows", f"{OTHER}/summary")
        organiser.say(f"{OTHER}/ack", f"{OWN}/ack")
        wait_for(lambda: f"{OWN}/ack" in curious.heard, "the club's word")
        assert set(curious.heard) == {f"{OWN}/ack"}
    assert f"{OTHER}/rows" in dict(wire.heard)


def test_home_assistant_reads_how_things_stand_and_writes_nothing(mosquitto: Mosquitto) -> None:
    one = mosquitto.invite("table-1")
    with (
        somebody(mosquitto, HOME, mosquitto.broker.home_password) as home,
        somebody(mosquitto, one.user, one.password) as table,
    ):
        home.listen("#", "homeassistant/#", f"{OWN}/#", f"{OWN}/summary", f"{OWN}/status")
        assert home.say(f"{OWN}/rows", f"{OWN}/status") == ["Not authorized"] * 2
        table.say(f"{OWN}/rows", f"{OWN}/status", f"{OWN}/summary")
        wait_for(lambda: f"{OWN}/summary" in home.heard, "the summary")
        assert set(home.heard) == {f"{OWN}/status", f"{OWN}/summary"}


@pytest.mark.parametrize("password", ["guessed", ""])
def test_nobody_comes_in_without_the_right_password(mosquitto: Mosquitto, password: str) -> None:
    mosquitto.invite("table-1")
    with somebody(mosquitto, "table-1", password) as stranger:
        assert not stranger.let_in
