"""`/screen`: the match for the whole room, on a television or a tablet. Nothing can be pressed."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request

from rules.flow import Seat
from server.store import Record
from server.web.parts.chart import WIDE, chart
from server.web.parts.points import Courses, scores
from server.web.request.phones import phone
from server.web.request.tableside import tableside
from server.web.showing.around import latest, shown
from server.web.showing.drawing import just_moved, picture
from server.web.showing.ending import ending
from server.web.showing.played import WORDS
from server.web.showing.teaching import teaching

blueprint = Blueprint("screen", __name__)

_FAMOUS, _RESULTS = 5, 3
_courses = Courses()


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended, the best first."""

    record: Record
    seats: tuple[tuple[Seat, int], ...]
    winners: tuple[Seat, ...]


@blueprint.get("/screen")
def page() -> str:
    view, address = shown(), tableside().names.short(request.host)
    match = view.match
    if match is None or view.match_id is None:
        return _quiet(address)
    course = [] if match.choice else _courses.course(view.match_id, match)
    return render_template(
        "screen.html",
        address=address,
        picture=picture(match, view.sighting, view.wrong, just_moved(match), taps=False),
        scores=scores(match),
        for_robots=tableside().instructions(view),
        happened=latest().moves(view),
        teaching=teaching(view),
        end=ending(match, course),
        chart=chart(match.game.scoring.sides(match.table), course, *WIDE) if course else None,
    )


def _quiet(address: str) -> str:
    """Between matches; what was won before is only for screens that may look back."""
    store = tableside().store
    may_look = phone().may_look
    return render_template(
        "screen.html",
        address=address,
        fame=store.statistics.tallies(most=_FAMOUS) if may_look else [],
        results=list(map(_result, store.statistics.last_matches(_RESULTS))) if may_look else [],
        **WORDS,
    )


def _result(match_id: int) -> Result:
    store = tableside().store
    record, points = store.record(match_id), store.statistics.points_of(match_id)
    seats = {seat.colour: seat for seat in record.seats}
    won = record.winners or ()
    return Result(
        record,
        tuple((seats[colour], number) for colour, number in points.items()),
        tuple(seat for seat in record.seats if seat.colour in won),
    )
