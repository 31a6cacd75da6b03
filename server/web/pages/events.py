"""`/events`: phones are told here when they have to look again."""

from __future__ import annotations

from flask import Blueprint, Response

from server.web.http.stream import stream
from server.web.request.tableside import tableside

blueprint = Blueprint("events", __name__)


@blueprint.get("/events")
def listen() -> Response:
    return stream(tableside().events)
