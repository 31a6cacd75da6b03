"""Plain faces, for a game that draws none of its own: what a piece is called, on paper."""

from __future__ import annotations

from rules.pieces import Piece
from vision.pen import INK, WHITE, Colour, mixed
from vision.reading import Picture
from vision.registry import Form
from vision.simulator.canvas import DRAWN, Canvas

_PAPER: Colour = (214, 232, 240)
_BACK: Colour = (70, 52, 40)


def face(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    """The name along the lower edge: labels are stuck on above."""
    canvas = _card(form, _PAPER)
    high = min(5.0, form.height / 6)
    room = form.width * 0.8
    canvas.text(str(piece.name), form.width / 2, form.height - 1.5 * high, high, INK, room)
    return canvas.brought_to(px_per_mm)


def back(_: Piece, form: Form, px_per_mm: float) -> Picture:
    return _card(form, _BACK).brought_to(px_per_mm)


def back_shows(_: Piece) -> None:
    """Only the size tells backs apart."""


def _card(form: Form, colour: Colour) -> Canvas:
    canvas = Canvas(form.width, form.height, DRAWN, mixed(colour, WHITE, 0.5))
    edge = min(form.size) * 0.04
    canvas.rectangle(edge, edge, form.width - 2 * edge, form.height - 2 * edge, colour)
    return canvas
