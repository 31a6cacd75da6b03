"""Navegador's board and mats as the layout has them: a map of our own with the same places."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.navegador.pieces import edition
from vision.canvas import INK, WHITE, Canvas, Colour, mixed
from vision.card_art import CLOTH
from vision.layout import Frame, PlaceShape
from vision.navegador_faces import CATEGORY, GOOD, draw_category, draw_good
from vision.reading import Picture

_LAND: Colour = (150, 195, 205)
_SEA: Colour = (165, 125, 70)
_STONE: Colour = (165, 185, 195)
_SECTORS: dict[str, Colour] = {
    "sailing": (175, 130, 70),
    "workers": (120, 150, 180),
    "market_1": (80, 170, 215),
    "colony": (95, 155, 95),
    "privilege": (140, 100, 150),
    "ships": (90, 120, 165),
    "market_2": (80, 170, 215),
    "buildings": (125, 125, 135),
}
_SHOWN_PRICES = (0, 2, 4, 6, 8)
"""Rows of the market that differ: every price stands twice."""


def board(frame: Frame, places: Sequence[PlaceShape], px_per_mm: float) -> Picture:
    return (_mat if frame.seat else _map)(frame, places, px_per_mm)


def _map(frame: Frame, places: Sequence[PlaceShape], px_per_mm: float) -> Picture:
    canvas = Canvas(frame.width, frame.height, px_per_mm, _LAND)
    random = Random(7)
    for _ in range(500):
        x, y = random.uniform(0, frame.width), random.uniform(0, frame.height)
        shade = mixed(_LAND, (110, 165, 160), random.uniform(0.1, 0.5))
        canvas.ellipse(x, y, random.uniform(2, 9), random.uniform(1, 5), shade)
    for place in places:
        kind, _, name = place.name.partition(":")
        _DRAW[kind](canvas, place, name)
    _market(canvas, 12, 310)
    edge = [
        (1, 1),
        (frame.width - 1, 1),
        (frame.width - 1, frame.height - 1),
        (1, frame.height - 1),
    ]
    canvas.line([*edge, edge[0]], (60, 80, 110), 1.2)
    picture = canvas.picture
    picture.flags.writeable = False
    return picture


def _mat(frame: Frame, places: Sequence[PlaceShape], px_per_mm: float) -> Picture:
    colour = CLOTH[frame.seat or "black"]
    canvas = Canvas(frame.width, frame.height, px_per_mm, mixed(colour, WHITE, 0.75))
    canvas.rectangle(0, 0, frame.width, 28, mixed(colour, WHITE, 0.35))
    canvas.text(frame.title, frame.width / 2, 14, 6, WHITE if frame.seat != "yellow" else INK)
    for place in places:
        kind, _, rest = place.name.partition(":")
        if kind == "column":
            _arch(canvas, place, rest.partition(":")[0])
    picture = canvas.picture
    picture.flags.writeable = False
    return picture


def _words(name: str) -> str:
    return " ".join(w if w in ("de", "da") else w.capitalize() for w in name.split("_"))


def _sea(canvas: Canvas, place: PlaceShape, name: str) -> None:
    outline = place.shape.outline
    canvas.polygon(outline, mixed(_SEA, WHITE, 0.15))
    random = Random(name)
    (left, top), (right, bottom) = outline[0], outline[2]
    for _ in range(26):
        x, y = random.uniform(left, right), random.uniform(top, bottom)
        if place.distance_inside(x, y) > 6:
            foam = mixed(_SEA, WHITE, random.uniform(0.25, 0.45))
            canvas.line([(x - 4, y), (x - 2, y - 1.2), (x, y), (x + 2, y - 1.2), (x + 4, y)], foam)
    canvas.line([*outline, outline[0]], mixed(_SEA, INK, 0.5), 0.8)
    x, y = place.shape.centre
    canvas.text(_words(name), x, y, 4.2, mixed(_SEA, WHITE, 0.8), 80)


def _colonies(canvas: Canvas, place: PlaceShape, name: str) -> None:
    good = edition().text(f"goods.{name}")
    outline = place.shape.outline
    canvas.polygon(outline, mixed(GOOD[good], _LAND, 0.45))
    canvas.line([*outline, outline[0]], mixed(GOOD[good], INK, 0.5), 0.6)
    x, y = place.shape.centre
    draw_good(canvas, good, x, y - 6, 6)
    canvas.text(_words(name), x, y + 10, 3.2, INK, 48)


def _rondel(canvas: Canvas, place: PlaceShape, name: str) -> None:
    outline, (x, y) = place.shape.outline, place.shape.centre
    canvas.polygon(outline, mixed(_SECTORS.get(name, (130, 90, 50)), WHITE, 0.2))
    canvas.line([*outline, outline[0]], INK, 0.7)
    words = "Rondel" if name == "centre" else _words(name.partition("_")[0])
    canvas.text(words, x, y, 4.2, INK, 34)


def _gallery(canvas: Canvas, place: PlaceShape, name: str) -> None:
    _arch(canvas, place, name)


def _arch(canvas: Canvas, place: PlaceShape, category: str) -> None:
    (left, top), (right, _), (_, bottom), _ = place.shape.outline
    middle, wide = (left + right) / 2, right - left
    canvas.rectangle(left, top, wide, bottom - top, mixed(CATEGORY[category], WHITE, 0.55))
    canvas.ellipse(middle, top + wide / 2, wide / 2 - 2, wide / 2 - 2, _STONE, (0, 180, 360))
    canvas.rectangle(left + 2, top + wide / 2, wide - 4, bottom - top - wide / 2 - 2, _STONE)
    draw_category(canvas, category, middle, (top + bottom) / 2 - 4, 7)
    canvas.text(category, middle, bottom - 8, 3, INK, wide - 6)


def _lisbon(canvas: Canvas, place: PlaceShape, name: str) -> None:
    (left, top), (right, _), (_, bottom), _ = place.shape.outline
    canvas.rectangle(left, top, right - left, bottom - top, mixed(_STONE, (120, 160, 200), 0.4))
    outline = place.shape.outline
    canvas.line([*outline, outline[0]], INK, 0.6)
    canvas.text(name, *place.shape.centre, 8, mixed(INK, _STONE, 0.4))


def _market(canvas: Canvas, left: float, top: float) -> None:
    """What goods and factories bring, for people to look at: price markers carry no tags."""
    for row, number in enumerate(_SHOWN_PRICES):
        for column, good in enumerate(GOOD):
            x, y = left + column * 62, top + row * 28
            canvas.rectangle(x, y, 58, 25, mixed(GOOD[good], WHITE, 0.35))
            draw_good(canvas, good, x + 10, y + 12.5, 6)
            price = edition().numbers(f"market.{good}")[number]
            factory = edition().numbers("market.factory")[number]
            canvas.text(f"{price} / {factory}", x + 37, y + 12.5, 5, INK, 36)


_DRAW = {
    "sea": _sea,
    "colonies": _colonies,
    "rondel": _rondel,
    "gallery": _gallery,
    "lisbon": _lisbon,
}
