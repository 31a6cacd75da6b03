"""Numbers that come with a request: a few plain digits, or none at all.

Python reads much more as a number: digits of other scripts, underscores, spaces, "nan" and "inf".
And it refuses to read thousands of digits. No page means any of these.
"""

from __future__ import annotations

import re
from typing import TypeVar

from flask import request
from werkzeug.routing import IntegerConverter

T = TypeVar("T")

_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_PARTS = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,18})?", re.ASCII)


def whole(text: str, otherwise: T) -> int | T:
    """The number in a text; `otherwise` if there is none in it that a page could mean."""
    return int(text) if _WHOLE.fullmatch(text) else otherwise


def measure(text: str, otherwise: T) -> float | T:
    """The same for a place or an angle, which may have a point in it."""
    return float(text) if _PARTS.fullmatch(text) else otherwise


def asked_for(name: str, otherwise: T) -> int | T:
    """A number in the address of a page."""
    return whole(request.args.get(name, ""), otherwise)


def sent(name: str, otherwise: T) -> int | T:
    """A number in a form."""
    return whole(request.form.get(name, ""), otherwise)


def all_sent(name: str) -> list[int]:
    """All numbers of a form that are called the same."""
    found = (whole(text, None) for text in request.form.getlist(name))
    return [number for number in found if number is not None]


class Number(IntegerConverter):
    """A number in the path of an address, which a database can have given to something."""

    regex = r"[0-9]{1,9}"
