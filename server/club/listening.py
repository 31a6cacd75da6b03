"""The club at the broker: hears all tables, stores, and tells each how far it has heard."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from sqlalchemy.exc import SQLAlchemyError

from server.club.broker import Broker
from server.club.intake import Intake
from server.wire import topics, trust
from server.wire.messages import (
    Ack,
    BadMessage,
    Rows,
    read_rows,
    read_status,
    read_summary,
    write,
)

log = logging.getLogger(__name__)

_HEARD: tuple[topics.What, ...] = ("status", "summary", "rows")
_TOGETHER = 500
"""Messages that are stored in one transaction at most."""
_AGAIN = 2.0
"""Seconds before a database that cannot be written is tried again."""

Heard = tuple[topics.Address, topics.What, bytes]


class Listening:
    """Hears and stores on a thread of its own. Use it in `with`."""

    def __init__(self, broker: Broker, intake: Intake, changed: Callable[[str], None]) -> None:
        """`changed` gets every table of which there is something new, once it is stored."""
        self._broker = broker
        self._intake = intake
        self._changed = changed
        self._heard: SimpleQueue[Heard | None] = SimpleQueue()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, name="intake", daemon=True)
        self._client = client = mqtt.Client(
            CallbackAPIVersion.VERSION2,
            client_id=f"quartermaster-club-{broker.club}",
            protocol=MQTTProtocolVersion.MQTTv5,
        )
        client.username_pw_set(broker.user, broker.password)
        if (tls := trust.context(broker.ca)) is not None:
            client.tls_set_context(tls)
        client.reconnect_delay_set(1, 30)
        client.on_connect = self._on_connect
        client.on_message = self._on_message

    def __enter__(self) -> Listening:
        self._thread.start()
        self._client.connect_async(self._broker.host, self._broker.port, keepalive=20)
        self._client.loop_start()
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()
        self._ended.set()
        self._heard.put(None)
        self._thread.join()

    # ---------------------------------------------------------- On the thread of the MQTT library

    def _on_connect(
        self,
        client: mqtt.Client,
        _data: Any,
        _flags: mqtt.ConnectFlags,
        reason: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        if reason.is_failure:
            log.warning("The broker does not let the club in: %s.", reason)
            return
        client.subscribe([(topics.of_all_tables(self._broker.club, what), 1) for what in _HEARD])
        # A broker that lost its power may have forgotten what tables were told.
        for table, ack in self._intake.acks().items():
            self._acknowledge(table, ack)

    def _on_message(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        found = topics.read(message.topic)
        if found is not None and found[0].club == self._broker.club:
            self._heard.put((*found, bytes(message.payload)))

    # --------------------------------------------------------------------------- On its own thread

    def _work(self) -> None:
        while (first := self._heard.get()) is not None:
            together = [first, *self._more()]
            while not self._ended.is_set():
                try:
                    self._store(together)
                except SQLAlchemyError:
                    # Nothing was acknowledged, so nothing is lost; tables send it again too.
                    log.exception("What tables told could not be stored; it is tried again.")
                    self._ended.wait(_AGAIN)
                else:
                    break

    def _more(self) -> list[Heard]:
        more: list[Heard] = []
        while len(more) < _TOGETHER:
            try:
                heard = self._heard.get_nowait()
            except Empty:
                break
            if heard is None:
                self._heard.put(None)
                break
            more.append(heard)
        return more

    def _store(self, together: list[Heard]) -> None:
        told: list[tuple[str, Rows]] = []
        new: dict[str, None] = {}
        for address, what, data in together:
            try:
                if what == "rows":
                    told.append((address.table, read_rows(data)))
                elif what == "status":
                    self._intake.is_here(address.table, read_status(data))
                else:
                    read_summary(data)
                    self._intake.stands(address.table, json.loads(data))
            except BadMessage as error:
                log.warning("What table %s said was not understood: %s", address.table, error)
                continue
            new[address.table] = None
        for table, ack in self._intake.store(told).items() if told else ():
            self._acknowledge(table, ack)
        for table in new:
            self._changed(table)

    def _acknowledge(self, table: str, ack: Ack) -> None:
        topic = topics.Address(self._broker.club, table).topic("ack")
        self._client.publish(topic, write(ack), qos=1, retain=True)
