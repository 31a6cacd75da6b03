"""The club at the broker: hears all tables, stores, and tells each how far it has heard.

Whatever somebody sends, the next message is taken: no thread ends by it, and nobody has more
waiting here than a table in good order ever would.
"""

from __future__ import annotations

import json
import logging
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from sqlalchemy.exc import SQLAlchemyError

from server.club.broker import Broker
from server.club.database import reason
from server.club.heard import Heard
from server.club.intake import AWAY, Intake
from server.member.home_assistant import config_topics
from server.wire import topics, trust
from server.wire.connection import send_at_once
from server.wire.fields import LONGEST, BadMessage, shortened
from server.wire.messages import (
    Ack,
    BadEvent,
    Refusal,
    Rows,
    Status,
    read_rows,
    read_status,
    read_summary,
    write,
)

log = logging.getLogger(__name__)

_LISTENS_TO: tuple[topics.What, ...] = ("status", "summary", "rows")
_TOGETHER = 500
"""Messages that are stored in one transaction at most."""
_AGAIN = 2.0
"""Seconds before a database that cannot be written is tried again."""

_MOST_WAITING = 4 * LONGEST
"""Bytes of one table that wait to be stored; what comes beyond them is told again later."""

Said = tuple[topics.Address, topics.What, bytes]
HELLO = "hello"
"""Heard whenever it is time to tell all tables how far they have told."""


@dataclass(slots=True)
class Faults:
    """What went wrong here, and not with a table: for the organiser."""

    count: int = 0
    last: str = ""


class Listening:
    """Hears and stores on a thread of its own. Use it in `with`."""

    def __init__(self, broker: Broker, intake: Intake, changed: Callable[[str], None]) -> None:
        """`changed` gets every table of which there is something new, once it is stored."""
        self._broker = broker
        self._intake = intake
        self._changed = changed
        self.faults = Faults()
        self._heard: SimpleQueue[Said | str | None] = SimpleQueue()
        self._waiting: Counter[str] = Counter()
        """Bytes of every table."""
        self._count = threading.Lock()
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
        client.on_socket_open = send_at_once
        client.on_connect = self._on_connect
        client.on_message = self._on_message
        client.suppress_exceptions = True  # They are logged, and its thread goes on.

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

    def forget(self, table: str) -> None:
        """A table is expelled: broker and Home Assistant keep nothing of it. Any thread may ask."""
        address = topics.Address(self._broker.club, table)
        kept = [*(address.topic(what) for what in topics.WHATS), *config_topics(address)]
        for topic in kept:
            self._client.publish(topic, b"", qos=1, retain=True)

    # ---------------------------------------------------------- On the thread of the MQTT library

    def _on_connect(
        self,
        _client: mqtt.Client,
        _data: Any,
        _flags: mqtt.ConnectFlags,
        code: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        if code.is_failure:
            log.warning("The broker does not let the club in: %s.", code)
            return
        self._subscribe()

    def _on_message(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        found = topics.read(message.topic)
        if found is None or found[0].club != self._broker.club or not message.payload:
            return
        table = found[0].table
        with self._count:
            if self._waiting[table] > _MOST_WAITING:
                return
            self._waiting[table] += len(message.payload)
        self._heard.put((*found, bytes(message.payload)))

    def _subscribe(self) -> None:
        """Also has the broker show again what it keeps: status and summary of every table."""
        club = self._broker.club
        self._client.subscribe([(topics.of_all_tables(club, what), 1) for what in _LISTENS_TO])
        # A broker that lost its power may have forgotten what tables were told.
        self._heard.put(HELLO)

    # --------------------------------------------------------------------------- On its own thread

    def _work(self) -> None:
        while (first := self._heard.get()) is not None:
            try:
                self._store([first, *self._more(_TOGETHER)])
            except AWAY as error:
                self._wait_for_the_database(error)
            except Exception as error:  # A club that hears nothing more would be worse.
                log.exception("Something that tables told was passed over.")
                self.faults.count += 1
                self.faults.last = shortened(repr(error))

    def _wait_for_the_database(self, error: SQLAlchemyError) -> None:
        """Nothing was acknowledged, so nothing is lost, nor is it piled up here: as soon as the
        database is back, tables tell again what they have told, and the broker what it keeps.
        """
        log.warning(
            "What tables tell cannot be stored (%s); it is tried again every %.0f seconds.",
            reason(error),
            _AGAIN,
        )
        self._ended.wait(_AGAIN)
        self._taken(self._more(self._heard.qsize()))
        self._subscribe()

    def _more(self, most: int) -> list[Said | str]:
        """What was heard meanwhile, without waiting for it."""
        more: list[Said | str] = []
        while len(more) < most:
            try:
                said = self._heard.get_nowait()
            except Empty:
                break
            if said is None:
                self._heard.put(None)
                break
            more.append(said)
        return more

    def _taken(self, together: Sequence[Said | str]) -> None:
        """There is room for more."""
        with self._count:
            for said in together:
                if not isinstance(said, str):
                    self._waiting[said[0].table] -= len(said[2])

    def _store(self, together: Sequence[Said | str]) -> None:
        self._taken(together)
        if HELLO in together:
            for table, ack in self._intake.acks().items():
                self._acknowledge(table, ack)
        told: list[tuple[str, Rows]] = []
        here: dict[str, Status] = {}
        stands: dict[str, Mapping[str, Any]] = {}
        refused: dict[str, Refusal] = {}
        for said in together:
            if isinstance(said, str):
                continue
            (_, table), what, data = said
            try:
                if what == "rows":
                    told.append((table, read_rows(data)))
                elif what == "status":
                    here[table] = read_status(data)
                else:
                    # Only the fields that are known.
                    stands[table] = json.loads(write(read_summary(data)))
            except BadEvent as error:
                told.append((table, error.rows))
            except BadMessage as error:
                refused[table] = Refusal("message", f"{what}: {error}")
        for table, ack in self._intake.store(Heard(told, here, stands, refused)).items():
            self._acknowledge(table, ack)
        for table in {**dict(told), **here, **stands, **refused}:
            self._changed(table)

    def _acknowledge(self, table: str, ack: Ack) -> None:
        topic = topics.Address(self._broker.club, table).topic("ack")
        self._client.publish(topic, write(ack), qos=1, retain=True)
