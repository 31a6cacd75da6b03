"""The pieces and the board of Maracaibo, drawn plainly for the simulated table.

Cards show what the printed house cards show, in English: title, price, points, good and object, and
what they do on the colour of its kind.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.maracaibo.board import Location, Space, board
from rules.maracaibo.cards import ProjectCard
from rules.maracaibo.printed import Face, Line, face
from rules.maracaibo.tiles import PIECES, CombatToken, Explorer, Ship, StoryTile
from rules.pieces import Piece
from vision.canvas import INK, WHITE, Canvas, Colour, mixed, shrunk
from vision.card_art import CLOTH, coin
from vision.faces import framed
from vision.layout import Frame, load_layout
from vision.reading import Picture
from vision.registry import load_registry
from vision.shapes import Rectangle

_DRAWN = 12.0
"""Pixels a millimetre at which pieces are drawn before they are brought to size."""
_BOARD_DRAWN = 6.0
_PAPER: Colour = (215, 232, 240)
_SEA: Colour = (190, 165, 120)
_LAND: Colour = (150, 195, 205)
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


def front(piece_id: str, px_per_mm: float) -> Picture:
    """The face of a piece, without its label."""
    piece = PIECES[piece_id]
    size = load_registry("maracaibo").size_of(piece_id)
    canvas = Canvas(*size, _DRAWN, _ground(piece))
    if isinstance(piece, Ship | Explorer):
        canvas.ring(8, 8, 7.6, mixed(CLOTH[piece.colour], INK, 0.4), 0.5)
    elif piece_id.partition("/")[0] in load_registry("maracaibo").families:
        _tile(canvas, piece, face(piece), *size)
    else:
        _card(canvas, face(piece), *size)
    return _kept(canvas, *size, px_per_mm)


def back(piece_id: str, px_per_mm: float) -> Picture:
    """What a piece shows lying face down; a project card shows the rope of its deck."""
    size = load_registry("maracaibo").size_of(piece_id)
    family = piece_id.partition("/")[0]
    canvas = Canvas(*size, _DRAWN, _DECKS.get(family, _BACK))
    piece = PIECES[piece_id]
    rope = mixed(_DECKS.get(family, _BACK), WHITE, 0.3)
    if isinstance(piece, ProjectCard):
        rope = (70, 110, 150) if piece.deck == "A" else (180, 215, 230)
    width, height = size
    edge = min(size) * 0.08
    corners = [(edge, edge), (width - edge, edge), (width - edge, height - edge)]
    canvas.line([*corners, (edge, height - edge), (edge, edge)], rope, edge * 0.6)
    return _kept(canvas, *size, px_per_mm)


def board_face(frame: Frame, px_per_mm: float) -> Picture | None:
    """The board; None for frames that are plain zone cards."""
    if frame.key != "board":
        return None
    canvas = Canvas(frame.width, frame.height, _BOARD_DRAWN, _SEA)
    shapes = {
        place.name: place.shape
        for place in load_layout("maracaibo", ()).places_on(frame.key)
        if isinstance(place.shape, Rectangle)
    }
    _routes(canvas, shapes)
    for name, shape in shapes.items():
        kind, _, number = name.partition(":")
        if kind == "location":
            _location(canvas, shape, board().locations.get(number), number)
        elif kind == "explorer":
            _space(canvas, shape, board().space(number))
        elif 0 <= shape.y < frame.height:
            _outline(canvas, shape, mixed(_SEA, WHITE, 0.45), 0.5)
    return framed(canvas, frame, px_per_mm)


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


def _location(canvas: Canvas, shape: Rectangle, place: Location | None, number: str) -> None:
    ground = _LAND if place is None or place.kind != "homeward" else (140, 170, 225)
    canvas.rectangle(shape.x, shape.y, shape.width, shape.height, mixed(ground, WHITE, 0.3))
    city = place is not None and place.kind == "city"
    _outline(canvas, shape, (60, 110, 170) if city else (150, 140, 120), 0.8)
    canvas.text(number, shape.x + shape.width / 2, shape.y + shape.height / 2, 6, (120, 120, 120))


def _space(canvas: Canvas, shape: Rectangle, space: Space) -> None:
    colours = {"red": (70, 70, 200), "blue": (200, 130, 60), "green": (80, 160, 80)}
    canvas.rectangle(shape.x, shape.y, shape.width, shape.height, mixed(_LAND, WHITE, 0.4))
    if space.barrier:
        canvas.rectangle(shape.x - 1.2, shape.y - 2, 1.2, shape.height + 4, colours[space.barrier])
    words = f"{space.id}?" if space.quest else space.id
    canvas.text(words, shape.x + shape.width / 2, shape.y + shape.height / 2, 4, (120, 120, 120))


def _outline(canvas: Canvas, shape: Rectangle, colour: Colour, width: float) -> None:
    right, bottom = shape.x + shape.width, shape.y + shape.height
    corners = [(shape.x, shape.y), (right, shape.y), (right, bottom), (shape.x, bottom)]
    canvas.line([*corners, corners[0]], colour, width)


def _routes(canvas: Canvas, shapes: dict[str, Rectangle]) -> None:
    joined = [(f"location:{route.source}", f"location:{route.target}") for route in board().routes]
    joined += [
        (f"explorer:{space.id}", f"explorer:{following}")
        for space in board().spaces.values()
        for following in space.next
    ]
    for source, target in joined:
        canvas.line(way(shapes, source, target), (225, 235, 240), 1.2)


def way(shapes: Mapping[str, Rectangle], source: str, target: str) -> list[tuple[float, float]]:
    """Straight from one to the other, or around above what lies between them in a row."""
    (x, y), (end_x, end_y) = shapes[source].centre, shapes[target].centre
    between = any(
        min(x, end_x) < shape.centre[0] < max(x, end_x) and abs(shape.centre[1] - y) < 1
        for name, shape in shapes.items()
        if name.startswith("location:")
    )
    if not between or y != end_y:
        return [(x, y), (end_x, end_y)]
    above = shapes[source].y - 5
    return [(x, y), (x, above), (end_x, above), (end_x, end_y)]


def _kept(canvas: Canvas, width: float, height: float, px_per_mm: float) -> Picture:
    picture = shrunk(canvas.picture, (round(width * px_per_mm), round(height * px_per_mm)))
    picture.flags.writeable = False
    return picture
