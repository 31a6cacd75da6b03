"""Cards of Numbers as a camera sees them: a large number on green paper."""

from __future__ import annotations

from rules.pieces import Piece
from vision.looks import Faces, Looks
from vision.pen import INK, WHITE, Colour
from vision.reading import Picture
from vision.registry import Form
from vision.simulator.canvas import DRAWN, Canvas

_GREEN: Colour = (150, 200, 160)


def face(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    canvas = Canvas(form.width, form.height, DRAWN, WHITE)
    canvas.rectangle(3, 3, form.width - 6, form.height - 6, _GREEN)
    number = piece.id.partition("/")[2]
    canvas.text(number, form.width / 2, form.height / 2, 24, INK, form.width - 12)
    return canvas.brought_to(px_per_mm)


def back(_: Piece, form: Form, px_per_mm: float) -> Picture:
    return Canvas(form.width, form.height, DRAWN, _GREEN).brought_to(px_per_mm)


def back_shows(_: Piece) -> None:
    """All cards are alike from behind."""


LOOKS = Looks(faces=Faces(face=face, back=back, back_shows=back_shows))
