"""Pictograms of Maracaibo's house cards: coins, swords, flags, goods, all drawn in millimetres."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from reportlab.lib.colors import Color, HexColor, white

from hardware.print.page import BOLD, INK, Page, raised

GOLD, PURPLE, STEEL = HexColor(0xE0B23C), HexColor(0x7B4FA3), HexColor(0x6E7B87)
WOOD, LEAF, SEA = HexColor(0x7A4E2B), HexColor(0x3F8F52), HexColor(0x3D7CA8)
NATION_COLOURS: Mapping[str, Color] = {
    "france": HexColor(0x2F5DA8),
    "england": HexColor(0xE9E9E4),
    "spain": HexColor(0xB8322D),
}
GOOD_COLOURS: Mapping[str, Color] = {
    "sugar": HexColor(0xF3EFE6),
    "tobacco": HexColor(0x8A6A35),
    "cotton": HexColor(0xC9D8C4),
    "cocoa": HexColor(0x6A4028),
    "rum": HexColor(0xC47A2C),
    "herbs": HexColor(0x4C9A58),
}


class Icon(NamedTuple):
    name: str
    words: str = ""
    """A number or a letter on it or beside it."""


def draw_icons(page: Page, icons: Sequence[Icon], x: float, y: float, size: float) -> None:
    """A row of icons, the first one's left edge at x, their middles at y."""
    for icon in icons:
        wide = width_of_icon(icon, size)
        _DRAWN.get(icon.name, _token)(page, icon, x + wide / 2, y, size)
        x += wide + size * 0.2


def row_width(icons: Sequence[Icon], size: float) -> float:
    return sum(width_of_icon(icon, size) + size * 0.2 for icon in icons)


def width_of_icon(icon: Icon, size: float) -> float:
    return size * (0.45 if icon.name in ("to", "or", "per") else 1.0)


def _number(page: Page, words: str, x: float, y: float, size: float, colour: Color = INK) -> None:
    if words:
        page.text(words, x, y + raised(size), size, BOLD, colour, anchor="middle", room=size * 2)


