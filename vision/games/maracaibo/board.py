"""Maracaibo's board as the layout has it: a map of our own with the same places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.maracaibo.printed.board import Location, Space
from rules.maracaibo.printed.board import board as printed_board
from vision.layout import Mat, PlaceShape
from vision.reading import Picture
from vision.shapes import Rectangle
from vision.simulator.canvas import WHITE, Canvas, Colour, mixed

_SEA: Colour = (190, 165, 120)
_LAND: Colour = (150, 195, 205)


def board(mat: Mat, places: Sequence[PlaceShape], px_per_mm: float) -> Picture:
    canvas = Canvas(mat.width, mat.height, px_per_mm, _SEA)
    shapes = {place.name: place.shape for place in places if isinstance(place.shape, Rectangle)}
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


def _location(canvas: Canvas, shape: Rectangle, place: Location | None, number: str) -> None:
    ground = _LAND if place is None or place.kind != "homeward" else (140, 170, 225)
    canvas.rectangle(shape.x, shape.y, shape.width, shape.height, mixed(ground, WHITE, 0.3))
    city = place is not None and place.kind == "city"
    _outline(canvas, shape, (60, 110, 170) if city else (150, 140, 120), 0.8)
    canvas.text(number, shape.x + shape.width / 2, shape.y + shape.height / 2, 6, (120, 120, 120))


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
        canvas.line(way(shapes, source, target), (225, 235, 240), 1.2)


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
