"""Tags as vector shapes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
from reportlab.lib.colors import black

from hardware.print.page import SOFT, Page, Point
from vision.registry import DICTIONARY, MODULES

Modules = npt.NDArray[np.bool_]
Loop = list[tuple[int, int]]


def draw_tag(page: Page, tag: int, x: float, y: float, side: float) -> None:
    """A tag whose black square has its centre at x, y."""
    draw_marker(page, DICTIONARY, MODULES, tag, x - side / 2, y - side / 2, side)


def draw_marker(
    page: Page, dictionary: int, modules: int, marker: int, x: float, y: float, side: float
) -> None:
    """A marker of any family, given by the top left corner of its black square."""
    step = side / modules
    loops = _marker_outlines(dictionary, modules, marker)
    page.loops([[(x + step * i, y + step * j) for i, j in loop] for loop in loops], black)


@cache
def _marker_outlines(dictionary: int, modules: int, marker: int) -> tuple[Loop, ...]:
    family = cv2.aruco.getPredefinedDictionary(dictionary)
    picture = cv2.aruco.generateImageMarker(family, marker, modules)
    return tuple(outlines(np.asarray(picture) == 0))


def outlines(dark: Modules) -> Iterator[Loop]:
    """The edges of the dark modules as closed loops, to be filled by the even-odd rule.

    As one shape, modules that touch have no edge between them, so that no viewer or printer can
    leave a hairline there.
    """
    padded = np.pad(dark, 1)
    ways: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for y, x in np.argwhere(padded):
        left, top = int(x) - 1, int(y) - 1
        # Around each dark module clockwise, where its neighbour is light.
        if not padded[y - 1, x]:
            ways.setdefault((left, top), []).append((left + 1, top))
        if not padded[y, x + 1]:
            ways.setdefault((left + 1, top), []).append((left + 1, top + 1))
        if not padded[y + 1, x]:
            ways.setdefault((left + 1, top + 1), []).append((left, top + 1))
        if not padded[y, x - 1]:
            ways.setdefault((left, top + 1), []).append((left, top))
    while ways:
        start = here = next(iter(ways))
        loop: Loop = []
        while True:
            following = ways[here].pop()
            if not ways[here]:
                del ways[here]
            loop.append(here)
            here = following
            if here == start:
                break
        yield _corners_only(loop)


def _corners_only(loop: Loop) -> Loop:
    before, after = loop[-1:] + loop[:-1], loop[1:] + loop[:1]
    return [
        here
        for last, here, following in zip(before, loop, after, strict=True)
        if (last[0] == here[0]) != (here[0] == following[0])
    ]


def cut_corners(page: Page, x: float, y: float, width: float, height: float) -> None:
    """Marks outside the four corners of what is to be cut out, so that no ink stays on it."""
    gap, length = 0.2, 0.6
    for corner_x, out_x in ((x, -1), (x + width, 1)):
        for corner_y, out_y in ((y, -1), (y + height, 1)):
            beside: Point = (corner_x + out_x * gap, corner_y)
            page.line(beside, (corner_x + out_x * (gap + length), corner_y), SOFT, 0.12)
            above: Point = (corner_x, corner_y + out_y * gap)
            page.line(above, (corner_x, corner_y + out_y * (gap + length)), SOFT, 0.12)
