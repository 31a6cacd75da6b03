"""Whether a card, laid over those of a family, is one of them, and which.

Two questions decide. Which of two known cards is it: only the pixels in which those differ are
asked. And is it that card at all: no spot as large as a digit may be left over that the card of the
album does not explain, because a card that was never shown may differ in just that digit.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import FloatArray
from vision.recognise.family import BLURS, Family, brightness, softened
from vision.recognise.likeness import Flags, Levels

_SPOT = 9
"""Pixels of a digit's height."""
_COARSE = 7
"""Pixels over which colour is averaged: cameras and files keep less of it than of brightness."""
_SHIFTED = (0.1, 0.5)
"""The least and the most that edges may be out of place, in pixels."""
_TOLD = 14.0
"""Levels by which two cards differ in a pixel that tells them apart."""
_LEAST_TOLD = 40000.0
"""The least that two cards differ by in all: squares of levels."""
_FITS = 0.6
"""Of the contrast: what is left over of pixels that fit."""
_GLARE, _HALO, _LOST = 0.15, 0.03, 0.45
"""Of white: a lamp's light over a card, what is left of it around, and what hides the card."""
_LAMP = 51
"""Pixels over which a mirrored lamp's light fades away."""
_VEIL = 7
"""Pixels over which that light is even enough to be taken away."""
_WHITE = 40.0
"""Levels below the brightest from which on a colour can become brighter."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What speaks for each kind of a family; arrays have one entry for each."""

    blur: int
    """How soft the card is, by BLURS."""
    leads: FloatArray
    """How far from each other kind towards the best, 1 being the best itself; 1 for itself."""
    shown: FloatArray
    """How much of what tells each kind from the best can be seen."""
    order: tuple[int, ...]
    """The kinds, the best first."""
    left_over: float
    """The most that a spot shows which the best card does not, of the card's contrast."""
    off_colour: float
    """The same of its colour."""
    shift: float
    """How much edges are out of place, in pixels."""
    hidden: Flags
    agreeing: float
    """Of what can be seen: the pixels that fit."""


def weigh(
    family: Family, seen: Levels, visible: Flags | None = None, *, careful: bool = True
) -> Evidence:
    """`seen` is evened to the light of the family.

    The careful do not look through the light of a mirrored lamp: a digit that was never shown may
    be taken for it.
    """
    blur, seen = _equally_soft(family, seen, visible)
    seen = family.settled(seen, blur, visible)
    common = family.blurred(0, blur)
    lamp, hidden = _glare(seen, family.brightest)
    if visible is not None:
        lamp, hidden = lamp & visible, hidden | ~visible
    lit = hidden
    if not careful and lamp.any():
        seen, hidden, lit = _looked_through(seen, common, lamp, family.differs)
        if visible is not None:
            hidden = hidden | ~visible
    hidden = hidden | ~family.inner
    clear = ~hidden
    edges = family.edges(blur)
    bright = brightness(seen - common)
    agreed = clear & ~family.differs
    shift = _shift(np.abs(bright[agreed]), edges[agreed])
    order, leads, shown = _compared(family, seen, blur, clear)
    rest = (seen - family.blurred(order[0], blur)) / family.contrast
    if visible is not None:
        rest[~visible] = 0
    bright = brightness(rest)
    left = _left_over(bright, edges * (shift / family.contrast))
    colour = cv2.blur(rest - bright[..., None], (_COARSE, _COARSE))
    off_colour = np.sqrt(sum(plane * plane for plane in cv2.split(colour)))
    agreeing = float(((left < _FITS) & (off_colour < 2 * _FITS))[clear].mean())
    hidden = hidden | lit
    left[hidden] = off_colour[hidden] = 0
    return Evidence(
        blur=blur,
        leads=leads,
        shown=shown,
        order=tuple(order),
        left_over=float(left.max()),
        off_colour=float(off_colour.max()),
        shift=shift,
        hidden=hidden,
        agreeing=agreeing,
    )


def _equally_soft(family: Family, seen: Levels, visible: Flags | None) -> tuple[int, Levels]:
    """The card of the album made as soft as that of the table, or the other way round."""
    spots = family.contours
    if visible is not None:
        spots = spots[visible.ravel()[spots]]
    mine = seen.reshape(-1, 3)[spots]

    def off(picture: Levels, other: Levels) -> float:
        return float(np.minimum(np.abs(picture - other), 40).mean())

    misfits = [
        off(family.blurred(0, blur).reshape(-1, 3)[spots], mine) for blur in range(len(BLURS))
    ]
    best = int(np.argmin(misfits))
    if best:
        return best, seen
    theirs = family.pictures[0].reshape(-1, 3)[spots]
    for blur in BLURS[1:3]:
        soft = softened(seen, blur)
        misfit = off(soft.reshape(-1, 3)[spots], theirs)
        if misfit < misfits[0]:
            misfits[0], seen = misfit, soft
    return 0, seen


