"""`/table`: whose turn it is, what lies where, what happened last and what is wrong."""

from __future__ import annotations

from flask import Blueprint, render_template

from server.web.request.tableside import tableside
from server.web.showing import match_pages
from server.web.showing.around import shown
from server.web.showing.reports import journals

blueprint = Blueprint("table", __name__)


@blueprint.get("/table")
def page() -> str:
    view = shown()
    if view.match is None or view.match_id is None:
        return render_template("table.html")
    rows = journals().rows(tableside().store, view.match_id)
    return render_template(
        "table.html",
        for_robots=tableside().instructions(view),
        **match_pages.now(view, view.match, rows),
    )
