"""`/language`: every phone has its own language."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from server.web.request.language import switched_to, wanted
from server.web.request.phones import phone
from server.web.request.tableside import tableside

blueprint = Blueprint("language", __name__)


@blueprint.post("/language")
def choose() -> Response:
    language = wanted()
    _remember(language)
    return switched_to(language)


def _remember(language: str) -> None:
    """Whoever plays on this phone is greeted in this language on any phone from now on."""
    table, match_id = tableside(), tableside().host.view.match_id
    if match_id is not None:
        sitting = table.store.players.at_seats(match_id)
        for colour in phone().seats:
            if colour in sitting:
                table.store.players.speak(sitting[colour].id, language)
