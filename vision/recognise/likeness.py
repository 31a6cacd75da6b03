"""How alike two pictures of cards are: by a hash, by features and their geometry, and by regions.

The hash is a first glance: quick, and good for small and soft pictures, but many cards of a game
share most of their picture. Features tell where exactly the card lies, to a fraction of a pixel,
and that the match is one flat card. Then the card is compared region by region, because two cards
may differ in nothing but a printed number: the least alike region decides, not the average.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
from cv2.typing import MatLike

from vision.reading import FloatArray, Picture
from vision.registry import Label

Flags = npt.NDArray[np.bool_]
Levels = npt.NDArray[np.float32]

_REGION = 16
"""Pixels of a region's side, in a picture of `Format.size`."""
_ACROSS = 7
"""Regions along the shorter side of a card."""
_FINE = 2
"""How much larger the picture is in which features are looked for, and which an album keeps."""
_SHIFT = 2
"""Pixels by which a region may be out of place."""
_NEARBY = (65, 65)
"""Pixels within which brightness and contrast are evened out."""
_HASH_SIZE = (32, 48)
_HASH_WAVES = 16
_LABEL_RIM = 1.0
"""Millimetres around a label that do not count either: it is stuck on by hand."""
_LEAST_TEXTURE = 0.35
"""Contrast within a region, that of its surroundings being 1: a plain region says nothing."""
_FEATURES = 500
_CLEAR_MATCH = 0.8
"""The distance of a feature's best match, of that of its second best."""
_INLIER_PX = 3.0
_MOST_MOVED = 0.08
"""Of the card's width: features only correct an outline that was found already."""


@dataclass(frozen=True, slots=True)
class Format:
    """The form into which every picture of a game's cards is brought before it is compared."""

    card_size: tuple[float, float]
    label: Label | None
    """Stuck on every card: what it covers does not count, so that art never depends on a tag."""

    @property
    def regions(self) -> tuple[int, int]:
        """Columns and rows of regions."""
        width, height = self.card_size
        short = min(width, height)
        return round(_ACROSS * width / short), round(_ACROSS * height / short)

    @property
    def size(self) -> tuple[int, int]:
        columns, rows = self.regions
        return columns * _REGION, rows * _REGION

    @property
    def fine_size(self) -> tuple[int, int]:
        width, height = self.size
        return width * _FINE, height * _FINE

    def covered(self) -> Flags:
        """The pixels under the label."""
        width, height = self.size
        covered = np.zeros((height, width), np.bool_)
        if self.label is not None:
            half = self.label.side / 2 + self.label.margin + _LABEL_RIM
            x, y = width / self.card_size[0], height / self.card_size[1]
            left, right = (round(x * (self.label.x + way * half)) for way in (-1, 1))
            top, bottom = (round(y * (self.label.y + way * half)) for way in (-1, 1))
            covered[max(0, top) : bottom, max(0, left) : right] = True
        return covered

    def cut_out(self, picture: Picture, corners: FloatArray) -> Picture:
        """The card within its corners (clockwise from its own top left), grey, in fine size."""
        width, height = self.fine_size
        edge = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), edge.astype(np.float32))
        card = cv2.warpPerspective(picture, matrix, (width, height), flags=cv2.INTER_LINEAR)
        return np.asarray(
            cv2.cvtColor(card, cv2.COLOR_BGR2GRAY) if card.ndim == 3 else card, np.uint8
        )


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    points: npt.NDArray[np.float32]
    descriptors: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """Two cards compared: for every region that says something, how alike it is."""

    alike: Levels
    """Correlation of each region; NaN where a region says nothing."""
    left_over: Levels
    """The contrast of a region that the other picture does not explain, the usual one being 1."""

    @property
    def mean(self) -> float:
        return float(np.nanmean(self.alike))

    @property
    def worst(self) -> float:
        return float(np.nanmin(self.alike))

    @property
    def contradiction(self) -> float:
        """The most that is left over in a region: another digit leaves 0.7 and more."""
        return float(np.nanmax(self.left_over))


def evened(card: Picture, form: Format) -> Levels:
    """A card in its normal size, free of light and shade: everywhere of mean 0 and contrast 1."""
    small = cv2.resize(card, form.size, interpolation=cv2.INTER_AREA).astype(np.float32)
    covered = form.covered()
    light = small - cv2.blur(small, _NEARBY)
    contrast = np.sqrt(cv2.blur(light * light, _NEARBY)) + 2
    levels = np.asarray(light / contrast, np.float32)
    levels[covered] = 0
    return levels


