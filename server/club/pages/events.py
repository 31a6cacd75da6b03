"""`/events`: pages are told here when they have to look again."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from server.club.pages.clubhouse import clubhouse
from server.web.http.stream import stream
from server.wire.topics import is_name

blueprint = Blueprint("events", __name__)


@blueprint.get("/events")
def listen() -> Response:
    """Of any table."""
    return stream(clubhouse().events)


@blueprint.get("/events/<key>")
def listen_to(key: str) -> Response:
    """Of this table only."""
    if not is_name(key):
        abort(404)
    return stream(clubhouse().events, key)
