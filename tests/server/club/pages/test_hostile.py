"""Whatever one table tells, the club goes on: every page answers, and the others are heard."""

from __future__ import annotations

import json
import math
import random
import threading
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion
from sqlalchemy import insert, select, update

from server.club import broker as brokers
from server.club.database import matches, rows, tables, tellings
from server.club.listening import Listening
from server.member.invitation import Invitation
from server.wire.messages import (
    Begun,
    Changed,
    Deleted,
    Event,
    Message,
    Player,
    Row,
    Rows,
    Status,
    Summary,
    SummarySeat,
    write,
)
from server.wire.topics import What
from tests.server.club.conftest import Mosquitto, Wire, wait_for
from tests.server.club.pages.conftest import Pages
from tests.server.club.test_telling import TellingTable

MESSAGES = 20_000
PAGES = ("/", "/screen", "/tables", "/history", "/players", "/tournaments")
OF_TABLE = ("/tables/window/table", "/tables/window/scores")
PLAYERS = [Player("red", "Ann", "1"), Player("blue", None), Player("green", None, None, "strong")]
EVENTS: list[Event] = [
    Begun(1, "port_royal", {}, PLAYERS, 1_700_000_000.0),
    Row(1, 1, "choice", "first:red", "camera", 1_700_000_001.0),
    Row(1, 2, "choice", "draw", "phone:red", 1_700_000_002.0),
    Row(1, 3, "undo", "draw", "phone:red", 1_700_000_002.0),
    Changed(1, "finished", ["red"], 1_700_000_003.0),
    Begun(2, "maracaibo", {}, PLAYERS, 1_700_000_000.0),
    Begun(3, "chess", {"clock": "no"}, PLAYERS, 1_700_000_000.0),
    Deleted(2),
]
SEATS = [SummarySeat("red", "Ann", 3, True), SummarySeat("blue", None, -1, False)]
SOUND: list[tuple[What, Message]] = [
    ("status", Status("here", "By the window", "e1")),
    ("summary", Summary(1, "port_royal", "Port Royal", "Discover", "green", SEATS)),
    ("rows", Rows("e1", 1, EVENTS, ["", *"abcdefgh"])),
    ("rows", Rows("e1.8.x", 1, EVENTS, ["", *"ijklmnop"])),
]
OF_THE_CLUB = {"intake", "news", "settling"}
"""Threads."""
NONSENSE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 10**400, 0.5, 1e12, 1e300, math.nan, math.inf),
    *("", "\0", "\ud800", "\u202e", "a\nb", "red", "pink", "port_royal", "chess", "x" * 20_000),
    *("finished", "phone:pink", "../..", "<b>", "{{ 7 * 7 }}", "e2.3.y", "'; --", "🦜"),
    *(
        [],
        {},
        [[]],
        [{}],
        {"red": "blue"},
        ["red", "red"],
        [None],
        [{"colour": "red"} for _ in range(30)],
    ),
)
DEEP = "[" * 950 + "]" * 950


def mutated(dice: random.Random, message: Message) -> bytes:
    """One to three things in it are others, are left out, come again, or the bytes are spoilt."""
    body: Any = json.loads(write(message))
    for _ in range(dice.randrange(1, 4)):
        _mutate(dice, body)
    data = json.dumps(body, ensure_ascii=True).encode()
    if dice.random() < 0.1:
        data = data.replace(b'""', DEEP.encode(), 1)
    if dice.random() < 0.1:
        at = dice.randrange(len(data))
        data = data[:at] + bytes([dice.randrange(256)]) + data[at + dice.randrange(2) :]
    return data if dice.random() > 0.02 else data[: dice.randrange(len(data))]


def _mutate(dice: random.Random, body: Any) -> None:
    """Somewhere in it, every place as likely as any other."""
    places = [(body, key) for key in body]
    for holder, key in places:
        inner = holder[key]
        if isinstance(inner, dict):
            places += [(inner, each) for each in inner]
        elif isinstance(inner, list):
            places += [(inner, each) for each in range(len(inner))]
    holder, key = dice.choice(places)
    how = dice.random()
    if how < 0.1 and isinstance(holder, dict):
        del holder[key]
    elif how < 0.2 and isinstance(holder, list):
        holder.insert(key, holder[key])
    else:
        holder[key] = deepcopy(dice.choice(NONSENSE))


