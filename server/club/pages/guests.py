"""Who has no name in the club, a guest or a robot: everybody reads that in their own language."""

from __future__ import annotations

from flask import has_request_context
from markupsafe import escape

from rules.text import Text
from server.web.request.language import t

_WORDS = {each.message: each for each in (Text("Guest"), Text("Robot"))}


class GuestName(str):
    """A name that pages say in the reader's language.

    A match is played again once for all readers, so its seats cannot have names in one language.
    """

    __slots__ = ()

    def __str__(self) -> str:
        word = super().__str__()
        return t(_WORDS[word]) if has_request_context() else word

    def __html__(self) -> str:
        return str(escape(str(self)))


def guest(robot: bool) -> GuestName:
    return GuestName("Robot" if robot else "Guest")
