"""Seats without a name in the club: everybody reads in their own language who sits there."""

from __future__ import annotations

from flask import has_request_context
from markupsafe import escape

from rules.text import Text
from server.web.request.language import t


class Nameless(str):
    """A name that pages say in the reader's language.

    A match is played again once for all readers, so its seats cannot have names in one language.
    """

    __slots__ = ("text",)

    text: Text

    def __str__(self) -> str:
        return t(self.text) if has_request_context() else self.text.message

    def __html__(self) -> str:
        return str(escape(str(self)))


def nameless(robot: str | None) -> Nameless:
    """A guest, who wants no name in the club, or a robot."""
    text = Text("Guest") if robot is None else Text("Robot")
    name = Nameless(text.message)
    name.text = text
    return name
