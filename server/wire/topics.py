"""Where on a broker tables and clubs speak: `quartermaster/1/<club>/<table>/<what>`.

The number is the version of the form: whoever changes a message so that older readers would
misunderstand it makes it 2, and both can stand side by side.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, get_args

VERSION = 1
ROOT = f"quartermaster/{VERSION}"

What = Literal["status", "summary", "rows", "ack"]
"""`status` and `summary` are kept by the broker; `rows` are events; `ack` is the club's, kept."""
WHATS: tuple[What, ...] = get_args(What)
KEPT: tuple[What, ...] = ("status", "summary")
TABLE_WRITES: tuple[What, ...] = (*KEPT, "rows")

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class Address(NamedTuple):
    """One table of one club."""

    club: str
    table: str

    def topic(self, what: What) -> str:
        return f"{ROOT}/{self.club}/{self.table}/{what}"


def is_name(text: str) -> bool:
    """Whether a club or a table can be called so: small letters, digits and hyphens."""
    return _NAME.fullmatch(text) is not None


def of_all_tables(club: str, what: What) -> str:
    """What a club subscribes to."""
    return f"{ROOT}/{club}/+/{what}"


def read(topic: str) -> tuple[Address, What] | None:
    """Whose and what a topic is; None if it is none of ours."""
    root, _, rest = topic[: len(ROOT)], topic[len(ROOT) : len(ROOT) + 1], topic[len(ROOT) + 1 :]
    parts = rest.split("/")
    if root != ROOT or len(parts) != 3 or not all(map(is_name, parts[:2])):
        return None
    for what in WHATS:
        if parts[2] == what:
            return Address(parts[0], parts[1]), what
    return None
