"""The pieces of Navegador, drawn so that a person can read them: tiles, the card, wooden pieces.

The label takes the upper left of a tile, so what matters stands along its right and lower edge.
"""

from __future__ import annotations

import math

import numpy as np

from rules.navegador.pieces import KING, Colony, Privilege, edition
from rules.pieces import Piece
from vision.pen import INK, WHITE, Colour, Pen, mixed
from vision.reading import Picture
from vision.registry import Form
from vision.simulator.canvas import DRAWN, PAINTS, Canvas, coin

GOOD: dict[str, Colour] = {
    "sugar": (205, 215, 225),
    "gold": (60, 190, 232),
    "spice": (60, 95, 190),
}
CATEGORY: dict[str, Colour] = {
    "colony": (85, 150, 90),
    "factory": (120, 120, 130),
    "explorer": (175, 125, 60),
    "shipyard": (70, 110, 165),
    "church": (150, 90, 130),
    "king": (50, 50, 170),
}
WOOD: dict[str, Colour] = {**PAINTS, "orange": (30, 125, 235)}
_CREAM: Colour = (205, 228, 238)
_DARK: Colour = (45, 55, 80)
_HULL = [(0.0, 0.08), (0.25, 0.0), (0.66, 0.02), (1.0, 0.5), (0.66, 0.98), (0.25, 1.0), (0.0, 0.92)]
"""The outline of a wooden ship, its bow to the right, as shares of its width and height."""


