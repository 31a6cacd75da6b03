"""What may be in a message from outside: sizes, ranges and letters."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from rules.typed import convert, problems
from server.wire.topics import VERSION

LONGEST = 2_000_000
"""Bytes of a message that are read."""
LARGEST = 2**31 - 1
"""No larger number is counted by every database."""
LATEST = 253402300799
"""The last second of the year 9999: no later time can be written as a date."""
_SAID = 200
"""Letters of what is wrong with a message: it may have been made to say very much."""

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Prose = Annotated[str, Meta(max_length=500)]
Key = Annotated[str, Meta(max_length=10_000)]
Settings = Mapping[Prose, Annotated[str, Meta(max_length=200_000)]]
Mark = Annotated[str, Meta(max_length=16)]
Number = Annotated[int, Meta(ge=1, le=LARGEST)]
Time = Annotated[
    float, Meta(ge=0, le=LATEST, description="seconds since 1970, up to the year 9999")
]


class BadMessage(Exception):
    """Not the form that a message must have; says what is wrong."""

    def __init__(self, why: str) -> None:
        super().__init__(shortened(why))


def shortened(why: str) -> str:
    """As it may be said, also if somebody who means no good has told it."""
    seen = "".join(each if each.isprintable() else " " for each in why[: _SAID + 1])
    return seen if len(seen) <= _SAID else f"{seen[: _SAID - 1]}\u2026"


class Said(msgspec.Struct, frozen=True):
    """A part of a message. What a reader does not know is passed over: fields can be added."""


def read_body(data: bytes) -> dict[str, Any]:
    if len(data) > LONGEST:
        raise BadMessage(f"{len(data)} bytes are more than {LONGEST}")
    try:
        body = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"this is no JSON: {error}") from error
    if not isinstance(body, dict) or body.get("v") is not VERSION:
        raise BadMessage(f"this is not a message of version {VERSION}")
    return body


def read_as(body: object, form: Any) -> Any:
    """A message or a part of one, if it is sound."""
    try:
        said = _read_as(body, form)
    except UnicodeError:
        raise BadMessage("the message has something in it that is no letter") from None
    _check_letters(said, "the message", prose=False)
    return said


def _read_as(body: object, form: Any) -> Any:
    try:
        return convert(body, form)
    except (msgspec.ValidationError, RecursionError):
        raise BadMessage(str(next(problems(body, form)))) from None


def _check_letters(value: object, name: str, prose: bool) -> None:
    """Names can be shown in a line. JSON can say halves of letters, which no database takes."""
    match value:
        case str():
            if not value.isprintable() and (
                not prose
                or any(unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t" for c in value)
            ):
                raise BadMessage(f"{name} has something in it that is no letter")
        case msgspec.Struct():
            for field in msgspec.structs.fields(type(value)):
                in_prose = field.type in (Prose, Key, Settings)
                _check_letters(getattr(value, field.name), field.name, in_prose)
        case Mapping():
            for key, each in value.items():
                _check_letters(key, name, prose)
                _check_letters(each, key, prose)
        case Sequence():
            for each in value:
                _check_letters(each, name, prose)
