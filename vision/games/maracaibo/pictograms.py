"""Pictograms of Maracaibo: coins, swords, flags, goods, all drawn in millimetres with any pen."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from vision.pen import INK, WHITE, Colour, Pen, mixed, rgb

GOLD, PURPLE, STEEL = rgb(0xE0B23C), rgb(0x7B4FA3), rgb(0x6E7B87)
WOOD, LEAF, SEA = rgb(0x7A4E2B), rgb(0x3F8F52), rgb(0x3D7CA8)
_PAPER, _LINEN = rgb(0xF6EEDA), rgb(0xE8D9B5)
NATION_COLOURS: Mapping[str, Colour] = {
    "france": rgb(0x2F5DA8),
    "england": rgb(0xE9E9E4),
    "spain": rgb(0xB8322D),
}
GOOD_COLOURS: Mapping[str, Colour] = {
    "sugar": rgb(0xF3EFE6),
    "tobacco": rgb(0x8A6A35),
    "cotton": rgb(0xC9D8C4),
    "cocoa": rgb(0x6A4028),
    "rum": rgb(0xC47A2C),
    "herbs": rgb(0x4C9A58),
}


class Icon(NamedTuple):
    name: str
    words: str = ""
    """A number or a letter on it or beside it."""


def draw_icons(pen: Pen, icons: Sequence[Icon], x: float, y: float, size: float) -> None:
    """A row of icons, the first one's left edge at x, their middles at y."""
    for icon in icons:
        wide = width_of_icon(icon, size)
        _DRAWN.get(icon.name, _token)(pen, icon, x + wide / 2, y, size)
        x += wide + size * 0.2


def row_width(icons: Sequence[Icon], size: float) -> float:
    return sum(width_of_icon(icon, size) + size * 0.2 for icon in icons)


def width_of_icon(icon: Icon, size: float) -> float:
    return size * (0.45 if icon.name in ("to", "or", "per") else 1.0)


# --------------------------------------------------------------------------------------- Pictures


def _number(pen: Pen, words: str, x: float, y: float, height: float, colour: Colour = INK) -> None:
    if words:
        pen.text(words, x, y, height, colour, height * 2.2)


def _shape(
    pen: Pen, x: float, y: float, half: float, outline: Sequence[tuple[float, float]], fill: Colour
) -> None:
    """An outline in parts of half a size about a point, with a dark edge."""
    corners = [(x + dx * half, y + dy * half) for dx, dy in outline]
    pen.polygon(corners, fill)
    pen.line([*corners, corners[0]], mixed(fill, INK, 0.55), half * 0.09)


