"""Navegador's drawn board: what people look for is there, and the map agrees with the rules."""

from __future__ import annotations

import math
from itertools import combinations

import cv2
import pytesseract
import pytest

from rules.navegador.board import ROWS
from rules.navegador.pieces import edition
from vision.games.navegador.board import BLUE_LINE, DOUBLE_LOSS, EXPLORER, RED_LINE, shared_border
from vision.games.navegador.charts import BUILDINGS, MARKET
from vision.layout import PlaceShape, load_layout
from vision.reading import Picture
from vision.registry import load_registry
from vision.simulator.faces import board
from vision.simulator.placing import Tabletop


@pytest.fixture(scope="module")
def navegador_board() -> Picture:
    layout = load_layout("navegador")
    return board("navegador", layout.mats["board"], layout.places_on("board"), 4.0)


def seas() -> dict[str, PlaceShape]:
    places = load_layout("navegador").places
    return {p.name.removeprefix("sea:"): p for p in places if p.name.startswith("sea:")}


def colour_at(picture: Picture, x: float, y: float) -> tuple[int, ...]:
    return tuple(int(part) for part in picture[round(4 * y), round(4 * x)])


def digits_in(picture: Picture, x: float, y: float, width: float, height: float) -> str:
    """All that is written in a part of the board, given in millimetres."""
    part = picture[round(4 * y) : round(4 * (y + height)), round(4 * x) : round(4 * (x + width))]
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    written = cv2.threshold(grey, 90, 255, cv2.THRESH_BINARY)[1]
    read = pytesseract.image_to_string(
        written, config="--psm 6 -c tessedit_char_whitelist=0123456789"
    )
    return "".join(read.split())


def test_the_drawn_market_has_ten_rows_and_the_table_of_buildings_all_its_prices(
    navegador_board: Picture,
) -> None:
    x, y = MARKET
    market = [
        edition().numbers(f"market.{column}") for column in ("sugar", "gold", "spice", "factory")
    ]
    rows = [number for row in zip(*market, strict=True) for number in row]
    assert len(rows) == 4 * 10
    assert digits_in(navegador_board, x, y + 14, 190, 162) == "".join(map(str, rows))
    x, y = BUILDINGS
    prices = [price for row in ROWS for price in edition().numbers(f"prices.{row}")]
    assert digits_in(navegador_board, x + 44, y, 180, 54) == "".join(map(str, prices))


def test_the_gallery_stands_at_the_upper_edge_of_the_board_above_the_map() -> None:
    places = load_layout("navegador").places_on("board")
    arches = [place.shape.outline for place in places if place.name.startswith("gallery:")]
    assert max(outline[0][1] for outline in arches) <= 10
    bottom = max(y for outline in arches for _, y in outline)
    right = max(x for outline in arches for x, _ in outline)
    below = [sea.shape.outline for sea in seas().values() if sea.shape.centre[0] < right]
    assert len(below) == 6
    assert min(y for outline in below for _, y in outline) > bottom


def test_an_arch_of_the_gallery_holds_all_six_privileges_of_a_kind() -> None:
    """With five players so many can lie there if nobody takes any."""
    layout = load_layout("navegador")
    table = Tabletop(layout, load_registry("navegador"), (), seed=1)
    for number in range(1, 7):
        table.lay(f"privilege/church.{number}", "gallery:church")
    spots = [table.pose(f"privilege/church.{number}") for number in range(1, 7)]
    apart = min(math.dist((a.x, a.y), (b.x, b.y)) for a, b in combinations(spots, 2))
    assert apart > 20


def test_every_region_but_portugal_has_a_spot_for_its_explorer(navegador_board: Picture) -> None:
    for name, sea in seas().items():
        x, y = sea.shape.centre
        assert (colour_at(navegador_board, x, y - 12) == EXPLORER) == (name != "portugal")


def test_markers_for_the_loss_of_two_ships_lie_in_nagasaki_and_macau(
    navegador_board: Picture,
) -> None:
    marked = [
        name
        for name, sea in seas().items()
        if colour_at(navegador_board, sea.shape.centre[0] - 13, sea.shape.centre[1] + 13)
        == DOUBLE_LOSS
    ]
    assert marked == ["macau", "nagasaki"]


def test_the_line_into_a_region_that_begins_a_phase_is_red_and_all_others_are_blue(
    navegador_board: Picture,
) -> None:
    lines = {}
    for (one, sea), (other, neighbour) in combinations(seas().items(), 2):
        points = shared_border(sea, neighbour)
        if points:
            x, y = points[len(points) // 2]
            lines[frozenset((one, other))] = colour_at(navegador_board, x, y)
    red = {pair for pair, colour in lines.items() if colour == RED_LINE}
    assert red == {
        frozenset(("angola", "cabo_da_boa_esperanca")),
        frozenset(("goa", "malaca")),
    }
    assert {colour for pair, colour in lines.items() if pair not in red} == {BLUE_LINE}
    shared = {frozenset(pair.split("-")) for pair, yes in edition().table("borders").items() if yes}
    assert lines.keys() == shared
