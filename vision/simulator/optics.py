"""What light, lens and sensor do to a picture of the table."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Picture

_BAND = 256
"""Rows worked on at a time: the floating point copy of a whole picture would be large."""
_STRIP = 16
"""Rows that stay in the processor's cache from one step to the next."""
_SPARE = 256
"""Columns of grain more than a picture has, so that each band can start elsewhere in it."""
_COARSE = 32
"""Light changes slowly: it is computed for every so many pixels and drawn smooth in between."""

_SHAKE, _LAMP, _NOISE = 1, 2, 3
"""What chance decides has a stream of random numbers of its own, so that none shifts another."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The default is a good evening: even light, sharp lens, little noise."""

    brightness: float = 1.0
    """1 is a well lit table, 0.2 a dim one; the camera makes up for nothing."""
    uneven: float = 0.0
    """How much darker the far end from the lamp is: 0.6 leaves 40 % of the light."""
    vignette: float = 0.12
    """How much darker the picture's corners are."""
    warmth: float = 0.0
    """Colour cast: 1 is candle light, -1 a blue evening sky."""
    glare: int = 0
    """Spots of lamp light mirrored by card sleeves."""
    softness: float = 0.5
    """Blur of any lens and sensor, in pixels (standard deviation)."""
    defocus: float = 0.0
    """Radius in pixels of the disc that a point out of focus becomes."""
    motion: float = 0.0
    """Length in pixels of the streak that a point becomes when the camera shakes."""
    noise: float = 1.5
    """Standard deviation of the noise in middle grey, of 255."""
    jpeg: int | None = None
    """JPEG quality; None leaves the picture uncompressed."""

    def __post_init__(self) -> None:
        amounts = (
            self.brightness,
            self.glare,
            self.softness,
            self.defocus,
            self.motion,
            self.noise,
        )
        shares = (self.uneven, self.vignette, abs(self.warmth))
        if min(amounts) < 0 or not all(0 <= share <= 1 for share in shares):
            raise ValueError(
                "No condition may be below 0; uneven and vignette end at 1, warmth at -1 and 1."
            )
        if max(self.defocus, self.motion, self.softness) > 100:
            raise ValueError("A blur of more than 100 pixels leaves nothing to see; choose less.")
        if self.jpeg is not None and not 1 <= self.jpeg <= 100:
            raise ValueError(f"The JPEG quality goes from 1 to 100, not {self.jpeg}.")


def lens_blur(picture: Picture, conditions: Conditions, seed: int) -> Picture:
    """Softness, defocus and shake, in the order the light meets them."""
    out = picture
    if conditions.softness > 0:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), conditions.softness), np.uint8)
    if conditions.defocus > 0:
        out = np.asarray(cv2.filter2D(out, -1, disc_kernel(conditions.defocus)), np.uint8)
    if conditions.motion > 0:
        angle = np.random.default_rng((seed, _SHAKE)).uniform(0, math.pi)
        kernel = streak_kernel(conditions.motion, angle)
        out = np.asarray(cv2.filter2D(out, -1, kernel), np.uint8)
    return out


def expose(picture: Picture, conditions: Conditions, seed: int, moment: int) -> None:
    """Light, colour cast and the noise of one moment, on the picture itself."""
    height, width = picture.shape[:2]
    gains = _gains(width, height, conditions, np.random.default_rng((seed, _LAMP)))
    random = np.random.default_rng((seed, _NOISE, moment))
    # A picture of one band needs no more grain than it has pixels.
    spare = _SPARE if height > _BAND else 0
    shape = (min(_BAND, height), width + spare, 3)
    grain = random.standard_normal(shape).astype(np.float32)
    grain *= conditions.noise
    for top in range(0, height, _BAND):
        band = picture[top : top + _BAND]
        rows = len(band)
        light = _rows(gains, top, rows, width)
        if conditions.noise == 0:
            cv2.multiply(band, light, dst=band, dtype=cv2.CV_8U)
        else:
            # Each band starts elsewhere in the same grain.
            start = int(random.integers(0, spare)) if spare else 0
            _add_noise(band, light, grain[:rows, start : start + width])


def _add_noise(
    band: Picture, light: npt.NDArray[np.float32], grain: npt.NDArray[np.float32]
) -> None:
    """Brighter pixels carry more noise."""
    for top in range(0, len(band), _STRIP):
        strip = slice(top, top + _STRIP)
        signal = cv2.multiply(band[strip], light[strip], dtype=cv2.CV_32F)
        strength = cv2.addWeighted(signal, 1 / 256, signal, 0, 0.5)
        cv2.multiply(grain[strip], strength, dst=strength)
        cv2.add(signal, strength, dst=band[strip], dtype=cv2.CV_8U)


def compressed(picture: Picture, quality: int) -> Picture:
    """The picture after a JPEG file."""
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return np.asarray(decoded, np.uint8)


def disc_kernel(radius: float) -> npt.NDArray[np.float32]:
    """An evenly lit disc with a soft rim, of sum 1."""
    half = math.ceil(radius)
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    kernel = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def streak_kernel(length: float, angle: float) -> npt.NDArray[np.float32]:
    """A line of a length in pixels, of sum 1."""
    half = math.ceil(length / 2)
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    along = np.abs(x * math.cos(angle) + y * math.sin(angle))
    across = np.abs(y * math.cos(angle) - x * math.sin(angle))
    kernel = np.clip(length / 2 + 0.5 - along, 0, 1) * np.clip(1 - across, 0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _gains(
    width: int, height: int, conditions: Conditions, random: np.random.Generator
) -> npt.NDArray[np.float32]:
    """What each colour of each pixel is multiplied by, on a coarse grid."""
    rows, columns = height // _COARSE + 2, width // _COARSE + 2
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    x = x * _COARSE / width - 0.5
    y = (y * _COARSE - height / 2) / width
    direction = random.uniform(0, 2 * math.pi)
    towards_lamp = x * math.cos(direction) + y * math.sin(direction) + 0.5
    light = 1 - conditions.uneven * np.clip(1 - towards_lamp, 0, 1)
    light *= 1 - conditions.vignette * np.clip((x * x + y * y) / 0.33, 0, 1)
    light *= conditions.brightness
    warmth = conditions.warmth
    cast = (1 - 0.55 * warmth, 1 - 0.18 * abs(warmth), 1 + 0.08 * warmth)
    if warmth < 0:
        cast = (1 - 0.1 * warmth, 1 - 0.1 * abs(warmth), 1 + 0.45 * warmth)
    return np.asarray(np.stack([light * gain for gain in cast], axis=-1), np.float32)


def _rows(
    gains: npt.NDArray[np.float32], top: int, rows: int, width: int
) -> npt.NDArray[np.float32]:
    """The coarse grid drawn smooth for some rows of the picture."""
    first = top // _COARSE
    count = rows // _COARSE + 2
    part = gains[first : first + count]
    fine = cv2.resize(
        part, (part.shape[1] * _COARSE, len(part) * _COARSE), interpolation=cv2.INTER_LINEAR
    )
    return np.asarray(fine[:rows, :width], np.float32)
