"""Which AprilTag is in a quadrilateral: told by comparing grey values, not black and white bits.

A tag is eight modules wide: a black border and six by six modules of data, with a white margin
around. Counting wrong bits throws away how grey a module is, and in a small, soft picture nearly
all modules are grey. Here the 36 grey values are compared with those that every tag of the family
would give in a blurred picture, and the best match counts only if it is both good and clearly
better than the second best. A tag that fails this is unreadable; it is never guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import erf, sqrt

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import FloatArray, Picture
from vision.recognise.quads import Quads, Samples, ranked, sample_inside
from vision.registry import DICTIONARY, MODULES

_DATA = MODULES - 2
_ACROSS = MODULES + 2
"""Cells looked at along a side: the tag and one module of its white margin on both sides."""
_AROUND = (MODULES + 4 - _DATA) // 2
"""Modules around the data of a tag: its border, and two of its white margin."""
_USUAL_BLUR = 0.4
"""Standard deviation, in modules, of the blur at which all ids are compared: it fits sharp and soft
pictures nearly as well as their own would."""
_BLURS = (0.0, 0.3, _USUAL_BLUR, 0.55, 0.7)
"""Those at which the best id is then measured."""
_ENOUGH = np.array([0.87, 0.88, 0.91, 0.935, 0.95])
"""The score that is enough at each of these. In a sharp picture this allows for two wrong modules;
the softer a picture, the more alike all patterns are, and the more it takes. Squares filled with
chance, 8 000 of them at each of six blurs, stay below."""
_LEAST_LEAD = 0.12
_MOST_BORDER_ERRORS = 3
_SUBSAMPLES = (-0.22, 0.0, 0.22)
_LEAST_CONTRAST = 3.0


def _cell_mask(inner: int, outer: int) -> npt.NDArray[np.bool_]:
    """The cells of a square ring: `outer` cells from the edge on, up to `inner` cells from it."""
    mask = np.zeros((_ACROSS, _ACROSS), dtype=np.bool_)
    mask[outer : _ACROSS - outer, outer : _ACROSS - outer] = True
    mask[inner : _ACROSS - inner, inner : _ACROSS - inner] = False
    return mask


_MARGIN = _cell_mask(inner=1, outer=0)
_BORDER = _cell_mask(inner=2, outer=1)
_CENTRES = (np.arange(_ACROSS) - 0.5) / MODULES
_FINE = (_CENTRES[:, None] + np.array(_SUBSAMPLES) / MODULES).ravel()


def _points(along: npt.NDArray[np.floating]) -> FloatArray:
    x, y = np.meshgrid(along, along)
    return np.stack([x.ravel(), y.ravel()], axis=1)


_CELL_POINTS = _points(_FINE)
_RING_POINTS = _points(_CENTRES)[(_MARGIN | _BORDER).ravel()]
_RING_IS_MARGIN = _MARGIN[_MARGIN | _BORDER]
_PLANE = np.stack(
    [np.ones(_ACROSS**2), *(_points(np.arange(_ACROSS) - (_ACROSS - 1) / 2)).T], axis=1
).reshape(_ACROSS, _ACROSS, 3)


@dataclass(frozen=True, slots=True)
class Decoded:
    """For each quad the id that fits best, and how well it fits; arrays of equal length."""

    ids: npt.NDArray[np.int64]
    turns: npt.NDArray[np.int64]
    """Quarter turns from the quad's first corner to the tag's own top left one."""
    score: FloatArray
    """Correlation of the 36 grey values with the id's pattern: 1 is perfect."""
    lead: FloatArray
    """How much better that is than the best other id."""
    certain: npt.NDArray[np.bool_]
    """Whether the score is high, no other id comes near it, and the border is black."""
    border_errors: npt.NDArray[np.int64]
    """Modules of the black border (of 28) that look white."""
    margin_errors: npt.NDArray[np.int64]
    """Cells of the white margin (of 36) that look black."""
    contrast: FloatArray
    """Grey levels between white and black."""
    blackness: FloatArray
    """Black as a share of white: 0.1 in good print, more in a soft picture or in colour."""
    changes: npt.NDArray[np.int64]
    """Pairs of neighbouring data modules (of 60) that differ; 22 to 41 in the family's tags."""


def looks_framed(grey: Picture, quads: Quads, contrast: float) -> npt.NDArray[np.bool_]:
    """Which quads have a border darker than what is around it: the cheap test, done first."""
    values = sample_inside(grey, quads, _RING_POINTS)
    margin, border = values[:, _RING_IS_MARGIN], values[:, ~_RING_IS_MARGIN]
    # Not the extremes, so that glare, a finger or an overlapping card may spoil some of the ring.
    return np.asarray(ranked(margin, 0.4) - ranked(border, 0.6) >= contrast)


def cells_of(grey: Picture, quads: Quads) -> Samples:
    """The grey values of every quad's modules and of its white margin: ten by ten of them."""
    shape = (len(quads), _ACROSS, len(_SUBSAMPLES), _ACROSS, len(_SUBSAMPLES))
    cells = sample_inside(grey, quads, _CELL_POINTS).reshape(shape).mean(axis=(2, 4))
    return np.asarray(cells, dtype=np.float32)