def _coin(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    pen.disc(x, y, size / 2, rgb(0x9C6F12))
    pen.disc(x, y, size * 0.44, GOLD)
    pen.ring(x, y, size * 0.37, mixed(GOLD, rgb(0x9C6F12), 0.5), size * 0.04)
    _number(pen, icon.words, x, y, size * 0.4)


def _shield(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    outline = [(-0.9, -1), (0.9, -1), (0.9, 0.25), (0.5, 0.7), (0, 1), (-0.5, 0.7), (-0.9, 0.25)]
    _shape(pen, x, y, size / 2, outline, PURPLE)
    _number(pen, icon.words, x, y - size * 0.08, size * 0.42, WHITE)


def _blade(pen: Pen, x: float, y: float, half: float, degrees: float = 0) -> None:
    turn = math.radians(degrees)
    cos, sin = math.cos(turn), math.sin(turn)

    def turned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(dx * cos - dy * sin, dx * sin + dy * cos) for dx, dy in points]

    _shape(
        pen,
        x,
        y,
        half,
        turned([(-0.16, 0.35), (-0.16, -0.8), (0, -1), (0.16, -0.8), (0.16, 0.35)]),
        STEEL,
    )
    _shape(
        pen,
        x,
        y,
        half,
        turned([(-0.5, 0.3), (0.5, 0.3), (0.5, 0.46), (-0.5, 0.46)]),
        WOOD,
    )
    _shape(
        pen,
        x,
        y,
        half,
        turned([(-0.12, 0.46), (0.12, 0.46), (0.12, 1), (-0.12, 1)]),
        WOOD,
    )


def _sword(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    _blade(pen, x - size * 0.15 * bool(icon.words), y, size / 2)
    _number(pen, icon.words, x + size * 0.26, y + size * 0.02, size * 0.4)


def _combat(pen: Pen, _: Icon, x: float, y: float, size: float) -> None:
    for turn in (-38, 38):
        _blade(pen, x, y, size / 2, turn)


def _figure(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    coat = [(-0.8, 0), (0.8, 0), (0.45, 0.35), (0.7, 1), (-0.7, 1), (-0.45, 0.35)]
    _shape(pen, x, y, h, coat, LEAF)
    pen.disc(x, y - h * 0.5, h * 0.45, mixed(LEAF, INK, 0.55))
    pen.disc(x, y - h * 0.5, h * 0.38, LEAF)
    _number(pen, icon.words, x, y + h * 0.5, size * 0.36, WHITE)


def _flag(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    """Influence: a nation's flag, or all three of them for a nation of choice."""
    h = size / 2
    pen.rectangle(x - h * 0.9, y - h, h * 0.16, size, WOOD)
    stripes = [NATION_COLOURS[icon.name]] if icon.name in NATION_COLOURS else [*_STRIPES]
    tall = size * 0.74 / len(stripes)
    pen.rectangle(x - h * 0.78, y - h - h * 0.06, h * 1.72, size * 0.74 + h * 0.12, INK)
    for number, colour in enumerate(stripes):
        pen.rectangle(x - h * 0.72, y - h + tall * number, h * 1.6, tall, colour)
    if icon.words:
        pen.disc(x + h * 0.08, y - h + size * 0.37, size * 0.3, WHITE)
        _number(pen, icon.words, x + h * 0.08, y - h + size * 0.37, size * 0.38)


_STRIPES = tuple(NATION_COLOURS.values())


def _rank(pen: Pen, _: Icon, x: float, y: float, size: float) -> None:
    banner = [(-0.7, -1), (0.7, -1), (0.7, 1), (0, 0.6), (-0.7, 1)]
    arrow = [(0, -0.75), (0.45, -0.2), (0.16, -0.2), (0.16, 0.4), (-0.16, 0.4), (-0.16, -0.2)]
    _shape(pen, x, y, size / 2, banner, NATION_COLOURS["spain"])
    h = size / 2
    pen.polygon([(x + dx * h, y + dy * h) for dx, dy in (*arrow, (-0.45, -0.2))], WHITE)


def _disc(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    pen.disc(x, y, size / 2, rgb(0x4A2D16))
    pen.disc(x, y, size * 0.43, WOOD)
    _number(pen, icon.words, x, y, size * 0.38, WHITE)


def _village(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    walls = [(-0.75, -0.15), (0.75, -0.15), (0.75, 1), (-0.75, 1)]
    _shape(pen, x, y, size / 2, walls, _LINEN)
    _shape(pen, x, y, size / 2, [(-1, -0.1), (0, -1), (1, -0.1)], NATION_COLOURS["spain"])
    _number(pen, icon.words, x, y + size * 0.23, size * 0.38)


def _explore(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    outline = [(-1, -0.5), (0.2, -0.5), (0.2, -1), (1, 0), (0.2, 1), (0.2, 0.5), (-1, 0.5)]
    _shape(pen, x, y, size / 2, outline, LEAF)
    _number(pen, icon.words, x - size * 0.08, y, size * 0.38, WHITE)


def _sail(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    _shape(pen, x, y, h, [(-1, 0.45), (1, 0.45), (0.65, 1), (-0.65, 1)], WOOD)
    _shape(pen, x, y, h, [(-0.85, 0.32), (-0.5, -0.9), (0.55, -0.9), (0.9, 0.32)], WHITE)
    _number(pen, icon.words, x, y - h * 0.25, size * 0.3)


def _marker(pen: Pen, _: Icon, x: float, y: float, size: float) -> None:
    h = size * 0.42
    pen.rectangle(x - h * 1.06, y - h * 1.06, h * 2.12, h * 2.12, INK)
    for number, colour in enumerate(_STRIPES):
        pen.rectangle(x - h + number * h * 0.67, y - h, h * 0.66, 2 * h, colour)


def _card(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    _shape(pen, x, y, size / 2, [(-0.7, -1), (0.7, -1), (0.7, 1), (-0.7, 1)], WHITE)
    _number(pen, icon.words, x, y, size * 0.36)


def _scroll(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    outline = [(-0.9, -0.8), (0.9, -0.8), (0.75, -0.4), (0.75, 0.4), (0.9, 0.8), (-0.9, 0.8)]
    _shape(pen, x, y, size / 2, [*outline, (-0.75, 0.4), (-0.75, -0.4)], rgb(0xEBD9A8))
    _number(pen, icon.words or "?", x, y, size * 0.42)


def _compass(pen: Pen, _: Icon, x: float, y: float, size: float) -> None:
    spikes = []
    for number in range(8):
        reach = 1 if number % 2 == 0 else 0.35
        angle = math.radians(45 * number - 90)
        spikes.append((reach * math.cos(angle), reach * math.sin(angle)))
    _shape(pen, x, y, size / 2, spikes, SEA)


def _hexagon(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    corners = [(math.cos(math.radians(60 * n)), math.sin(math.radians(60 * n))) for n in range(6)]
    _shape(pen, x, y, size / 2, corners, _PAPER)
    _combat(pen, icon, x, y, size * 0.7)


_SACK = [(-0.35, -0.6), (0.35, -0.6), (0.9, -0.1), (0.9, 0.6), (0.6, 0.95), (-0.6, 0.95)]
_GOODS: Mapping[str, Sequence[Sequence[tuple[float, float]]]] = {
    "sugar": ([(-0.28, -0.95), (0.28, -0.95), (0.8, 0.95), (-0.8, 0.95)],),
    "tobacco": ([(0, -1), (0.6, -0.35), (0.55, 0.3), (0, 0.95), (-0.55, 0.3), (-0.6, -0.35)],),
    "cotton": (
        [
            (0, -0.95),
            (0.7, -0.55),
            (0.95, 0.1),
            (0.4, 0.6),
            (-0.4, 0.6),
            (-0.95, 0.1),
            (-0.7, -0.55),
        ],
    ),
    "cocoa": ([(-0.2, -1), (0.45, -0.75), (0.75, 0), (0.45, 0.75), (-0.2, 1), (-0.65, 0)],),
    "rum": (
        [
            (-0.2, -1),
            (0.2, -1),
            (0.2, -0.4),
            (0.6, 0),
            (0.6, 1),
            (-0.6, 1),
            (-0.6, 0),
            (-0.2, -0.4),
        ],
    ),
    "herbs": (
        [(0, -0.9), (0.3, -0.5), (0, -0.05), (-0.3, -0.5)],
        [(0, 0.5), (0.9, -0.3), (0.75, 0.35), (0.1, 0.9)],
        [(0, 0.5), (-0.9, -0.3), (-0.75, 0.35), (-0.1, 0.9)],
    ),
}


def _good(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    """A loaf of sugar, a leaf of tobacco, a boll of cotton, a pod, a bottle, a sprig."""
    h, colour = size / 2, GOOD_COLOURS[icon.name]
    for outline in _GOODS[icon.name]:
        _shape(pen, x, y, h, outline, colour)
    if icon.name == "cotton":
        _shape(pen, x, y, h, [(-0.4, 0.55), (0.4, 0.55), (0.12, 1), (-0.12, 1)], LEAF)
    elif icon.name == "rum":
        pen.rectangle(x - h * 0.5, y + h * 0.2, h, h * 0.45, _PAPER)
    elif icon.name in ("tobacco", "cocoa"):
        pen.line([(x, y - h * 0.8), (x, y + h * 0.8)], mixed(colour, INK, 0.5), h * 0.1)
    if icon.words:
        pen.disc(x + h * 0.5, y + h * 0.5, h * 0.55, WHITE)
        _number(pen, icon.words, x + h * 0.5, y + h * 0.5, size * 0.34)


def _same_goods(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    _shape(pen, x, y, size / 2, [*_SACK, (-0.9, 0.6), (-0.9, -0.1)], rgb(0xD8C7A0))
    pen.rectangle(x - size * 0.2, y - size * 0.36, size * 0.4, size * 0.1, WOOD)
    _number(pen, f"{icon.words.lstrip('-')}=", x, y + size * 0.14, size * 0.36)


def _treasure(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    lid = [(-1, -0.1), (-0.8, -0.7), (0.8, -0.7), (1, -0.1)]
    _shape(pen, x, y, h, [(-1, -0.1), (1, -0.1), (1, 0.8), (-1, 0.8)], WOOD)
    _shape(pen, x, y, h, lid, mixed(WOOD, GOLD, 0.3))
    pen.rectangle(x - h, y - h * 0.18, size, h * 0.18, GOLD)
    pen.disc(x, y + h * 0.1, h * 0.22, GOLD)
    _number(pen, icon.words, x, y + h * 0.4, size * 0.36, WHITE)


def _adventure(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    peaks = [(-1, 0.8), (-0.3, -0.5), (0.1, 0.1), (0.4, -0.8), (1, 0.8)]
    _shape(pen, x, y, h, peaks, LEAF)
    pen.polygon(
        [(x + dx * h, y + dy * h) for dx, dy in ((0.2, -0.28), (0.4, -0.8), (0.6, -0.25))], WHITE
    )
    _number(pen, icon.words, x, y + h * 0.4, size * 0.38, WHITE)


def _book(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    _shape(pen, x, y, h, [(-0.75, -0.95), (0.75, -0.95), (0.75, 0.95), (-0.75, 0.95)], PURPLE)
    pen.rectangle(x - h * 0.52, y - h * 0.95, h * 0.1, h * 1.9, WHITE)
    pen.rectangle(x - h * 0.2, y - h * 0.55, h * 0.7, h * 0.35, GOLD)
    _number(pen, icon.words, x + h * 0.12, y + h * 0.3, size * 0.36, WHITE)


def _token(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    """A synergy token: round, with its picture, or with a question mark for any new one."""
    pen.disc(x, y, size / 2, mixed(INK, SEA, 0.3))
    pen.disc(x, y, size * 0.45, rgb(0xF0E6CF))
    _number(pen, icon.words, x, y, size * 0.4)
    h = size * 0.36
    for shape in _TOKENS.get(icon.name, ()):
        pen.polygon([(x + dx * h, y + dy * h) for dx, dy in shape], SEA)


_TOKENS: Mapping[str, Sequence[Sequence[tuple[float, float]]]] = {
    "anchor": (
        [(-0.12, -0.9), (0.12, -0.9), (0.12, 0.8), (-0.12, 0.8)],
        [(-0.45, -0.55), (0.45, -0.55), (0.45, -0.32), (-0.45, -0.32)],
        [(-0.85, 0.2), (-0.6, 0.2), (-0.35, 0.65), (0.35, 0.65), (0.6, 0.2), (0.85, 0.2), (0, 1)],
    ),
    "tools": (
        [(-0.7, -0.9), (0.7, -0.9), (0.7, -0.35), (-0.7, -0.35)],
        [(-0.15, -0.35), (0.15, -0.35), (0.15, 0.95), (-0.15, 0.95)],
    ),
    "scales": (
        [(-0.9, -0.7), (0.9, -0.7), (0.9, -0.5), (-0.9, -0.5)],
        [(-0.09, -0.9), (0.09, -0.9), (0.09, 0.9), (-0.09, 0.9)],
        [(-1, 0.2), (-0.35, 0.2), (-0.67, -0.5)],
        [(1, 0.2), (0.35, 0.2), (0.67, -0.5)],
    ),
    "crown": (
        [(-0.9, 0.7), (-0.9, -0.5), (-0.4, 0.1), (0, -0.8), (0.4, 0.1), (0.9, -0.5), (0.9, 0.7)],
    ),
    "lantern": (
        [(-0.4, -0.55), (0.4, -0.55), (0.55, 0.7), (-0.55, 0.7)],
        [(-0.25, -0.95), (0.25, -0.95), (0.25, -0.65), (-0.25, -0.65)],
        [(-0.7, 0.75), (0.7, 0.75), (0.7, 0.95), (-0.7, 0.95)],
    ),
}


_BARRIERS = {"red": rgb(0xB8322A), "blue": rgb(0x2A62AE), "green": rgb(0x3C8544)}


def _barrier(pen: Pen, icon: Icon, x: float, y: float, size: float) -> None:
    """Of the explorer track, in its colour."""
    colour = _BARRIERS.get(icon.words, STEEL)
    for dx in (-0.7, 0, 0.7):
        post = [(dx - 0.15, -0.9), (dx + 0.15, -0.9), (dx + 0.15, 0.9), (dx - 0.15, 0.9)]
        _shape(pen, x, y, size / 2, post, colour)
    _shape(pen, x, y, size / 2, [(-1, -0.3), (1, -0.3), (1, 0.15), (-1, 0.15)], colour)


def _lasting(pen: Pen, _: Icon, x: float, y: float, size: float) -> None:
    """An hourglass lying on its side: from now on, for ever."""
    for side in (-1, 1):
        pen.ring(x + side * size * 0.24, y, size * 0.2, PURPLE, size * 0.1)


def _arrow(pen: Pen, _: Icon, x: float, y: float, size: float) -> None:
    h = size * 0.24
    pen.polygon([(x - h, y - h * 1.3), (x + h, y), (x - h, y + h * 1.3)], INK)


def _sign(words: str) -> Callable[[Pen, Icon, float, float, float], None]:
    def draw(pen: Pen, _: Icon, x: float, y: float, size: float) -> None:
        _number(pen, words, x, y, size * 0.5)

    return draw


_DRAWN: Mapping[str, Callable[[Pen, Icon, float, float, float], None]] = {
    "doubloons": _coin,
    "vp": _shield,
    "combat_points": _sword,
    "combat": _combat,
    "figures": _figure,
    "assistant": _figure,
    **dict.fromkeys((*NATION_COLOURS, "any"), _flag),
    "nation_influence_3": _flag,
    "rank": _rank,
    "disc": _disc,
    "village": _village,
    "explore": _explore,
    "sail": _sail,
    "marker": _marker,
    "card": _card,
    "quest_tile": _scroll,
    "compass": _compass,
    "combat_token": _hexagon,
    **dict.fromkeys(GOOD_COLOURS, _good),
    "goods": _same_goods,
    "treasure": _treasure,
    "adventure": _adventure,
    "book": _book,
    "barrier": _barrier,
    "lasting": _lasting,
    "to": _arrow,
    "or": _sign("/"),
    "per": _sign(":"),
}
