"""`/language`: every phone has its own language."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from rules.text import Text
from server.language.translation import LANGUAGES
from server.live.messages import Refused
from server.web.pages.back import back
from server.web.request.language import COOKIE

blueprint = Blueprint("language", __name__)

_SECONDS = 366 * 24 * 3600


@blueprint.post("/language")
def choose() -> Response:
    language = request.form.get("language", "")
    if language not in LANGUAGES:
        raise Refused(Text("There is no such language here."))
    response = redirect(back(), 303)
    response.set_cookie(COOKIE, language, max_age=_SECONDS, httponly=True, samesite="Lax")
    return response
