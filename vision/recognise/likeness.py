"""The form into which pictures of cards are brought, and how one is laid exactly over another.

A card is found by its outline to a pixel or two, which is not enough to compare digits. So it is
aligned with the picture in the album: quarter size first, then half size, by the pixels that have
contours, letting those count less that do not fit (a mirrored lamp, another digit).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import FloatArray, Picture

Levels = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]

Canvas = tuple[Picture, FloatArray]
"""A card at half size with a margin, and the matrix from there to its picture."""

SHORT = 112
"""Pixels along the shorter side of a card at half size."""
_THUMB = 8
"""Pixels of half size that become one of the thumbnail."""
MARGIN = 8
"""Pixels of half size kept around a card whose outline is not exact yet."""
_CONTOURS = (1200, 3600)
"""So many pixels with the strongest contours are aligned, at quarter and at half size."""
_CELLS = 8
"""Parts along each side of a card, each of which has its share of these pixels."""
_ROUNDS = 10
_STILL = 0.01
"""Pixels: an alignment that moves no corner farther has been found."""
_FEWEST = 150
"""Pixels by which a part of a card can be aligned."""
_FRAME, _PLAIN = 0.12, 0.05
"""Of a side: a frame that may be around nothing; and how much what is printed differs at least."""
_OFF_SIZE = 0.15
"""Of a side: how much longer or shorter than a card's it may be."""
_NOTHING = np.empty((0, 0), np.float32)
_FARTHEST = 12.0
"""Pixels of half size: alignment only corrects an outline that was found already."""


@dataclass(frozen=True)
class Format:
    """The form into which every picture of a game's cards is brought before it is compared."""

    card_size: tuple[float, float]

    @cached_property
    def half_size(self) -> tuple[int, int]:
        width, height = self.card_size
        by = SHORT / min(width, height)
        return _THUMB * round(width * by / _THUMB), _THUMB * round(height * by / _THUMB)

    @cached_property
    def fine_size(self) -> tuple[int, int]:
        """What an album keeps."""
        width, height = self.half_size
        return 2 * width, 2 * height

    @cached_property
    def thumb_size(self) -> tuple[int, int]:
        width, height = self.half_size
        return width // _THUMB, height // _THUMB

    def edge(self, scale: float = 1.0) -> FloatArray:
        """The corners of a card, in pixels of half size times `scale`."""
        width, height = (side * scale for side in self.half_size)
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) - 0.5

    def cut_out(self, picture: Picture, corners: FloatArray) -> Picture:
        """The card within its corners (clockwise from its own top left), in fine size."""
        return warped(picture, homography(self.edge(2.0), corners), self.fine_size)

    def ways(self, corners: FloatArray) -> Iterator[FloatArray]:
        """The ways in which a card may lie within an outline: long sides along long sides."""
        wide, high = self.card_size
        lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        upright = float(lengths[0] + lengths[2]) < float(lengths[1] + lengths[3])
        starts = range(4) if wide == high else range(0 if upright == (wide < high) else 1, 4, 2)
        for start in starts:
            yield np.roll(corners, -start, axis=0)

    def seen_once(self, ways: Sequence[FloatArray]) -> Sequence[FloatArray]:
        """Those of the ways that have to be looked at: the others are the same upside down."""
        return ways[: len(ways) // 2]

    def turned(self, canvases: Sequence[Canvas], way: int) -> Canvas:
        """The card as it lies in one of its ways, by those that were `seen_once`."""
        if way < len(canvases):
            return canvases[way]
        canvas, to_picture = canvases[way - len(canvases)]
        height, width = canvas.shape[:2]
        back = np.array([[-1.0, 0.0, width - 1.0], [0.0, -1.0, height - 1.0], [0.0, 0.0, 1.0]])
        return np.ascontiguousarray(canvas[::-1, ::-1]), to_picture @ back

    def with_margin(self, picture: Picture, corners: FloatArray) -> Canvas:
        """The card at half size with MARGIN around it, and the matrix from there to the picture."""
        width, height = self.half_size
        to_picture = homography(self.edge(), corners) @ moved(-MARGIN, -MARGIN)
        size = (width + 2 * MARGIN, height + 2 * MARGIN)
        return warped(picture, to_picture, size), to_picture

    @cached_property
    def _slopes(self) -> Levels:
        """What light that rises evenly to one side adds to a thumbnail, as unit vectors."""
        width, height = self.thumb_size
        y, x = np.mgrid[:height, :width].astype(np.float64)
        slopes, _ = np.linalg.qr(np.stack([np.ones(x.size), x.ravel(), y.ravel()], axis=1))
        return np.asarray(slopes, np.float32)

    def is_as_large(self, corners: FloatArray, px_per_mm: float) -> bool:
        """Whether an outline has the size of a card, along each of its sides."""
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        wanted = px_per_mm * np.sort([*self.card_size] * 2)
        return bool((np.abs(np.sort(sides) - wanted) < _OFF_SIZE * wanted).all())

    def is_plain(self, picture: Picture, corners: FloatArray) -> bool:
        """Whether nothing is printed within an outline: a sheet of paper, a frame on a board."""
        ways = list(self.ways(corners))
        card = warped(
            picture, homography(self.edge(), ways[0] if ways else corners), self.half_size
        )
        rows, columns = (round(_FRAME * side) for side in card.shape[:2])
        inner = np.ascontiguousarray(card[rows:-rows, columns:-columns])
        return float(self._levels(inner).std()) < _PLAIN

    def _levels(self, card: Picture) -> Levels:
        """What a card shows from afar, without the light's strength, colour and slope."""
        small = cv2.resize(card, self.thumb_size, interpolation=cv2.INTER_AREA)
        logs = np.log(small.astype(np.float32).reshape(-1, 3) + 8)
        return np.asarray(logs - self._slopes @ (self._slopes.T @ logs), np.float32)

    def thumbnail(self, card: Picture) -> Levels:
        """A card as a unit vector that tells nothing of the light's strength, colour and slope."""
        vector = self._levels(card).ravel()
        return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-6), np.float32)


