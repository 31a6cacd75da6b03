"""`/screen`: all tables that play, for the whole room. Nothing can be pressed."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from server.club.pages.board import drawn
from server.club.pages.clubhouse import clubhouse

blueprint = Blueprint("screen", __name__)

_SHAPES = ((1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 2, 2), (6, 3, 2), (9, 3, 3), (12, 4, 3))
"""Up to so many tables stand in so many columns and rows; more follow each other page by page."""
_MOST = _SHAPES[-1][0]


@blueprint.get("/screen")
def page() -> str:
    playing = [each for each in clubhouse().standings.all() if each.is_playing]
    pages = max(1, -(-len(playing) // _MOST))
    # Whoever looks longer gets the next ones: a television has nobody who presses anything.
    number = (request.args.get("page", 1, type=int) - 1) % pages + 1
    on_it = len(playing) if pages == 1 else -(-len(playing) // pages)
    shown = playing[(number - 1) * on_it : number * on_it]
    columns, rows = next(shape[1:] for shape in _SHAPES if on_it <= shape[0])
    return render_template(
        "screen.html",
        tables=[drawn("_screen_table.html", each) for each in shown],
        columns=columns,
        rows=rows,
        number=number,
        pages=pages,
        address=clubhouse().names.short(request.host),
    )
