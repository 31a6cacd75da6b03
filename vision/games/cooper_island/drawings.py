"""Cooper Island's cards, boats and tiles as phones show them: pictures, and hardly a word."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from random import Random

from rules.cooper_island.pieces import (
    Boat,
    DoubleTile,
    Islet,
    LargeCard,
    RoyalCard,
    SingleTile,
    SmallCard,
)
from rules.pieces import Piece
from vision.games.cooper_island.emblems import Emblem, emblems
from vision.games.cooper_island.faces import face
from vision.games.cooper_island.signs import PAINTS, SIGNS
from vision.pen import INK, WHITE, Colour, Pen, mixed, rgb
from vision.reading import Picture
from vision.registry import Form
from vision.simulator.canvas import DRAWN, Canvas
from vision.simulator.scenery import HEIGHT, WIDTH, island, sea, town

_PAPER: Colour = rgb(0xFBF4E2)
_EDGES: dict[type[Piece], Colour] = {
    SmallCard: rgb(0xA8652A),
    LargeCard: rgb(0x35506B),
    RoyalCard: rgb(0x7B4FA3),
}
_METALS = (rgb(0xB07A45), rgb(0xC3C7CA), rgb(0xE0B23C))
"""Bronze, silver, gold."""
_NARROW = ("then", "or")


def is_drawn(piece: Piece) -> bool:
    return isinstance(
        piece, SmallCard | LargeCard | RoyalCard | Boat | DoubleTile | SingleTile | Islet
    )


def drawing(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    if form.cells:
        return face(piece, form, px_per_mm)
    canvas = Canvas(form.width, form.height, DRAWN, _PAPER)
    if isinstance(piece, Boat):
        _boat(canvas, piece, *form.size)
    else:
        _card(canvas, piece, *form.size)
    return canvas.brought_to(px_per_mm)


def _card(canvas: Canvas, piece: Piece, width: float, height: float) -> None:
    canvas.rectangle(0, 0, width, height, _EDGES[type(piece)])
    canvas.rectangle(1.6, 1.6, width - 3.2, height - 3.2, _PAPER)
    random = Random(zlib.crc32(piece.kind.encode()))
    scenery = Canvas(WIDTH, HEIGHT, canvas.scale, _PAPER)
    if isinstance(piece, RoyalCard):
        sea(scenery, random)
        island(scenery, WIDTH / 2, 30, 18, random)
    else:
        town(scenery, random)
    part = canvas.inside(2.4, 2.4, width - 4.8, 32)
    rows, columns = part.picture.shape[:2]
    part.picture[:] = scenery.picture[-rows:, :columns]
    if isinstance(piece, RoyalCard):
        _crown(canvas, width / 2, 12, 8)
        _stages(canvas, piece.stages, width, height)
    else:
        SIGNS["small" if isinstance(piece, SmallCard) else "large"](canvas, width / 2, 24, 19)
    draw_emblems(
        canvas, emblems(piece), (2.4, 36), (width - 4.8, height - 38.4 - 12 * _staged(piece))
    )


def _staged(piece: Piece) -> bool:
    return isinstance(piece, RoyalCard) and bool(piece.stages)


def _crown(pen: Pen, x: float, y: float, half: float) -> None:
    corners = [(-1, 0.6), (-1, -0.5), (-0.45, 0.1), (0, -0.8), (0.45, 0.1), (1, -0.5), (1, 0.6)]
    outline = [(x + dx * half, y + dy * half) for dx, dy in corners]
    pen.polygon(outline, _METALS[2])
    pen.line([*outline, outline[0]], mixed(_METALS[2], INK, 0.6), 0.6)


def _stages(pen: Pen, stages: Sequence[int], width: float, height: float) -> None:
    """How many are asked for, in bronze, silver and gold."""
    step = width / 3.4
    for number, (stage, metal) in enumerate(zip(stages, _METALS, strict=False)):
        x, y = width / 2 + (number - 1) * step, height - 8.5
        pen.disc(x, y, 5.6, mixed(metal, INK, 0.6))
        pen.disc(x, y, 5, metal)
        pen.text(str(stage), x, y, 4.6)


def _boat(canvas: Canvas, boat: Boat, width: float, height: float) -> None:
    canvas.rectangle(0, 0, width, height, PAINTS.get(boat.colour, INK))
    canvas.rectangle(1, 1, width - 2, height - 2, rgb(0xB9DAE4))
    hull = [(3, 14), (width - 3, 14), (width - 6, 20), (6, 20)]
    canvas.polygon(hull, rgb(0x6B4A2B))
    canvas.line([*hull, hull[0]], INK, 0.3)
    draw_emblems(canvas, emblems(boat), (1.5, 1.5), (width - 3, 13), ground=False)


def draw_emblems(
    pen: Pen,
    shown: Sequence[Emblem],
    at: tuple[float, float],
    size: tuple[float, float],
    ground: bool = True,
) -> None:
    """Signs side by side in the middle of a field, in two rows if there are many."""
    (x, y), (wide, high) = at, size
    if ground:
        pen.rectangle(x, y, wide, high, rgb(0xEDD9A6))
    if not shown:
        return
    rows = [shown] if len(shown) < 5 else [shown[: len(shown) // 2], shown[len(shown) // 2 :]]
    for number, row in enumerate(rows):
        units = sum(0.5 if each.sign in _NARROW else 1.0 for each in row)
        large = min(19.0, (high - 1) / len(rows), (wide - 1) / units)
        left, middle = x + (wide - units * large) / 2, y + high * (number + 0.5) / len(rows)
        for each in row:
            share = 0.5 if each.sign in _NARROW else 1.0
            _emblem(pen, each, left + large * share / 2, middle, large)
            left += large * share


def _emblem(pen: Pen, shown: Emblem, x: float, y: float, size: float) -> None:
    if shown == ("or", ""):
        pen.text("/", x, y, size * 0.4)
    elif shown.sign == "then":
        half = size * 0.16
        pen.polygon([(x - half, y - half * 1.4), (x + half, y), (x - half, y + half * 1.4)], INK)
    else:
        SIGNS[shown.sign](pen, x, y, size * 0.95)
    if shown.words:
        pen.disc(x + size * 0.26, y + size * 0.26, size * 0.26, mixed(INK, WHITE, 0.2))
        pen.disc(x + size * 0.26, y + size * 0.26, size * 0.23, WHITE)
        pen.text(shown.words, x + size * 0.26, y + size * 0.26, size * 0.28, INK, size * 0.4)
