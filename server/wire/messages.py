"""The messages, each a small class that is written as JSON and read only if it is sound.

Their types are also what programs in other languages go by: `schemas` writes them as JSON Schemas.
What needs the rules of a game is checked by the club, before it stores anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from server.wire.fields import (
    LARGEST,
    BadMessage,
    Key,
    Mark,
    Name,
    Number,
    Prose,
    Said,
    Settings,
    Time,
    read_as,
    read_body,
)
from server.wire.topics import VERSION

MOST_ROWS = 200
"""Of one message; more are sent in several."""
_SEATS = Meta(max_length=20)
_EPOCH = (
    "Changes whenever rows are numbered from 1 again: when the table joins the club, and as "
    "<joined>.<until>.<chance> when it was put back to an older copy: then everything up to the "
    "number <until> is told anew, in the place of what was told as <joined>"
)
Epoch = Annotated[str, Meta(min_length=1, max_length=64, extra_json_schema={"description": _EPOCH})]
State = Literal["here", "away", "left"]
MatchState = Literal["running", "paused", "finished", "abandoned"]


class Status(Said, frozen=True, tag_field="v", tag=VERSION):
    """Whether a table is there. `away` is left with the broker as the table's last will; a table
    that has left the club says so.
    """

    state: State
    name: Annotated[str, Meta(max_length=40)]
    """What people call the table."""
    epoch: Epoch
    """Changes whenever rows are numbered from 1 again: see `epochs`."""


class SummarySeat(Said, frozen=True):
    colour: Name
    name: Name | None
    """None for a guest, and for a robot."""
    points: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
    asked: bool
    """Whether the match waits for this seat; it may wait for several."""
    robot: Name | None = None
    """How well a robot plays there, if one does."""


class Summary(Said, frozen=True, tag_field="v", tag=VERSION):
    """How things stand, for a board or a house's own automation; no match is all empty."""

    match: Number | None = None
    game: Annotated[str, Meta(max_length=60)] = ""
    title: Prose = ""
    phase: Prose = ""
    lamp: Prose = ""
    seats: Annotated[Sequence[SummarySeat], _SEATS] = ()
    over: bool = False


class Player(Said, frozen=True):
    """Who sits where. A guest has neither a name nor a number, nor has a robot."""

    colour: Name
    name: Name | None
    player: Name | None = None
    """The same for the same person at this table, whatever they are called."""
    robot: Name | None = None
    """How well a robot plays there, if one does."""


class Begun(Said, frozen=True, tag_field="what", tag="begun"):
    """A match has begun."""

    match: Number
    game: Annotated[str, Meta(min_length=1, max_length=60)]
    settings: Settings
    players: Annotated[Sequence[Player], _SEATS]
    created_at: Time


class Row(Said, frozen=True, tag_field="what", tag="row"):
    """A row of a match's journal."""

    match: Number
    number: Number
    kind: Name
    key: Key
    by: Name
    at: Time


class Changed(Said, frozen=True, tag_field="what", tag="changed"):
    """A match was finished, given up, put away or taken up again."""

    match: Number
    state: MatchState
    winners: Annotated[Sequence[Name], Meta(max_length=201)] | None = None
    """Their colours, if it is over."""
    finished_at: Time | None = None


class Deleted(Said, frozen=True, tag_field="what", tag="deleted"):
    """A match was deleted at the table, and nobody keeps it."""

    match: Number


class Unreadable(Said, frozen=True, tag_field="what", tag="unreadable"):
    """Whatever else a table tells: it is heard only, and never told."""

    why: str
    match: int = 0


Told = Begun | Row | Changed | Deleted
Event = Told | Unreadable


class Rows(Said, frozen=True, tag_field="v", tag=VERSION):
    """Events of a table, in their order; the first has the number `first`."""

    epoch: Epoch
    first: Annotated[int, Meta(ge=1, le=LARGEST - MOST_ROWS)]
    events: Annotated[Sequence[Event], Meta(max_length=MOST_ROWS)]
    marks: Annotated[Sequence[Mark], Meta(max_length=MOST_ROWS + 1)] = ()
    """By chance, and never changed: of the event before the first, and of each. By them a club
    knows what it has been told before; empty if the table keeps none.
    """


class Refusal(Said, frozen=True):
    """Why the club does not take something: a whole message, or the event that follows the last one
    that it has.
    """

    what: Literal["message", "event"]
    why: Prose
    """In English."""


class Ack(Said, frozen=True, tag_field="v", tag=VERSION):
    """The club has stored everything up to this number: the table need not send it again."""

    epoch: Annotated[str, Meta(max_length=64)]
    """Empty if the club has heard nothing of the table yet."""
    last: Annotated[int, Meta(ge=0, le=LARGEST)]
    mark: Mark = ""
    """Of the last one: a table that has another one there was put back to an older copy."""
    refused: Refusal | None = None


class BadEvent(BadMessage):
    """One of a table's events is wrong, and nothing is known of those after it."""

    def __init__(self, rows: Rows, why: str) -> None:
        super().__init__(why)
        self.rows = replace(rows, events=[*rows.events, Unreadable(str(self))])
        """What stands before it, and why it is wrong."""


Message = Status | Summary | Rows | Ack
M = TypeVar("M", Status, Summary, Ack)


def write(message: Message) -> bytes:
    return msgspec.json.encode(message)


def read_status(data: bytes) -> Status:
    return _read(data, Status)


def read_summary(data: bytes) -> Summary:
    return _read(data, Summary)


def read_ack(data: bytes) -> Ack:
    return _read(data, Ack)


def read_rows(data: bytes) -> Rows:
    """Raises BadEvent if the form of one event is wrong, else BadMessage."""
    body = read_body(data)
    events = body.get("events")
    if not isinstance(events, list) or len(events) > MOST_ROWS:
        raise BadMessage(f"events are a list, no more than {MOST_ROWS}")
    rows: Rows = read_as({**body, "events": []}, Rows)
    if rows.marks and len(rows.marks) != len(events) + 1:
        raise BadMessage(f"{len(events)} events have one mark more, not {len(rows.marks)}")
    read: list[Event] = []
    for each in events:
        try:
            read.append(read_as(each, Told))
        except BadMessage as error:
            sound = replace(rows, events=read, marks=rows.marks[: len(read) + 2])
            raise BadEvent(sound, str(error)) from error
    return replace(rows, events=read)


def _read(data: bytes, form: type[M]) -> M:
    message: M = read_as(read_body(data), form)
    return message
