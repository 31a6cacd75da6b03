"""Numbers on a phone."""

from __future__ import annotations

from pathlib import Path

from flask import render_template
from markupsafe import Markup

from rules.text import Text
from server.web.parts.cards import Face, Mark, Scenery
from server.web.parts.on_phones import OnPhones
from toy_numbers.pieces import PIECES
from toy_numbers.places import ROW, area

FACES = {
    card.kind: Face(marks=(Mark("card", str(card.number), Text("worth {n}", n=card.number)),))
    for card in PIECES.values()
}


def board(scenery: Scenery) -> Markup:
    places = {seat.name: area(seat) for seat in scenery.match.seats}
    return Markup(
        render_template(
            "numbers/board.html",
            row=scenery.cards(ROW),
            areas={name: scenery.cards(place) for name, place in places.items()},
        )
    )


PHONES = OnPhones(faces=FACES, board=board, templates=Path(__file__).parent / "templates")
