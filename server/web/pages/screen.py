"""`/screen`: the match for the whole room, on a television or a tablet. Nothing can be pressed."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from server.web.parts.points import scores
from server.web.request.tableside import tableside
from server.web.showing.around import shown
from server.web.showing.drawing import just_moved, picture
from server.web.showing.happened import happenings

blueprint = Blueprint("screen", __name__)

_MOVES = 5
"""How many of the last moves are shown."""


@blueprint.get("/screen")
def page() -> str:
    view, address = shown(), tableside().names.short(request.host)
    match = view.match
    if match is None:
        return render_template("screen.html", address=address)
    return render_template(
        "screen.html",
        address=address,
        picture=picture(match, view.sighting, view.wrong, just_moved(match), taps=False),
        scores=scores(match),
        happened=happenings(match, _MOVES),
    )
