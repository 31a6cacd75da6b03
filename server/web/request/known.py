"""Tells the web server which phones are in, so that they have room of their own there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from flask import Flask, Response, request

from server.store import StoreError
from server.web.http.answering import KNOWN

_SHOWN_TO_PHONES = ("text/html", "text/event-stream")
"""With every answer of these kinds: who asks for a picture has asked for a page before."""


def tell_who_is_known(app: Flask, name: Callable[[], str | None]) -> None:
    """`name` is what the phone is called that the current request comes from, if it is in."""

    def tell(response: Response) -> Response:
        say = request.environ.get(KNOWN)
        if say is not None and response.mimetype in _SHOWN_TO_PHONES:
            with suppress(StoreError):  # then it is a stranger's for now
                known_as = name()
                if known_as is not None:
                    say(known_as)
        return response

    app.after_request(tell)
