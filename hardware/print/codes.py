"""Codes that phones scan, as vector shapes."""

from __future__ import annotations

import numpy as np
import segno

from hardware.print.page import INK, Page
from hardware.print.tags import outlines


def draw_code(page: Page, text: str, x: float, y: float, side: float) -> None:
    """A code given by its top left corner; leave some white around it."""
    matrix = np.array([list(row) for row in segno.make(text, error="m", micro=False).matrix])
    step = side / len(matrix)
    loops = [[(x + step * i, y + step * j) for i, j in loop] for loop in outlines(matrix == 1)]
    page.loops(loops, INK)
