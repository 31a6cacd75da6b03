"""What tables and clubs say to each other has the form that the schemas promise."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from server.wire import messages
from server.wire.epochs import joined, told_anew
from server.wire.fields import BadMessage
from server.wire.messages import (
    Ack,
    BadEvent,
    Begun,
    Changed,
    Deleted,
    Player,
    Refusal,
    Row,
    Rows,
    Status,
    Summary,
    SummarySeat,
    Unreadable,
)
from server.wire.schemas import schema
from server.wire.topics import Address, What, read

SEATS = [SummarySeat("red", "Ann", 12, True), SummarySeat("blue", None, -1, False)]
EVENTS: list[messages.Event] = [
    Begun(
        7, "port_royal", {"mode": "base"}, [Player("red", "Ann", "a1"), Player("blue", None)], 5.0
    ),
    Row(7, 1, "choice", "first:red", "phone:red", 5.25),
    Changed(7, "finished", ["red"], 9.5),
    Changed(7, "paused"),
    Deleted(7),
]
SAID: list[tuple[What, messages.Message]] = [
    ("status", Status("here", "By the window", "e1")),
    ("summary", Summary()),
    ("summary", Summary(7, "port_royal", "Port Royal", "Discover", "green", SEATS, False)),
    ("rows", Rows("e1", 3, EVENTS)),
    ("rows", Rows("e1.9.x", 3, EVENTS, ["", *"abcde"])),
    ("ack", Ack("e1", 7)),
    ("ack", Ack("", 0)),
    ("ack", Ack("e1", 7, "ab12", Refusal("event", "row 2 of match 1 does not follow row 7"))),
]


SAID_SEAT = Summary(seats=SEATS)
BEGUN, ROW, *_ = json.loads(messages.write(Rows("e1", 1, EVENTS)))["events"]


def problems(what: What, data: bytes) -> list[str]:
    form = schema(what)
    Draft202012Validator.check_schema(form)
    found = Draft202012Validator(form).iter_errors(json.loads(data))
    return [error.message for error in found]


@pytest.mark.parametrize(("what", "message"), SAID)
def test_every_message_fits_its_schema_and_is_read_as_it_was_meant(
    what: What, message: messages.Message
) -> None:
    data = messages.write(message)
    assert problems(what, data) == []
    assert messages.write(getattr(messages, f"read_{what}")(data)) == data


@pytest.mark.parametrize(
    ("what", "spoil"),
    [
        ("status", {"state": "asleep"}),
        ("status", {"name": 7}),
        ("status", {"v": 2}),
        ("summary", {"seats": "none"}),
        ("summary", {"over": 1}),
        ("rows", {"first": 0}),
        ("rows", {"first": True}),
        ("rows", {"events": [{"what": "stolen", "match": 1}]}),
        ("rows", {"events": [{"what": "row", "match": 1}]}),
        ("rows", {"events": [{"what": "deleted", "match": 1}] * 201}),
        ("status", {"name": "x" * 41}),
        ("status", {"epoch": "e" * 65}),
        ("summary", {"match": 2**31}),
        ("summary", {"seats": [json.loads(messages.write(SAID_SEAT))["seats"][0]] * 21}),
        ("rows", {"events": [{**BEGUN, "created_at": 1e12}]}),
        ("rows", {"events": [{**BEGUN, "settings": {"a": "x" * 200_001}}]}),
        ("rows", {"events": [{**BEGUN, "players": [BEGUN["players"][0]] * 21}]}),
        ("rows", {"events": [{**ROW, "key": "x" * 10_001}]}),
        ("rows", {"events": [{**ROW, "at": 1e12}]}),
        ("rows", {"events": [{**ROW, "number": 2**31}]}),
        ("rows", {"events": [{"what": "changed", "match": 1, "state": "asleep"}]}),
        ("ack", {"last": -1}),
        ("ack", {"last": None}),
    ],
)
def test_what_does_not_fit_the_schema_is_not_believed(what: What, spoil: dict[str, object]) -> None:
    sound = next(message for key, message in SAID if key == what)
    spoilt = json.dumps({**json.loads(messages.write(sound)), **spoil}).encode()
    assert problems(what, spoilt) != []
    with pytest.raises(BadMessage):
        getattr(messages, f"read_{what}")(spoilt)


def test_of_an_event_that_is_wrong_all_that_stands_before_it_is_read() -> None:
    data = json.loads(messages.write(Rows("e1", 3, EVENTS, ["", *"abcde"])))
    data["events"][2]["state"] = "asleep"
    with pytest.raises(BadEvent) as refused:
        messages.read_rows(json.dumps(data).encode())
    rows = refused.value.rows
    assert rows.events[:2] == EVENTS[:2]
    assert isinstance(rows.events[2], Unreadable)
    assert (len(rows.events), rows.marks) == (3, ["", "a", "b", "c"])


def test_why_something_is_wrong_is_said_shortly_whatever_it_says() -> None:
    data = json.dumps({"v": 1, "state": "\ud800\0" * 1_000_000, "name": "", "epoch": "e"})
    with pytest.raises(BadMessage) as refused:
        messages.read_status(data.encode()[:2_000_000])
    assert len(str(refused.value)) <= 200
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("epoch", "until"),
    [("e1", None), ("e1.7.x", 7), ("e1.0.x", 0), ("e1.x.7", None), ("e1.7", None),
     ("e1.7.x.y", None), (".7.x", None), ("e1.9999999999.x", None)],
)  # fmt: skip
def test_an_epoch_says_up_to_where_everything_is_told_anew(epoch: str, until: int | None) -> None:
    assert told_anew(epoch) == until
    assert joined("e1.7.x") == joined("e1") == "e1"


@pytest.mark.parametrize("epoch", ["a\0b", "\ud800", "e" * 65])
def test_what_no_database_takes_is_not_believed(epoch: str) -> None:
    with pytest.raises(BadMessage, match="epoch"):
        messages.read_ack(json.dumps({"v": 1, "epoch": epoch, "last": 1}).encode())


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b'{"v":1', b"[" * 100_000])
def test_what_is_no_message_at_all_is_refused_with_a_reason(data: bytes) -> None:
    with pytest.raises(BadMessage, match=r"JSON|version"):
        messages.read_rows(data)


def test_fields_that_a_reader_does_not_know_do_no_harm() -> None:
    data = json.loads(messages.write(Ack("e1", 7)))
    assert messages.read_ack(json.dumps({**data, "new": 1}).encode()) == Ack("e1", 7)


def test_a_topic_says_whose_it_is() -> None:
    address = Address("harbour", "table-3")
    assert address.topic("rows") == "quartermaster/1/harbour/table-3/rows"
    assert read("quartermaster/1/harbour/table-3/rows") == (address, "rows")
    for strange in ("quartermaster/2/a/b/rows", "quartermaster/1/a/b", "quartermaster/1/A/b/rows",
                    "quartermaster/1/a/b/secrets", "quartermaster/1/a/b/rows/x"):  # fmt: skip
        assert read(strange) is None
