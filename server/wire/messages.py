"""The messages, each as a small class that writes itself as JSON and is read only if it is sound.

`schemas/` says the same for programs in other languages. A reader ignores fields that it does not
know, so that fields can be added.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, get_args

from server.wire.topics import VERSION

T = TypeVar("T")

MOST_ROWS = 200
"""Of one message; more are sent in several."""
LONGEST = 2_000_000
"""Bytes of a message that are read."""
_LONGEST_TEXT = 500
_LARGEST = 2**53
"""No larger number is the same in every language."""
_LONGEST_KEY = 10_000

State = Literal["here", "away", "left"]
_STATES: tuple[State, ...] = get_args(State)


class BadMessage(Exception):
    """Not the form that a message must have; says what is wrong."""


@dataclass(frozen=True, slots=True)
class Status:
    """Whether a table is there. `away` is left with the broker as the table's last will; a table
    that has left the club says so.
    """

    state: State
    name: str
    """What people call the table."""
    epoch: str
    """Changes whenever the table joins: rows are numbered from 1 again."""


@dataclass(frozen=True, slots=True)
class SummarySeat:
    colour: str
    name: str | None
    """None for a guest, and for a robot."""
    points: int
    asked: bool
    """Whether the match waits for this seat; it may wait for several."""
    robot: str | None = None
    """How well a robot plays there, if one does."""


@dataclass(frozen=True, slots=True)
class Summary:
    """How things stand, for a board or a house's own automation; no match is all empty."""

    match: int | None = None
    game: str = ""
    title: str = ""
    phase: str = ""
    lamp: str = ""
    seats: Sequence[SummarySeat] = ()
    over: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits where. A guest has neither a name nor a number, nor has a robot."""

    colour: str
    name: str | None
    player: str | None = None
    """The same for the same person at this table, whatever they are called."""
    robot: str | None = None
    """How well a robot plays there, if one does."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A match has begun."""

    match: int
    game: str
    settings: Mapping[str, str]
    players: Sequence[Player]
    created_at: float


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a match's journal."""

    match: int
    number: int
    kind: str
    key: str
    by: str
    at: float


@dataclass(frozen=True, slots=True)
class Changed:
    """A match was finished, given up, put away or taken up again."""

    match: int
    state: str
    winners: Sequence[str] | None = None
    """Their colours, if it is over."""
    finished_at: float | None = None


@dataclass(frozen=True, slots=True)
class Deleted:
    """A match was deleted at the table, and nobody keeps it."""

    match: int


Event = Begun | Row | Changed | Deleted


@dataclass(frozen=True, slots=True)
class Rows:
    """Events of a table, in their order; the first has the number `first`."""

    epoch: str
    first: int
    events: Sequence[Event] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True)
class Ack:
    """The club has stored everything up to this number: the table need not send it again."""

    epoch: str
    last: int


Message = Status | Summary | Rows | Ack


# ------------------------------------------------------------------------------------------ Writing


def write(message: Message) -> bytes:
    body = _fields(message)
    if isinstance(message, Summary):
        body["seats"] = [_fields(seat) for seat in message.seats]
    if isinstance(message, Rows):
        body["events"] = [_event(event) for event in message.events]
    return json.dumps({"v": VERSION, **body}, ensure_ascii=False, separators=(",", ":")).encode()


def _event(event: Event) -> dict[str, Any]:
    body = _fields(event)
    if isinstance(event, Begun):
        body["settings"] = dict(event.settings)
        body["players"] = [_fields(player) for player in event.players]
    return {"what": _WORDS[type(event)], **body}


def _fields(thing: Any) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in type(thing).__slots__}


# ------------------------------------------------------------------------------------------ Reading


def read_status(data: bytes) -> Status:
    body = _body(data)
    said = body.text("state")
    for state in _STATES:
        if state == said:
            return Status(state, body.text("name"), body.text("epoch"))
    raise BadMessage(f"state is here, away or left, not {said!r}")


def read_summary(data: bytes) -> Summary:
    body = _body(data)
    return Summary(
        body.perhaps("match", body.number),
        body.text("game"),
        body.text("title"),
        body.text("phase"),
        body.text("lamp"),
        [
            SummarySeat(
                seat.text("colour"),
                seat.perhaps("name", seat.text),
                seat.number("points", least=-_LARGEST),
                seat.truth("asked"),
                seat.perhaps("robot", seat.text),
            )
            for seat in body.objects("seats")
        ],
        body.truth("over"),
    )


