"""Maracaibo's board as the layout has it: a sea chart of our own with the same places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.maracaibo.names import LOCATION_NAMES
from rules.maracaibo.printed.board import Location, Space
from rules.maracaibo.printed.board import board as printed_board
from vision.coasts import Coast, coast
from vision.layout import Mat, PlaceShape
from vision.pen import INK, WHITE, Colour, mixed
from vision.reading import Picture
from vision.shapes import Rectangle
from vision.simulator.canvas import (
    Canvas,
    draw_coast,
    draw_course,
    draw_frame,
    draw_rhumbs,
    draw_rose,
)

_SEA: Colour = (205, 190, 150)
_LAND: Colour = (165, 208, 222)
_INK: Colour = (70, 85, 100)
ROSE = (80.0, 284.0)
"""Where no place is."""
_JOINED = (
    ("0", "2", 0.0),
    ("3", "5", 0.0),
    ("19", "18", 1.0),
    ("17", "11", 1.0),
    ("21a", "22", 0.0),
)
"""From where to where there is land along the upper edge of harbours (0) or the lower one (1)."""
_BROAD = 9.0


def board(mat: Mat, places: Sequence[PlaceShape], px_per_mm: float) -> Picture:
    canvas = Canvas(mat.width, mat.height, px_per_mm, _SEA)
    shapes = {place.name: place.shape for place in places if isinstance(place.shape, Rectangle)}
    draw_rhumbs(canvas, *ROSE, (mat.width, mat.height), mixed(_SEA, WHITE, 0.35))
    draw_coast(canvas, coasts(mat, shapes), _LAND, _INK, mixed(_SEA, _INK, 0.3))
    draw_rose(canvas, *ROSE, 22)
    draw_frame(canvas, mat.width, mat.height)
    _routes(canvas, shapes)
    for name, shape in shapes.items():
        kind, _, number = name.partition(":")
        if kind == "location":
            _location(canvas, shape, printed_board().locations.get(number), number)
        elif kind == "explorer":
            _space(canvas, shape, printed_board().space(number))
        elif 0 <= shape.y < mat.height:
            _outline(canvas, shape, mixed(_SEA, WHITE, 0.45), 0.5)
    picture = canvas.picture
    picture.flags.writeable = False
    return picture


def coasts(mat: Mat, shapes: Mapping[str, Rectangle]) -> Coast:
    """Harbours lie on islands and coasts, and the explorers walk over land."""
    ashore = [
        list(shape.outline)
        for name, shape in shapes.items()
        if name.startswith(("location:", "explorer:")) and 0 <= shape.y < mat.height
    ]
    for one, other, edge in _JOINED:
        left, right = shapes[f"location:{one}"], shapes[f"location:{other}"]
        top = left.y + edge * (left.height - _BROAD)
        end = right.x + right.width
        ashore.append([(left.x, top), (end, top), (end, top + _BROAD), (left.x, top + _BROAD)])
    return coast(ashore, (mat.width, mat.height), 5.0, 6.0, (1.4, 3.0, 5.0))


def _location(canvas: Canvas, shape: Rectangle, place: Location | None, number: str) -> None:
    ground = _LAND if place is None or place.kind != "homeward" else (150, 180, 230)
    canvas.rectangle(shape.x, shape.y, shape.width, shape.height, mixed(ground, WHITE, 0.35))
    city = place is not None and place.kind == "city"
    _outline(canvas, shape, (60, 110, 170) if city else (130, 135, 130), 0.8)
    middle = shape.x + shape.width / 2
    canvas.text(number, middle, shape.y + shape.height / 2, 6, (120, 120, 120))
    canvas.text(
        LOCATION_NAMES[number], middle, shape.y + shape.height - 3.2, 2.6, INK, shape.width - 3
    )


def _space(canvas: Canvas, shape: Rectangle, space: Space) -> None:
    colours = {"red": (70, 70, 200), "blue": (200, 130, 60), "green": (80, 160, 80)}
    canvas.rectangle(shape.x, shape.y, shape.width, shape.height, mixed(_LAND, WHITE, 0.4))
    if space.barrier:
        canvas.rectangle(shape.x - 1.2, shape.y - 2, 1.2, shape.height + 4, colours[space.barrier])
    words = f"{space.id}?" if space.quest else space.id
    canvas.text(words, shape.x + shape.width / 2, shape.y + shape.height / 2, 4, (120, 120, 120))


def _outline(canvas: Canvas, shape: Rectangle, colour: Colour, width: float) -> None:
    right, bottom = shape.x + shape.width, shape.y + shape.height
    corners = [(shape.x, shape.y), (right, shape.y), (right, bottom), (shape.x, bottom)]
    canvas.line([*corners, corners[0]], colour, width)


def _routes(canvas: Canvas, shapes: dict[str, Rectangle]) -> None:
    known = printed_board()
    joined = [(f"location:{route.source}", f"location:{route.target}") for route in known.routes]
    joined += [
        (f"explorer:{space.id}", f"explorer:{following}")
        for space in known.spaces.values()
        for following in space.next
    ]
    for source, target in joined:
        draw_course(canvas, way(shapes, source, target), (60, 60, 150))


def way(shapes: Mapping[str, Rectangle], source: str, target: str) -> list[tuple[float, float]]:
    """Straight from one to the other, or around above what lies between them in a row."""
    (x, y), (end_x, end_y) = shapes[source].centre, shapes[target].centre
    between = any(
        min(x, end_x) < shape.centre[0] < max(x, end_x) and abs(shape.centre[1] - y) < 1
        for name, shape in shapes.items()
        if name.startswith("location:")
    )
    if not between or y != end_y:
        return [(x, y), (end_x, end_y)]
    above = shapes[source].y - 5
    return [(x, y), (x, above), (end_x, above), (end_x, end_y)]
