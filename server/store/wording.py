"""What a name and a text may be, whether it is typed on a phone or stands in a file."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from typing import Any

LONGEST_NAME = 20
"""Letters of a name: it stands on badges, buttons and cards."""
LONGEST_TEXT = 10_000
"""Letters of a printed text that an owner has copied, and of the key of a choice."""
LONGEST_VALUE = 200_000
"""Letters of a setting: a whole printed row or list may be in it."""
_BETWEEN = {"\n", "\t"}
"""The only characters without a shape that stand in texts."""


def tidy(name: str) -> str:
    """A name as it is kept, however it was typed."""
    return " ".join(name.split())


def is_name(name: str, longest: int = LONGEST_NAME) -> bool:
    """Whether this is a name as it is kept."""
    return 0 < len(name) <= longest and name.isprintable()


def as_name(text: str) -> str:
    """A name from a file, or one that an older version has let in, as it is kept and shown: without
    what has no shape, and cut short if need be.
    """
    # Ten times as much is looked at, so that a name of a megabyte costs nothing.
    seen = text[: 10 * LONGEST_NAME]
    name = tidy("".join(each if each.isprintable() else " " for each in seen))
    if len(name) > LONGEST_NAME or len(text) > len(seen):
        name = f"{name[: LONGEST_NAME - 1].rstrip()}\u2026"
    return name or "?"


def read_json(text: str) -> Any:
    """What a file says; raises ValueError or RecursionError if it is no JSON, or if it spells half
    a letter, which neither a database nor a page takes.
    """
    found = json.loads(text)
    if "\\u" in text:
        json.dumps(found, ensure_ascii=False).encode()
    return found


def check_text(text: str, what: str, longest: int = LONGEST_TEXT) -> None:
    """Raises ValueError if this is nothing that somebody would have written."""
    if len(text) > longest:
        raise ValueError(f"{what} is longer than {longest} letters")
    if not text.isprintable() and any(
        unicodedata.category(each) in ("Cc", "Cs") and each not in _BETWEEN for each in text
    ):
        raise ValueError(f"{what} has something in it that is no letter")


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raises TypeError or ValueError if these cannot be the settings of a match. A value may be a
    whole printed row, in which every text is looked at.
    """
    for path, value in settings.items():
        check_text(path, "the name of a setting")
        if not isinstance(value, str):
            raise TypeError(f"{path} must be a text")
        check_text(value, path, LONGEST_VALUE)
        if value.startswith(("{", "[")):
            _check_row(_row(value), path)


def _row(value: str) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value  # a text, or what the rules will refuse


def _check_row(row: Any, path: str) -> None:
    if isinstance(row, str):
        check_text(row, path)
    elif isinstance(row, list):
        for each in row:
            _check_row(each, path)
    elif isinstance(row, dict):
        for name, each in row.items():
            check_text(name, path)
            _check_row(each, path)
