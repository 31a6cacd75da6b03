"""Quadrilaterals in a picture: fitting them to their edges and looking inside, many at a time.

A quadrilateral is four corners in pixels (pixel centres are whole numbers), clockwise; `Quads` are
many of them in one array of shape (n, 4, 2), because a picture has hundreds of candidates and
Python is slow at doing a thing hundreds of times.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt
from cv2.typing import MatLike

from vision.reading import FloatArray, Picture

Quads = FloatArray
"""Shape (n, 4, 2)."""
Samples = npt.NDArray[np.float32]

_ALONG = np.linspace(0.08, 0.92, 12)
"""Where along an edge it is looked for: not at the very corners, which blur rounds off."""
_ACROSS = np.linspace(-1.0, 1.0, 13)
_OUTLIER_PX = 0.3


def as_quads(corners: Sequence[MatLike]) -> Quads:
    return np.asarray(corners, dtype=np.float64).reshape(-1, 4, 2)


def sides(quads: Quads) -> FloatArray:
    """The mean length of the four sides of each."""
    lengths = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    return np.asarray(lengths.mean(axis=1), dtype=np.float64)


def inset(quads: Quads, share: float) -> Quads:
    """Each quad's sides moved inward by a share of its width, as a printed margin would be."""
    low, high = share, 1 - share
    points = np.array([[low, high, high, low], [low, low, high, high], [1.0, 1.0, 1.0, 1.0]])
    mapped = from_unit_square(quads) @ points
    return np.asarray(np.moveaxis(mapped[:, :2] / _nonzero(mapped[:, 2:]), 1, 2))


def sample(grey: MatLike, x: FloatArray, y: FloatArray) -> Samples:
    """The grey values at points between the pixels; `x` and `y` have one row for each quad."""
    rows = len(x)
    values = cv2.remap(
        grey,
        x.reshape(rows, -1).astype(np.float32),
        y.reshape(rows, -1).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return values.reshape(x.shape).astype(np.float32)


def sample_inside(grey: Picture, quads: Quads, points: FloatArray) -> Samples:
    """The values at the same points of every quad; (0, 0) is its first corner, (1, 1) its third."""
    homogeneous = np.concatenate([points.T, np.ones((1, len(points)))])
    mapped = from_unit_square(quads) @ homogeneous
    depth = _nonzero(mapped[:, 2])
    return sample(grey, mapped[:, 0] / depth, mapped[:, 1] / depth)


def ranked(values: MatLike, share: float) -> Samples:
    """The value in each row below which a share of the row lies: a quantile, without its cost."""
    place = round(share * (values.shape[1] - 1))
    return np.asarray(np.partition(values, place, axis=1)[:, place], dtype=np.float32)


def from_unit_square(quads: Quads) -> FloatArray:
    """The homography from the unit square to each quad, in closed form."""
    x0, y0, x1, y1, x2, y2, x3, y3 = quads.reshape(-1, 8).T
    dx1, dx2, dx3 = x1 - x2, x3 - x2, x0 - x1 + x2 - x3
    dy1, dy2, dy3 = y1 - y2, y3 - y2, y0 - y1 + y2 - y3
    area = _nonzero(dx1 * dy2 - dx2 * dy1)
    g = (dx3 * dy2 - dx2 * dy3) / area
    h = (dx1 * dy3 - dx3 * dy1) / area
    one = np.ones_like(g)
    rows = [
        [x1 - x0 + g * x1, x3 - x0 + h * x3, x0],
        [y1 - y0 + g * y1, y3 - y0 + h * y3, y0],
        [g, h, one],
    ]
    return np.moveaxis(np.array(rows), 2, 0)


def fit_to_edges(grey: Picture, quads: Quads, reach: float, share: float) -> Quads:
    """Moves each quad's sides onto the nearest edge from dark (inside) to bright, sub-pixel.

    An edge is looked for up to `reach` pixels away, and at most `share` of the side's length. Every
    side is found at a dozen spots as the mean of the brightness gradient, a line is fitted through
    them (spots that disagree count less and less), and the lines cross in the corners.
    """
    following = np.roll(quads, -1, axis=1)
    edge = following - quads
    length = np.linalg.norm(edge, axis=2, keepdims=True)
    unit = edge / np.maximum(length, 1e-6)
    outward = np.stack([unit[..., 1], -unit[..., 0]], axis=-1)
    span = np.minimum(reach, share * length.mean(axis=1, keepdims=True))
    across = span * _ACROSS
    spots = quads[:, :, None] + edge[:, :, None] * _ALONG[:, None]
    points = spots[:, :, :, None] + outward[:, :, None, None] * across[:, :, None, :, None]
    values = sample(grey, points[..., 0], points[..., 1])
    rise = np.maximum(values[..., 2:] - values[..., :-2], 0.0) ** 2
    strength = rise.sum(axis=-1)
    offset = (rise * across[:, :, None, 1:-1]).sum(axis=-1) / np.maximum(strength, 1e-6)
    at_start, at_end = _lines(offset, np.sqrt(strength))
    fitted = _crossings(
        quads + outward * at_start[..., None], following + outward * at_end[..., None]
    )
    astray = np.abs(fitted - quads).max(axis=(1, 2)) > 2 * span[:, 0, 0] + 1
    fitted[astray] = quads[astray]
    return fitted


def _lines(offset: FloatArray, weight: FloatArray) -> tuple[FloatArray, FloatArray]:
    """How far each side is moved outward at its two ends: a line through its offsets."""
    along = _ALONG - 0.5
    middle = slope = np.zeros(offset.shape[:2])
    for _ in range(2):
        total = weight.sum(-1)
        first = (weight * along).sum(-1)
        second = (weight * along**2).sum(-1)
        level = (weight * offset).sum(-1)
        tilt = (weight * offset * along).sum(-1)
        spread = np.maximum(total * second - first**2, 1e-9)
        seen = total > 1e-3
        middle = np.where(seen, (second * level - first * tilt) / spread, 0.0)
        slope = np.where(seen, (total * tilt - first * level) / spread, 0.0)
        error = offset - middle[..., None] - slope[..., None] * along
        weight = weight / (1 + (error / _OUTLIER_PX) ** 2)
    return middle - slope / 2, middle + slope / 2


def _crossings(starts: FloatArray, ends: FloatArray) -> Quads:
    """Where each side's line crosses that of the side before it."""
    before, before_end = np.roll(starts, 1, axis=1), np.roll(ends, 1, axis=1)
    along, along_before = ends - starts, before_end - before
    gap = starts - before
    cross = along_before[..., 0] * along[..., 1] - along_before[..., 1] * along[..., 0]
    share = (gap[..., 0] * along[..., 1] - gap[..., 1] * along[..., 0]) / _nonzero(cross)
    return np.asarray(before + along_before * share[..., None], dtype=np.float64)


def _nonzero(values: FloatArray) -> FloatArray:
    return np.where(np.abs(values) < 1e-9, 1e-9, values)
