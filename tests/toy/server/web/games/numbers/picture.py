"""The table of Numbers on a phone."""

from __future__ import annotations

from flask import render_template
from markupsafe import Markup

from rules.numbers.places import ROW, area
from server.web.parts.cards import Scenery


def board(scenery: Scenery) -> Markup:
    places = {seat.name: area(seat) for seat in scenery.match.seats}
    return Markup(
        render_template(
            "numbers/board.html",
            row=scenery.cards(ROW),
            areas={name: scenery.cards(place) for name, place in places.items()},
        )
    )
