"""`/table`: whose turn it is, what lies where, what happened last and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template

from rules.flow import Seat
from rules.pieces import Piece
from rules.text import Text
from server.host import View
from server.web.around import shown
from server.web.drawing import picture
from server.web.points import scores
from server.web.tableside import tableside

blueprint = Blueprint("table", __name__)

_MOVES = 8
"""How many of the last moves are shown."""


@dataclass(frozen=True, slots=True)
class Reported:
    """One answer: who gave it, what it was, and who or what told the match."""

    number: int
    who: Seat
    text: Text
    by: str
    """phone, camera, button, robot or import."""
    seat: Seat | None
    """Whose phone it was."""
    provisional: bool


@blueprint.get("/table")
def page() -> str:
    view = shown()
    if view.match is None:
        return render_template("table.html")
    return render_template(
        "table.html",
        picture=picture(view.match, view.sighting, view.wrong, _just_moved(view)),
        scores=scores(view.match),
        moves=last_moves(view),
        claim=tableside().joining.claim,
    )


def _just_moved(view: View) -> list[Piece]:
    """The pieces that the last answer moved."""
    answers = view.match.answers if view.match else []
    return [move.piece for taken in answers[-1:] for move in taken.option.moves if move.piece]


def last_moves(view: View) -> list[Reported]:
    """The newest first."""
    match, match_id = view.match, view.match_id
    if match is None or match_id is None:
        return []
    by: list[str] = []
    for entry in tableside().store.entries(match_id):
        if entry.kind in ("choice", "correction", "redo"):
            by.append(entry.by)
        elif entry.kind == "undo":
            by.pop()
    seats = {seat.colour: seat for seat in match.seats}
    moves = []
    # The store may be ahead of the view; what the view has not got is not shown yet.
    for number, (taken, reporter) in enumerate(zip(match.answers, by, strict=False)):
        source, _, colour = reporter.partition(":")
        moves.append(
            Reported(
                number + 1,
                taken.who,
                taken.option.text,
                source,
                seats.get(colour),
                number >= view.final,
            )
        )
    return moves[: -_MOVES - 1 : -1]
