"""The light on the table: enough of it, mirrored by nothing, and the same from frame to frame."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from rules.text import Plural, Text
from vision.checking.verdict import Level, Verdict, together
from vision.reading import FloatArray, Picture, Region

_DARK, _DIM = 50.0, 90.0
"""Grey levels of the brightest hundredth of the picture, white paper: too dark, and rather dark."""
_BRIGHTEST = 99
_SHRINK = 4
"""Spots are looked for in a picture of so many times fewer pixels each way."""
_WHITE, _PALE = 236, 210
"""The middle of a spot is brighter than the one, and a spot ends where it is darker than the other:
with a single limit, white paper just as bright would fall into crumbs."""
_NEAR, _FAR = 5, 25
"""Pixels across the brushes that widen a spot, in the small picture: just around it, and where the
light of a mirrored lamp has faded."""
_STILL_BRIGHT, _FADED = 0.3, 0.5
"""Of the way from the table's grey to white. Just around a lamp it is brighter than the one, while
white paper ends at once; farther away it is darker than the other, unlike what is printed pale."""
_LEAST_SPOT = 6
_LARGEST_SPOT = 120
_MOST_SPOTS = 12
_FLICKER = 0.03
"""How much brighter and darker than the mean a row of the picture may become."""
_ROWS = 90
"""Percent of the rows that flicker less than the figure says."""


def judge_light(picture: Picture, frames: Sequence[Picture]) -> Verdict:
    """`frames` are small grey pictures in a row, for what changes from one to the next."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    grey = np.asarray(grey, np.uint8)
    return together(_judge_brightness(grey), _judge_glare(grey), _judge_flicker(frames))


def _judge_brightness(grey: Picture) -> Verdict:
    white = float(np.percentile(grey[::_SHRINK, ::_SHRINK], _BRIGHTEST))
    if white >= _DIM:
        return Verdict(Level.GOOD, (Text("There is enough light."),))
    return Verdict(
        Level.BAD if white < _DARK else Level.NEARLY,
        (
            Text("Too dark: white paper has {level} of 255.", level=round(white)),
            Text("Switch on a lamp, or find focus and light anew."),
        ),
    )


def glare_spots(grey: Picture) -> tuple[FloatArray, ...]:
    """The corners of boxes around lamps that something mirrors: bright, and fading all around."""
    height, width = grey.shape
    size = (max(1, width // _SHRINK), max(1, height // _SHRINK))
    small = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    table = float(np.median(small))
    bright, faded = (table + share * (255 - table) for share in (_STILL_BRIGHT, _FADED))
    number, labels, stats, _ = cv2.connectedComponentsWithStats((small >= _PALE).astype(np.uint8))
    white = np.bincount(labels[small >= _WHITE], minlength=number)
    found = []
    for label in range(1, number):
        x, y, wide, high, _area = (int(value) for value in stats[label])
        if white[label] < _LEAST_SPOT or max(wide, high) > _LARGEST_SPOT:
            continue
        around = Region(x, y, wide, high).grown(_FAR).clipped(*size)
        rows = slice(around.y, around.y + around.height)
        columns = slice(around.x, around.x + around.width)
        part, spot = small[rows, columns], (labels[rows, columns] == label).astype(np.uint8)
        near, far = (cv2.dilate(spot, np.ones((k, k), np.uint8)) for k in (_NEAR, _FAR))
        just_around, away = part[near > spot], part[far > near]
        if (
            just_around.size
            and away.size
            and float(np.percentile(just_around, 20)) > bright
            and float(np.median(away)) < faded
        ):
            box = Region(x, y, wide, high).grown(_NEAR).clipped(*size)
            found.append(np.asarray(box.corners * _SHRINK, np.float64))
    return tuple(found[:_MOST_SPOTS])


def _judge_glare(grey: Picture) -> Verdict:
    spots = glare_spots(grey)
    if not spots:
        return Verdict(Level.GOOD, (Text("No lamp is reflected."),))
    return Verdict(
        Level.NEARLY,
        (
            Plural(
                "{n} spot reflects a lamp: move it aside, or point it at the ceiling.",
                "{n} spots reflect a lamp: move it aside, or point it at the ceiling.",
                len(spots),
            ),
        ),
        spots,
    )


def flicker(frames: Sequence[Picture]) -> float:
    """How much brighter and darker than their mean rows become from frame to frame, as a share.

    A hand that moves covers the smaller part of a row, so the middle of each row counts.
    """
    if len(frames) < 2:
        return 0.0
    stack = np.stack(frames).astype(np.float32)
    share = np.median(stack / np.maximum(stack.mean(axis=0), 1.0), axis=2)
    swing = (share.max(axis=0) - share.min(axis=0)) / 2
    return float(np.percentile(swing, _ROWS))


def _judge_flicker(frames: Sequence[Picture]) -> Verdict:
    swing = flicker(frames)
    if swing < _FLICKER:
        return Verdict(Level.GOOD, (Text("The light does not flicker."),))
    return Verdict(
        Level.NEARLY,
        (
            Text(
                "The light flickers by {percent} %: use another lamp, or do not dim it.",
                percent=round(100 * swing),
            ),
        ),
    )
