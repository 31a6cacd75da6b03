"""What stands on Navegador's board for people to look at: the market, the table of buildings, and
how many privileges come to the gallery. What lies on them carries no tags.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.navegador.board import ROWS
from rules.navegador.pieces import edition
from rules.text import Text
from vision.games.navegador.faces import CATEGORY, GOOD, draw_category, draw_good
from vision.pen import INK, WHITE, Colour, Pen, mixed

MARKET, BUILDINGS, REFILL = (12.0, 292.0), (504.0, 440.0), (12.0, 214.0)
"""The upper left corners."""
_REVENUE: Colour = (70, 70, 190)
_MARKET_CELL = (46.0, 16.0)
_BUILDING_CELL = (22.0, 10.6)
_BUILDING_SIGNS = 44.0
_REFILL_CELL = (46.0, 14.0)


def draw_market(canvas: Pen) -> None:
    """Ten rows: what a unit of each good sells for, and in the last column what factories earn."""
    (left, top), (wide, high) = MARKET, _MARKET_CELL
    columns: list[tuple[Colour, Sequence[int]]] = [
        (GOOD[good], edition().numbers(f"market.{good}")) for good in GOOD
    ]
    columns.append((_REVENUE, edition().numbers("market.factory")))
    start = edition().number("rules.start_row") - 1
    for column, (colour, numbers) in enumerate(columns):
        x = left + column * (wide + 1)
        for row, number in enumerate(numbers):
            pale = mixed(colour, WHITE, 0.7 if row == start else 0.35)
            _cell(canvas, x, top + 15 + row * high, _MARKET_CELL, pale, str(number))
        if column < len(GOOD):
            draw_good(canvas, [*GOOD][column], x + wide / 2, top + 6.5, 5.5)
        else:
            draw_category(canvas, "factory", x + wide / 2, top + 6.5, 5.5)


def draw_buildings(canvas: Pen) -> None:
    """Five rows, each cell with its price; the upper three are factories, each for one good."""
    (left, top), (wide, high) = BUILDINGS, _BUILDING_CELL
    for row, name in enumerate(ROWS):
        y = top + row * high
        good = name.removesuffix("_factory")
        category = "factory" if good in GOOD else name
        draw_category(canvas, category, left + 10, y + high / 2, 4.4)
        if good in GOOD:
            draw_good(canvas, good, left + 24, y + high / 2, 3.8)
        colour = mixed(GOOD.get(good, CATEGORY[category]), WHITE, 0.5)
        for number, price in enumerate(edition().numbers(f"prices.{name}")):
            x = left + _BUILDING_SIGNS + number * wide
            _cell(canvas, x, y, _BUILDING_CELL, colour, str(price), 3.8)


def draw_refill(canvas: Pen) -> None:
    """By number of players: privileges in each arch when the second and the third phase begin."""
    (left, top), (wide, high) = REFILL, _REFILL_CELL
    least, most = edition().numbers("rules.seats")
    phases = (Text("Phase {n}", n=phase) for phase in (2, 3))
    for column, words in enumerate((Text("Players"), *phases)):
        canvas.text(words, left + (column + 0.5) * wide, top + high / 2, 4.4, INK, wide - 4)
    for row, players in enumerate(range(least, most + 1), 1):
        for column, number in enumerate((players, *edition().numbers(f"refill.for_{players}"))):
            x, y = left + column * wide, top + row * high
            pale = mixed(CATEGORY["king"], WHITE, 0.65 if column else 0.8)
            _cell(canvas, x, y, _REFILL_CELL, pale, str(number))


def _cell(
    canvas: Pen,
    x: float,
    y: float,
    size: tuple[float, float],
    colour: Colour,
    words: str,
    height: float = 6.0,
) -> None:
    wide, high = size
    canvas.rectangle(x + 0.4, y + 0.4, wide - 0.8, high - 0.8, colour)
    canvas.text(words, x + wide / 2, y + high / 2, height, INK, wide - 4)
