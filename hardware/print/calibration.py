"""The calibration sheet: the chessboard with markers that `vision.locate.lens` looks for."""

from __future__ import annotations

import cv2
import numpy as np
from reportlab.lib.colors import black

from hardware.print.page import Page
from hardware.print.sheet import Sheet
from hardware.print.tags import draw_marker
from rules.text import Text
from vision.locate.lens import (
    BOARD_DICTIONARY,
    BOARD_MARKER_MM,
    BOARD_SQUARE_MM,
    BOARD_SQUARES,
    board,
)


def calibration_sheet() -> Sheet:
    columns, rows = BOARD_SQUARES
    return Sheet(
        Text("Calibration sheet"),
        Text(
            "{columns} x {rows} squares of {side} mm. Do not cut; glue it to stiff "
            "cardboard. For the command calibrate.",
            columns=columns,
            rows=rows,
            side=f"{BOARD_SQUARE_MM:g}",
        ),
        _draw,
        crowded=True,
    )


def _draw(page: Page) -> None:
    columns, rows = BOARD_SQUARES
    square = BOARD_SQUARE_MM
    left = (page.paper.width - columns * square) / 2
    top = (page.paper.height - rows * square) / 2
    for row in range(rows):
        for column in range(row % 2, columns, 2):
            x, y = left + column * square, top + row * square
            page.rectangle(x, y, square, square, fill=black)
    family = cv2.aruco.getPredefinedDictionary(BOARD_DICTIONARY)
    layout = board()
    for marker, corners in zip(np.ravel(layout.getIds()), layout.getObjPoints(), strict=True):
        x, y = (float(n) for n in np.asarray(corners)[0, :2])
        modules = family.markerSize + 2
        draw_marker(
            page, BOARD_DICTIONARY, modules, int(marker), left + x, top + y, BOARD_MARKER_MM
        )
