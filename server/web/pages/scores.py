"""`/scores`: everybody's points, line by line, and how they grew."""

from __future__ import annotations

from flask import Blueprint, render_template

from server.web.around import shown
from server.web.chart import NARROW, WIDE, chart
from server.web.points import Courses, scores

blueprint = Blueprint("scores", __name__)

_courses = Courses()


@blueprint.get("/scores")
def page() -> str:
    view = shown()
    match = view.match
    if match is None or view.match_id is None:
        return render_template("scores.html", match=None)
    course = _courses.course(view.match_id, match)
    return render_template(
        "scores.html",
        match=match,
        outcome=match.outcome(),
        scores=scores(match),
        course=course,
        charts=[chart(match.game.sides(match.table), course, *size) for size in (NARROW, WIDE)],
    )
