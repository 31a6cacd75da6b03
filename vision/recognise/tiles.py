"""Finds tiles that lie on a board or on each other, where their outline cannot be told.

A tile's picture is looked for at a twentieth of its size in all directions, and then more exactly
where something like it is. Whoever compares it closely finds out whether it is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np

from vision.reading import FloatArray, Picture
from vision.recognise.likeness import Format, Levels

_COARSE, _FINE = 12, 32
"""Pixels of a tile's shorter side."""
_ANGLES = range(0, 360, 20)
"""Degrees of the directions in which it is looked for from afar."""
_TURNS = (-10.0, -5.0, 0.0, 5.0, 10.0)
_WITHIN = 0.68
"""Of the shorter side: a square that is within the tile however it is turned."""
_LIKE, _ALIKE = 0.5, 0.62
"""How alike a spot is at least, from afar and closer."""
_LEAST_CONTRAST = 0.4
"""Of that of the tile."""
_APART = 9
"""Pixels from afar: nearer ones are the same tile."""
_MOST = 120
"""Spots that are looked at closely."""
_OFF = 5
"""Pixels by which a spot that was found from afar may be off."""
_AT_ONCE = 20_000
"""Squares of a picture that are compared at once: memory for more would be needed."""


class _Spot(NamedTuple):
    score: float
    picture: int
    angle: float
    x: float
    y: float