class Stranger:
    """Somebody with the credentials of a table, and with a program of their own."""

    def __init__(self, invitation: Invitation) -> None:
        self._address = invitation.address
        self._client = client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        client.username_pw_set(invitation.user, invitation.password)
        client.reconnect_delay_set(1, 1)
        client.max_inflight_messages_set(10)
        client.connect(invitation.host, invitation.port)
        client.loop_start()
        wait_for(client.is_connected, "the stranger's connection")

    def send(self, what: What, data: bytes) -> mqtt.MQTTMessageInfo:
        return self._client.publish(self._address.topic(what), data, qos=1, retain=what != "rows")

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def listening(pages: Pages, mosquitto: Mosquitto) -> Iterator[Listening]:
    """The pages' club, at the broker."""
    house = pages.house
    with Listening(mosquitto.broker, pages.intake, house.heard) as listening:
        house.faults = listening.faults
        house.forget = listening.forget
        yield listening


def invited(pages: Pages, mosquitto: Mosquitto, key: str) -> Invitation:
    with pages.house.engine.begin() as db:
        db.execute(insert(tables).values(key=key, name=key.title()))
    return mosquitto.invite(key)


def every_page_answers(pages: Pages) -> None:
    organiser = pages.organiser()
    for path in (*PAGES, *OF_TABLE):
        assert organiser.get(path).status_code == 200, path
    with pages.house.engine.connect() as db:
        known = list(db.execute(select(matches.c.id).limit(20)).scalars())
    for match in known:
        assert organiser.get(f"/history/{match}").status_code in (200, 303)


def test_twenty_thousand_messages_of_every_kind_harm_only_their_sender(
    pages: Pages, mosquitto: Mosquitto, listening: Listening, tmp_path: Path
) -> None:
    stranger = Stranger(invited(pages, mosquitto, "window"))
    honest = TellingTable(tmp_path / "honest")
    with pages.house.engine.begin() as db:
        db.execute(insert(tables).values(key="bar", name="Bar"))
    honest.member.join(mosquitto.invite("bar").code(), 102.0)
    dice = random.Random(1)
    try:
        for number in range(MESSAGES):
            what, message = dice.choice(SOUND)
            sent = stranger.send(what, mutated(dice, message))
            if number % 1_000 == 999:
                honest.play(2)
                sent.wait_for_publish(30)
        wait_for(lambda: told_by(pages, "bar") == honest.journal, "the honest rows")
        wait_for(lambda: stored(pages, "window").refusals > 0, "what was refused")
        every_page_answers(pages)
        assert {each.name for each in threading.enumerate()} >= OF_THE_CLUB
        assert listening.faults.count == 0
        assert "refused, the last" in pages.organiser().get("/tables").text
    finally:
        honest.close()
        stranger.close()


def stored(pages: Pages, key: str) -> Any:
    with pages.house.engine.connect() as db:
        return db.execute(select(tellings).where(tellings.c.table == key)).one()


def told_by(pages: Pages, key: str) -> list[tuple[int, str]]:
    with pages.house.engine.connect() as db:
        found = db.execute(
            select(rows.c.number, rows.c.key)
            .join(matches, matches.c.id == rows.c.match)
            .where(matches.c.table == key)
            .order_by(matches.c.id, rows.c.number)
        )
        return [(row.number, row.key) for row in found]


def test_a_table_goes_on_without_a_match_that_the_club_does_not_take_and_says_why(
    pages: Pages, mosquitto: Mosquitto, listening: Listening, wire: Wire, tmp_path: Path
) -> None:
    """As of a version that knows more players than the club."""
    honest = TellingTable(tmp_path / "honest")
    store = honest.store
    try:
        honest.member.join(invited(pages, mosquitto, "window").code(), 102.0)
        honest.play(3)
        wait_for(lambda: told_by(pages, "window") == honest.journal, "the first match")
        with store._transaction() as db:
            db.execute(
                "INSERT INTO matches (id, game, settings, created_at, state)"
                " VALUES (7, 'port_royal', '{\"rain\": \"yes\"}', 1.0, 'paused')"
            )
            db.execute("INSERT INTO seats VALUES (7, 0, 'red', 'Ann', NULL)")
            db.execute("INSERT INTO journal VALUES (7, 1, 'choice', 'draw', 'camera', 1.0)")
        honest.play(3)
        wait_for(lambda: told_by(pages, "window") == honest.journal, "the rows after it")
        wait_for(lambda: store.club.waiting() == 0, "the club's word")
        assert "match 7 cannot have begun like this" in str(honest.member.refused)
        assert "match 7 cannot have begun like this" in pages.organiser().get("/tables").text
        acks = wire.of("ack", "window")
        assert any(ack["refused"] and ack["refused"]["what"] == "event" for ack in acks)
        assert len(wire.of("rows", "window")) < 20
        assert listening.faults.count == 0
    finally:
        honest.close()


