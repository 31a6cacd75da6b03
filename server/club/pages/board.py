"""`/`: all tables of the club, live."""

from __future__ import annotations

from flask import Blueprint, render_template
from sqlalchemy import select

from server.club.database import tables
from server.club.pages.clubhouse import clubhouse

blueprint = Blueprint("board", __name__)


@blueprint.get("/")
def page() -> str:
    with clubhouse().engine.connect() as db:
        found = db.execute(select(tables).order_by(tables.c.name, tables.c.key)).all()
    return render_template("board.html", listed=found)
