"""`/language`: everybody reads the club's pages in their own language."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from server.web.request.language import switched_to, wanted

blueprint = Blueprint("language", __name__)


@blueprint.post("/language")
def choose() -> Response:
    return switched_to(wanted())
