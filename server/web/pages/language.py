"""`/language`: every phone has its own language."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from rules.text import Text
from server.language.translation import LANGUAGES
from server.live.messages import Refused
from server.web.pages.back import back
from server.web.request.language import COOKIE
from server.web.request.phones import phone
from server.web.request.tableside import tableside

blueprint = Blueprint("language", __name__)

_SECONDS = 366 * 24 * 3600


@blueprint.post("/language")
def choose() -> Response:
    language = request.form.get("language", "")
    if language not in LANGUAGES:
        raise Refused(Text("There is no such language here."))
    _remember(language)
    response = redirect(back(), 303)
    response.set_cookie(COOKIE, language, max_age=_SECONDS, httponly=True, samesite="Lax")
    return response


def _remember(language: str) -> None:
    """Whoever plays on this phone is greeted in this language on any phone from now on."""
    table, match_id = tableside(), tableside().host.view.match_id
    if match_id is not None:
        sitting = table.store.players.at_seats(match_id)
        for colour in phone().seats:
            if colour in sitting:
                table.store.players.speak(sitting[colour].id, language)