def read_rows(data: bytes) -> Rows:
    body = _body(data)
    events = body.objects("events")
    if len(events) > MOST_ROWS:
        raise BadMessage(f"{len(events)} events are more than {MOST_ROWS}")
    return Rows(body.text("epoch"), body.number("first", least=1), [_read(each) for each in events])


def read_ack(data: bytes) -> Ack:
    body = _body(data)
    return Ack(body.text("epoch"), body.number("last"))


def _read(body: _Body) -> Event:
    what, match = body.text("what"), body.number("match", least=1)
    if what == "begun":
        settings = body.strings("settings")
        players = [
            Player(
                each.text("colour"),
                each.perhaps("name", each.text),
                each.perhaps("player", each.text),
                each.perhaps("robot", each.text),
            )
            for each in body.objects("players")
        ]
        return Begun(match, body.text("game"), settings, players, body.time("created_at"))
    if what == "row":
        return Row(
            match,
            body.number("number", least=1),
            body.text("kind"),
            body.text("key", _LONGEST_KEY),
            body.text("by"),
            body.time("at"),
        )
    if what == "changed":
        winners = body.perhaps("winners", body.texts)
        return Changed(match, body.text("state"), winners, body.perhaps("finished_at", body.time))
    if what == "deleted":
        return Deleted(match)
    raise BadMessage(f"there is no event {what!r}")


class _Body:
    """An object of a message, every field of which is looked at before it is believed."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def text(self, name: str, longest: int = _LONGEST_TEXT) -> str:
        value: str = self._of(name, str)
        if len(value) > longest:
            raise BadMessage(f"{name} is longer than {longest} letters")
        if "\0" in value or not (value.isascii() or _is_unicode(value)):
            raise BadMessage(f"{name} has something in it that is no letter")
        return value

    def number(self, name: str, least: int = 0) -> int:
        value: int = self._of(name, int)
        if isinstance(value, bool) or not least <= value <= _LARGEST:
            raise BadMessage(f"{name} is a number from {least}, not {value!r}")
        return value

    def time(self, name: str) -> float:
        value = self._of(name, (int, float))
        if isinstance(value, bool) or not 0 <= value <= _LARGEST:
            raise BadMessage(f"{name} is a time in seconds since 1970, not {value!r}")
        return float(value)

    def truth(self, name: str) -> bool:
        value: bool = self._of(name, bool)
        return value

    def texts(self, name: str) -> list[str]:
        values = self._of(name, list)
        if not all(isinstance(each, str) and len(each) <= _LONGEST_TEXT for each in values):
            raise BadMessage(f"{name} is a list of words")
        return list(values)

    def strings(self, name: str) -> dict[str, str]:
        values = self._of(name, dict)
        if not all(isinstance(each, str) for each in values.values()):
            raise BadMessage(f"{name} has words only")
        return dict(values)

    def objects(self, name: str) -> list[_Body]:
        values = self._of(name, list)
        if not all(isinstance(each, dict) for each in values):
            raise BadMessage(f"{name} is a list of objects")
        return [_Body(each) for each in values]

    def perhaps(self, name: str, read: Callable[[str], T]) -> T | None:
        return None if self._fields.get(name) is None else read(name)

    def _of(self, name: str, kind: type | tuple[type, ...]) -> Any:
        value = self._fields.get(name)
        if not isinstance(value, kind):
            raise BadMessage(f"{name} is missing, or not what it should be")
        return value


def _is_unicode(text: str) -> bool:
    """JSON can say halves of letters, which no database takes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _body(data: bytes) -> _Body:
    if len(data) > LONGEST:
        raise BadMessage(f"{len(data)} bytes are more than {LONGEST}")
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"this is no JSON: {error}") from error
    if not isinstance(fields, dict) or fields.get("v") != VERSION:
        raise BadMessage(f"this is not a message of version {VERSION}")
    return _Body(fields)


_WORDS: Mapping[type, str] = {Begun: "begun", Row: "row", Changed: "changed", Deleted: "deleted"}
