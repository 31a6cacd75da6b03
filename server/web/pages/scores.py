"""`/scores`: everybody's points, line by line, and how they grew."""

from __future__ import annotations

from flask import Blueprint, render_template

from server.web.request.tableside import tableside
from server.web.showing import match_pages
from server.web.showing.around import shown

blueprint = Blueprint("scores", __name__)


@blueprint.get("/scores")
def page() -> str:
    view = shown()
    match = view.match
    if match is None or view.match_id is None:
        return render_template("scores.html", match=None)
    return render_template(
        "scores.html",
        campaign=tableside().store.record(view.match_id).campaign,
        **match_pages.points(view.match_id, match),
    )
