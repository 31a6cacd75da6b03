"""`/table`: whose turn it is, what lies where, what happened last and what is wrong."""

from __future__ import annotations

from flask import Blueprint, render_template

from server.live.messages import View
from server.web.parts.points import scores
from server.web.request.tableside import tableside
from server.web.showing.around import shown
from server.web.showing.drawing import just_moved, picture
from server.web.showing.ending import ended
from server.web.showing.reports import Reported, journals, reported, rows_behind_answers

blueprint = Blueprint("table", __name__)

_MOVES = 8
"""How many of the last moves are shown."""


@blueprint.get("/table")
def page() -> str:
    view = shown()
    if view.match is None:
        return render_template("table.html")
    return render_template(
        "table.html",
        for_robots=tableside().told(view),
        picture=picture(view.match, view.sighting, view.wrong, just_moved(view.match)),
        scores=scores(view.match),
        moves=_last_moves(view),
        end=ended(view),
    )


def _last_moves(view: View) -> list[Reported]:
    """The newest first."""
    match, match_id = view.match, view.match_id
    if match is None or match_id is None:
        return []
    rows = rows_behind_answers(journals().rows(tableside().store, match_id))
    # The store may be ahead of the view; what the view has not got is not shown yet.
    last = min(len(match.answers), len(rows))
    return [
        reported(match, number, rows[number - 1], provisional=number > view.final)
        for number in range(last, max(0, last - _MOVES), -1)
    ]
