"""`/scores`: everybody's points, line by line, and how they grew."""

from __future__ import annotations

from flask import Blueprint, render_template

from server.web.parts.chart import NARROW, WIDE, chart
from server.web.parts.points import Courses, scores
from server.web.request.tableside import tableside
from server.web.showing.around import shown
from server.web.showing.ending import ending

blueprint = Blueprint("scores", __name__)

_courses = Courses()


@blueprint.get("/scores")
def page() -> str:
    view = shown()
    match = view.match
    if match is None or view.match_id is None:
        return render_template("scores.html", match=None)
    course = _courses.course(view.match_id, match)
    sides = match.game.scoring.sides(match.table)
    return render_template(
        "scores.html",
        match=match,
        outcome=match.outcome(),
        end=ending(match, course),
        campaign=tableside().store.record(view.match_id).campaign,
        scores=scores(match),
        course=course,
        charts=[chart(sides, course, *size) for size in (NARROW, WIDE)],
    )
