"""A board in parts that fit on paper, to be cut out and glued together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise

from reportlab.lib.colors import white

from hardware.print.page import FAINT, Page, Paper
from hardware.print.sheet import BOTTOM, TOP, Sheet
from hardware.print.tags import draw_tag
from rules.text import Text
from vision.layout import Mat, PlaceShape
from vision.registry import MODULES

Span = tuple[float, float]
_STEP = 1.0
"""Millimetres from one seam that is thought of to the next."""


def in_parts(
    frame: Mat, draw: Callable[[Page], None], seams: tuple[Sequence[float], Sequence[float]]
) -> Iterator[Sheet]:
    """Parts from left to right and from top to bottom, with the tags of the board."""
    rows = list(pairwise((0.0, *seams[1], frame.height)))
    columns = list(pairwise((0.0, *seams[0], frame.width)))
    for row, (top, bottom) in enumerate(rows):
        for column, (left, right) in enumerate(columns):
            yield Sheet(
                Text(frame.title),
                Text(
                    "Part {part} of {parts}. Cut along the frame; glue edge to edge.",
                    part=row * len(columns) + column + 1,
                    parts=len(rows) * len(columns),
                ),
                partial(
                    _part,
                    frame=frame,
                    draw=draw,
                    at=(left, top),
                    size=(right - left, bottom - top),
                ),
            )


def seams_between(
    frame: Mat, paper: Paper, places: Sequence[PlaceShape]
) -> tuple[list[float], list[float]]:
    """Where to cut a board: through no tag, and with most of every place on one part."""
    wide, high = _room(paper)
    spans = [span_of(place) for place in places]
    reach = max((tag.side * (0.5 + 1.5 / MODULES) for tag in frame.tags), default=0.0)
    return (
        _between(
            frame.width,
            wide,
            [(left, right) for left, _, right, _ in spans],
            [(tag.x - reach, tag.x + reach) for tag in frame.tags],
        ),
        _between(
            frame.height,
            high,
            [(top, bottom) for _, top, _, bottom in spans],
            [(tag.y - reach, tag.y + reach) for tag in frame.tags],
        ),
    )


def span_of(place: PlaceShape) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a place."""
    x, y = zip(*place.shape.outline, strict=True)
    return min(x), min(y), max(x), max(y)


def longest(start: float, end: float, seams: Sequence[float]) -> tuple[float, float]:
    """The longest piece of a stretch that no seam cuts."""
    inside = sorted(seam for seam in seams if start < seam < end)
    return max(pairwise((start, *inside, end)), key=lambda piece: piece[1] - piece[0])


def _room(paper: Paper) -> tuple[float, float]:
    return paper.width - 2 * paper.margin, paper.height - TOP - BOTTOM - 1


def _between(
    length: float, room: float, spans: Sequence[Span], tags: Sequence[Span]
) -> list[float]:
    """As few seams as there must be, each where it leaves most of what it cuts."""
    seams: list[float] = []
    for rest in range(math.ceil(length / room) - 1, 0, -1):
        after = seams[-1] if seams else 0.0
        first, last = max(after + _STEP, length - rest * room), min(after + room, length - _STEP)
        tried = [first + _STEP * n for n in range(int((last - first) / _STEP) + 1)]
        free = [at for at in tried if not any(start < at < end for start, end in tags)]
        seams.append(max(free, key=lambda at: (_left_whole(at, spans), -abs(at - length / 2))))
    return seams


def _left_whole(seam: float, spans: Sequence[Span]) -> float:
    """Of all spans that a seam cuts, the least share of one that stays together."""
    shares = (
        max(seam - start, end - seam) / (end - start) for start, end in spans if start < seam < end
    )
    return min(shares, default=1.0)


def _part(
    page: Page,
    frame: Mat,
    draw: Callable[[Page], None],
    at: tuple[float, float],
    size: tuple[float, float],
) -> None:
    (left, top), (wide, high) = at, size
    x, y = (page.paper.width - wide) / 2, TOP + 1
    with page.window(x, y, wide, high, x - left, y - top):
        page.once(frame.key.replace(":", "-"), frame.width, frame.height, draw)
        for tag in frame.tags:
            half = tag.side / 2 + tag.side / MODULES
            page.rectangle(tag.x - half, tag.y - half, 2 * half, 2 * half, white)
            draw_tag(page, tag.id, tag.x, tag.y, tag.side)
    page.rectangle(x, y, wide, high, line=FAINT, weight=0.12)