def cells_expected(ids: Sequence[int]) -> FloatArray:
    """What `cells_of` would give for these tags in a usual picture, from black as 0 to white as 1.

    The first corner of their quads is the tags' own top left one.
    """
    kernel = _blur(_USUAL_BLUR)
    blurred = kernel @ _family()[list(ids)] @ kernel.T
    return np.asarray(blurred[:, 1:-1, 1:-1], dtype=np.float64)


def decode(grey: Picture, quads: Quads) -> Decoded:
    cells = cells_of(grey, quads)
    levels, contrast, blackness = _levels(cells)
    data = levels[:, 2:-2, 2:-2]
    found = _normalised(data)
    rows = np.arange(len(quads))
    # OpenCV's product, since NumPy's keeps every core of a Raspberry Pi spinning for it.
    fits = np.asarray(cv2.gemm(found, _usual_patterns(), 1.0, np.empty(0, np.float32), 0.0))
    best = fits.argmax(axis=1)
    ids = best // 4
    lead = fits[rows, best]
    fits.reshape(len(quads), -1, 4)[rows, ids] = -1.0
    lead = lead - fits.max(axis=1)
    scores = np.stack([(found * _patterns(blur)[best]).sum(axis=1) for blur in _BLURS])
    score = scores.max(axis=0)
    white = levels > 0.5
    border_errors = (white & _BORDER).sum(axis=(1, 2))
    inside = white[:, 2:-2, 2:-2]
    return Decoded(
        ids=ids,
        turns=best % 4,
        score=score.astype(np.float64),
        lead=lead.astype(np.float64),
        certain=(score >= _ENOUGH[scores.argmax(axis=0)])
        & (lead >= _LEAST_LEAD)
        & (border_errors <= _MOST_BORDER_ERRORS),
        border_errors=border_errors,
        margin_errors=(~white & _MARGIN).sum(axis=(1, 2)),
        contrast=contrast,
        blackness=blackness,
        changes=np.diff(inside, axis=1).sum(axis=(1, 2)) + np.diff(inside, axis=2).sum(axis=(1, 2)),
    )


def _levels(cells: Samples) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The cells with black as 0 and white as 1, white less black, and black as a share of white.

    Black and white are planes fitted through border and margin, so that a light from one side does
    not matter; cells of the wrong brightness (a finger on the margin, glare on the border) are left
    out.
    """
    flat = cells.reshape(len(cells), -1)
    dark = cells[:, 1:-1, 1:-1].reshape(len(cells), -1).min(axis=1)
    middle = ((dark + ranked(flat, 0.9)) / 2)[:, None, None]
    white = _fitted_plane(cells, _MARGIN, cells > middle)
    black = _fitted_plane(cells, _BORDER, cells < middle)
    contrast = white - black
    levels = (cells - black) / np.maximum(contrast, _LEAST_CONTRAST)
    blackness = black.mean(axis=(1, 2)) / np.maximum(white.mean(axis=(1, 2)), 1.0)
    return levels, contrast.mean(axis=(1, 2)), blackness


def _fitted_plane(
    cells: Samples, ring: npt.NDArray[np.bool_], usable: npt.NDArray[np.bool_]
) -> FloatArray:
    terms = _PLANE[ring]
    weights = usable[:, ring] + 1e-3
    # A little is added to the slopes' weights: where few cells are usable, the plane stays level.
    normal = np.einsum("nk,ki,kj->nij", weights, terms, terms) + np.diag([1e-3, 0.5, 0.5])
    right = np.einsum("nk,ki,nk->ni", weights, terms, cells[:, ring])
    plane = np.linalg.solve(normal, right[..., None])[..., 0]
    return np.asarray(np.einsum("ijk,nk->nij", _PLANE, plane), dtype=np.float64)


def _normalised(cells: FloatArray) -> Samples:
    flat = cells.reshape(len(cells), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    length = np.linalg.norm(flat, axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(length, 1e-6), dtype=np.float32)


@cache
def _family() -> FloatArray:
    """Every tag with two modules of its white margin: black is 0, white is 1."""
    family = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    bits = [
        cv2.aruco.Dictionary.getBitsFromByteList(code[None], _DATA) for code in family.bytesList
    ]
    tags = np.ones((len(bits), MODULES + 4, MODULES + 4))
    tags[:, 2:-2, 2:-2] = 0.0
    tags[:, _AROUND:-_AROUND, _AROUND:-_AROUND] = np.array(bits)
    return tags


@cache
def _patterns(blur: float) -> Samples:
    """The data of every id in its four turns under a blur, one row each: id * 4 + turn."""
    turned = np.stack([np.rot90(_family(), turn, axes=(1, 2)) for turn in range(4)], axis=1)
    turned = turned.reshape(-1, MODULES + 4, MODULES + 4)
    kernel = _blur(blur)
    blurred = kernel @ turned @ kernel.T
    return _normalised(blurred[:, _AROUND:-_AROUND, _AROUND:-_AROUND])


@cache
def _usual_patterns() -> Samples:
    """Those of the usual blur, one column each."""
    return np.ascontiguousarray(_patterns(_USUAL_BLUR).T)


def _blur(sigma: float) -> FloatArray:
    """The matrix that blurs a row of cells: the share of each cell in each blurred one."""
    count = MODULES + 4
    if sigma == 0:
        return np.eye(count)
    edges = np.arange(count + 1) - 0.5 - np.arange(count)[:, None]
    below = np.array([[(1 + erf(edge / sigma / sqrt(2))) / 2 for edge in row] for row in edges])
    shares = np.diff(below, axis=1)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), dtype=np.float64)
