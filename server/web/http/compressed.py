"""Answers in fewer bytes, for phones that can unpack them."""

from __future__ import annotations

import gzip

from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

_LEVEL = 6
"""Takes a page some milliseconds of a Pi's processor, where making it takes a hundred."""
_FEWEST = 512
"""Bytes that are worth it."""
_WORDY = ("text/", "application/javascript", "application/json", "image/svg+xml")
"""How the kinds begin that become smaller. What is told of events has to go on at once."""


def is_worth_it(kind: str, length: int) -> bool:
    return length >= _FEWEST and kind.startswith(_WORDY) and kind != "text/event-stream"


def is_understood(accepted: str) -> bool:
    """Whether a phone that sends this as `Accept-Encoding` can unpack it."""
    return parse_accept_header(accepted, Accept).quality("gzip") > 0


def compressed(body: bytes, level: int = _LEVEL) -> bytes:
    return gzip.compress(body, level, mtime=0)