def homography(source: FloatArray, target: FloatArray) -> FloatArray:
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    return np.asarray(matrix, np.float64)


def moved(x: float, y: float) -> FloatArray:
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])


def scaled(by: float) -> FloatArray:
    """From pixels to those of a picture that is larger by a factor; centres are whole numbers."""
    shift = (by - 1) / 2
    return np.array([[by, 0.0, shift], [0.0, by, shift], [0.0, 0.0, 1.0]])


def through(points: FloatArray, matrix: FloatArray) -> FloatArray:
    return np.asarray(cv2.perspectiveTransform(points[None], matrix)[0], np.float64)


def warped(picture: Picture, to_picture: FloatArray, size: tuple[int, int]) -> Picture:
    """What a picture shows at the places that a matrix leads to; smoothed if it is much larger."""
    by = float(np.sqrt(abs(np.linalg.det(to_picture[:2, :2])))) / to_picture[2, 2] ** 2
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    if by > 1.3:
        # Two samples along each side of a pixel, averaged.
        double = (2 * size[0], 2 * size[1])
        fine = cv2.warpPerspective(
            picture, to_picture @ scaled(0.5), double, flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)
    found = cv2.warpPerspective(
        picture, to_picture, size, flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(found, np.uint8)


def grey(card: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY) if card.ndim == 3 else card, np.uint8)


def solved(weighted: Levels, columns: Levels, wanted: Levels) -> FloatArray:
    """What the columns have to be multiplied by to come nearest to what is wanted.

    By OpenCV's product: that of numpy starts threads, which cost more than they do.
    """
    sums = cv2.gemm(weighted, columns, 1, _NOTHING, 0, flags=cv2.GEMM_2_T)
    right = cv2.gemm(weighted, wanted.reshape(1, -1), 1, _NOTHING, 0, flags=cv2.GEMM_2_T)
    return np.asarray(np.linalg.solve(sums.astype(np.float64), right.astype(np.float64))[:, 0])


