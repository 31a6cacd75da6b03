"""What printing does to a picture: paper, ink and the dots it is printed in."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Picture
from vision.simulator.canvas import Canvas

_PAPER = 0.03
"""How much the paper's brightness varies, of 1."""
_DOTS = 0.05


def printed(canvas: Canvas, seed: int, dots_mm: float) -> None:
    """Print a canvas: the same seed gives the same paper, `dots_mm` is from dot to dot."""
    high, wide = canvas.picture.shape[:2]
    random = np.random.default_rng(seed)
    coarse = random.standard_normal((max(2, high // 6), max(2, wide // 6))).astype(np.float32)
    paper = cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_LINEAR) * _PAPER
    y, x = np.mgrid[:high, :wide].astype(np.float32) * np.float32(2 * np.pi / canvas.scale)
    # The screen stands askew, as printers turn it to keep it from being seen.
    u, v = (0.966 * x + 0.259 * y) / dots_mm, (0.966 * y - 0.259 * x) / dots_mm
    light = 1 + paper + _DOTS * np.sin(u) * np.sin(v)
    inked: Picture = np.clip(canvas.picture * light[..., None], 0, 255).astype(np.uint8)
    canvas.picture[:] = inked
