"""What keeps the table and the match apart, as it stands under the thumb of every player."""

from __future__ import annotations

from dataclasses import dataclass

from rules.flow import Seat
from rules.pieces import Piece
from rules.text import Text
from server.live.messages import View
from server.web.parts.card_drawings import Drawing, drawing, show
from vision.printed_copy import copy_of


@dataclass(frozen=True, slots=True)
class Trouble:
    """The first of what is wrong, or of what the camera cannot make out."""

    text: Text
    is_wrong: bool
    more: int
    """How many others there are."""
    drawing: Drawing | None = None
    """Of the piece that it is about."""


def trouble(view: View) -> Trouble | None:
    if view.wrong:
        piece, text = next(iter(view.wrong.items()))
        return Trouble(text, True, len(view.wrong) - 1, drawing_of(view, piece))
    if view.unclear:
        return Trouble(view.unclear[0], False, len(view.unclear) - 1)
    return None


def astray(view: View, seat: Seat) -> list[Drawing]:
    """What lies with a seat, and should not."""
    if view.sighting is None:
        return []
    seen = view.sighting.places
    here = (piece for piece in view.wrong if seat.colour in seen.get(piece.id, "").split(":")[1:])
    return [each for each in (drawing_of(view, piece) for piece in here) if each]


def drawing_of(view: View, piece: Piece) -> Drawing | None:
    """How a piece looks that lies on the table for everybody."""
    if view.match is None:
        return None
    found = drawing(view.match.game.name, piece.kind, copy_of(view.match.game))
    show([found] if found else [])
    return found