def hashed(levels: Levels) -> Flags:
    """A perceptual hash: the signs of the slowest waves that the picture is made of."""
    width, height = _HASH_SIZE if levels.shape[0] >= levels.shape[1] else _HASH_SIZE[::-1]
    small = cv2.resize(levels, (width, height), interpolation=cv2.INTER_AREA)
    waves = cv2.dct(small)[:_HASH_WAVES, :_HASH_WAVES].ravel()[1:]
    return np.asarray(waves > np.median(waves), np.bool_)


@cache
def _detector() -> cv2.ORB:
    return cv2.ORB.create(
        nfeatures=_FEATURES, nlevels=5, edgeThreshold=12, patchSize=25, fastThreshold=6
    )


def features(card: Picture, form: Format) -> Features:
    """Points of a card in fine size that can be told from each other, but none of its label."""
    usable = np.where(form.covered(), 0, 255).astype(np.uint8)
    mask = cv2.resize(usable, form.fine_size, interpolation=cv2.INTER_NEAREST)
    clear = cv2.createCLAHE(3.0, (4, 6)).apply(card)
    points, descriptors = _detector().detectAndCompute(clear, mask)
    if not points:
        return Features(np.zeros((0, 2), np.float32), np.zeros((0, 32), np.uint8))
    spots = np.array([point.pt for point in points], np.float32).reshape(-1, 2)
    return Features(spots, np.asarray(descriptors, np.uint8))


def geometry(known: Features, seen: Features, form: Format) -> tuple[int, FloatArray]:
    """How many features agree on one flat card, and the matrix from the seen card to the known."""
    none = 0, np.eye(3)
    if min(len(known.points), len(seen.points)) < 4:
        return none
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(seen.descriptors, known.descriptors, k=2)
    good = [best for best, second in pairs if best.distance < _CLEAR_MATCH * second.distance]
    if len(good) < 4:
        return none
    source = seen.points[[match.queryIdx for match in good]]
    target = known.points[[match.trainIdx for match in good]]
    found: tuple[MatLike | None, MatLike] = cv2.findHomography(
        source, target, cv2.RANSAC, _INLIER_PX
    )
    matrix, agreeing = found
    if matrix is None:
        return none
    width, height = form.fine_size
    edge = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    moved = np.abs(cv2.perspectiveTransform(edge, matrix) - edge).max()
    if moved > _MOST_MOVED * width:
        return none
    return int(agreeing.sum()), np.asarray(matrix, np.float64)


def compare(known: Levels, seen: Levels, form: Format, width: float) -> Likeness:
    """Region by region; `width` is that of the seen card in its picture, in pixels.

    A region may be a little out of place. Where the known card has no texture that would be left
    at this width, or the label covers it, nothing is compared.
    """
    if width < form.size[0]:
        known = _as_small_as(known, width)
    centre = _means(known, form)
    texture = np.sqrt(np.maximum(_means(known * known, form) - centre**2, 0))
    alike = np.full_like(texture, -1.0)
    contrast = np.zeros_like(texture)
    padded = np.pad(seen, _SHIFT, mode="edge")
    high, wide = seen.shape
    for y in range(2 * _SHIFT + 1):
        for x in range(2 * _SHIFT + 1):
            part = padded[y : y + high, x : x + wide]
            mean = _means(part, form)
            spread = np.sqrt(np.maximum(_means(part * part, form) - mean**2, 0))
            shared = _means(known * part, form) - centre * mean
            correlation = shared / np.maximum(spread * texture, 1e-6)
            better = correlation > alike
            alike[better], contrast[better] = correlation[better], spread[better]
    unlike = np.sqrt(np.maximum(0, 1 - np.maximum(alike, 0) ** 2))
    left_over = unlike * contrast
    silent = (_means(form.covered().astype(np.float32), form) > 0.3) | (texture < _LEAST_TEXTURE)
    alike[silent] = left_over[silent] = np.nan
    return Likeness(alike, left_over)


def _as_small_as(levels: Levels, width: float) -> Levels:
    high, wide = levels.shape
    small = (max(1, round(width)), max(1, round(width * high / wide)))
    shrunk = cv2.resize(levels, small, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(shrunk, (wide, high), interpolation=cv2.INTER_LINEAR), np.float32)


def _means(levels: Levels, form: Format) -> Levels:
    """The mean of each region."""
    return np.asarray(cv2.resize(levels, form.regions, interpolation=cv2.INTER_AREA), np.float32)
