"""How sharp a picture is: over how many pixels its strongest edges go from dark to bright.

No tag has to be read for it, since a picture that is not sharp shows none.
"""

from __future__ import annotations

import cv2
import numpy as np

from rules.text import Text
from vision.checking.verdict import Level, Verdict
from vision.reading import FloatArray, Picture

_BLOCK = 32
"""Pixels of the squares in which edges are looked for."""
_LEAST_CONTRAST = 12.0
"""Grey levels; with less there is nothing to see an edge of."""
_STRONG = 0.5
"""Edges count that have at least this share of the strongest contrast in the picture."""
_SHARPEST = 5
"""Percent of them that say how sharp the lens can be: others are bent, covered or soft."""
_GOOD, _USABLE = 0.9, 1.4
"""Widths of an edge, in modules of the smallest tag."""
_ALWAYS_GOOD = 3.0
"""Pixels: no lens and sensor are sharper."""
_MODULE_PX = 3.5
"""What a module is taken for as long as no tag has been read."""


def edge_width(picture: Picture) -> float | None:
    """Pixels across the sharpest of the strong edges; None if there is nothing to see."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    rows, columns = (side // _BLOCK for side in grey.shape)
    if not rows or not columns:
        return None
    part = np.asarray(grey[: rows * _BLOCK, : columns * _BLOCK], np.uint8)
    across = cv2.absdiff(part[:, 2:], part[:, :-2])
    along = cv2.absdiff(part[2:], part[:-2])
    steepest = np.zeros(part.shape, np.uint8)
    steepest[:, 1:-1] = across
    steepest[1:-1] = np.maximum(steepest[1:-1], along)
    contrast = _most(part) + _most(np.invert(part)) - 255
    strongest = float(contrast.max())
    if strongest < _LEAST_CONTRAST:
        return None
    strong = contrast >= _STRONG * strongest
    widths = 2 * contrast[strong] / np.maximum(_most(steepest)[strong], 1.0)
    return float(np.percentile(widths, _SHARPEST))


def judge_sharpness(width: float | None, tag_px: float | None, modules: int) -> Verdict:
    """`tag_px` is how wide the smallest tag is, if any has been read, of so many modules."""
    if width is None:
        return Verdict(
            Level.BAD,
            (
                Text(
                    "The picture is empty. Is the lens cap off, and the camera aimed at the table?"
                ),
            ),
        )
    module = tag_px / modules if tag_px else _MODULE_PX
    pixels = f"{width:.1f}"
    if width <= max(_ALWAYS_GOOD, _GOOD * module):
        return Verdict(Level.GOOD, (Text("Sharp: edges are {pixels} pixels wide.", pixels=pixels),))
    return Verdict(
        Level.NEARLY if width <= _USABLE * module else Level.BAD,
        (
            Text("Out of focus: edges are {pixels} pixels wide.", pixels=pixels),
            Text(
                "Find the focus anew while nothing moves. If the lens has a ring, turn "
                "it until this number is smallest. Still large? Wipe the lens."
            ),
        ),
    )


def _most(grey: Picture) -> FloatArray:
    """The brightest pixel of every block."""
    rows, columns = (side // _BLOCK for side in grey.shape)
    # Of whole rows first, which is many times as quick as both at once.
    lines = grey.reshape(rows, _BLOCK, -1).max(axis=1)
    return np.asarray(lines.reshape(rows, columns, _BLOCK).max(axis=2), np.float64)
