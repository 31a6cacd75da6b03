"""`/screen`: all tables that play and who leads the tournament, for the whole room. Nothing can be
pressed.
"""

from __future__ import annotations

from flask import Blueprint, render_template, request

from server.club.pages.board import drawn
from server.club.pages.clubhouse import clubhouse
from server.club.scoreboard import for_the_screen
from server.web.request.numbers import asked_for

blueprint = Blueprint("screen", __name__)

_SHAPES = ((1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 2, 2), (6, 3, 2), (9, 3, 3), (12, 4, 3))
"""Up to so many tables stand in so many columns and rows; more follow each other page by page."""
_MOST = _SHAPES[-1][0]
_LEADERS = 16
"""Of a tournament; more could not be read from afar."""


@blueprint.get("/screen")
def page() -> str:
    playing = [each for each in clubhouse().standings.all() if each.is_playing]
    with clubhouse().engine.connect() as db:
        board = for_the_screen(db)
    of_tables = -(-len(playing) // _MOST)
    pages = max(1, of_tables + (board is not None))
    # Whoever looks longer gets the next ones: a television has nobody who presses anything.
    number = (asked_for("page", 1) - 1) % pages + 1
    on_it = -(-len(playing) // max(1, of_tables))
    shown = playing[(number - 1) * on_it : number * on_it]
    columns, rows = next(shape[1:] for shape in _SHAPES if on_it <= shape[0])
    return render_template(
        "screen.html",
        board=board if number > of_tables else None,
        leaders=_LEADERS,
        tables=[drawn("_screen_table.html", each) for each in shown],
        columns=columns,
        rows=rows,
        number=number,
        pages=pages,
        address=clubhouse().names.short(request.host),
    )
