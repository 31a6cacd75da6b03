"""`/upload/part`: a file from a phone, part by part; other pages say what it is."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from server.live.messages import Refused
from server.web.request.language import t
from server.web.request.numbers import asked_for
from server.web.request.phones import admitted, phone
from server.web.request.uploads import upload

blueprint = Blueprint("uploads", __name__)


@blueprint.post("/upload/part")
@admitted
def part() -> AnyResponse:
    """The next part of a file; `at` is how much of it has come before."""
    at = asked_for("at", None)
    if at is None:
        abort(400)
    try:
        upload().add(phone().id, at, request.get_data())
    except Refused as error:
        return Response(t(error.reason), 409, mimetype="text/plain")
    return Response(status=204)