class Template:
    """A card that others are aligned with: its contours at quarter and at half size."""

    def __init__(self, card: Picture, form: Format) -> None:
        """`card` in fine size."""
        self._form = form
        half = cv2.resize(grey(card), form.half_size, interpolation=cv2.INTER_AREA)
        width, height = form.half_size
        quarter = cv2.resize(half, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        self._levels = [
            _Contours(_smooth(quarter), _CONTOURS[0]),
            _Contours(_smooth(half), _CONTOURS[1]),
        ]

    def align(self, canvas: Picture, visible: Flags | None = None) -> FloatArray | None:
        """The matrix from the card at half size to where it is in a canvas `with_margin`.

        If not all of it is `visible` (at half size), only that part is laid over.
        """
        half = _smooth(grey(canvas))
        height, width = half.shape
        quarter = cv2.resize(half, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        start = moved(MARGIN, MARGIN)
        found = start
        for contours, picture, by in (
            (self._levels[0], np.asarray(quarter, np.float32), 0.5),
            (self._levels[1], half, 1.0),
        ):
            here = scaled(by) @ found @ scaled(1 / by)
            better = contours.fitted(picture, here, visible)
            if better is None:
                return None
            found = scaled(1 / by) @ better @ scaled(by)
        edge = self._form.edge()
        if np.abs(through(edge, found) - through(edge, start)).max() > _FARTHEST:
            return None
        return found


def _smooth(picture: Picture | cv2.typing.MatLike) -> Levels:
    return np.asarray(cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 0.8), np.float32)


def _strongest(strength: Levels, count: int) -> npt.NDArray[np.intp]:
    """The strongest pixels of every part of a picture: were all in one, the rest would drift."""
    high, wide = strength.shape
    rows, columns = np.mgrid[:high, :wide]
    cells = (rows * _CELLS // high) * _CELLS + columns * _CELLS // wide
    order = np.lexsort((-strength.ravel(), cells.ravel()))
    firsts = np.searchsorted(cells.ravel()[order], np.arange(_CELLS**2))
    rank = np.arange(order.size) - firsts[cells.ravel()[order]]
    return np.asarray(order[rank < count // _CELLS**2], np.intp)


class _Contours:
    """The pixels of one size of a template in which a shift would show, and how."""

    def __init__(self, levels: Levels, count: int) -> None:
        across = cv2.Scharr(levels, cv2.CV_32F, 1, 0) / 32
        along = cv2.Scharr(levels, cv2.CV_32F, 0, 1) / 32
        strong = np.hypot(across, along)
        strong[[0, 1, -2, -1], :] = 0
        strong[:, [0, 1, -2, -1]] = 0
        chosen = _strongest(strong, count)
        y, x = np.divmod(chosen, levels.shape[1])
        self.chosen, self.shape = chosen, levels.shape
        self.size = float(levels.shape[1])
        self.middle = np.array([levels.shape[1] / 2, levels.shape[0] / 2])
        u, v = (x - self.middle[0]) / self.size, (y - self.middle[1]) / self.size
        gx, gy = (part.ravel()[chosen] * self.size for part in (across, along))
        zero = -(gx * u + gy * v)
        self.points = np.stack([u, v, np.ones_like(u)]).astype(np.float32)
        values = levels.ravel()[chosen]
        self.mean, self.spread = float(values.mean()), float(values.std()) + 1e-3
        self.values = ((values - self.mean) / self.spread).astype(np.float32)
        steep = np.stack([gx * u, gx * v, gx, gy * u, gy * v, gy, zero * u, zero * v])
        # Light that is stronger on one side, and haze: they must not be taken for a shift.
        light = [part * other for part in (self.values, np.ones_like(u)) for other in (1.0, u, v)]
        self.columns = np.stack([*(steep / self.spread), *light]).astype(np.float32)

    def fitted(
        self, picture: Levels, matrix: FloatArray, visible: Flags | None
    ) -> FloatArray | None:
        """A better matrix from the template to the picture, by Gauss and Newton."""
        points, values, columns = self.points, self.values, self.columns
        if visible is not None:
            high = visible.shape[0] // self.shape[0]
            shown = visible[::high, ::high].ravel()[self.chosen]
            if int(shown.sum()) < _FEWEST:
                return None
            points, values, columns = points[:, shown], values[shown], columns[:, shown]
        norm = np.array(
            [
                [1 / self.size, 0, -self.middle[0] / self.size],
                [0, 1 / self.size, -self.middle[1] / self.size],
                [0, 0, 1],
            ]
        )
        back = np.linalg.inv(norm)
        for _ in range(_ROUNDS):
            spots = (matrix @ back).astype(np.float32) @ points
            seen = cv2.remap(
                picture,
                spots[0] / spots[2],
                spots[1] / spots[2],
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            ).ravel()
            spread = float(seen.std())
            if spread < 1e-3:
                return None
            error = (seen - seen.mean()) / spread - values
            usual = 1.5 * float(np.median(np.abs(error))) + 1e-3
            weight = 1 / (1 + (error / (2 * usual)) ** 2)
            weighted = columns * weight
            try:
                step = solved(weighted, columns, error)
            except np.linalg.LinAlgError:
                return None
            change = np.array(
                [
                    [1 + step[0], step[1], step[2]],
                    [step[3], 1 + step[4], step[5]],
                    [step[6], step[7], 1],
                ]
            )
            try:
                matrix = matrix @ back @ np.linalg.inv(change) @ norm
            except np.linalg.LinAlgError:
                return None
            matrix = matrix / matrix[2, 2]
            if float(np.abs(step[:8]).max()) * self.size < _STILL:
                break
        return matrix
