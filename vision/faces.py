"""The faces of the Port Royal cards, drawn so that a person can read them.

Faces are for the simulated table, the demo and the recognition of card art. They are drawn large
and brought to the resolution asked for; nothing in them is left to chance.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from rules.port_royal.cards import Card, Expedition, Person, Ship, Tax, all_cards
from vision.canvas import INK, WHITE, Canvas, Colour, mixed, shrunk
from vision.card_art import CLOTH, HEIGHT, WIDTH, coin, paint, skull, sword
from vision.layout import Frame
from vision.reading import Picture
from vision.registry import DICTIONARY, MODULES, Label, load_registry

_CREAM: Colour = (214, 232, 240)
_DRAWN = 12.0
"""Pixels a millimetre at which faces are drawn before they are brought to size."""
_ROLE_MARKS = {"captain": "C", "priest": "P", "settler": "S"}
_BAND: dict[type, Colour] = {
    Person: (150, 185, 205),
    Expedition: (110, 165, 130),
    Tax: (125, 125, 175),
}


def face(kind: str, px_per_mm: float) -> Picture:
    """The printed front of a kind of card, without a label."""
    card = next((card for card in all_cards() if card.kind == kind), None)
    if card is None:
        raise ValueError(f"No card of Port Royal is of the kind {kind!r}.")
    width, height = load_registry("port_royal").card_size
    canvas = Canvas(width, height, _DRAWN, _CREAM)
    band = mixed(CLOTH[card.colour], WHITE, 0.25) if isinstance(card, Ship) else _BAND[type(card)]
    canvas.rectangle(2, 2, width - 4, height - 4, band)
    _title(canvas, card, width)
    paint(canvas.inside(3, 19, WIDTH, HEIGHT), card)
    canvas.line([(3, 19), (56, 19), (56, 65), (3, 65), (3, 19)], INK, 0.4)
    canvas.rectangle(3, 66, 53, 22, _CREAM)
    _values(canvas, card)
    return _kept(canvas, width, height, px_per_mm)


def back(px_per_mm: float) -> Picture:
    """The back of every card: a coin, since a face-down card is one."""
    width, height = load_registry("port_royal").card_size
    canvas = Canvas(width, height, _DRAWN, _CREAM)
    canvas.rectangle(2.5, 2.5, width - 5, height - 5, (70, 52, 40))
    weave = canvas.inside(4, 4, width - 8, height - 8)
    for step in range(-90, 150, 5):
        weave.line([(step, -2), (step + 90, 88)], (92, 72, 52), 0.6)
        weave.line([(step, -2), (step - 90, 88)], (92, 72, 52), 0.6)
    canvas.ring(width / 2, height / 2, 21, (60, 150, 200), 1)
    coin(canvas, width / 2, height / 2, 18, "1")
    for x in (9, width - 9):
        for y in (9, height - 9):
            coin(canvas, x, y, 3.5, "")
    return _kept(canvas, width, height, px_per_mm)


def label(tag: int, spec: Label, px_per_mm: float) -> Picture:
    """A printed label, grey: the tag with its white margin."""
    return tag_square(tag, spec.side, spec.margin, px_per_mm)


@lru_cache(maxsize=640)
def tag_square(tag: int, side: float, margin: float, px_per_mm: float) -> Picture:
    """A tag of a side in millimetres, in the middle of its white margin, with true edges."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    modules = cv2.aruco.generateImageMarker(dictionary, tag, MODULES)
    per_module = max(4, round(side / MODULES * px_per_mm * 4))
    black = np.kron(modules, np.ones((per_module, per_module), np.uint8))
    wide = round(margin / side * MODULES * per_module)
    whole = cv2.copyMakeBorder(black, wide, wide, wide, wide, cv2.BORDER_CONSTANT, value=255)
    pixels = round((side + 2 * margin) * px_per_mm)
    picture = shrunk(np.asarray(whole, np.uint8), (pixels, pixels))
    picture.flags.writeable = False
    return picture


