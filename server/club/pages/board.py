"""`/`: all tables of the club, live."""

from __future__ import annotations

from datetime import date

from flask import Blueprint, current_app, g, render_template
from flask.blueprints import BlueprintSetupState
from markupsafe import Markup

from server.club.pages.clubhouse import clubhouse
from server.club.pages.standing import Standing

blueprint = Blueprint("board", __name__)

_EXTENSION = "drawn_tables"


class DrawnTables:
    """Tables as they are drawn, in every language; only those that have changed are drawn anew.

    May be used from several threads.
    """

    def __init__(self) -> None:
        self._drawn: dict[tuple[str, str, str], tuple[object, Markup]] = {}

    def draw(self, template: str, standing: Standing) -> Markup:
        place = template, standing.key, g.locale
        version, drawn = self._drawn.get(place, (None, Markup()))
        now = standing.version, date.today()  # times of other days are said with their day
        if version != now:
            try:
                drawn = _rendered(template, standing)
            except Exception as error:  # One table never fails the page of all.
                drawn = _rendered(template, standing.without_match(error))
            self._drawn[place] = now, drawn
        return drawn


def _rendered(template: str, standing: Standing) -> Markup:
    drawn = Markup(render_template(template, each=standing))
    drawn.encode()  # or the page could not be sent
    return drawn


@blueprint.record
def _prepare(state: BlueprintSetupState) -> None:
    state.app.extensions[_EXTENSION] = DrawnTables()


def drawn(template: str, standing: Standing) -> Markup:
    found = current_app.extensions[_EXTENSION]
    assert isinstance(found, DrawnTables)
    return found.draw(template, standing)


@blueprint.get("/")
def page() -> str:
    listed = clubhouse().standings.all()
    return render_template(
        "board.html",
        tables=[drawn("_board_table.html", each) for each in listed],
        playing=sum(each.is_playing for each in listed),
        here=sum(each.here for each in listed),
    )
