"""A board in parts that fit on paper, to be cut out and glued together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial

from reportlab.lib.colors import white

from hardware.print.page import FAINT, Page, Paper
from hardware.print.sheet import BOTTOM, TOP, Sheet
from hardware.print.tags import draw_tag
from rules.text import Text
from vision.layout import Mat
from vision.registry import MODULES


def in_parts(frame: Mat, paper: Paper, draw: Callable[[Page], None]) -> Iterator[Sheet]:
    """Equal parts from left to right and from top to bottom, with the tags of the board."""
    columns = math.ceil(frame.width / (paper.width - 2 * paper.margin))
    rows = math.ceil(frame.height / (paper.height - TOP - BOTTOM - 1))
    size = (frame.width / columns, frame.height / rows)
    for row in range(rows):
        for column in range(columns):
            yield Sheet(
                Text(frame.title),
                Text(
                    "Part {part} of {parts}. Cut along the frame; glue edge to edge.",
                    part=row * columns + column + 1,
                    parts=rows * columns,
                ),
                partial(_part, frame=frame, draw=draw, at=(column, row), size=size),
            )


def _part(
    page: Page,
    frame: Mat,
    draw: Callable[[Page], None],
    at: tuple[int, int],
    size: tuple[float, float],
) -> None:
    (column, row), (wide, high) = at, size
    x, y = (page.paper.width - wide) / 2, TOP + 1
    with page.window(x, y, wide, high, x - column * wide, y - row * high):
        page.once(frame.key.replace(":", "-"), frame.width, frame.height, draw)
        for tag in frame.tags:
            half = tag.side / 2 + tag.side / MODULES
            page.rectangle(tag.x - half, tag.y - half, 2 * half, 2 * half, white)
            draw_tag(page, tag.id, tag.x, tag.y, tag.side)
    page.rectangle(x, y, wide, high, line=FAINT, weight=0.12)