def face(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    if isinstance(piece, Colony):
        canvas = _tile(form, GOOD[piece.good])
        draw_good(canvas, piece.good, form.width - 3.6, 7.0, 2.6)
        canvas.text(str(piece.price), form.width / 2, form.height - 3.6, 3.9, _DARK)
    elif isinstance(piece, Privilege):
        canvas = _tile(form, mixed(CATEGORY[piece.category], WHITE, 0.35))
        canvas.text(_points(piece), form.width - 3.6, 7.0, 3.6, _DARK, 6.0)
        canvas.text(piece.category, form.width / 2, form.height - 3.5, 2.4, INK, form.width - 3)
    elif form.name == "card":
        canvas = _card(form)
    else:
        return _wooden(piece, form, px_per_mm)
    return canvas.brought_to(px_per_mm)


def back(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    """What a privilege is for; of a colony only its good. Everything else has no face to hide."""
    if isinstance(piece, Privilege):
        canvas = _tile(form, mixed(CATEGORY[piece.category], _DARK, 0.2))
        draw_category(canvas, piece.category, form.width - 3.6, 7.0, 2.7)
        draw_category(canvas, piece.category, form.width / 2, form.height - 3.6, 2.9)
        return canvas.brought_to(px_per_mm)
    if not isinstance(piece, Colony):
        return face(piece, form, px_per_mm)
    canvas = _tile(form, mixed(GOOD[piece.good], _DARK, 0.25))
    canvas.disc(form.width / 2, form.height / 2, form.width * 0.36, _CREAM)
    draw_good(canvas, piece.good, form.width / 2, form.height / 2, form.width * 0.24)
    return canvas.brought_to(px_per_mm)


def back_shows(piece: Piece) -> str:
    return piece.good if isinstance(piece, Colony) else piece.kind


def _points(privilege: Privilege) -> str:
    """What it adds to each thing of its kind; the king's depends on where it is laid."""
    points = edition().counts("points.privilege")
    if privilege.category == KING:
        return "/".join(map(str, sorted({*points.values()})))
    return f"+{points[privilege.category]}"


def draw_good(canvas: Pen, good: str, x: float, y: float, size: float) -> None:
    """A sugar loaf, a gold coin or peppers: `size` is half of its height."""
    if good == "sugar":
        loaf = [(x - size * 0.75, y + size), (x, y - size), (x + size * 0.75, y + size)]
        canvas.polygon(loaf, _DARK)
        inner = [
            (x - size * 0.5, y + size * 0.85),
            (x, y - size * 0.6),
            (x + size * 0.5, y + size * 0.85),
        ]
        canvas.polygon(inner, WHITE)
    elif good == "gold":
        coin(canvas, x, y, size, "")
    else:
        for dx, dy in ((-0.5, 0.4), (0.5, 0.4), (0.0, -0.45)):
            canvas.disc(x + dx * size, y + dy * size, size * 0.5, _DARK)
            canvas.disc(x + dx * size, y + dy * size, size * 0.36, (70, 110, 215))


def draw_category(canvas: Pen, category: str, x: float, y: float, size: float) -> None:
    """What a privilege is for; `size` is half of its height."""
    canvas.disc(x, y, size, CATEGORY[category])

    def shape(points: list[tuple[float, float]], colour: Colour = WHITE) -> None:
        canvas.polygon([(x + dx * size, y + dy * size) for dx, dy in points], colour)

    if category == "colony":
        shape([(-0.5, 0.6), (-0.5, -0.7), (-0.35, -0.7), (-0.35, 0.6)])
        shape([(-0.35, -0.7), (0.6, -0.35), (-0.35, 0.0)])
    elif category == "factory":
        shape([(-0.65, 0.5), (-0.65, -0.1), (-0.2, -0.4), (-0.2, -0.1), (0.3, -0.4), (0.3, -0.7)])
        shape([(0.3, -0.7), (0.6, -0.7), (0.6, 0.5), (-0.65, 0.5), (-0.65, -0.1), (0.3, -0.1)])
    elif category == "explorer":
        shape([(-0.7, 0.3), (-0.55, 0.65), (0.75, -0.2), (0.5, -0.7)])
    elif category == "shipyard":
        shape([(-0.75, 0.1), (0.75, 0.1), (0.45, 0.6), (-0.5, 0.6)])
        shape([(-0.1, -0.05), (-0.1, -0.75), (0.55, -0.05)])
    elif category == "church":
        shape([(-0.13, 0.7), (-0.13, -0.7), (0.13, -0.7), (0.13, 0.7)])
        shape([(-0.5, -0.3), (0.5, -0.3), (0.5, -0.05), (-0.5, -0.05)])
    else:
        crown = [(-0.65, 0.5), (-0.65, -0.4), (-0.3, 0.05), (0, -0.6), (0.3, 0.05), (0.65, -0.4)]
        shape([*crown, (0.65, 0.5)], (60, 200, 240))


def _tile(form: Form, colour: Colour) -> Canvas:
    canvas = Canvas(form.width, form.height, DRAWN, mixed(colour, _DARK, 0.45))
    canvas.rectangle(0.7, 0.7, form.width - 1.4, form.height - 1.4, colour)
    return canvas


def _card(form: Form) -> Canvas:
    """The Navegador card: a compass rose over the sea."""
    canvas = Canvas(form.width, form.height, DRAWN, _CREAM)
    canvas.rectangle(1.5, 1.5, form.width - 3, form.height - 3, (150, 110, 55))
    x, y, size = form.width / 2, form.height * 0.52, form.width * 0.33
    canvas.disc(x, y, size * 1.08, _CREAM)
    canvas.ring(x, y, size, _DARK, 0.5)
    for n in range(8):
        turn, reach = math.radians(45 * n), size * (0.62 if n % 2 else 1.0)
        for way, colour in ((1, _DARK), (-1, (70, 110, 200))):
            beside = turn + way * math.radians(22.5)
            point = (x + reach * math.sin(turn), y - reach * math.cos(turn))
            waist = (x + size * 0.24 * math.sin(beside), y - size * 0.24 * math.cos(beside))
            canvas.polygon([(x, y), point, waist], colour)
    canvas.text("Navegador", x, form.height - 8, 4.6, WHITE, form.width - 8)
    return canvas


def _wooden(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    """Painted wood with an outline of its own, darker towards the edge."""
    colour = WOOD[piece.kind.rpartition("/")[2]]
    canvas = Canvas(form.width, form.height, DRAWN, mixed(colour, INK, 0.35))
    cover = Canvas(form.width, form.height, DRAWN, (0, 0, 0))
    outline = _outline(form)
    cover.polygon(outline, WHITE)
    middle = (form.width / 2, form.height / 2)
    inner = [(x + (middle[0] - x) * 0.12, y + (middle[1] - y) * 0.12) for x, y in outline]
    canvas.polygon(inner, colour)
    picture = np.dstack([canvas.brought_to(px_per_mm), cover.brought_to(px_per_mm)[..., 0]])
    picture.flags.writeable = False
    return picture


def _outline(form: Form) -> list[tuple[float, float]]:
    if form.name == "ship":
        return [(x * form.width, y * form.height) for x, y in _HULL]
    corners = 8 if form.name == "marker" else 32
    angles = [2 * math.pi * (n + 0.5) / corners for n in range(corners)]
    reach = 1.02 / math.cos(math.pi / corners)
    half = form.width / 2
    return [(half + half * reach * math.cos(a), half + half * reach * math.sin(a)) for a in angles]