def _glare(seen: Levels, brightest: Levels) -> tuple[Flags, Flags]:
    """Where a mirrored lamp lies over the card, and where its light still does.

    All colours are brighter there, over a whole spot. A colour that is nearly white anyway says
    nothing. Around a lamp, less light is enough.
    """
    room = 255 - brightest
    share = (seen - brightest) / np.maximum(room, _WHITE)
    share[room <= _WHITE] = 1.0
    # By its planes: numpy is slow at taking the least of three.
    least = np.minimum(np.minimum(share[..., 0], share[..., 1]), share[..., 2])
    white = np.maximum(np.maximum(room[..., 0], room[..., 1]), room[..., 2]) <= _WHITE
    least[white] = 0
    over = cv2.erode(cv2.blur(least, (3, 3)), np.ones((5, 5), np.uint8))
    lamp = (over > _GLARE).astype(np.uint8)
    if not lamp.any():
        nothing = np.zeros(over.shape, np.bool_)
        return nothing, nothing
    near = cv2.dilate(lamp, np.ones((_LAMP, _LAMP), np.uint8)) > 0
    halo = (near & (over > _HALO)).astype(np.uint8)
    wide = cv2.dilate(halo, np.ones((13, 13), np.uint8)) > 0
    return np.asarray(lamp > 0, np.bool_), np.asarray(wide, np.bool_)


def _looked_through(
    seen: Levels, common: Levels, lamp: Flags, differs: Flags
) -> tuple[Levels, Flags, Flags]:
    """The card without the light of a mirrored lamp; where nothing can be seen for it; and where
    it changes colours too much to look for what is left over.

    How strong that light is comes from the pixels that all kinds share.
    """
    white = np.maximum(np.percentile(seen[lamp], 95, axis=0), common.max()).astype(np.float32)
    room = white - common
    weight = np.where(differs, np.float32(0), np.float32(1))
    strong = (room * (seen - common)).sum(axis=2) * weight
    whole = (room * room).sum(axis=2) * weight
    sums = [
        (cv2.blur(strong, (size, size)), cv2.blur(whole, (size, size)) + np.float32(1))
        for size in (_VEIL, 3 * _VEIL)
    ]
    few = cv2.blur(weight, (_VEIL, _VEIL)) < 0.3
    share = np.where(few, sums[1][0] / sums[1][1], sums[0][0] / sums[0][1])
    near = cv2.dilate(lamp.astype(np.uint8), np.ones((2 * _LAMP, 2 * _LAMP), np.uint8)) > 0
    share = np.where(near, np.clip(share, 0, _LOST), np.float32(0)).astype(np.float32)
    lost, lit = (
        np.asarray(cv2.dilate((share >= least).astype(np.uint8), np.ones((by, by))) > 0, np.bool_)
        for least, by in ((_LOST, 5), (_HALO, 2 * _COARSE + 1))
    )
    veil = share[..., None]
    return (seen - veil * white) / (1 - veil), lost, lit


def _shift(off: Levels, edges: Levels) -> float:
    """How much edges are out of place: what is off there, by how steep they are."""
    if off.size < 100:
        return _SHIFTED[1]
    steep = edges > np.partition(edges, -(off.size // 7))[-(off.size // 7)]
    ratio = off[steep] / np.maximum(edges[steep], 1)
    low, high = _SHIFTED
    return float(np.clip(1.5 * np.median(ratio), low, high)) if ratio.size else high


def _compared(
    family: Family, seen: Levels, blur: int, clear: Flags
) -> tuple[list[int], FloatArray, FloatArray]:
    """The kinds in the order of how well they fit, and what tells each from the best."""
    count = len(family.kinds)
    spots = np.flatnonzero(family.differs & family.inner)
    if count == 1 or spots.size == 0:
        return list(range(count)), np.ones(count), np.ones(count)
    mine = seen.reshape(-1, 3)[spots]
    known = np.stack([family.blurred(n, blur).reshape(-1, 3)[spots] for n in range(count)])
    counts = clear.ravel()[spots].astype(np.float32)
    off = np.minimum(((mine - known) ** 2).sum(axis=2), 120.0**2) @ counts
    order = [int(number) for number in np.argsort(off)]
    best = known[order[0]]
    leads, shown = np.ones(count), np.ones(count)
    for other in order[1:]:
        gap = best - known[other]
        gap[np.abs(gap).max(axis=1) < _TOLD] = 0
        weight = (gap * gap).sum(axis=1)
        told = float(weight @ counts)
        whole = float(weight.sum())
        if told < _LEAST_TOLD:
            leads[other], shown[other] = 0, told / max(whole, _LEAST_TOLD)
            continue
        leads[other] = float(((mine - known[other]) * gap).sum(axis=1) @ counts) / told
        shown[other] = told / whole
    return order, leads, shown


def _left_over(bright: Levels, tolerated: Levels) -> Levels:
    """What is left of a card after that of the album has been taken away, spot by spot."""
    left = np.maximum(np.abs(cv2.blur(bright, (3, 3))) - tolerated, 0)
    return np.asarray(np.sqrt(np.maximum(cv2.blur(left * left, (_SPOT, _SPOT)), 0)), np.float32)
