"""Maracaibo's cards and quests as small drawings: a picture, and what they do in icons.

There is not a word on them, so that they are the same in every language; icons are as large as
there is room for.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from random import Random

from rules.maracaibo.pieces import Building, Career, JeanCard, ProjectCard, Quest
from rules.maracaibo.printed.faces import face as printed
from rules.pieces import Piece
from vision.games.maracaibo.icons import Band, bands_of, cost_icons
from vision.games.maracaibo.pictograms import NATION_COLOURS, Icon, draw_icons, row_width
from vision.pen import INK, WHITE, Colour, mixed, rgb
from vision.reading import Picture
from vision.registry import Form
from vision.simulator.canvas import DRAWN, Canvas
from vision.simulator.scenery import HEIGHT, WIDTH, island, person, sea, ship, town

_PAPER: Colour = rgb(0xFBF4E2)
_BANDS: dict[str, Colour] = {
    "income": rgb(0xB5DBAC),
    "permanent": rgb(0xF0B7A9),
    "assistant": rgb(0xAFCFEC),
    "now": rgb(0xEDD9A6),
    "plain": rgb(0xEAE3D0),
}
_ROPES: dict[str, Colour] = {"A": rgb(0x6B4423), "B": rgb(0xD9BF8C), "C": rgb(0xC8642A)}
_ROLES = ("captain", "settler", "priest", "governor", "sailor", "mademoiselle", "gambler")
_LARGEST = 13.0
"""Millimetres of an icon."""
_SEEN = {0: 44.0, 1: 44.0, 2: 34.0, 3: 26.0}
"""Millimetres of the picture that a card shows, by the number of lines below it."""


def is_drawn(piece: Piece) -> bool:
    return isinstance(piece, ProjectCard | Building | Career | JeanCard | Quest)


def drawing(piece: Piece, form: Form, px_per_mm: float) -> Picture:
    canvas = Canvas(form.width, form.height, DRAWN, _PAPER)
    if isinstance(piece, Quest):
        _quest(canvas, piece, *form.size)
    else:
        _card(canvas, piece, *form.size)
    return canvas.brought_to(px_per_mm)


def paint(canvas: Canvas, piece: Piece) -> None:
    """Fill a canvas as wide as a card's picture: a person for assistants, else where it happens."""
    random = Random(zlib.crc32(str(piece.name).encode()))
    bands = bands_of(piece)
    kind = bands[0].kind if bands else "plain"
    if kind == "assistant" or isinstance(piece, JeanCard | Career):
        town(canvas, random)
        coat = (random.randint(40, 170), random.randint(40, 150), random.randint(40, 190))
        person(canvas, random.choice(_ROLES), coat, 0, random)
    elif kind == "now" and not isinstance(piece, Building):
        sea(canvas, random)
        flag = random.choice([*NATION_COLOURS.values()])
        ship(canvas, flag, random.randint(1, 3), random.randint(3, 6), random)
    elif kind == "permanent":
        sea(canvas, random)
        island(canvas, WIDTH / 2, 30, random.uniform(15, 22), random)
    else:
        town(canvas, random)


def _card(canvas: Canvas, piece: Piece, width: float, height: float) -> None:
    shown, bands = printed(piece), bands_of(piece)
    rope = _ROPES[piece.deck] if isinstance(piece, ProjectCard) else rgb(0x35506B)
    canvas.rectangle(0, 0, width, height, rope)
    canvas.rectangle(2, 2, width - 4, height - 4, _PAPER)
    seen = _SEEN.get(len(bands), 16.0)
    _picture(canvas.inside((width - WIDTH) / 2, 3, WIDTH, seen), piece)
    price = [Icon("doubloons", str(shown.price))] if shown.price is not None else []
    if isinstance(piece, ProjectCard):
        price += [Icon("figures")] if piece.price.figure else []
        price += cost_icons(piece.price.cost)[:2]
    _on_plate(canvas, price, 3, 3)
    wares = [Icon(name) for name in (shown.good, shown.object) if name]
    foot = height - (17 if wares or shown.vp else 4)
    _bands(canvas, bands, (3, seen + 4), (width - 6, foot - seen - 4))
    draw_icons(canvas, wares, 5, height - 9.5, 11.5)
    if shown.vp:
        draw_icons(canvas, [Icon("vp", str(shown.vp))], width - 18, height - 9.5, 13)


def _picture(part: Canvas, piece: Piece) -> None:
    """As much of a card's picture as there is room for, rather its upper half than its lower."""
    whole = Canvas(WIDTH, HEIGHT, part.scale, _PAPER)
    paint(whole, piece)
    rows, columns = part.picture.shape[:2]
    top = (whole.picture.shape[0] - rows) * 2 // 5
    part.picture[:] = whole.picture[top : top + rows, :columns]


def _on_plate(canvas: Canvas, icons: Sequence[Icon], x: float, y: float) -> None:
    """On a bright ground, so that they stand out from a picture."""
    if icons:
        wide = row_width(icons, 12) + 0.5
        canvas.rectangle(x, y, wide + 0.8, 14.3, mixed(INK, _PAPER, 0.3))
        canvas.rectangle(x, y, wide, 13.5, _PAPER)
        draw_icons(canvas, icons, x + 1, y + 6.8, 12)


def _bands(
    canvas: Canvas, bands: Sequence[Band], at: tuple[float, float], size: tuple[float, float]
) -> None:
    """One below the other, each in the colour of its kind."""
    (x, y), (wide, room) = at, size
    high = min(20.0, room / max(1, len(bands)))
    for number, (kind, icons) in enumerate(bands):
        top = y + number * high
        canvas.rectangle(x, top, wide, high - 1.2, mixed(_BANDS[kind], INK, 0.25))
        canvas.rectangle(x + 0.5, top + 0.5, wide - 1, high - 2.2, _BANDS[kind])
        if icons:
            large = min(_LARGEST, high - 3.5, (wide - 3) / row_width(icons, 1.0))
            left = x + (wide - row_width(icons, large) + large * 0.2) / 2
            draw_icons(canvas, icons, left, top + high / 2 - 0.6, large)


def _quest(canvas: Canvas, quest: Quest, width: float, height: float) -> None:
    """What it asks for above what it brings."""
    canvas.rectangle(0, 0, width, height, rgb(0x7B4FA3))
    canvas.rectangle(1, 1, width - 2, height - 2, WHITE)
    _bands(canvas, bands_of(quest), (1.5, 1.8), (width - 3, height - 2.4))
