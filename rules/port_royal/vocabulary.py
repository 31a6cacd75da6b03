"""How an edition says what cards do and demand: in the values of a table, no other words.

What is given now must fit its type. Matches of older versions may have begun with what nobody
looked at: there `known_words` passes over what cannot be meant, so that they can still be opened.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from msgspec import Meta, convert

from rules.edition import EditionError
from rules.typed import Table, fields_of, problems

V = TypeVar("V", bound=Table)
MOST = 99
"""No printed number is larger."""
Number = Annotated[int, Meta(ge=0, le=MOST)]


def known_words(vocabulary: type[V], words: Mapping[str, Any], what: str) -> V:
    """The words of a row; any that is none of the vocabulary is refused."""
    known = fields_of(vocabulary)
    for word in words:
        if word not in known:
            raise EditionError(f"{what}: {word} means nothing; there is {', '.join(known)}.")
    wrong = {re.split(r"[.\[]", problem.path)[0] for problem in problems(words, vocabulary)}
    wrong |= {word for word, value in words.items() if value is None}
    meant = {word: value for word, value in words.items() if word not in wrong}
    return convert(meant, vocabulary)
