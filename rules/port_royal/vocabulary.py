"""How an edition says what cards do and demand: in the fields of a data class, no other words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from rules.edition import EditionError


def known_words(vocabulary: type, words: Mapping[str, Any], what: str) -> dict[str, Any]:
    """The words of a row; any that is no field of the data class is refused."""
    known = [field.name for field in fields(vocabulary)]
    for word in words:
        if word not in known:
            raise EditionError(f"{what}: {word} means nothing; there is {', '.join(known)}.")
    return dict(words)
