"""Faces of the Port Royal cards as hard to tell apart as real ones.

All cards of a role share one picture. What tells them apart is small: digits 4 mm high in the upper
corners, the hue of a trader's emblem (all hues are equally bright), an expedition's signs. They are
drawn for cards that carry no tags: nothing keeps the corner free in which a label would be.
Cards of different sets that show the same values differ in the mark of their set, as printed ones
do: a letter at the lower right, and at the lower left a sign on those for the base game.
"""

from __future__ import annotations

import zlib
from dataclasses import replace

from rules.pieces import Piece
from rules.port_royal.pieces import (
    PIECES,
    PLAYING_CARDS,
    Card,
    Expedition,
    Person,
    Ship,
    Tax,
)
from vision.games.port_royal.card_art import paint
from vision.games.port_royal.faces import back, back_shows
from vision.games.port_royal.faces import face as labelled_face
from vision.pen import INK, WHITE, Colour, mixed
from vision.reading import Picture
from vision.registry import Form
from vision.simulator.canvas import DRAWN, PAINTS, Canvas
from vision.simulator.print_texture import printed
from vision.simulator.scenery import HEIGHT, WIDTH, skull, sword

__all__ = ["back", "back_shows", "face"]

_PAPER: Colour = (205, 225, 232)
_DIGIT = 4.0
"""Millimetres."""
_EMBLEMS: dict[str, Colour] = {
    "yellow": (20, 135, 150),
    "blue": (215, 115, 90),
    "green": (70, 155, 75),
    "red": (80, 90, 230),
    "black": (131, 131, 131),
    "ares": (190, 190, 190),
}
"""The hues of traders' emblems, as bright as each other."""
_SET_MARKS = {"gambler": "II", "set_sail_cards": "B", "set_sail_rest": "B", "contract_cards": "K"}
_FOR_THE_BASE_GAME = ("set_sail_cards",)


def face(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    card = PIECES[piece.id]
    if not isinstance(card, PLAYING_CARDS):  # they keep their labels
        return labelled_face(piece, form, px_per_mm)
    role = _role(card)
    width, height = form.size
    canvas = Canvas(width, height, DRAWN, _PAPER)
    canvas.rectangle(1.5, 1.5, width - 3, height - 3, _band(card))
    paint(canvas.inside(3, 14, WIDTH, HEIGHT), _without_values(card), role)
    canvas.line([(3, 14), (56, 14), (56, 60), (3, 60), (3, 14)], INK, 0.3)
    canvas.text(_title(card), width / 2, 8, 3.4, INK, 26)
    _values(canvas, card, width)
    canvas.rectangle(3, 62, WIDTH, 26, _PAPER)
    for row in range(6):
        canvas.line([(6, 66 + 4 * row), (53 - 5 * row, 66 + 4 * row)], (110, 120, 130), 0.7)
    _mark_of_set(canvas, card, width, height)
    printed(canvas, zlib.crc32(role.encode()), 0.5)
    return canvas.brought_to(px_per_mm)


def _role(card: Card) -> str:
    """What cards with the same picture have in common."""
    if isinstance(card, Ship):
        return f"ship/{card.colour}/{card.item}" if card.item else f"ship/{card.colour}"
    return card.role if isinstance(card, Person) else type(card).__name__


def _title(card: Card) -> str:
    return _role(card).rpartition("/")[2].replace("_", " ").capitalize()


def _without_values(card: Card) -> Card:
    """A card of the same role in whose picture nothing tells of its values."""
    if isinstance(card, Ship):
        return replace(card, coins=2, swords=1)
    if isinstance(card, Person):
        return replace(card, colour="green" if card.colour else None, swords=0)
    return card


def _band(card: Card) -> Colour:
    if isinstance(card, Ship):
        return mixed(PAINTS[card.colour], WHITE, 0.35)
    return (150, 185, 205) if isinstance(card, Person) else (140, 165, 150)


def _values(canvas: Canvas, card: Card, width: float) -> None:
    """In the upper corners, where they can be seen when cards lie fanned."""
    left, right = 8.5, width - 8.5
    if isinstance(card, Expedition):
        marks = [role[0].upper() for role, count in card.needs for _ in range(count)]
        for number, mark in enumerate(marks):
            canvas.disc(10 + 8 * number, 19, 3.2, (95, 60, 45))
            canvas.text(mark, 10 + 8 * number, 19, 3.2, WHITE)
        _number(canvas, left, card.coins)
        _number(canvas, right, card.influence)
    elif isinstance(card, Ship):
        _number(canvas, left, card.coins)
        sword(canvas, right - 6, 9, 8)
        if card.swords is None:
            skull(canvas, right, 8.5, 2.4)
        else:
            _number(canvas, right, card.swords)
    elif isinstance(card, Person):
        _number(canvas, left, card.cost)
        _number(canvas, right, card.influence)
        if card.colour is not None:
            canvas.disc(width / 2, 19, 4.2, INK)
            canvas.disc(width / 2, 19, 3.8, _EMBLEMS[card.colour])
        for number in range(card.swords):
            sword(canvas, 8 + 4 * number, 20, 9)
    elif isinstance(card, Tax):
        most = card.bonus_to == "most_swords"
        _number(canvas, left, 1)
        canvas.text("most swords" if most else "fewest influence", width / 2, 18, 2.8, INK, 44)


def _mark_of_set(canvas: Canvas, card: Card, width: float, height: float) -> None:
    """As high as the digits; how large it is on a real card is not known here."""
    name = card.kind.partition("/")[0]
    if name in _SET_MARKS:
        canvas.text(_SET_MARKS[name], width - 7, height - 6.5, _DIGIT, INK)
    if name in _FOR_THE_BASE_GAME:
        x, y = 7.0, height - 6.5
        canvas.polygon([(x - 2, y), (x, y - 2), (x + 2, y), (x, y + 2)], (60, 60, 160))


def _number(canvas: Canvas, x: float, number: int) -> None:
    canvas.disc(x, 8.5, 4.4, (70, 150, 185))
    canvas.disc(x, 8.5, 4.0, (150, 215, 235))
    canvas.text(str(number), x, 8.5, _DIGIT, INK)