@dataclass(frozen=True)
class Spotter:
    """Knows what the pictures on tiles of one form look like from afar."""

    pictures: Sequence[Picture]
    """In the form's fine size, blue-green-red; what the tiles of each family have in common."""
    form: Format

    @cached_property
    def _far(self) -> tuple[Levels, Levels]:
        """Each of the pictures in all directions, a row each, and the contrast of each picture."""
        turned = [
            self._turned(number, angle, _COARSE).astype(np.float32)
            for number in range(len(self.pictures))
            for angle in _ANGLES
        ]
        rows = np.stack([_normalised(each.transpose(2, 0, 1)[None])[0] for each in turned])
        contrast = [each.std() for each in turned[:: len(_ANGLES)]]
        return rows, np.array(contrast, np.float32)

    @cached_property
    def _kept(self) -> dict[tuple[int, float], Picture]:
        return {}

    def _near(self, number: int, angle: float) -> Picture:
        """One of the pictures in one direction, as it is compared closely."""
        if (number, angle) not in self._kept:
            self._kept[number, angle] = self._turned(number, angle, _FINE)
        return self._kept[number, angle]

    def find(self, picture: Picture, px_per_mm: float) -> Iterator[FloatArray]:
        """The corners of what may be tiles, the likeliest first; each may lie four ways round."""
        short = min(self.form.card_size) * px_per_mm
        small = _shrunk(picture, _COARSE / short)
        if min(small.shape[:2]) <= round(_COARSE * _WITHIN):
            return
        spots = sorted(self._spots(small), reverse=True)[:_MOST]
        close = _shrunk(picture, _FINE / short)
        for spot in spots:
            found = self._closer(close, spot)
            if found is not None:
                yield self._corners(found, short / _FINE, px_per_mm)

    def _spots(self, small: Picture) -> Iterator[_Spot]:
        side = round(_COARSE * _WITHIN)
        contrast, half = _contrasts(small, side), (side - 1) / 2
        templates, usual = self._far
        # Whatever is plain is like anything.
        rows, columns = np.nonzero(contrast >= _LEAST_CONTRAST * usual.min())
        best = np.zeros((len(self.pictures), *contrast.shape), np.float32)
        angles = np.zeros(best.shape, np.intp)
        squares = np.lib.stride_tricks.sliding_window_view(small, (side, side), axis=(0, 1))
        for start in range(0, len(rows), _AT_ONCE):
            y, x = rows[start : start + _AT_ONCE], columns[start : start + _AT_ONCE]
            seen = _normalised(squares[y, x].astype(np.float32))
            alike = cv2.gemm(
                templates, seen, 1, np.empty((0, 0), np.float32), 0, flags=cv2.GEMM_2_T
            )
            every = np.asarray(alike).reshape(len(self.pictures), len(_ANGLES), -1)
            angles[:, y, x] = every.argmax(axis=1)
            best[:, y, x] = every.max(axis=1)
        for number, scores in enumerate(best):
            scores[contrast < _LEAST_CONTRAST * usual[number]] = 0
            around = cv2.dilate(scores, np.ones((_APART, _APART), np.uint8))
            for y, x in zip(*np.nonzero((scores == around) & (scores > _LIKE)), strict=True):
                angle = float(_ANGLES[angles[number, y, x]])
                yield _Spot(float(scores[y, x]), number, angle, float(x) + half, float(y) + half)

    def _closer(self, close: Picture, spot: _Spot) -> _Spot | None:
        """The same spot in a larger picture; None if it looks different from near."""
        by = _FINE / _COARSE
        x, y = (spot.x + 0.5) * by - 0.5, (spot.y + 0.5) * by - 0.5
        side = round(_FINE * _WITHIN)
        reach = side // 2 + 1 + _OFF
        left, top = max(0, round(x) - reach), max(0, round(y) - reach)
        window = close[top : round(y) + reach + 1, left : round(x) + reach + 1]
        if min(window.shape[:2]) <= side:
            return None
        found: _Spot | None = None
        for turn in _TURNS:
            angle = spot.angle + turn
            template = self._near(spot.picture, angle)
            scores = cv2.matchTemplate(window, template, cv2.TM_CCOEFF_NORMED)
            _, score, _, at = cv2.minMaxLoc(scores)
            if score > _ALIKE and (found is None or score > found.score):
                half = (side - 1) / 2
                found = _Spot(score, spot.picture, angle, left + at[0] + half, top + at[1] + half)
        return found

    def _turned(self, number: int, angle: float, short: int) -> Picture:
        """The middle of a tile that is turned clockwise, its shorter side so many pixels long."""
        card = self.pictures[number]
        height, width = card.shape[:2]
        by = short / min(width, height)
        side = round(short * _WITHIN)
        # Smoothed before it is made small: every pixel of the tile counts.
        card = _shrunk(card, by)
        middle = ((card.shape[1] - 1) / 2, (card.shape[0] - 1) / 2)
        matrix = np.asarray(cv2.getRotationMatrix2D(middle, -angle, 1.0), np.float64)
        matrix[:, 2] += (side - 1) / 2 - np.array(middle)
        return np.asarray(cv2.warpAffine(card, matrix, (side, side)), np.uint8)

    def _corners(self, spot: _Spot, by: float, px_per_mm: float) -> FloatArray:
        width, height = (side * px_per_mm / 2 for side in self.form.card_size)
        turn = np.radians(spot.angle)
        c, s = np.cos(turn), np.sin(turn)
        rectangle = np.array(
            [[-width, -height], [width, -height], [width, height], [-width, height]]
        )
        middle = (np.array([spot.x, spot.y]) + 0.5) * by - 0.5
        return np.asarray(rectangle @ np.array([[c, s], [-s, c]]) + middle, np.float64)


def _normalised(squares: Levels) -> Levels:
    """Squares by colour as rows of length one, without the strength of each colour."""
    bare = squares - squares.mean(axis=(2, 3), keepdims=True)
    rows = bare.reshape(len(squares), -1)
    length = np.sqrt(np.einsum("nk,nk->n", rows, rows))[:, None]
    return np.asarray(rows / np.maximum(length, 1e-3), np.float32)


def _contrasts(picture: Picture, side: int) -> Levels:
    """The contrast of every square of a picture, by its top left corner."""
    levels = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    mean, squares = (
        cv2.blur(part, (side, side), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
        for part in (levels, levels * levels)
    )
    spread = np.sqrt(np.maximum(squares - mean * mean, 0))
    return np.asarray(spread[: 1 - side or None, : 1 - side or None], np.float32)


def _shrunk(picture: Picture, by: float) -> Picture:
    how = cv2.INTER_AREA if by < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, None, fx=by, fy=by, interpolation=how), np.uint8)
