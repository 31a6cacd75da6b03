"""Maracaibo's house board, in pieces that fit on paper."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from reportlab.lib.colors import HexColor, white

from hardware.print.page import BOLD, FAINT, INK, SOFT, Page, Point
from hardware.print.pen import PaperPen
from hardware.print.sheet import TOP, Sheet
from hardware.print.tags import draw_tag
from rules.maracaibo.names import LOCATION_NAMES
from rules.maracaibo.pieces import LEGACY_TILES
from rules.maracaibo.printed.board import Location, Space, board
from rules.maracaibo.printed.nodes import Steps
from rules.text import Plural, Text
from vision.coasts import course, dashes, rhumbs, rose
from vision.games.maracaibo.board import ROSE, coasts, way
from vision.games.maracaibo.icons import icons_of
from vision.games.maracaibo.pictograms import Icon, draw_icons, row_width
from vision.layout import Layout, Mat
from vision.registry import MODULES
from vision.shapes import Rectangle

Shapes = dict[str, Rectangle]

_COLUMNS, _ROWS = 4, 2
_LAND, _HOME = HexColor(0xFDFAF2), HexColor(0xF3DCC8)
_CITY, _ROUTE = HexColor(0xA8652A), HexColor(0x7FA3B8)
_GROUND, _COURSE, _RHUMB = HexColor(0xF6F0DF), HexColor(0x9C4A3A), HexColor(0xC6D8E2)
_ROSE = 22.0
_BARRIERS = {"red": HexColor(0xB8322A), "blue": HexColor(0x2A62AE), "green": HexColor(0x3C8544)}


def board_sheets(layout: Layout) -> list[Sheet]:
    """The board in equal rectangles, left to right and top to bottom, to be glued together."""
    frame = layout.mats["board"]
    wide, high = frame.width / _COLUMNS, frame.height / _ROWS
    return [
        Sheet(
            Text("House board"),
            Plural(
                "Row {row}, column {column}. Cut along the frame; glue {n} part to something flat.",
                "Row {row}, column {column}. Cut along the frame; glue all {n} parts edge to edge.",
                _COLUMNS * _ROWS,
                row=row + 1,
                column=column + 1,
            ),
            partial(_part, layout=layout, left=column * wide, top=row * high, size=(wide, high)),
        )
        for row in range(_ROWS)
        for column in range(_COLUMNS)
    ]


def _part(page: Page, layout: Layout, left: float, top: float, size: tuple[float, float]) -> None:
    wide, high = size
    x, y = (page.paper.width - wide) / 2, TOP + 1
    with page.window(x, y, wide, high, x - left, y - top):
        frame = layout.mats["board"]
        page.once("board", frame.width, frame.height, partial(_board, layout=layout))
    page.rectangle(x, y, wide, high, line=FAINT, weight=0.12)


def _board(page: Page, layout: Layout) -> None:
    frame = layout.mats["board"]
    shapes: Shapes = {
        place.name: place.shape
        for place in layout.places_on(frame.key)
        if isinstance(place.shape, Rectangle) and 0 <= place.shape.y < frame.height
    }
    _chart(page, frame, shapes)
    for source, target in _arrows():
        _arrow(page, way(shapes, source, target))
    for name, shape in shapes.items():
        kind, _, key = name.partition(":")
        if kind == "location":
            _location(page, shape, board().locations.get(key), key)
        elif kind == "explorer":
            _space(page, shape, board().space(key))
        else:
            _spot(page, shape, _SPOTS.get(kind, ""), key)
    _tags(page, frame)


_SPOTS = {"quest": "?", "quest_pile": "?", "legacy": "L"}


def _arrows() -> Iterator[tuple[str, str]]:
    """All arrows of the map, those of new cities too, and of the explorer track."""
    for route in board().routes:
        yield f"location:{route.source}", f"location:{route.target}"
    for tile in LEGACY_TILES.values():
        if tile.good:
            for source, target in tile.routes:
                yield f"location:{source}", f"location:{target}"
    for space in board().spaces.values():
        for following in space.next:
            yield f"explorer:{space.id}", f"explorer:{following}"


def _chart(page: Page, frame: Mat, shapes: Shapes) -> None:
    """The sea with its coasts, and a compass rose from which courses are laid."""
    for start, end in rhumbs(*ROSE, (frame.width, frame.height)):
        page.line(start, end, _RHUMB, 0.15)
    shores = coasts(frame, shapes)
    page.outlines(shores.lines, _ROUTE, 0.12)
    page.loops(shores.shore, _GROUND)
    page.outlines(shores.shore, SOFT, 0.3)
    for loop, dark in rose(*ROSE, _ROSE):
        page.loops([loop], SOFT if dark else _LAND)
    page.text("N", ROSE[0], ROSE[1] - _ROSE - 1.5, 5, BOLD, SOFT, anchor="middle")


def _arrow(page: Page, path: list[Point]) -> None:
    """A dashed course with its head in the middle of its longest stretch."""
    whole = course(path)
    for dash in dashes(whole, 3.2, 2.0):
        for start, end in pairwise(dash):
            page.line(start, end, _COURSE, 0.6)
    start, end = max(pairwise(path), key=lambda stretch: math.dist(*stretch))
    length = math.dist(start, end)
    u, v = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    x, y = whole[len(whole) // 2] if len(path) == 2 else _halfway(start, end)
    head = [(2.5, 0.0), (-1.5, -2.2), (-1.5, 2.2)]
    page.loops([[(x + a * u - b * v, y + a * v + b * u) for a, b in head]], _COURSE)


def _halfway(start: Point, end: Point) -> Point:
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


def _location(page: Page, shape: Rectangle, place: Location | None, key: str) -> None:
    """Where ships stop: number and name; a city's market, action and flag, where printed."""
    city = place is None or place.kind == "city"
    home = place is not None and place.kind == "homeward"
    x, y, wide = shape.x, shape.y, shape.width
    page.rectangle(
        x,
        y,
        wide,
        shape.height,
        _HOME if home else _LAND,
        _CITY if city else SOFT,
        weight=0.7,
        corner=2,
    )
    page.text(key, x + 2, y + 6, 5, BOLD, _CITY if city else INK)
    page.text(LOCATION_NAMES[key], x + wide / 2, y + 37.5, 2.8, anchor="middle", room=wide - 3)
    if place is None:
        return
    if place.good:
        draw_icons(
            PaperPen(page), [Icon(place.good)] * place.spaces, x + wide - 6 * place.spaces, y + 4, 5
        )
    if place.steps:
        below = home or not place.good
        _fitted(page, place.steps, x + 2, y + (30 if below else 46), wide - 4)
    if place.flag:
        draw_icons(PaperPen(page), [Icon("any")], x + 41, y + 35.5, 4.5)
        _fitted(page, place.flag, x + 47.5, y + 35.5, 20)


