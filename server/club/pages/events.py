"""`/events`: pages are told here when they have to look again."""

from __future__ import annotations

from flask import Blueprint, Response

from server.club.pages.clubhouse import clubhouse
from server.web.http.stream import stream

blueprint = Blueprint("events", __name__)


@blueprint.get("/events")
def listen() -> Response:
    return stream(clubhouse().events)
