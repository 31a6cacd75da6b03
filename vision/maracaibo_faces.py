"""The pieces of Maracaibo, drawn plainly for the simulated table.

Cards show what the printed house cards show, in English: title, price, points, good and object, and
what they do on the colour of its kind.
"""

from __future__ import annotations

from rules.maracaibo import printed
from rules.maracaibo.cards import ProjectCard
from rules.maracaibo.printed import Face, Line
from rules.maracaibo.tiles import CombatToken, Explorer, Ship, StoryTile
from rules.pieces import Piece
from vision.canvas import DRAWN, INK, WHITE, Canvas, Colour, mixed
from vision.card_art import CLOTH, coin
from vision.reading import Picture
from vision.registry import Form

_PAPER: Colour = (215, 232, 240)
_BANDS: dict[str, Colour] = {
    "income": (120, 185, 120),
    "permanent": (125, 125, 215),
    "assistant": (210, 160, 95),
    "now": (160, 200, 225),
    "plain": (225, 235, 240),
    "france": (190, 120, 60),
    "england": (235, 235, 235),
    "spain": (80, 80, 200),
}
_GOODS: dict[str, Colour] = {
    "sugar": (235, 235, 245),
    "tobacco": (60, 110, 130),
    "cotton": (205, 215, 190),
    "cocoa": (45, 70, 110),
    "rum": (60, 130, 200),
    "herbs": (70, 150, 80),
}
_OBJECTS: dict[str, Colour] = {
    "treasure": (60, 190, 230),
    "adventure": (90, 130, 60),
    "book": (140, 60, 120),
}
_DECKS: dict[str, Colour] = {"project": (60, 85, 110), "career": (110, 75, 50)}
_BACK: Colour = (85, 95, 75)


def face(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    """The face of a piece, without its label."""
    canvas = Canvas(form.width, form.height, DRAWN, _ground(piece))
    if isinstance(piece, Ship | Explorer):
        middle = form.width / 2
        canvas.ring(middle, middle, middle - 0.4, mixed(CLOTH[piece.colour], INK, 0.4), 0.5)
    elif form.name == "card":
        _card(canvas, printed.face(piece), *form.size)
    else:
        _tile(canvas, piece, printed.face(piece), *form.size)
    return canvas.brought_to(px_per_mm)


def back(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    """What a piece shows lying face down; a project card shows the rope of its deck."""
    ground = _DECKS.get(piece.id.partition("/")[0], _BACK)
    canvas = Canvas(form.width, form.height, DRAWN, ground)
    rope = mixed(ground, WHITE, 0.3)
    if isinstance(piece, ProjectCard):
        rope = (70, 110, 150) if piece.deck == "A" else (180, 215, 230)
    edge = min(form.size) * 0.08
    right, bottom = form.width - edge, form.height - edge
    corners = [(edge, edge), (right, edge), (right, bottom), (edge, bottom), (edge, edge)]
    canvas.line(corners, rope, edge * 0.6)
    return canvas.brought_to(px_per_mm)


def _ground(piece: Piece) -> Colour:
    if isinstance(piece, Ship | Explorer):
        return CLOTH[piece.colour]
    return (150, 190, 205) if isinstance(piece, StoryTile) else _PAPER


def _card(canvas: Canvas, shown: Face, width: float, height: float) -> None:
    canvas.rectangle(1.5, 1.5, width - 3, height - 3, (200, 215, 225))
    title = str(shown.title)
    canvas.text(title, 18 + (width - 20) / 2, 6, 3.2, INK, width - 21)
    if shown.price is not None:
        coin(canvas, 23, 13.5, 4, str(shown.price))
    x = 34.0
    for name, colours in ((shown.good, _GOODS), (shown.object, _OBJECTS)):
        if name:
            canvas.disc(x, 13.5, 3.6, colours[name])
            canvas.text(name[0].upper(), x, 13.5, 3.4, WHITE if sum(colours[name]) < 450 else INK)
            x += 9
    y = 20.0
    for ask in shown.asks:
        y = _words(canvas, str(ask), y, width, mixed(_PAPER, INK, 0.12))
    for line in shown.lines:
        y = _words(canvas, str(line.text), y, width, _BANDS[line.band])
    if shown.vp is not None:
        canvas.disc(width - 8, height - 8, 5.2, (95, 80, 205))
        canvas.text(str(shown.vp), width - 8, height - 8, 5, WHITE)
    canvas.text(shown.corner, 7, height - 6, 4, (40, 40, 150))


def _words(canvas: Canvas, words: str, y: float, width: float, band: Colour) -> float:
    """A band with words broken into lines; gives the upper edge of the next one."""
    rows: list[str] = []
    for word in words.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and len(longer) <= 27:
            rows[-1] = longer
        else:
            rows.append(word)
    high = 4.2 * len(rows) + 2
    canvas.rectangle(3, y, width - 6, high, band)
    for number, row in enumerate(rows):
        canvas.text(row, width / 2, y + 3.1 + 4.2 * number, 2.2, INK, width - 9)
    return y + high + 1


def _tile(canvas: Canvas, piece: Piece, shown: Face, width: float, height: float) -> None:
    if isinstance(piece, CombatToken):
        step = width / 3
        for number, (nation, side) in enumerate(piece.sides.items()):
            band = _BANDS[nation]
            canvas.rectangle(number * step, 15, step, height - 15, band)
            ink = WHITE if nation != "england" else INK
            canvas.text(str(side.value), (number + 0.5) * step, 19.5, 4.5, ink)
        return
    canvas.text(piece.id.partition("/")[2][:6], (15 + width) / 2, 5, 3, INK, width - 16)
    lines: tuple[Line, ...] = shown.lines
    for number, line in enumerate(lines[-3:]):
        canvas.text(str(line.text), width / 2, 17.5 + 3.4 * number, 1.8, INK, width - 2)
