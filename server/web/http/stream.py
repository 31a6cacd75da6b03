"""The answer to a phone that wants to be told when it has to look again."""

from __future__ import annotations

from functools import partial

from flask import Response, request

from server.web.http.answering import KEEP_OPEN
from server.web.http.events import Events


def stream(events: Events, about: str = "") -> Response:
    """Server-sent events; a phone that comes back says in its header what it saw last.

    A page opens them with `after`, the event it was made at, so that nothing is missed in between.
    """
    last_id = request.headers.get("Last-Event-ID") or request.args.get("after")
    keep_open = request.environ.get(KEEP_OPEN)
    if keep_open is None or request.method == "HEAD":
        # Where no connection can be kept, phones come back for what they missed.
        return Response(events.missed(last_id, about), mimetype="text/event-stream")
    keep_open(partial(events.add, last_id=last_id, about=about))
    return Response(iter(()), mimetype="text/event-stream")
