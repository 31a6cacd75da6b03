"""Finds what is left of a tag that is partly covered, or washed out by glare.

Such a tag is no quadrilateral any more, but a corner of its black border is nearly always left,
with white outside and a pattern of modules inside. Knowing how large a tag is in this picture, that
is enough to say that there is one. It is never enough to say which: but where a tag was known to
lie, half of its pattern is enough to say that it still does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import FloatArray, Picture
from vision.recognise.codes import cells_expected, cells_of
from vision.recognise.quads import Quads, Samples, fit_to_edges, sample_inside
from vision.registry import MODULES

_FEWEST_MODULES = (3, 9)
"""Modules of the border that must be seen: on either edge of the corner, and on both together."""
_SHAPE = (0.35, 0.6, 1.6, 0.15)
"""Least width and length of a dark shape, most length (all in sides), least area (in squares)."""
_LONGEST_EDGE = 1.3
_SQUARE_COSINE = 0.35
"""How far from a right angle a corner may look: a tag may be seen at a slant."""
_LEAST_RING = 0.85
"""Share of the border that must be dark, and of the margin that must be white."""
_LEAST_CONTRAST = 24.0
_BRIGHTEST_BLACK = 0.22
"""How bright black may be, white being 1; coloured print is brighter than that."""
_CLEAR = 0.3
_LEAST_CLEAR = 0.85
"""Share of data cells that must be clearly black or white: a letter's strokes miss the modules."""
_CHANGES = 0.3
"""Share of neighbouring modules that must differ; in any whole tag it is at least 0.36."""
_LEAST_DATA = 15
"""Of the 36 data cells of a tag: so many of them must look out for it to be known where it lay."""
_LEAST_LIKE = 0.88
"""How well these must agree with the tag, as a correlation; of a thousand other tags that lie just
there, and are covered too, one does so."""
_CENTRES = (np.arange(-1, MODULES) + 0.5) / MODULES
_CELLS = np.stack(np.meshgrid(_CENTRES, _CENTRES), axis=-1).reshape(-1, 2)


class _Corners(NamedTuple):
    """Corners of dark shapes, in pixels of the half-size picture."""

    spots: FloatArray
    along: FloatArray
    """Unit vectors of the edges clockwise from the corner."""
    down: FloatArray
    """Unit vectors of the other edges, away from the corner."""
    modules: npt.NDArray[np.int64]
    """The lengths of both edges in modules."""


def remains(grey: Picture, half: Picture, side: float, read: Quads) -> Quads:
    """The outlines that partly visible tags of a side in pixels would have, if whole.

    `half` is the same picture at half size, in which corners are looked for; `read` are the tags
    that could be read.
    """
    outlines = list(_outlines(half, side / 2, (read - 0.5) / 2))
    if not outlines:
        return np.zeros((0, 4, 2))
    spots, along, down, modules = _corners(outlines, side / 2)
    if not len(spots):
        return np.zeros((0, 4, 2))
    at = spots * 2 + 0.5
    seen = modules * side / MODULES
    # Only the edges that are seen are fitted: the other two sides of the square mean nothing.
    fitted = fit_to_edges(
        grey, _parallelograms(at, along * seen[:, :1], down * seen[:, 1:]), 3.0, 0.9 / MODULES
    )
    at = fitted[:, 0]
    whole = _parallelograms(at, _unit(fitted[:, 1] - at) * side, _unit(fitted[:, 3] - at) * side)
    cells = sample_inside(grey, whole, _CELLS).reshape(-1, MODULES + 1, MODULES + 1)
    tags = [_is_tag(part, *reach) for part, reach in zip(cells, modules.tolist(), strict=True)]
    return np.asarray(whole[np.array(tags, dtype=np.bool_)], dtype=np.float64)


def _parallelograms(at: FloatArray, along: FloatArray, down: FloatArray) -> Quads:
    return np.stack([at, at + along, at + along + down, at + down], axis=1)


def _unit(vectors: FloatArray) -> FloatArray:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-6), dtype=np.float64)


