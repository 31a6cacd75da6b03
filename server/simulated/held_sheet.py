"""The calibration sheet over a simulated table, as somebody would move it about."""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np

from vision.locate.lens import BOARD_SQUARE_MM, BOARD_SQUARES, board
from vision.reading import FloatArray, Picture
from vision.simulator.mounting import HeldSheet

_PX_PER_MM = 6
_MARGIN_MM = 8
_HELD = 150.0
"""Millimetres above the table."""
_WAYS = (
    (0.17, 0.32, 20, -15),
    (0.50, 0.32, -25, 5),
    (0.83, 0.32, 15, 25),
    (0.83, 0.68, -20, 20),
    (0.50, 0.68, 5, -30),
    (0.17, 0.68, 25, 15),
    (0.34, 0.50, -15, -25),
    (0.66, 0.50, 30, 0),
    (0.50, 0.50, 0, 30),
    (0.42, 0.40, -30, -10),
)
"""Where, in shares of the table, and slanted by how many degrees about its two sides."""


def held_sheet(number: int, table: tuple[float, float]) -> HeldSheet:
    """The sheet over a table of this size, each time elsewhere and slanted otherwise."""
    x, y, along, across = _WAYS[number % len(_WAYS)]
    width, height = (side * BOARD_SQUARE_MM + 2 * _MARGIN_MM for side in BOARD_SQUARES)
    right = np.array([math.cos(math.radians(across)), 0.0, math.sin(math.radians(across))])
    down = np.array([0.0, math.cos(math.radians(along)), math.sin(math.radians(along))])
    down -= (down @ right) * right
    down /= np.linalg.norm(down)
    middle = np.array([x * table[0], y * table[1], _HELD])
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) / 2
    corners: FloatArray = middle + signs[:, :1] * width * right + signs[:, 1:] * height * down
    return HeldSheet(_printed(), corners)


@cache
def _printed() -> Picture:
    columns, rows = (round(side * BOARD_SQUARE_MM * _PX_PER_MM) for side in BOARD_SQUARES)
    printed = board().generateImage((columns, rows))
    margin = _MARGIN_MM * _PX_PER_MM
    whole = cv2.copyMakeBorder(
        printed, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=(255,)
    )
    return np.asarray(whole, np.uint8)
