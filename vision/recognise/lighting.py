"""What light, haze and white balance make of a card, found by the card itself.

Each colour of a pixel is what the album has there, times a strength that changes smoothly over the
card, plus some haze that does so too. Both are found from the pixels in which all cards that it may
be agree; those that do not fit (a mirrored lamp, another digit) hardly count.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.recognise.likeness import Flags, Levels, solved

_STEP = 3
"""Every so many pixels, averaged, one is looked at: light has no details."""
_ROUNDS = 4
_LEVEL = 100.0
"""Brings haze to the size of the other unknowns."""
_PART = 15
"""Of those pixels: a part of a card that is much larger than a digit or an emblem."""
_MOST_REST = 0.2
_WEAKEST = 0.03
"""Of the album's light: with less, nothing can be told."""


class Lighting:
    def __init__(self, picture: Levels, usable: Flags) -> None:
        """`picture` is the card in the album's light, to be compared where it is usable."""
        height, width = usable.shape
        y, x = np.mgrid[:height, :width].astype(np.float32)
        x, y = (x - width / 2) / width, (y - height / 2) / width
        self._terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y])
        self._usable = usable[1::_STEP, 1::_STEP].ravel()
        few = self._terms[:, 1::_STEP, 1::_STEP].reshape(6, -1)[:, self._usable]
        levels = self._few(picture)
        self._columns = [
            np.concatenate([few * level, few[:3] * np.float32(_LEVEL)]) for level in levels
        ]

    def _few(self, picture: Levels) -> Levels:
        smooth = cv2.blur(picture, (_STEP, _STEP))[1::_STEP, 1::_STEP]
        return np.ascontiguousarray(smooth.reshape(-1, 3)[self._usable].T)

    def evened(self, seen: Levels, visible: Flags | None = None) -> Levels | None:
        """A card, seen in any light, as it would be in that of the album."""
        wanted = self._few(seen)
        weight = np.ones(wanted.shape[1], np.float32)
        if visible is not None:
            weight *= visible[1::_STEP, 1::_STEP].ravel()[self._usable]
        shown = weight
        found: list[Levels] = []
        for _ in range(_ROUNDS):
            off = np.zeros_like(weight)
            found = []
            for columns, colour in zip(self._columns, wanted, strict=True):
                try:
                    answer = solved(columns * weight, columns, colour).astype(np.float32)
                except np.linalg.LinAlgError:
                    return None
                found.append(answer)
                off += (colour - answer @ columns) ** 2
            usual = float(np.median(off[shown > 0])) + 0.5
            weight = shown / (1 + off / (4 * usual)) ** 2
        fitting = np.zeros_like(weight)
        for columns, answer in zip(self._columns, found, strict=True):
            fitting += answer @ columns
        rest = self._rest(wanted.sum(axis=0), fitting, weight, seen.shape[:2])
        out = np.empty_like(seen)
        flat = self._terms.reshape(6, -1)
        for number, answer in enumerate(found):
            strength = (answer[:6] @ flat).reshape(seen.shape[:2]) * rest
            if float(strength.min()) < _WEAKEST:
                return None
            haze = _LEVEL * (answer[6:] @ flat[:3]).reshape(seen.shape[:2])
            out[..., number] = (seen[..., number] - haze) / strength
        return out

    def _rest(
        self, bright: Levels, fitting: Levels, weight: Levels, shape: tuple[int, ...]
    ) -> Levels:
        """How much brighter large parts of the card are than the smooth light explains.

        The same for all colours, so that no hue is explained away.
        """
        grid = np.zeros((2, self._usable.size), np.float32)
        grid[:, self._usable] = bright * weight, fitting * weight
        size = self._terms[0, 1::_STEP, 1::_STEP].shape
        sums = [cv2.blur(plane.reshape(size), (_PART, _PART)) + 1 for plane in grid]
        ratio = np.clip(sums[0] / sums[1], 1 - _MOST_REST, 1 + _MOST_REST)
        whole = cv2.resize(ratio, shape[1::-1], interpolation=cv2.INTER_LINEAR)
        return np.asarray(whole, np.float32)
