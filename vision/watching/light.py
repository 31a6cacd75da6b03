"""Tells a change of the light from a change on the table.

Lamps flicker (with a rolling shutter that makes bands along the rows), clouds pass, cameras set
their exposure anew. All of that multiplies the brightness: evenly, with a slope over the table, or
row by row. A piece that comes or goes changes a part of a row and has sharp edges, and no such
multiplication explains it.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Picture
from vision.recognise.quads import ranked

_ACROSS, _DOWN = 5, 3
"""Parts of the picture whose light is measured: each so large that no card fills half of it."""
_STEP = 2
"""Every so many pixels are enough to measure a part."""
_MOST = 2.0
"""The light may be so many times brighter, or darker; else it is called a change of the table."""
_MOST_OF_A_ROW = 1.5
_LEAST_OF_A_PART = 0.2
_WHITE = 225
_CUT_OFF = 0.8
"""Colours this bright may have been cut off: how much of the light they follow is not known."""
_SAME_LIGHT = 0.015
_DRIFT = 0.25

_Field = npt.NDArray[np.float32]


def relit(old: Picture, new: Picture, but: Picture | None = None) -> Picture:
    """What the small picture `old` shows, in the light of `new`.

    The light is not measured where `but` is not 0: something moves there.
    """
    before, now = old.astype(np.float32) + 1, new.astype(np.float32) + 1
    apart = None if but is None else but[::_STEP, ::_STEP] > 0
    parts = _by_parts((now[::_STEP, ::_STEP] / before[::_STEP, ::_STEP]), apart)
    slope = cv2.resize(_limited(parts, _MOST), None, fx=64, fy=64, interpolation=cv2.INTER_LINEAR)
    size = (old.shape[1], old.shape[0])
    light = np.asarray(cv2.resize(slope, size, interpolation=cv2.INTER_AREA), np.float32)
    gains = now / (before * light)
    if but is not None:
        gains[but > 0] = 1.0
    light *= _limited(ranked(gains[:, ::_STEP], 0.5), _MOST_OF_A_ROW)[:, None]
    shown = np.clip(np.rint(before * light - 1), 0, 255).astype(np.uint8)
    cut_off = (np.maximum(old, new) >= _WHITE) & (np.minimum(shown, new) >= _WHITE * _CUT_OFF)
    return np.where(cut_off & (np.abs(light - 1) > _SAME_LIGHT), new, shown)


def _limited(gains: _Field, most: float) -> _Field:
    return np.clip(gains, 1 / most, most)


def _by_parts(gains: _Field, apart: npt.NDArray[np.bool_] | None) -> _Field:
    """The median of each part of the picture; where too little is left of one, that of the rest."""
    rows, columns = gains.shape[0] // _DOWN, gains.shape[1] // _ACROSS
    medians = np.full((_DOWN, _ACROSS), np.nan, np.float32)
    for row, column in np.ndindex(_DOWN, _ACROSS):
        part = np.s_[row * rows : (row + 1) * rows, column * columns : (column + 1) * columns]
        measured = gains[part].ravel() if apart is None else gains[part][~apart[part]]
        if measured.size > _LEAST_OF_A_PART * rows * columns:
            medians[row, column] = ranked(measured[None], 0.5)[0]
    unknown = np.isnan(medians)
    medians[unknown] = 1.0 if unknown.all() else np.median(medians[~unknown])
    return medians


def drifted(old: Picture, new: Picture) -> Picture:
    """A step on the way from one small picture to another, as slowly as daylight changes."""
    mixed = cv2.addWeighted(old, 1 - _DRIFT, new, _DRIFT, 0)
    return np.asarray(mixed, np.uint8)
