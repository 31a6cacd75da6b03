"""What a club does not take of a table is said on the table's own page."""

from __future__ import annotations

from pathlib import Path

import paho.mqtt.publish as publish
from paho.mqtt.client import MQTTv5

from server.wire.messages import Ack, Refusal, write
from server.wire.topics import Address
from tests.server.club.conftest import Mosquitto, wait_for
from tests.server.web.conftest import Room


def test_the_page_club_says_what_the_club_does_not_take_and_why(room: Room, tmp_path: Path) -> None:
    mosquitto = Mosquitto(tmp_path / "club")
    mosquitto.start()
    try:
        club, phone = room.table.club, room.player()
        assert club is not None
        club.join(mosquitto.invite("table-1").code(), 1.0)
        wait_for(lambda: club.trouble is None, "the broker")
        membership, broker = room.table.store.club.membership(), mosquitto.broker
        assert membership is not None
        publish.single(
            Address("harbour", "table-1").topic("ack"),
            write(Ack(membership.epoch, 0, "", Refusal("message", "it rains"))),
            qos=1,
            retain=True,
            hostname=broker.host,
            port=broker.port,
            auth={"username": broker.user, "password": broker.password},
            protocol=MQTTv5,
        )
        wait_for(
            lambda: "The club refused a match: it rains." in phone.get("/club").text,
            "the refusal",
        )
    finally:
        mosquitto.kill()
