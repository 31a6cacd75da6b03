"""Squares in a picture that are tags, or look like tags but cannot be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.reading import FloatArray, Picture
from vision.recognise.codes import Decoded, decode, looks_framed
from vision.recognise.quads import Quads, fit_to_edges, sides
from vision.registry import MODULES

# What looks like a tag, readable or not: a dark border, a white margin, something inside.
_FRAMED_CONTRAST = 8.0
_TAG_CHANGES = 6
_TAG_CONTRAST = 24.0
_TAG_BLACKNESS = 0.3
_TAG_BORDER_ERRORS = 4
_TAG_MARGIN_ERRORS = 8
_NEAR_SCORE = 0.7
_NEAR_LEAD = 0.15


@dataclass(frozen=True, slots=True)
class Square:
    """A tag, or what looks like one: then its id is None."""

    id: int | None
    corners: FloatArray
    """From the tag's own top left, clockwise."""
    x: float
    y: float
    side: float
    score: float

    @classmethod
    def unread(cls, corners: FloatArray) -> Square:
        x, y = corners.mean(axis=0).tolist()
        return cls(None, corners, x, y, float(np.ptp(corners, axis=0).max()), 0.0)

    def moved(self, x: float, y: float, scale: float = 1.0) -> Square:
        """As seen in the picture of which this was the part at x, y, enlarged by `scale`."""
        # Pixel centres are whole numbers: a pixel's corner, not its centre, stays when enlarged.
        rim = (scale - 1) / 2
        corners = (self.corners - rim) / scale + (x, y)
        centre = ((self.x - rim) / scale + x, (self.y - rim) / scale + y)
        return Square(self.id, corners, *centre, self.side / scale, self.score)


def judge(grey: Picture, quads: Quads) -> list[Square]:
    """The candidates that are tags, or look like tags but cannot be read."""
    quads = quads[looks_framed(grey, quads, _FRAMED_CONTRAST)] if len(quads) else quads
    if not len(quads):
        return []
    quads = fit_to_edges(grey, quads, reach=3.0, share=0.9 / MODULES)
    quads = fit_to_edges(grey, quads, reach=1.5, share=0.5 / MODULES)
    codes = decode(grey, quads)
    length, centres = sides(quads), quads.mean(axis=1)
    return [
        Square(
            int(codes.ids[n]) if codes.certain[n] else None,
            np.roll(quads[n], int(codes.turns[n]), axis=0),
            float(centres[n, 0]),
            float(centres[n, 1]),
            float(length[n]),
            float(codes.score[n]),
        )
        for n in np.flatnonzero(codes.certain | (_tag_like(codes) & _squarish(quads)))
    ]


def distinct(squares: Iterable[Square]) -> list[Square]:
    """One of all those at the same spot: the best of those that could be read.

    Two different ids at one spot cannot both be right, so neither is.
    """
    ordered = sorted(squares, key=lambda square: (square.id is None, -square.score))
    centres = np.array([(square.x, square.y) for square in ordered]).reshape(-1, 2)
    free = np.ones(len(ordered), dtype=np.bool_)
    kept: list[Square] = []
    for n, square in enumerate(ordered):
        if not free[n]:
            continue
        here = free & (np.abs(centres - centres[n]).max(axis=1) < square.side / 2)
        free &= ~here
        ids = {ordered[m].id for m in np.flatnonzero(here)} - {None}
        kept.append(square if len(ids) < 2 else replace(square, id=None))
    return kept


def _tag_like(codes: Decoded) -> npt.NDArray[np.bool_]:
    """Which squares are tags, readable or not: by their looks, or because one id nearly fits."""
    looks = (
        (codes.border_errors <= _TAG_BORDER_ERRORS)
        & (codes.margin_errors <= _TAG_MARGIN_ERRORS)
        & (codes.contrast >= _TAG_CONTRAST)
        & (codes.blackness <= _TAG_BLACKNESS)
        & (codes.changes >= _TAG_CHANGES)
    )
    return looks | ((codes.score >= _NEAR_SCORE) & (codes.lead >= _NEAR_LEAD))


def _squarish(quads: Quads) -> npt.NDArray[np.bool_]:
    """Which quads may be squares seen at a slant, and not strokes of letters."""
    lengths = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    return np.asarray(lengths.min(axis=1) >= 0.5 * lengths.max(axis=1))