def _fitted(page: Page, steps: Steps, x: float, y: float, room: float) -> None:
    icons = icons_of(steps)
    if icons:
        draw_icons(PaperPen(page), icons, x, y, min(5.0, room / row_width(icons, 1.0)))


def _space(page: Page, shape: Rectangle, space: Space) -> None:
    x, y, wide = shape.x, shape.y, shape.width
    page.rectangle(x, y, wide, shape.height, _LAND, SOFT, weight=0.4, corner=1.5)
    if space.barrier:
        page.rectangle(x - 1.3, y - 4, 1.4, shape.height + 8, _BARRIERS[space.barrier])
    page.text(space.id, x + 1.2, y + 3.6, 2.6, BOLD, SOFT)
    icons = [Icon("quest_tile")] if space.quest else icons_of(space.steps)
    if icons:
        size = min(7.0, (wide - 2) / row_width(icons, 1.0))
        left = x + (wide - row_width(icons, size) + size * 0.2) / 2
        draw_icons(PaperPen(page), icons, left, y + shape.height / 2 + 1.5, size)


def _spot(page: Page, shape: Rectangle, words: str, key: str) -> None:
    """A place for a tile: its outline, faint."""
    page.rectangle(shape.x, shape.y, shape.width, shape.height, line=_ROUTE, weight=0.3, corner=1.5)
    named = key.upper() if words == "L" else words
    page.text(named, *_middle(shape), 4, BOLD, _ROUTE, anchor="middle")


def _middle(shape: Rectangle) -> Point:
    x, y = shape.centre
    return x, y + 1.5


def _tags(page: Page, frame: Mat) -> None:
    for tag in frame.tags:
        half = tag.side * (0.5 + 1 / MODULES)
        page.rectangle(tag.x - half, tag.y - half, 2 * half, 2 * half, white)
        draw_tag(page, tag.id, tag.x, tag.y, tag.side)
