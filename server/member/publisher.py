"""The process that tells a club what has happened at the table; the match never waits for it.

It reads the outbox in its order and sends it to the broker. A broker may forget what it has taken
when its power fails, so only what the club itself has said to have stored counts as told: until
then everything stays in the outbox, and after a while it is sent again. The club knows rows by
their numbers, so it has each of them once.

If the table was put back to an older copy of itself, the club has been told something else than
what stands here: it knows a number that was never given here, or another mark. Then this process
says so and ends, everything is put into the outbox anew, and the next one tells it.

    python -m server.member.publisher DATABASE    # lines of JSON in and out, see `main`
"""

from __future__ import annotations

import json
import logging
import os
import select
import sqlite3
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from server.member.events import LEAVE, events_of, named
from server.member.home_assistant import config_topics, discovery
from server.member.invitation import of_fields
from server.member.outbox import (
    Joined,
    Waiting,
    find_joined,
    first_and_last,
    mark_of,
    reading,
    seated_in,
    waiting_after,
)
from server.member.trouble import of_failure
from server.wire import trust
from server.wire.connection import send_at_once
from server.wire.fields import LONGEST, BadMessage
from server.wire.messages import (
    MOST_ROWS,
    Ack,
    Refusal,
    Rows,
    State,
    Status,
    Summary,
    read_ack,
    read_summary,
    write,
)
from server.wire.topics import What

log = logging.getLogger(__name__)

WINDOW = 1_000
"""Rows that are on their way, of which the club has not said yet that it has them."""
MOST_BYTES = LONGEST // 4
"""Of one message: with all that an owner has printed on a copy, settings may be large."""
PATIENCE = 3.0
"""Seconds without a word from the club after which rows are sent again."""
_KEEP_ALIVE = 20
_LOOK_EVERY = 1.0
"""Seconds after which the outbox is looked at though nobody said that there is something."""