def _coin(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    page.disc(x, y, size / 2, GOLD, HexColor(0x9C6F12))
    _number(page, icon.words, x, y, size * 0.55)


def _shield(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    page.loops(
        [
            [
                (x - h * 0.9, y - h),
                (x + h * 0.9, y - h),
                (x + h * 0.9, y + h * 0.3),
                (x, y + h),
                (x - h * 0.9, y + h * 0.3),
            ]
        ],
        PURPLE,
    )
    _number(page, icon.words, x, y - size * 0.08, size * 0.55, white)


def _sword(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    blade = [
        (x - h * 0.16, y + h * 0.3),
        (x - h * 0.16, y - h * 0.8),
        (x, y - h),
        (x + h * 0.16, y - h * 0.8),
        (x + h * 0.16, y + h * 0.3),
    ]
    page.loops([blade], STEEL)
    page.rectangle(x - h * 0.45, y + h * 0.3, h * 0.9, h * 0.16, WOOD)
    page.rectangle(x - h * 0.1, y + h * 0.4, h * 0.2, h * 0.6, WOOD)
    _number(page, icon.words, x + h * 0.55, y + h * 0.5, size * 0.5)


def _combat(page: Page, _: Icon, x: float, y: float, size: float) -> None:
    for turn in (-35, 35):
        with page.turned(x, y, turn):
            _sword(page, Icon("combat_points"), x, y, size)


def _figure(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    page.disc(x, y - h * 0.55, h * 0.38, LEAF)
    page.loops(
        [
            [
                (x - h * 0.8, y - h * 0.05),
                (x + h * 0.8, y - h * 0.05),
                (x + h * 0.4, y + h * 0.3),
                (x + h * 0.65, y + h),
                (x - h * 0.65, y + h),
                (x - h * 0.4, y + h * 0.3),
            ]
        ],
        LEAF,
    )
    _number(page, icon.words, x, y + h * 0.45, size * 0.5, white)


def _flag(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    """Influence: a nation's flag, or all three of them for a nation of choice."""
    h = size / 2
    page.rectangle(x - h * 0.85, y - h, h * 0.14, size, WOOD)
    stripes = [NATION_COLOURS[icon.name]] if icon.name in NATION_COLOURS else [*_STRIPES]
    tall = size * 0.72 / len(stripes)
    for number, colour in enumerate(stripes):
        page.rectangle(x - h * 0.7, y - h + tall * number, h * 1.6, tall, colour)
    page.rectangle(x - h * 0.7, y - h, h * 1.6, size * 0.72, line=INK, weight=0.1)
    if icon.words:
        page.disc(x + h * 0.1, y - h + size * 0.36, size * 0.26, white)
        _number(page, icon.words, x + h * 0.1, y - h + size * 0.36, size * 0.45)


_STRIPES = tuple(NATION_COLOURS.values())


def _rank(page: Page, _: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    banner = [
        (x - h * 0.7, y - h),
        (x + h * 0.7, y - h),
        (x + h * 0.7, y + h),
        (x, y + h * 0.5),
        (x - h * 0.7, y + h),
    ]
    page.loops([banner], NATION_COLOURS["spain"])
    _number(page, "\u2191", x, y - h * 0.2, size * 0.6, white)


def _disc(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    page.disc(x, y, size / 2, WOOD, HexColor(0x4A2D16))
    _number(page, icon.words, x, y, size * 0.5, white)


def _village(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    page.loops([[(x - h, y - h * 0.1), (x, y - h), (x + h, y - h * 0.1)]], NATION_COLOURS["spain"])
    page.rectangle(x - h * 0.75, y - h * 0.1, h * 1.5, h * 1.1, HexColor(0xE8D9B5), INK, weight=0.1)
    _number(page, icon.words, x, y + h * 0.45, size * 0.5)


def _explore(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    page.loops(
        [
            [
                (x - h, y - h * 0.5),
                (x + h * 0.2, y - h * 0.5),
                (x + h * 0.2, y - h),
                (x + h, y),
                (x + h * 0.2, y + h),
                (x + h * 0.2, y + h * 0.5),
                (x - h, y + h * 0.5),
            ]
        ],
        LEAF,
    )
    _number(page, icon.words, x - h * 0.15, y, size * 0.5, white)


def _sail(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    page.loops(
        [
            [
                (x - h, y + h * 0.35),
                (x + h, y + h * 0.35),
                (x + h * 0.6, y + h),
                (x - h * 0.6, y + h),
            ]
        ],
        WOOD,
    )
    page.loops([[(x - h * 0.6, y + h * 0.2), (x, y - h), (x + h * 0.8, y + h * 0.2)]], SEA)
    _number(page, icon.words, x, y + h * 0.05, size * 0.34, white)


def _marker(page: Page, _: Icon, x: float, y: float, size: float) -> None:
    h = size * 0.4
    for number, colour in enumerate(_STRIPES):
        page.rectangle(x - h + number * h * 0.66, y - h, h * 0.66, 2 * h, colour, INK, weight=0.1)


def _card(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    page.rectangle(
        x - size * 0.33, y - size / 2, size * 0.66, size, white, INK, weight=0.2, corner=0.4
    )
    _number(page, icon.words, x, y, size * 0.4)


def _scroll(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    page.rectangle(
        x - size * 0.45,
        y - size * 0.4,
        size * 0.9,
        size * 0.8,
        HexColor(0xEBD9A8),
        INK,
        weight=0.15,
        corner=size * 0.12,
    )
    _number(page, icon.words or "?", x, y, size * 0.55)


def _compass(page: Page, _: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    spikes = []
    for number in range(8):
        reach = h if number % 2 == 0 else h * 0.35
        angle = math.radians(45 * number - 90)
        spikes.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    page.loops([spikes], SEA)


def _hexagon(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    corners = [
        (x + h * math.cos(math.radians(60 * n)), y + h * math.sin(math.radians(60 * n)))
        for n in range(6)
    ]
    page.loops([corners], STEEL)
    _combat(page, icon, x, y, size * 0.7)


def _good(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    """A good: a sack in its colour."""
    page.rectangle(
        x - size * 0.45,
        y - size * 0.35,
        size * 0.9,
        size * 0.85,
        GOOD_COLOURS[icon.name],
        INK,
        weight=0.15,
        corner=size * 0.25,
    )
    page.rectangle(x - size * 0.2, y - size / 2, size * 0.4, size * 0.2, WOOD)
    _number(page, icon.words, x, y + size * 0.08, size * 0.5)


def _same_goods(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    page.rectangle(
        x - size * 0.45,
        y - size * 0.35,
        size * 0.9,
        size * 0.85,
        HexColor(0xD8D2C4),
        INK,
        weight=0.15,
        corner=size * 0.25,
    )
    _number(page, f"{icon.words.lstrip('-')}=", x, y + size * 0.08, size * 0.5)


def _treasure(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    page.rectangle(
        x - size / 2, y - size * 0.35, size, size * 0.75, WOOD, INK, weight=0.15, corner=size * 0.1
    )
    page.rectangle(x - size / 2, y - size * 0.05, size, size * 0.1, GOLD)
    page.disc(x, y, size * 0.12, GOLD)
    _number(page, icon.words, x, y, size * 0.5, white)


def _adventure(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    h = size / 2
    page.loops(
        [
            [
                (x - h, y + h * 0.8),
                (x - h * 0.3, y - h * 0.5),
                (x + h * 0.1, y + h * 0.1),
                (x + h * 0.4, y - h * 0.8),
                (x + h, y + h * 0.8),
            ]
        ],
        LEAF,
    )
    _number(page, icon.words, x, y + h * 0.3, size * 0.5, white)


def _book(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    page.rectangle(
        x - size * 0.4, y - size / 2, size * 0.8, size, PURPLE, INK, weight=0.15, corner=size * 0.06
    )
    page.rectangle(x - size * 0.28, y - size * 0.5, size * 0.06, size, white)
    _number(page, icon.words, x, y, size * 0.5, white)


def _token(page: Page, icon: Icon, x: float, y: float, size: float) -> None:
    """A synergy token: round, with its picture, or with a question mark for any new one."""
    page.disc(x, y, size / 2, HexColor(0xF0E6CF), INK)
    _number(page, icon.words, x, y, size * 0.5)
    h = size * 0.36
    for shape in _TOKENS.get(icon.name, ()):
        page.loops([[(x + dx * h, y + dy * h) for dx, dy in shape]], SEA)


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


def _arrow(page: Page, _: Icon, x: float, y: float, size: float) -> None:
    h = size * 0.22
    page.loops([[(x - h, y - h), (x + h, y), (x - h, y + h)]], INK)


def _sign(words: str) -> Callable[[Page, Icon, float, float, float], None]:
    def draw(page: Page, _: Icon, x: float, y: float, size: float) -> None:
        _number(page, words, x, y, size * 0.7)

    return draw


_DRAWN: Mapping[str, Callable[[Page, Icon, float, float, float], None]] = {
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
    "to": _arrow,
    "or": _sign("/"),
    "per": _sign(":"),
}
