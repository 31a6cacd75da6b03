"""People who want no name in the club: everybody reads in their own language what they are."""

from __future__ import annotations

from flask import has_request_context
from markupsafe import escape

from rules.text import Text
from server.web.request.language import t

_GUEST = Text("Guest")


class GuestName(str):
    """A name that pages say in the reader's language.

    A match is played again once for all readers, so its seats cannot have names in one language.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return t(_GUEST) if has_request_context() else _GUEST.message

    def __html__(self) -> str:
        return str(escape(str(self)))


def guest() -> GuestName:
    return GuestName(_GUEST.message)