class Publisher:
    """Sends what stands in an outbox, and keeps what the broker shows of the table up to date."""

    def __init__(self, db: sqlite3.Connection, joined: Joined, say: Any) -> None:
        """`say` is told, as keyword arguments, how far it has come and whether it is connected."""
        self._db = db
        self._say = say
        self._epoch = joined.epoch
        self._invitation = invitation = of_fields(dict(joined.invitation))
        self._address = invitation.address
        self.put_back = False
        """Whether the club has been told something else than what stands in the database."""
        self._acked = self._sent = 0
        self._acks: deque[tuple[Ack, bool]] = deque()
        """What the club has said, and whether just now: the broker keeps what it said before."""
        self._newest: Ack | None = None
        """Of those that it has just said."""
        self._refused: set[int] = set()
        """Matches that the club does not take."""
        self._progress = time.monotonic()
        self._connected = False
        self._summary: Summary | None = None
        self._stale = False
        """Whether the broker may show something else than how things stand."""
        self._leaving = False
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._client = client = mqtt.Client(
            CallbackAPIVersion.VERSION2,
            client_id=f"quartermaster-{invitation.club}-{invitation.table}",
            protocol=MQTTProtocolVersion.MQTTv5,
        )
        client.username_pw_set(invitation.user, invitation.password)
        if (tls := trust.context(invitation.ca)) is not None:
            client.tls_set_context(tls)
        client.will_set(self._address.topic("status"), self._status("away"), qos=1, retain=True)
        client.max_inflight_messages_set(20)
        client.reconnect_delay_set(1, 30)
        client.on_socket_open = send_at_once
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message

    def start(self) -> None:
        """Connect as soon as there is a broker, and again whenever it has gone."""
        invitation = self._invitation
        self._client.connect_async(invitation.host, invitation.port, keepalive=_KEEP_ALIVE)
        self._client.loop_start()

    def stop(self) -> None:
        """Say goodbye, so that nobody has to wait for the last will. The process ends with it: the
        thread of a library that is still looking for the broker is not waited for.
        """
        if not self._connected:
            return
        if self._leaving:
            self._retain("summary", write(Summary()))
            for topic in config_topics(self._address):
                self._client.publish(topic, b"", qos=1, retain=True)
        info = self._retain("status", self._status("left" if self._leaving else "away"))
        with suppress(RuntimeError, ValueError):
            info.wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()

    def show(self, summary: Summary) -> None:
        """What the broker keeps of how things stand at the table, with the next `send`."""
        if summary != self._summary:
            self._summary, self._stale = summary, True

    def leave(self) -> None:
        """The table leaves the club: what the broker keeps of it goes with the end."""
        self._leaving = True

    def send(self) -> None:
        """Whatever stands in the outbox and is not on its way yet, and how things stand."""
        if not self._connected or self.put_back:
            return
        self._send_rows()
        if self._stale and self._summary is not None:
            self._stale = False
            match = self._summary.match
            seated = seated_in(self._db, match) if match is not None else ()
            self._retain("summary", write(named(self._summary, seated)))

    def _send_rows(self) -> None:
        if self._sent > self._acked and time.monotonic() - self._progress > PATIENCE:
            if self._cannot_go_on():
                self._begin_anew()
                return
            self._sent, self._progress = self._acked, time.monotonic()
        while (room := min(MOST_ROWS, WINDOW - (self._sent - self._acked))) > 0:
            waiting = waiting_after(self._db, self._sent, room)
            if not waiting:
                return
            told = self._as_rows(waiting)
            while len(told) > MOST_BYTES and len(waiting) > 1:
                waiting = waiting[: len(waiting) // 2]
                told = self._as_rows(waiting)
            # Somebody may be called otherwise, or be a guest.
            self._stale |= any(each.what == "begun" for each in waiting)
            if self._sent == self._acked:
                self._progress = time.monotonic()
            self._client.publish(self._address.topic("rows"), told, qos=1)
            self._sent = waiting[-1].seq

    def _as_rows(self, waiting: Sequence[Waiting]) -> bytes:
        first = waiting[0].seq
        marks = [mark_of(self._db, first - 1), *(each.mark for each in waiting)]
        return write(Rows(self._epoch, first, events_of(waiting, self._refused), marks))

    def fileno(self) -> int:
        """Can be read when the club or the broker has said something; see `heard`."""
        return self._wake_read

    def heard(self) -> None:
        os.read(self._wake_read, 4_096)
        while self._acks:
            self._hear(*self._acks.popleft())

    def _hear(self, ack: Ack, just_said: bool) -> None:
        if just_said:
            self._newest = ack
        if ack.epoch != self._epoch or ack.last < self._acked:
            return
        if self._differs(ack):
            self._begin_anew()
            return
        if ack.last > self._acked:
            self._acked, self._progress = ack.last, time.monotonic()
            self._sent = max(self._sent, self._acked)
            self._say(acked=ack.last)
        if ack.refused is not None:
            self._go_on_without(ack.refused)

    def _differs(self, ack: Ack) -> bool:
        """Whether the last thing that the club has does not stand here, or another one."""
        own = mark_of(self._db, ack.last)
        if ack.last > first_and_last(self._db)[1]:
            return True
        return own != "" and ack.mark not in ("", own)

    def _cannot_go_on(self) -> bool:
        """Whether the club waits for something that was told already, and is here no more: it was
        put back to an older copy itself.
        """
        first, newest = first_and_last(self._db)[0], self._newest
        if newest is None or first is None:
            return False
        return first > (newest.last + 1 if newest.epoch == self._epoch else 1)

    def _begin_anew(self) -> None:
        self.put_back = True
        self._say(put_back=self._epoch)

    def _go_on_without(self, refused: Refusal) -> None:
        """Of a match that it does not take, the club is told that there is none, so that what
        follows has not to wait.
        """
        self._say(refused=refused.why)
        wrong = waiting_after(self._db, self._acked, 1)
        if refused.what == "event" and wrong and wrong[0].match not in self._refused:
            log.warning("The club does not take match %s: %s", wrong[0].match, refused.why)
            self._refused.add(wrong[0].match)
            self._sent = self._acked

    def _status(self, state: State) -> bytes:
        return write(Status(state, self._invitation.name, self._epoch))

    def _wake(self) -> None:
        with suppress(BlockingIOError):
            os.write(self._wake_write, b".")

    def _retain(self, what: What, payload: bytes) -> mqtt.MQTTMessageInfo:
        # With every connection it is said anew how things stand; an older summary, with the name of
        # somebody who is a guest by now, must not be sent again by the library itself.
        qos = 0 if what == "summary" else 1
        return self._client.publish(self._address.topic(what), payload, qos=qos, retain=True)

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
            self._say(connected=False, why="refused")
            return
        client.subscribe(self._address.topic("ack"), qos=1)
        self._sent, self._progress = self._acked, time.monotonic()
        self._connected = self._stale = True
        self._retain("status", self._status("here"))
        for topic, payload in discovery(self._invitation):
            client.publish(topic, payload, qos=1, retain=True)
        self._say(connected=True)
        self._wake()

    def _on_disconnect(
        self,
        _client: mqtt.Client,
        _data: Any,
        _flags: mqtt.DisconnectFlags,
        _reason: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        if self._connected:
            self._connected = False
            self._say(connected=False, why="lost")

    def _on_connect_fail(self, _client: mqtt.Client, _data: Any) -> None:
        """Called while the library handles the error, which it does not hand over."""
        self._say(connected=False, why=of_failure(sys.exc_info()[1]))

    def _on_message(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        try:
            ack = read_ack(bytes(message.payload))
        except BadMessage as error:
            log.warning("What the club said was not understood: %s", error)
            return
        self._acks.append((ack, not message.retain))
        self._wake()


def main(path: Path) -> None:
    """Publish until nobody listens any more.

    In: how things stand when something new is stored, and `LEAVE` if the table leaves the club.
    Out: `{"connected": true}`, `{"connected": false, "why": ...}`, `{"acked": number}`,
    `{"refused": why}`, and `{"put_back": epoch}` before it ends.
    """
    said = threading.Lock()

    def say(**what: Any) -> None:
        with said, suppress(BrokenPipeError):
            sys.stdout.write(json.dumps(what) + "\n")
            sys.stdout.flush()

    with reading(path) as db:
        joined = find_joined(db)
        if joined is None:
            return
        publisher = Publisher(db, joined, say)
        publisher.start()
        try:
            _serve(publisher)
        finally:
            publisher.stop()


def _serve(publisher: Publisher) -> None:
    """Until nobody is at the other end of the pipe any more, or the table was put back."""
    lines, rest = sys.stdin.fileno(), b""
    while not publisher.put_back:
        ready, _, _ = select.select([lines, publisher], [], [], _LOOK_EVERY)
        if publisher in ready:
            publisher.heard()
        if lines in ready:
            if not (data := os.read(lines, 65_536)):
                return
            *whole, rest = (rest + data).split(b"\n")
            for line in filter(None, whole):
                if line == LEAVE:
                    publisher.leave()
                else:
                    publisher.show(read_summary(line))
        publisher.send()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