def _outlines(grey: Picture, side: float, read: Quads) -> Iterator[FloatArray]:
    """The outlines of dark shapes about as large as a tag and not yet read: polygons, clockwise."""
    window = max(5, int(side) | 1)
    dark = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, window, 7
    )
    _, labels, boxes, centres = cv2.connectedComponentsWithStats(dark, connectivity=8)
    shorter, longer = boxes[:, 2:4].min(axis=1), boxes[:, 2:4].max(axis=1)
    sized = (shorter >= _SHAPE[0] * side) & (longer >= _SHAPE[1] * side)
    sized &= (longer <= _SHAPE[2] * side) & (boxes[:, 4] >= _SHAPE[3] * side**2)
    chosen = np.flatnonzero(sized)
    off = np.abs(centres[chosen, None] - read.mean(axis=1)).max(axis=2)
    known = (off < np.ptp(read, axis=1).max(axis=1) / 2).any(axis=1)
    for n in chosen[~known]:
        left, top, width, height = boxes[n, :4].tolist()
        shape = (labels[top : top + height, left : left + width] == n).astype(np.uint8)
        contours, _ = cv2.findContours(shape, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        polygon = cv2.approxPolyDP(contours[0], 0.08 * side, True)
        if len(polygon) >= 3:
            points = polygon.reshape(-1, 2) + np.array([left, top], dtype=np.float64)
            yield points if cv2.contourArea(polygon, True) > 0 else points[::-1]


def _corners(outlines: Sequence[FloatArray], side: float) -> _Corners:
    """The corners of polygons that may be corners of a tag."""
    points = np.concatenate(outlines)
    ends = np.cumsum([len(outline) for outline in outlines])
    starts = np.concatenate([[0], ends[:-1]])
    after = np.arange(1, len(points) + 1)
    after[ends - 1] = starts
    following, before = points[after], np.empty_like(points)
    before[after] = points
    along, down = following - points, before - points
    lengths = np.stack([np.linalg.norm(along, axis=1), np.linalg.norm(down, axis=1)], axis=1)
    along, down = _unit(along), _unit(down)
    modules = np.minimum(lengths / side * MODULES, MODULES).astype(np.int64)
    convex = along[:, 0] * down[:, 1] - along[:, 1] * down[:, 0] > 0
    square = np.abs((along * down).sum(axis=1)) < _SQUARE_COSINE
    seen = (modules.min(axis=1) >= _FEWEST_MODULES[0]) & (modules.sum(axis=1) >= _FEWEST_MODULES[1])
    fits = convex & square & seen & (lengths.max(axis=1) < _LONGEST_EDGE * side)
    return _Corners(points[fits], along[fits], down[fits], modules[fits])


def _is_tag(cells: Samples, columns: int, rows: int) -> bool:
    """Whether the cells around a corner are margin, border and data; the first cell is margin."""
    margin = np.concatenate([cells[0, : columns + 1], cells[1 : rows + 1, 0]])
    border = np.concatenate([cells[1, 1 : columns + 1], cells[2 : rows + 1, 1]])
    white, black = float(np.median(margin)), float(np.median(border))
    middle = (white + black) / 2
    if white - black < _LEAST_CONTRAST or black > _BRIGHTEST_BLACK * white:
        return False
    if (margin > middle).mean() < _LEAST_RING or (border < middle).mean() < _LEAST_RING:
        return False
    inside = cells[2 : min(rows + 1, MODULES), 2 : min(columns + 1, MODULES)]
    levels = (inside - black) / (white - black)
    if (np.abs(levels - 0.5) > _CLEAR).mean() < _LEAST_CLEAR:
        return False
    data = levels > 0.5
    changes = np.concatenate(
        [(data[1:] != data[:-1]).ravel(), (data[:, 1:] != data[:, :-1]).ravel()]
    )
    return len(changes) > 0 and bool(changes.mean() >= _CHANGES)


def look_out(grey: Picture, quads: Quads, ids: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Which tags still lie where they were read: whatever is over them now leaves a part of them in
    sight, which shows their pattern. The first corner of a quad is its tag's own top left one.
    """
    shown, expected = cells_of(grey, quads).astype(np.float64), cells_expected(ids)
    found = np.zeros(len(quads), dtype=np.bool_)
    for turn in range(4):
        cells: FloatArray = np.rot90(shown, turn, axes=(1, 2))
        tags: FloatArray = np.rot90(expected, turn, axes=(1, 2))
        whole = _likeness(cells, tags)[:, 2:-2, 2:-2]
        data = _likeness(cells[:, 2:-2, 2:-2], tags[:, 2:-2, 2:-2])
        like = np.minimum(whole, data) >= _LEAST_LIKE
        found |= (like & _ENOUGH_DATA).any(axis=(1, 2))
    return found


_ENOUGH_DATA = np.outer(np.arange(1, MODULES - 1), np.arange(1, MODULES - 1)) >= _LEAST_DATA


def _likeness(cells: FloatArray, tags: FloatArray) -> FloatArray:
    """How well each part of the cells that begins in their top left corner agrees with a tag: the
    value of a cell is the correlation of all that are neither below it nor to the right of it.
    """

    def total(values: FloatArray) -> FloatArray:
        return values.cumsum(axis=1).cumsum(axis=2)

    count = total(np.ones_like(tags))
    both = total(cells * tags) - total(cells) * total(tags) / count
    spread = total(cells**2) - total(cells) ** 2 / count
    wanted = total(tags**2) - total(tags) ** 2 / count
    return np.asarray(both / np.sqrt(np.maximum(spread * wanted, 1e-6)), dtype=np.float64)
