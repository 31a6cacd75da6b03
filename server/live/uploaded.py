"""A photograph that somebody sends: nothing in the file can be trusted.

Its size is read from its first bytes before anything is unpacked, and a large one is unpacked at a
half or a quarter of its size.
"""

from __future__ import annotations

import struct

import cv2
import numpy as np

from rules.text import Text
from server.live.messages import Refused
from vision.reading import Picture

_MOST_BYTES = 24 * 1024 * 1024
_MOST_PIXELS = 120_000_000
_LEAST_SIDE = 400
_ENOUGH = 3000
"""Pixels of the longer side that are enough for a board: a larger one is made smaller."""
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""Markers of a JPEG behind which its size stands."""
_ALONE = {0x01, *range(0xD0, 0xD9)}
"""Markers of a JPEG behind which nothing stands."""


def photograph(data: bytes) -> Picture:
    """The picture in a file, blue-green-red, the way round in which it was taken."""
    if len(data) > _MOST_BYTES:
        raise Refused(Text("This photograph is too large. Choose one of at most 24 MB."))
    size = _size(data)
    if size is None:
        raise Refused(
            Text("This file is no photograph that can be read. Choose a JPEG or a PNG picture.")
        )
    if size[0] * size[1] > _MOST_PIXELS:
        raise Refused(Text("This photograph has too many pixels. Choose a smaller one."))
    if min(size) < _LEAST_SIDE:
        raise Refused(Text("This photograph is too small. Take it with the phone's own camera."))
    how = (
        cv2.IMREAD_REDUCED_COLOR_4
        if max(size) >= 4 * _ENOUGH
        else cv2.IMREAD_REDUCED_COLOR_2
        if max(size) >= 2 * _ENOUGH
        else cv2.IMREAD_COLOR
    )
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), how) if _is_whole(data) else None
    except cv2.error:
        picture = None
    if picture is None:
        raise Refused(Text("This photograph is damaged. Choose another one, or send it again."))
    return np.asarray(picture, np.uint8)


def _size(data: bytes) -> tuple[int, int] | None:
    """The width and height that a JPEG or PNG says it has; None if it is neither."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR" and len(data) > 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if not data.startswith(b"\xff\xd8"):
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF or marker in _ALONE:
            at += 1 if marker == 0xFF else 2
        elif marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _is_whole(data: bytes) -> bool:
    """A decoder fills what is missing with grey and says nothing."""
    return (b"\xff\xd9" if data.startswith(b"\xff\xd8") else b"IEND") in data[-64 * 1024 :]
