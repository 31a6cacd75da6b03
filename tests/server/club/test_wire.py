"""What tables and clubs say to each other has the form that the schemas promise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import server.wire
from server.wire import messages
from server.wire.messages import (
    Ack,
    BadMessage,
    Begun,
    Changed,
    Deleted,
    Player,
    Row,
    Rows,
    Status,
    Summary,
    SummarySeat,
)
from server.wire.topics import Address, read

SCHEMAS = Path(server.wire.__file__).parent / "schemas"
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
SAID: list[tuple[str, messages.Message]] = [
    ("status", Status("here", "By the window", "e1")),
    ("summary", Summary()),
    ("summary", Summary(7, "port_royal", "Port Royal", "Discover", "green", SEATS, False)),
    ("rows", Rows("e1", 3, EVENTS)),
    ("ack", Ack("e1", 7)),
]


def problems(what: str, data: bytes) -> list[str]:
    schema = json.loads((SCHEMAS / f"{what}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    found = Draft202012Validator(schema).iter_errors(json.loads(data))
    return [error.message for error in found]


@pytest.mark.parametrize(("what", "message"), SAID)
def test_every_message_fits_its_schema_and_is_read_as_it_was_meant(
    what: str, message: messages.Message
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
        ("ack", {"last": -1}),
        ("ack", {"last": None}),
    ],
)
def test_what_does_not_fit_the_schema_is_not_believed(what: str, spoil: dict[str, object]) -> None:
    sound = next(message for key, message in SAID if key == what)
    spoilt = json.dumps({**json.loads(messages.write(sound)), **spoil}).encode()
    assert problems(what, spoilt) != []
    with pytest.raises(BadMessage):
        getattr(messages, f"read_{what}")(spoilt)


@pytest.mark.parametrize("epoch", ["a\0b", "\ud800", "e" * 501])
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
