"""Navegador's board and mats as the layout has them: a sea chart of our own with the same places.

Regions that share a border lie next to each other, with the blue or red line between them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from random import Random

from rules.navegador.board import board_of, red_borders
from rules.navegador.names import CATEGORY_NAMES, REGION_NAMES, SECTOR_NAMES
from rules.navegador.pieces import NAGASAKI, PORTUGAL, edition
from rules.text import Text
from vision.coasts import Coast, coast
from vision.games.navegador.charts import draw_buildings, draw_market, draw_refill
from vision.games.navegador.faces import CATEGORY, GOOD, draw_category, draw_good
from vision.layout import Mat, PlaceShape
from vision.pen import INK, WHITE, Colour, Pen, mixed
from vision.reading import Picture
from vision.simulator.canvas import PAINTS, Canvas, draw_coast, draw_frame, draw_rhumbs, draw_rose

_LAND: Colour = (170, 212, 224)
_FIELD: Colour = (150, 195, 205)
"""Where tiles lie: darker than they are, so that their edges are seen."""
_SEA: Colour = (165, 125, 70)
_WATER = mixed(_SEA, WHITE, 0.15)
ROSE = (228.0, 420.0)
"""Where no place is."""
RHUMBS = ((300.0, 200.0), (700.0, 250.0))
"""Where the lines of courses meet, one in each ocean."""
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
BLUE_LINE: Colour = (150, 70, 20)
RED_LINE: Colour = (40, 40, 200)
EXPLORER: Colour = (190, 190, 110)
DOUBLE_LOSS: Colour = (105, 105, 216)
_NEXT_TO = 6.0
"""Millimetres between regions that lie next to each other, at the most."""


def board(mat: Mat, places: Sequence[PlaceShape], px_per_mm: float) -> Picture:
    canvas = Canvas(mat.width, mat.height, px_per_mm, _WATER)
    draw_board(canvas, mat, places)
    picture = canvas.picture
    picture.flags.writeable = False
    return picture


def draw_board(canvas: Pen, mat: Mat, places: Sequence[PlaceShape]) -> None:
    """The board or a mat: the same for cameras and on paper."""
    (_mat if mat.seat else _map)(canvas, mat, places)


def _map(canvas: Pen, mat: Mat, places: Sequence[PlaceShape]) -> None:
    size = (mat.width, mat.height)
    canvas.rectangle(0, 0, *size, _WATER)
    for centre in RHUMBS:
        draw_rhumbs(canvas, *centre, size, mixed(_WATER, WHITE, 0.14))
    seas = [place for place in places if place.name.startswith("sea:")]
    shores = coast([sea.shape.outline for sea in seas], size, 2.5, 2.5, (-1.6, -3.4, -5.6))
    land = [(0.0, 0.0), (mat.width, 0.0), size, (0.0, mat.height)]
    around = Coast((land, *shores.shore), shores.lines)
    draw_coast(canvas, around, _LAND, mixed(_SEA, INK, 0.6), mixed(_WATER, WHITE, 0.3))
    _relief(canvas, mat, seas)
    for place in places:
        kind, _, name = place.name.partition(":")
        _DRAW[kind](canvas, place, name)
    _borders(canvas, seas)
    draw_market(canvas)
    draw_buildings(canvas)
    draw_refill(canvas)
    draw_rose(canvas, *ROSE, 15)
    draw_frame(canvas, mat.width, mat.height)


def _relief(canvas: Pen, mat: Mat, seas: Sequence[PlaceShape]) -> None:
    """Hills, drawn with a few strokes each."""
    random = Random(7)
    stroke = mixed(_LAND, INK, 0.22)
    for _ in range(260):
        x, y = random.uniform(8, mat.width - 8), random.uniform(8, mat.height - 8)
        wide, high = random.uniform(2.5, 5), random.uniform(2, 4)
        if any(sea.distance_inside(x, y) > -14 for sea in seas):
            continue
        canvas.line([(x - wide, y), (x - wide * 0.2, y - high), (x + wide, y)], stroke, 0.3)
        canvas.line([(x + wide * 0.2, y - high * 0.7), (x + wide * 0.5, y)], stroke, 0.3)


def _mat(canvas: Pen, mat: Mat, places: Sequence[PlaceShape]) -> None:
    colour = PAINTS[mat.seat or "black"]
    canvas.rectangle(0, 0, mat.width, mat.height, mixed(colour, WHITE, 0.75))
    canvas.rectangle(0, 0, mat.width, 28, mixed(colour, WHITE, 0.35))
    ink = WHITE if mat.seat in ("blue", "black", "red", "green") else INK
    canvas.text(Text(mat.title), mat.width / 2, 14, 6, ink, mat.width - 60)
    for place in places:
        kind, _, rest = place.name.partition(":")
        if kind == "column":
            _arch(canvas, place, rest.partition(":")[0])


def _sea(canvas: Pen, place: PlaceShape, name: str) -> None:
    outline = place.shape.outline
    random = Random(name)
    across, along = zip(*outline, strict=True)
    for _ in range(26):
        x, y = random.uniform(min(across), max(across)), random.uniform(min(along), max(along))
        if place.distance_inside(x, y) > 6:
            foam = mixed(_SEA, WHITE, random.uniform(0.25, 0.45))
            canvas.line([(x - 4, y), (x - 2, y - 1.2), (x, y), (x + 2, y - 1.2), (x + 4, y)], foam)
    x, y = place.shape.centre
    canvas.text(REGION_NAMES[name], x, y, 4.2, mixed(_SEA, INK, 0.75), 80)
    if name != PORTUGAL:
        _explorer(canvas, x, y - 12)
    if name in (NAGASAKI, "macau"):
        _loss(canvas, x, y + 13, name)


def _explorer(canvas: Pen, x: float, y: float) -> None:
    """The compass rose on which an explorer lies until somebody discovers the region."""
    canvas.disc(x, y, 7.5, mixed(_SEA, WHITE, 0.7))
    for n in range(8):
        reach, turn = (9.5 if n % 2 == 0 else 7.0), math.radians(45 * n)
        canvas.line([(x, y), (x + reach * math.sin(turn), y - reach * math.cos(turn))], INK, 0.5)
    canvas.disc(x, y, 5.6, EXPLORER)
    canvas.ring(x, y, 5.6, mixed(EXPLORER, INK, 0.4), 0.6)


def _loss(canvas: Pen, x: float, y: float, name: str) -> None:
    """Where a marker for the loss of two ships is laid, in Macau only with so many players."""
    few = "-".join(map(str, edition().numbers("rules.double_loss_macau")))
    canvas.rectangle(x - 14, y - 5, 28, 10, DOUBLE_LOSS)
    canvas.text("-2" if name == NAGASAKI else f"-2 ({few})", x, y, 5, WHITE, 24)


# -------------------------------------------------------------------------------------- Borders


def _borders(canvas: Pen, seas: Sequence[PlaceShape]) -> None:
    red = red_borders(board_of(edition()))
    for one, other in combinations(seas, 2):
        pair = frozenset(sea.name.removeprefix("sea:") for sea in (one, other))
        for x, y in shared_border(one, other):
            canvas.disc(x, y, 1.5, RED_LINE if pair in red else BLUE_LINE)


@lru_cache(maxsize=128)
def shared_border(one: PlaceShape, other: PlaceShape) -> list[tuple[float, float]]:
    """Points along the line between two regions, a millimetre apart; none if they do not touch."""
    found = []
    beside = list(_along(other.shape.outline))
    left, right = min(x for x, _ in beside) - _NEXT_TO, max(x for x, _ in beside) + _NEXT_TO
    top, bottom = min(y for _, y in beside) - _NEXT_TO, max(y for _, y in beside) + _NEXT_TO
    for x, y in _along(one.shape.outline):
        if not (left <= x <= right and top <= y <= bottom):
            continue
        away = -other.distance_inside(x, y)
        if 0 < away <= _NEXT_TO:
            u, v = min(beside, key=lambda at: math.dist(at, (x, y)))
            found.append(((x + u) / 2, (y + v) / 2))
    return found


def _along(outline: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        steps = math.ceil(math.dist((ax, ay), (bx, by)))
        for step in range(steps):
            yield ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps


# --------------------------------------------------------------------------------- Other places


def _colonies(canvas: Pen, place: PlaceShape, name: str) -> None:
    good = edition().text(f"goods.{name}")
    outline = place.shape.outline
    canvas.polygon(outline, mixed(GOOD[good], _FIELD, 0.45))
    canvas.line([*outline, outline[0]], mixed(GOOD[good], INK, 0.5), 0.6)
    x, y = place.shape.centre
    draw_good(canvas, good, x, y - 6, 6)
    canvas.text(REGION_NAMES[name], x, y + 10, 3.2, INK, 48)


def _rondel(canvas: Pen, place: PlaceShape, name: str) -> None:
    outline, (x, y) = place.shape.outline, place.shape.centre
    canvas.polygon(outline, mixed(_SECTORS.get(name, (130, 90, 50)), WHITE, 0.2))
    canvas.line([*outline, outline[0]], INK, 0.7)
    words = Text("The rondel") if name == "centre" else SECTOR_NAMES[name]
    canvas.text(words, x, y, 4.2, INK, 34)


def _arch(canvas: Pen, place: PlaceShape, category: str) -> None:
    (left, top), (right, _), (_, bottom), _ = place.shape.outline
    middle, wide = (left + right) / 2, right - left
    canvas.rectangle(left, top, wide, bottom - top, mixed(CATEGORY[category], WHITE, 0.55))
    canvas.ellipse(middle, top + wide / 2, wide / 2 - 2, wide / 2 - 2, _STONE, (0, 180, 360))
    canvas.rectangle(left + 2, top + wide / 2, wide - 4, bottom - top - wide / 2 - 2, _STONE)
    draw_category(canvas, category, middle, (top + bottom) / 2 - 4, 7)
    canvas.text(CATEGORY_NAMES[category], middle, bottom - 8, 3, INK, wide - 6)


def _lisbon(canvas: Pen, place: PlaceShape, name: str) -> None:
    (left, top), (right, _), (_, bottom), _ = place.shape.outline
    canvas.rectangle(left, top, right - left, bottom - top, mixed(_STONE, (120, 160, 200), 0.4))
    outline = place.shape.outline
    canvas.line([*outline, outline[0]], INK, 0.6)
    canvas.text(name, *place.shape.centre, 8, mixed(INK, _STONE, 0.4))


_DRAW = {
    "sea": _sea,
    "colonies": _colonies,
    "rondel": _rondel,
    "gallery": _arch,
    "lisbon": _lisbon,
}