def zone_card(frame: Frame, px_per_mm: float) -> Picture:
    """A printed zone card: white, with its tags, its title and, for a seat, the seat's colour."""
    canvas = Canvas(frame.width, frame.height, _DRAWN, WHITE)
    ink = CLOTH.get(frame.seat or "", (90, 70, 50))
    left = max((tag.x + tag.side / 2 for tag in frame.tags if tag.x < frame.width / 2), default=0)
    right = min(
        (tag.x - tag.side / 2 for tag in frame.tags if tag.x > frame.width / 2),
        default=frame.width,
    )
    canvas.rectangle(left + 4, 5, right - left - 8, frame.height - 10, mixed(ink, WHITE, 0.7))
    canvas.rectangle(left + 4, frame.height - 9, right - left - 8, 4, ink)
    middle = (left + right) / 2
    # Letters as tall as a tag is wide would look like a tag that cannot be read.
    canvas.text(frame.title.upper(), middle, frame.height / 2 - 2, 6, INK, right - left - 12)
    return framed(canvas, frame, px_per_mm)


def framed(canvas: Canvas, frame: Frame, px_per_mm: float) -> Picture:
    """A drawn zone card or board with its tags on it."""
    scale = canvas.scale
    for tag in frame.tags:
        # A whole number of drawn pixels, so that the black square lies exactly where it should.
        margin = int(tag.side / MODULES * scale) / scale
        printed = tag_square(tag.id, tag.side, margin, scale)
        half = tag.side / 2 + margin
        top, start = round((tag.y - half) * scale), round((tag.x - half) * scale)
        rows, columns = printed.shape
        canvas.picture[top : top + rows, start : start + columns] = printed[..., None]
    return _kept(canvas, frame.width, frame.height, px_per_mm)


def _kept(canvas: Canvas, width: float, height: float, px_per_mm: float) -> Picture:
    picture = shrunk(canvas.picture, (round(width * px_per_mm), round(height * px_per_mm)))
    picture.flags.writeable = False
    return picture


def _title(canvas: Canvas, card: Card, width: float) -> None:
    ink = _CREAM if isinstance(card, Ship) and card.colour == "black" else INK
    first, _, second = str(card.name).partition(" (")
    if isinstance(card, Ship | Person):
        # The number at the end of the name is printed below, as a coin.
        first = first.rsplit(" ", 1)[0]
    middle, room = (18 + width - 3) / 2, width - 22
    canvas.text(first, middle, 8, 4.2, ink, room)
    canvas.text(second.rstrip(")") or _second_line(card), middle, 14.5, 2.8, ink, room)


def _second_line(card: Card) -> str:
    if isinstance(card, Ship):
        return f"{card.colour} ship"
    if isinstance(card, Person):
        return f"hire for {card.cost}"
    return ""


def _values(canvas: Canvas, card: Card) -> None:
    """The printed values, along the bottom."""
    if isinstance(card, Ship):
        coin(canvas, 14, 77, 8.5, str(card.coins))
        if card.swords is None:
            canvas.disc(43, 77, 9, INK)
            skull(canvas, 43, 75.5, 5)
        else:
            sword(canvas, 36, 77, 17)
            canvas.text(str(card.swords), 46, 77, 9)
    elif isinstance(card, Person):
        coin(canvas, 12, 77, 7.5, str(card.cost))
        for number in range(card.swords):
            sword(canvas, 27 + 6 * number, 77, 15)
        _shield(canvas, 47, card.influence)
    elif isinstance(card, Expedition):
        marks = [mark for role, n in card.needs for mark in _ROLE_MARKS[role] * n]
        for number, mark in enumerate(marks):
            x = 8 + 9.5 * number
            canvas.disc(x, 77, 4.5, (95, 60, 45))
            canvas.text(mark, x, 77, 5, WHITE)
        coin(canvas, 38, 77, 5.5, str(card.coins))
        _shield(canvas, 49.5, card.influence)
    else:
        most = card.bonus_to == "most_swords"
        coin(canvas, 12, 77, 7.5, "1")
        canvas.text("most" if most else "fewest", 37, 72, 4.5)
        canvas.text("swords" if most else "influence", 37, 81, 4.5)


def _shield(canvas: Canvas, x: float, points: int) -> None:
    outline = [(-6, -8), (6, -8), (6, 2), (0, 9), (-6, 2)]
    canvas.polygon([(x + dx, 77 + dy) for dx, dy in outline], (60, 45, 150))
    canvas.polygon([(x + dx * 0.85, 76.8 + dy * 0.85) for dx, dy in outline], (95, 80, 205))
    canvas.text(str(points), x, 75.5, 8, WHITE)
