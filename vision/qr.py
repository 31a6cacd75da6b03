"""Reads the QR code in a photograph."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Picture

_ENOUGH = 2000
"""Pixels of the longer side; more only take longer."""


def read_qr(picture: Picture) -> str | None:
    """What the code says; None if there is none that can be read."""
    scale = _ENOUGH / max(picture.shape[:2])
    if scale < 1:
        smaller = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture = np.asarray(smaller, np.uint8)
    try:
        text, _, _ = cv2.QRCodeDetectorAruco().detectAndDecode(picture)
    except (cv2.error, UnicodeDecodeError):
        return None
    return text or None
