"""The pieces of Maracaibo, drawn plainly for the simulated table.

Cards show what the printed house cards show, in English: title, price, points, good and object, and
what they do on the colour of its kind.
"""

from __future__ import annotations

from rules.maracaibo.pieces import CombatToken, Explorer, ProjectCard, Ship, StoryTile
from rules.maracaibo.printed import faces as printed
from rules.maracaibo.printed.faces import Face, Line
from rules.pieces import Piece
from vision.pen import INK, WHITE, Colour, mixed
from vision.reading import Picture
from vision.registry import Form
from vision.simulator.canvas import DRAWN, PAINTS, Canvas, coin

_PAPER: Colour = (215, 232, 240)
BANDS: dict[str, Colour] = {
    "income": (120, 185, 120),
    "permanent": (125, 125, 215),
    "assistant": (210, 160, 95),
    "now": (160, 200, 225),
    "plain": (225, 235, 240),
    "france": (190, 120, 60),
    "england": (235, 235, 235),
    "spain": (80, 80, 200),
}
GOODS: dict[str, Colour] = {
    "sugar": (235, 235, 245),
    "tobacco": (60, 110, 130),
    "cotton": (205, 215, 190),
    "cocoa": (45, 70, 110),
    "rum": (60, 130, 200),
    "herbs": (70, 150, 80),
}
OBJECTS: dict[str, Colour] = {
    "treasure": (60, 190, 230),
    "adventure": (90, 130, 60),
    "book": (140, 60, 120),
}
_DECKS: dict[str, Colour] = {"project": (60, 85, 110), "career": (110, 75, 50)}
_BACK: Colour = (85, 95, 75)
_LINE, _LETTERS = 4.2, 27
"""Millimetres from line to line on a card, and letters on each."""
_SMALLER = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6)
"""By how much letters are smaller where there is more to read."""


def face(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    """The face of a piece, without its label."""
    canvas = Canvas(form.width, form.height, DRAWN, _ground(piece))
    if isinstance(piece, Ship | Explorer):
        middle = form.width / 2
        canvas.ring(middle, middle, middle - 0.4, mixed(PAINTS[piece.colour], INK, 0.4), 0.5)
    elif form.name == "card":
        _card(canvas, printed.face(piece), *form.size)
    else:
        _tile(canvas, piece, printed.face(piece), *form.size)
    return canvas.brought_to(px_per_mm)


def back(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    """What a piece shows lying face down; a project card shows the rope of its deck."""
    ground, rope = back_shows(piece)
    canvas = Canvas(form.width, form.height, DRAWN, ground)
    edge = min(form.size) * 0.08
    right, bottom = form.width - edge, form.height - edge
    corners = [(edge, edge), (right, edge), (right, bottom), (edge, bottom), (edge, edge)]
    canvas.line(corners, rope, edge * 0.6)
    return canvas.brought_to(px_per_mm)


def back_shows(piece: Piece) -> tuple[Colour, Colour]:
    """The colours of a back and of its rope."""
    ground = _DECKS.get(piece.id.partition("/")[0], _BACK)
    if isinstance(piece, ProjectCard):
        return ground, (70, 110, 150) if piece.deck == "A" else (180, 215, 230)
    return ground, mixed(ground, WHITE, 0.3)


def _ground(piece: Piece) -> Colour:
    if isinstance(piece, Ship | Explorer):
        return PAINTS[piece.colour]
    return (150, 190, 205) if isinstance(piece, StoryTile) else _PAPER


def _card(canvas: Canvas, shown: Face, width: float, height: float) -> None:
    canvas.rectangle(1.5, 1.5, width - 3, height - 3, (200, 215, 225))
    title = str(shown.title)
    canvas.text(title, 18 + (width - 20) / 2, 6, 3.2, INK, width - 21)
    if shown.price is not None:
        coin(canvas, 23, 13.5, 4, str(shown.price))
    x = 34.0
    for name, colours in ((shown.good, GOODS), (shown.object, OBJECTS)):
        if name:
            canvas.disc(x, 13.5, 3.6, colours[name])
            canvas.text(name[0].upper(), x, 13.5, 3.4, WHITE if sum(colours[name]) < 450 else INK)
            x += 9
    bands = [(str(ask), mixed(_PAPER, INK, 0.12)) for ask in shown.asks]
    bands += [(str(line.text), BANDS[line.band]) for line in shown.lines]
    taken = 13.5 if shown.vp is not None or shown.corner else 3
    _words(canvas, bands, 20, width, height - taken)
    if shown.vp is not None:
        canvas.disc(width - 8, height - 8, 5.2, (95, 80, 205))
        canvas.text(str(shown.vp), width - 8, height - 8, 5, WHITE)
    canvas.text(shown.corner, 7, height - 6, 4, (40, 40, 150))


def _words(
    canvas: Canvas, bands: list[tuple[str, Colour]], y: float, width: float, bottom: float
) -> None:
    """Bands with words broken into lines, as large as all of them fit above `bottom`."""
    small = next((each for each in _SMALLER if y + _height(bands, each) <= bottom), _SMALLER[-1])
    for words, colour in bands:
        rows = _rows(words, small)
        high = (_LINE * len(rows) + 2) * small
        canvas.rectangle(3, y, width - 6, high, colour)
        for number, row in enumerate(rows):
            at = y + (3.1 + _LINE * number) * small
            canvas.text(row, width / 2, at, 2.2 * small, INK, width - 9)
        y += high + small


def _height(bands: list[tuple[str, Colour]], small: float) -> float:
    return sum((_LINE * len(_rows(words, small)) + 3) * small for words, _ in bands)


def _rows(words: str, small: float) -> list[str]:
    """Words broken into lines; smaller ones fit more on each."""
    rows: list[str] = []
    for word in words.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and len(longer) <= _LETTERS / small:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows


def _tile(canvas: Canvas, piece: Piece, shown: Face, width: float, height: float) -> None:
    if isinstance(piece, CombatToken):
        step = width / 3
        for number, (nation, side) in enumerate(piece.sides.items()):
            band = BANDS[nation]
            canvas.rectangle(number * step, 15, step, height - 15, band)
            ink = WHITE if nation != "england" else INK
            canvas.text(str(side.value), (number + 0.5) * step, 19.5, 4.5, ink)
        return
    canvas.text(piece.id.partition("/")[2][:6], (15 + width) / 2, 5, 3, INK, width - 16)
    lines: tuple[Line, ...] = shown.lines
    for number, line in enumerate(lines[-3:]):
        canvas.text(str(line.text), width / 2, 17.5 + 3.4 * number, 1.8, INK, width - 2)
