"""The faces of the Port Royal cards, drawn so that a person can read them."""

from __future__ import annotations

from rules.pieces import Piece
from rules.port_royal.demands import Demand
from rules.port_royal.pieces import (
    PIECES,
    Card,
    Character,
    Contract,
    Event,
    Expedition,
    Marker,
    Mission,
    Page,
    Person,
    Ship,
    Tax,
)
from vision.games.port_royal.card_art import paint
from vision.pen import INK, WHITE, Colour, mixed
from vision.reading import Picture
from vision.registry import Form
from vision.simulator.canvas import DRAWN, PAINTS, Canvas, coin
from vision.simulator.scenery import HEIGHT, WIDTH, skull, sword

_CREAM: Colour = (214, 232, 240)
_ROLE_MARKS = {
    "captain": "C",
    "priest": "P",
    "settler": "S",
    "bread": "B",
    "rum": "R",
    "herbs": "H",
    "book": "K",
}
_BAND: dict[type, Colour] = {
    Person: (150, 185, 205),
    Expedition: (110, 165, 130),
    Tax: (125, 125, 175),
    Contract: (165, 205, 225),
    Mission: (140, 190, 200),
    Page: (200, 210, 215),
    Event: (185, 150, 165),
    Character: (160, 170, 140),
}


def face(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    """The printed front of a card, without a label."""
    card = PIECES[piece.id]
    width, height = form.size
    if isinstance(card, Marker):
        return Canvas(width, height, DRAWN, PAINTS[card.colour]).brought_to(px_per_mm)
    canvas = Canvas(width, height, DRAWN, _CREAM)
    band = mixed(PAINTS[card.colour], WHITE, 0.25) if isinstance(card, Ship) else _BAND[type(card)]
    canvas.rectangle(2, 2, width - 4, height - 4, band)
    _title(canvas, card, width)
    paint(canvas.inside(3, 19, WIDTH, HEIGHT), card)
    canvas.line([(3, 19), (56, 19), (56, 65), (3, 65), (3, 19)], INK, 0.4)
    canvas.rectangle(3, 66, 53, 22, _CREAM)
    _values(canvas, card)
    return canvas.brought_to(px_per_mm)


def back(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    """The back of every card: a coin, since a face-down card is one; of a contract, influence."""
    width, height = form.size
    if isinstance(PIECES[piece.id], Marker):
        return face(piece, form, px_per_mm)
    canvas = Canvas(width, height, DRAWN, _CREAM)
    canvas.rectangle(2.5, 2.5, width - 5, height - 5, (70, 52, 40))
    if isinstance(PIECES[piece.id], Mission | Page | Event | Character):
        canvas.text(piece.id.partition("/")[0], width / 2, height / 2, 6, _CREAM)
        return canvas.brought_to(px_per_mm)
    if isinstance(PIECES[piece.id], Contract):
        _shield(canvas.inside(0, -77 + height / 2, width, height + 77), width / 2, 1)
        return canvas.brought_to(px_per_mm)
    weave = canvas.inside(4, 4, width - 8, height - 8)
    for step in range(-90, 150, 5):
        weave.line([(step, -2), (step + 90, 88)], (92, 72, 52), 0.6)
        weave.line([(step, -2), (step - 90, 88)], (92, 72, 52), 0.6)
    canvas.ring(width / 2, height / 2, 21, (60, 150, 200), 1)
    coin(canvas, width / 2, height / 2, 18, "1")
    for x in (9, width - 9):
        for y in (9, height - 9):
            coin(canvas, x, y, 3.5, "")
    return canvas.brought_to(px_per_mm)


def back_shows(piece: Piece) -> str | None:
    """All cards are alike from behind, and so are all contracts; markers are alike all around."""
    card = PIECES[piece.id]
    if isinstance(card, Marker):
        return f"marker {card.colour}"
    if isinstance(card, Mission | Page | Event | Character):
        return card.id.partition("/")[0]
    return "contract" if isinstance(card, Contract) else None


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
        if card.crowns:
            canvas.text("crown", 14, 77, 5)
        else:
            coin(canvas, 14, 77, 8.5, str(card.coins))
        if card.item:
            canvas.text(card.item, 26, 69, 3.4)
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
    elif isinstance(card, Mission):
        canvas.text(card.number, 12, 77, 9)
        canvas.text(_demand(card.needs), 37, 77, 4.5, room=34)
    elif isinstance(card, Event):
        canvas.text(str(card.number), 46, 82, 7)
    elif isinstance(card, Contract):
        for number, coins in enumerate(card.coins):
            coin(canvas, 8 + 10.5 * number, 71, 4.5, str(coins))
        canvas.text(_demand(card.needs), 24, 82, 4.5, room=36)
        canvas.disc(49, 82, 5, (70, 60, 170) if not card.white else (170, 90, 60))
        canvas.text(f"{card.seal}{card.letter}", 49, 82, 4.5, WHITE)
    elif isinstance(card, Tax):
        most = card.bonus_to == "most_swords"
        coin(canvas, 12, 77, 7.5, str(card.bonus or 1))
        canvas.text("most" if most else "fewest", 37, 72, 4.5)
        canvas.text("swords" if most else "influence", 37, 81, 4.5)


def _demand(needs: Demand) -> str:
    """What a contract asks for, as short as on a card."""
    if needs.persons:
        return " + ".join(role.replace("_", " ") for role in needs.persons)
    if needs.cheap:
        return f"{needs.cheap.persons} x up to {needs.cheap.cost}"
    words = {
        "swords": needs.swords,
        "expedition": needs.expeditions,
        "influence": needs.influence,
        "coins to pay": needs.pays,
        "ship colours": needs.ship_colours,
        "colours repelled": needs.repelled_colours,
        f"{needs.declines} ships for nothing": needs.times if needs.declines else 0,
        "tax paid": needs.pays_tax,
        "bust": needs.bust,
        "cards to stop at": needs.stops_at,
        "crowns to return": needs.returns_crowns,
        **{f"{item} to discard": number for item, number in needs.discards},
    }
    return ", ".join(f"{int(number)} {word}" for word, number in words.items() if number)


def _shield(canvas: Canvas, x: float, points: int) -> None:
    outline = [(-6, -8), (6, -8), (6, 2), (0, 9), (-6, 2)]
    canvas.polygon([(x + dx, 77 + dy) for dx, dy in outline], (60, 45, 150))
    canvas.polygon([(x + dx * 0.85, 76.8 + dy * 0.85) for dx, dy in outline], (95, 80, 205))
    canvas.text(str(points), x, 75.5, 8, WHITE)