def test_a_fault_of_the_club_itself_is_counted_and_shown_and_the_next_message_is_taken(
    pages: Pages, mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    invitation, failed = invited(pages, mosquitto, "window"), threading.Event()

    def fails(_table: str) -> None:
        failed.set()
        raise KeyError("of all things")

    with Listening(mosquitto.broker, pages.intake, fails) as listening:
        pages.house.faults = listening.faults
        stranger = Stranger(invitation)
        try:
            stranger.send("status", write(Status("here", "By the bar", "e1")))
            wait_for(lambda: listening.faults.count == 1, "the fault")
            assert "of all things" in pages.organiser().get("/tables").text
            monkeypatch.setattr(listening, "_changed", lambda _: None)
            stranger.send("status", write(Status("here", "By the door", "e1")))
            wait_for(lambda: "By the door" in pages.visitor().get("/").text, "the next message")
        finally:
            stranger.close()


OLDER: tuple[dict[str, Any], ...] = (
    {"players": []},
    {"created_at": 1e12, "finished_at": 1e13},
    {"created_at": -1e300},
    {"players": [{"colour": "red", "name": "\ud800"}, {"colour": "blue", "name": None}]},
    {"players": [{"colour": "pink", "name": "Ann"}, {"colour": "blue", "name": None}]},
    {"players": [{"colour": f"red{n}", "name": "Ann"} for n in range(9)]},
    {"players": [{"name": "Ann"}]},
    {"players": "Ann"},
    {"players": [7]},
    {"settings": ["rain"]},
    {"settings": {"rain": "yes"}},
    {"settings": {"mode": 7}},
    {"state": "asleep"},
    {"winners": [7, None]},
    {"game": "chess"},
)


@pytest.mark.parametrize("spoilt", OLDER, ids=str)
def test_what_an_older_version_has_stored_fails_no_page_and_its_table_can_be_expelled(
    pages: Pages, spoilt: dict[str, Any]
) -> None:
    window, bar = pages.table("window"), pages.table("bar")
    bar.begin()
    window.begin()
    window.go_on(3)
    with pages.house.engine.begin() as db:
        db.execute(update(matches).where(matches.c.table == "window").values(**spoilt))
        values = {"summary": {"seats": "none"}}
        db.execute(update(tables).where(tables.c.key == "window").values(last=99, **values))
    organiser = pages.organiser()
    for path in (*PAGES, *OF_TABLE):
        answer = organiser.get(path)
        assert answer.status_code == 200, path
        if path in ("/", "/tables"):
            assert "Window" in answer.text
            assert "Bar" in answer.text
    organiser.post("/tables/window/expel", {"sure": "yes"})
    assert 'id="table-window"' not in organiser.get("/").text


def test_a_table_that_cannot_be_drawn_is_shown_with_its_name(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = pages.table("window")
    window.begin()
    pages.table("bar").begin()
    broken = pages.house.standings.of("window")
    assert broken is not None
    monkeypatch.setattr(
        pages.house.standings,
        "_known",
        {"window": _with_scores_that_fail(broken)},
    )
    for path in ("/", "/screen"):
        shown = pages.visitor().get(path)
        assert shown.status_code == 200
        assert "Window" in shown.text
        assert "This table cannot be shown" in shown.text
        assert "Bar" in shown.text


def _with_scores_that_fail(standing: Any) -> Any:
    return replace(standing, scores=(object(),))


def test_a_table_with_rows_that_cannot_be_read_is_expelled(pages: Pages) -> None:
    window = pages.table("window")
    window.begin()
    with pages.house.engine.begin() as db:
        [match] = db.execute(select(matches.c.id)).scalars()
        values = {"match": match, "number": 1, "kind": "dance", "key": "\x07", "by": "?"}
        db.execute(insert(rows).values(**values, at=1e300))
        db.execute(update(tables).values(last=99))
    organiser = pages.organiser()
    assert "cannot be read" in organiser.get("/").text
    organiser.post("/tables/window/expel", {"sure": "yes"})
    assert 'id="table-window"' not in organiser.get("/").text
    lines = (pages.house.folder / brokers.PASSWORDS).read_text()
    assert "window:" not in lines
