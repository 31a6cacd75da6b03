"""A hand and its arm over the table, as the camera sees it: out of focus, and in the way."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.reading import FloatArray, Picture
from vision.simulator.camera_model import Camera
from vision.simulator.scene import Hand

_SKIN = (135, 165, 212)
_ARM = 1500.0
"""Millimetres of arm: it always comes from beyond the edge of the picture."""
_WRIST = 175.0
_DRAWN_WIDTH = 1152
"""A hand out of focus has no fine detail: it is drawn on about so many pixels and enlarged."""

# In millimetres from the finger tips, along the hand and across it: (from, to, thickness).
_FINGERS = (
    ((4, -24), (95, -14), 17),
    ((0, -2), (95, 3), 17),
    ((10, 20), (98, 18), 16),
    ((32, 40), (105, 33), 15),
    ((58, -62), (125, -22), 20),
)
_PALM = ((105, 8), (140, 8), 82)
_FOREARM = ((160, 8), (_ARM, 8), 74)
_SLEEVE = ((_WRIST + 60, 8), (_ARM, 8), 96)


def lay_hand(picture: Picture, camera: Camera, hand: Hand, cover: Picture) -> None:
    """Draw a hand with its shadow; `cover` becomes 255 wherever it hides the table."""
    parts = (*_FINGERS, _PALM, _FOREARM)
    shrink = _shrink(camera)
    shadow = _mask(camera, hand, parts, -15.0, 20.0)
    _blend(picture, (0, 0, 0), shadow * 0.45, shadow * 0, shrink)
    flesh = _mask(camera, hand, parts, 0.0, 0.8)
    sleeve = _mask(camera, hand, (_SLEEVE,), 0.0, 0.8)
    for colour, mask in ((_SKIN, flesh), (hand.sleeve, sleeve)):
        _blend(picture, colour, mask, _roundness(mask, camera), shrink)
        hides = cv2.resize(mask, (camera.width, camera.height), interpolation=cv2.INTER_LINEAR)
        cover[hides > 0.02] = 255


def _mask(
    camera: Camera,
    hand: Hand,
    parts: tuple[tuple[tuple[float, float], tuple[float, float], float], ...],
    aside: float,
    blur: float,
) -> FloatArray:
    """How much of each (small) pixel the hand covers; `aside` and `blur` in mm, for a shadow."""
    reach = math.radians(hand.reach)
    along = np.array([math.cos(reach), math.sin(reach)])
    across = np.array([-along[1], along[0]])
    z = hand.above if aside == 0 else 0.0
    shrink = _shrink(camera)
    scale = camera.focal / (camera.above - z) / shrink
    mask = np.zeros((-(-camera.height // shrink), -(-camera.width // shrink)), np.float32)
    for start, end, thickness in parts:
        # Points far behind the camera cannot be projected: an arm is many short pieces.
        steps = np.linspace(0, 1, max(2, int(abs(end[0] - start[0]) / 40)))[:, None]
        line = np.asarray(start) * (1 - steps) + np.asarray(end) * steps
        points = np.array([hand.x - aside, hand.y - aside])
        table = points + line[:, :1] * along + line[:, 1:] * across
        pixels = camera.project(np.asarray(table, np.float64), z) / shrink
        path = np.clip(pixels, -20000, 20000)
        wide = max(1, round(thickness * scale))
        cv2.polylines(mask, [np.round(path * 16).astype(np.int32)], False, 1.0, wide, cv2.LINE_8, 4)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, blur * scale)), np.float64)


def _roundness(mask: FloatArray, camera: Camera) -> FloatArray:
    """Shading: an arm is lit in the middle and turns dark towards its edges."""
    width = max(0.5, 14 * camera.px_per_mm / _shrink(camera))
    shade = np.full(mask.shape, 0.45)
    left, top, wide, high = cv2.boundingRect((mask > 0).astype(np.uint8))
    far = math.ceil(4 * width) + 1
    rows, columns = (
        slice(max(0, top - far), top + high + far),
        slice(max(0, left - far), left + wide + far),
    )
    if wide:
        shade[rows, columns] *= 1 - cv2.GaussianBlur(mask[rows, columns], (0, 0), width)
    return shade


def _blend(
    picture: Picture,
    colour: tuple[int, int, int],
    mask: FloatArray,
    shade: FloatArray,
    shrink: int,
) -> None:
    """Lay a colour over the picture where the mask says so, darker where `shade` says so."""
    ys, xs = np.nonzero(mask > 0.004)
    if len(ys) == 0:
        return
    top, bottom, left, right = ys.min(), ys.max() + 1, xs.min(), xs.max() + 1
    whole = picture[top * shrink : bottom * shrink, left * shrink : right * shrink]
    rows, columns = whole.shape[:2]
    size = ((right - left) * shrink, (bottom - top) * shrink)
    lit = 1 - shade[top:bottom, left:right, None]
    paint = np.asarray(colour) * lit * mask[top:bottom, left:right, None]
    rest = 1 - mask[top:bottom, left:right]
    paint_large = cv2.resize(paint.astype(np.float32), size)[:rows, :columns]
    rest_large = cv2.resize(rest.astype(np.float32), size)[:rows, :columns]
    kept = cv2.multiply(whole, cv2.merge([rest_large] * 3), dtype=cv2.CV_32F)
    whole[:] = cv2.add(kept, paint_large, dtype=cv2.CV_8U)


def _shrink(camera: Camera) -> int:
    return max(1, camera.width // _DRAWN_WIDTH)
