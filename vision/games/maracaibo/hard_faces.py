"""Faces of Maracaibo's cards and tiles as hard to tell apart as real ones.

Project cards of a name share one picture and differ in emblems and digits of 4 mm; quests, story
tiles and legacy tiles differ in their numbers, combat tokens in three digits. They are drawn for
pieces that carry no tags: nothing keeps the corner free in which a label would be.
"""

from __future__ import annotations

import zlib
from random import Random

from rules.maracaibo.pieces import (
    CombatToken,
    Explorer,
    JeanCard,
    LegacyTile,
    Quest,
    Ship,
    StoryTile,
)
from rules.maracaibo.printed import faces as words
from rules.maracaibo.printed.faces import Face
from rules.pieces import Piece
from vision.games.maracaibo.faces import BANDS, GOODS, OBJECTS, back, back_shows
from vision.games.maracaibo.faces import face as labelled_face
from vision.games.maracaibo.numbers import picture, printed_numbers
from vision.pen import INK, WHITE, Colour, mixed
from vision.reading import Picture
from vision.registry import Form
from vision.simulator.canvas import DRAWN, Canvas, coin
from vision.simulator.print_texture import printed

__all__ = ["back", "back_shows", "face"]

_PAPER: Colour = (205, 225, 232)
_DIGIT = 4.0
"""Millimetres."""


def face(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    if isinstance(piece, Ship | Explorer):  # wooden pieces keep their labels
        return labelled_face(piece, form, px_per_mm)
    common = picture(piece)
    canvas = Canvas(form.width, form.height, DRAWN, _PAPER)
    if form.name == "card":
        _card(canvas, piece, words.face(piece), common, form)
    else:
        _tile(canvas, piece, common, form)
    printed(canvas, zlib.crc32(common.encode()), 0.5)
    return canvas.brought_to(px_per_mm)


def _card(canvas: Canvas, piece: Piece, shown: Face, common: str, form: Form) -> None:
    width, height = form.size
    canvas.rectangle(1.5, 1.5, width - 3, height - 3, (150, 185, 205))
    _picture(canvas.inside(3, 16, width - 6, 44), common)
    canvas.text(str(shown.title), width / 2 + 4, 8, 3.4, INK, 30)
    if shown.price is not None:
        coin(canvas, 8.5, 8.5, 4.4, "")
        canvas.text(str(shown.price), 8.5, 8.5, _DIGIT, INK)
    x = 40.0
    for name, colours in ((shown.good, GOODS), (shown.object, OBJECTS)):
        if name:
            canvas.disc(x, 22, 3.8, INK)
            canvas.disc(x, 22, 3.4, colours[name])
            x += 9
    canvas.rectangle(3, 62, width - 6, 22, _PAPER)
    for row, line in enumerate(shown.lines[:4]):
        canvas.text(str(line.text), width / 2, 65.5 + 4.5 * row, 2.4, INK, width - 9)
    if shown.vp is not None:
        canvas.disc(width - 8, height - 8, 4.6, (95, 80, 205))
        canvas.text(str(shown.vp), width - 8, height - 8, _DIGIT, WHITE)
    number = next(iter(printed_numbers(piece)), None)
    if number is not None:
        canvas.text(number, 8, height - 6, _DIGIT, INK)
    elif isinstance(piece, JeanCard):
        canvas.text(piece.id.rpartition("/")[2].upper(), 8, height - 6, _DIGIT, INK)


def _tile(canvas: Canvas, piece: Piece, common: str, form: Form) -> None:
    width, height = form.size
    _picture(canvas.inside(0.8, 0.8, width - 1.6, height - 1.6), common)
    if isinstance(piece, CombatToken):
        step = (width - 3) / 3
        for number, (nation, side) in enumerate(piece.sides.items()):
            canvas.rectangle(1.5 + number * step, 14, step, height - 15.5, BANDS[nation])
            ink = WHITE if nation != "england" else INK
            canvas.text(str(side.value), 1.5 + (number + 0.5) * step, 18.5, _DIGIT, ink)
        for number, value in enumerate((piece.most, piece.fewest)):
            canvas.disc(6 + 12 * number, 7, 3.4, _PAPER)
            canvas.text(str(value), 6 + 12 * number, 7, _DIGIT, INK)
        return
    if isinstance(piece, Quest | StoryTile | LegacyTile):
        canvas.rectangle(2.0, 2.0, 15, 9, _PAPER)
        canvas.text(str(printed_numbers(piece)[0]), 9.5, 6.5, _DIGIT, INK)
    lines = words.face(piece).lines
    canvas.rectangle(1.5, height - 12, width - 3, 10.5, _PAPER)
    for row, line in enumerate(lines[-3:]):
        canvas.text(str(line.text), width / 2, height - 9.8 + 3.2 * row, 1.9, INK, width - 4)


def _picture(canvas: Canvas, seed: str) -> None:
    """Chance shapes in the colours of one picture."""
    random = Random(seed)

    def colour() -> Colour:
        return random.randint(60, 210), random.randint(60, 210), random.randint(60, 210)

    high, wide = (side / canvas.scale for side in canvas.picture.shape[:2])
    canvas.gradient(colour(), colour(), high)
    for _ in range(36):
        x, y = random.uniform(0, wide), random.uniform(0, high)
        size = random.uniform(1.0, wide / 6)
        shape = random.randrange(3)
        if shape == 0:
            path = [(x + random.uniform(-4, 4), y + random.uniform(-4, 4)) for _ in range(3)]
            canvas.line(path, colour(), random.uniform(0.3, 0.8))
        elif shape == 1:
            canvas.ellipse(x, y, size, size * random.uniform(0.3, 1), mixed(colour(), INK, 0.2))
        else:
            reach = [random.uniform(-size, size) for _ in range(6)]
            corners = [(x + a, y + b) for a, b in zip(reach[::2], reach[1::2], strict=True)]
            canvas.polygon(corners, colour())
